import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the newest entry of CHANGELOG.md is the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
