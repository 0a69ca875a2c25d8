import { readFileSync } from 'node:fs';
import { readMigrations } from '@placard/db/migrate';
import { expect, it } from 'vitest';

/** `NNNN_name sha256` a line. */
const LANDED = new URL('../../packages/db/migrations/landed.txt', import.meta.url);

// Two changes that were written side by side take the same number: found before they are put together, not by the
// first database that is migrated.
it('migrations are numbered without gap or repeat', () => {
  expect(readMigrations().length).toBeGreaterThan(0);
});

// A database that has applied a migration refuses every release in which its text is another one.
it('migrations that landed never change; a new one adds its line to packages/db/migrations/landed.txt', () => {
  const lines = readMigrations().map(({ name, sha256 }) => `${name} ${sha256}`);
  expect(readFileSync(LANDED, 'utf8').trimEnd().split('\n')).toEqual(lines);
});
