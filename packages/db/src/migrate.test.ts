import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Migration, pendingMigrations, readMigrations } from './migrate.ts';

const known: Migration[] = [1, 2, 3].map((version) => ({
  version,
  name: `000${version}_x`,
  sql: '',
  sha256: `sum ${version}`,
}));
const applied = (count: number) =>
  known.slice(0, count).map(({ version, name, sha256 }) => ({ version, name, sha256 }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('leaves exactly the migrations that were not applied yet', () => {
  expect(pendingMigrations(known, []).map((migration) => migration.version)).toEqual([1, 2, 3]);
  expect(pendingMigrations(known, applied(2)).map((migration) => migration.version)).toEqual([3]);
  expect(pendingMigrations(known, applied(3))).toEqual([]);
});

it('refuses a database of a newer Placard', () => {
  expect(() => pendingMigrations(known.slice(0, 2), applied(3))).toThrow(
    /is at 0003_x.*only up to 0002_x.*Update Placard/,
  );
});

it('refuses a migration whose text was changed after it was applied', () => {
  const changed = known.map((migration) =>
    migration.version === 2 ? { ...migration, sha256: 'other' } : migration,
  );
  expect(() => pendingMigrations(changed, applied(3))).toThrow(/0002_x was changed after/);
});

it('reads the files in order and counts Windows line ends as the same text', () => {
  writeFileSync(join(folder, '0001_a.sql'), 'select 1;\r\nselect 2;\r\n');
  const windows = readMigrations(folder)[0];
  writeFileSync(join(folder, '0001_a.sql'), 'select 1;\nselect 2;\n');
  expect(readMigrations(folder)[0]).toEqual(windows);
});

it.each(['0002_gap.sql', '1_short.sql', '0001_Upper.sql'])('refuses the name %s', (name) => {
  writeFileSync(join(folder, name), 'select 1;');
  expect(() => readMigrations(folder)).toThrow(`${name} should be called 0001_name.sql`);
});

it('reads the migrations of the project', () => {
  expect(readMigrations()[0]?.name).toBe('0001_init');
});
