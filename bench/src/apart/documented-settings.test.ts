import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everythingAsked, READERS } from './noted-settings.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** What the launcher and the package tell their parts, and nobody sets. */
const OURS = ['PLACARD_DEMO', 'PLACARD_INSTALLED', 'PLACARD_TAG_DIR'];
/** Of a process that is started alone, and of the demo. */
const NOT_OF_A_SERVICE = ['PLACARD_WORKER', 'PLACARD_SHARD', 'PLACARD_DEMO_VISITORS'];

const asked = everythingAsked(Object.values(READERS).flat()).filter(
  (name) => /^[A-Z][A-Z0-9_]+$/.test(name) && !OURS.includes(name),
);

/** Names in the first column of tables. */
const inTables = (path: string) =>
  [...read(path).matchAll(/^ *\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );

it('every setting stands in a table of a document, and no other', () => {
  const documents = ['README.md', 'docs/running.md', 'docs/watch/README.md', 'docs/payments-in.md'];
  expect(asked.length).toBeGreaterThan(50);
  expect([...new Set(documents.flatMap(inTables))].sort()).toEqual(asked);
});

it('every setting of a service has its line in the file of settings, and no other', () => {
  const lines = [...read('deploy/debian/placard.env').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  expect(lines.toSorted()).toEqual(asked.filter((name) => !NOT_OF_A_SERVICE.includes(name)));
});
