import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileNames } from './chunk-groups.ts';

test('a layer has its name, and what is about something has none', () => {
  expect(fileNames('shell')).toBe('assets/[name]-[hash].js');
  expect(fileNames('time-chart')).toBe('assets/[name]-[hash].js');
  expect(fileNames('tracking-section')).toBe('assets/[hash].js');
});

test('no address of the build is one that blockers of ads know', () => {
  const names = readdirSync(new URL('../dist/assets/', import.meta.url));
  expect(names.length).toBeGreaterThan(100);
  const odd = names.filter((name) => !/^(?:[a-z-]+-)?[0-9a-z]{8}\.\w+(?:\.(?:br|gz))?$/.test(name));
  const telling = names.filter((name) =>
    /^(?:ads?|adv\w*|analytics|banner\w*|pub\w*|sponsor\w*|track\w*)-/.test(name),
  );
  expect([...odd, ...telling]).toEqual([]);
});
