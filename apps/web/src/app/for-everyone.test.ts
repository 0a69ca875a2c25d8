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
});
