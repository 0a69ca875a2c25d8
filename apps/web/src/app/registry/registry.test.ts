import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ALARM_PLACES, WAIT_PLACES } from '../../features/operator-home/places.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const source = readdirSync(folder)
  .filter((name) => name.endsWith('-routes.ts'))
  .map((name) => readFileSync(`${folder}${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n');

const registered = [...source.matchAll(/(?:screen|authScreen|redirection)\(\s*'([^']+)'/g)].map(
  (match) => match[1] ?? '',
);

/** The router refuses a second route of the same path only when it starts, with a blank page. */
it('registers every path once', () => {
  expect(registered.length).toBeGreaterThan(8);
  expect(registered.filter((path, index) => registered.indexOf(path) !== index)).toEqual([]);
});

it('names routes from the root', () => {
  expect(registered.filter((path) => !path.startsWith('/'))).toEqual([]);
});

it('has a file for every screen', () => {
  const files = [...source.matchAll(/import\('([^']+)'\)/g)].map((match) => match[1] ?? '');
  expect(files.filter((file) => !existsSync(`${folder}${file}`))).toEqual([]);
});

it('leads from each alarm and each thing that waits to a screen', () => {
  const places = [...Object.values(ALARM_PLACES), ...Object.values(WAIT_PLACES)];
  expect(places.filter(({ to }) => !registered.includes(to))).toEqual([]);
});
