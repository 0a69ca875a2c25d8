import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const screens = globSync('**/*.tsx', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(`${source}/${file}`, 'utf8'),
}));
const filesWith = (what: RegExp) => screens.filter(({ text }) => what.test(text)).map(({ file }) => file);

it('tells readers too what has to be filled in: a star alone is only to be seen', () => {
  expect(filesWith(/\brequired\b/).length).toBeGreaterThan(20);
  expect(filesWith(/\bwithAsterisk\b/)).toEqual([]);
  // In the words of a label it would be a part of the field's name.
  expect(filesWith(/' \*'/)).toEqual([]);
});

it('disables nothing that works because it was pressed: whoever did it by keyboard would lose their place', () => {
  expect(filesWith(/aria-disabled=\{busy/).length).toBeGreaterThan(5);
  expect(filesWith(/[^-]\b(disabled|loading)=\{[^}]*\b(busy|trying|isFetchingNextPage)\b/)).toEqual([]);
});
