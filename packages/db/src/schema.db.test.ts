import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** schema.ts and the subjects that have a file of their own beside it. */
const SOURCE = ['schema.ts', ...readdirSync(`${FOLDER}schema`).map((name) => `schema/${name}`)]
  .map((name) => readFileSync(FOLDER + name, 'utf8'))
  .join('\n');

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Has a default, or makes its value itself. */
  readonly generated: boolean;
  readonly always: boolean;
  /** Of a view PostgreSQL knows neither what may be null nor what has a default. */
  readonly ofView: boolean;
}

let database: TestDatabase;
let columns: Column[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<Column>(
    `SELECT table_name AS "table", column_name AS "column", udt_name AS type, is_nullable = 'YES' AS nullable,
            column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS generated,
            coalesce(identity_generation = 'ALWAYS', false) OR is_generated = 'ALWAYS' AS always,
            table_type = 'VIEW' AS "ofView"
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type IN ('BASE TABLE', 'VIEW') AND table_name <> 'schema_migration'`,
  );
  columns = rows;
});
afterAll(() => database.drop());

/** table → column → what the schema's files write as its type. */
function written(): Map<string, Map<string, string>> {
  const types = new Map<string, Map<string, string>>();
  for (const [, name, body] of SOURCE.matchAll(/^export type (\w+) = \{([\s\S]*?)\};$/gm)) {
    const fields = [...(body ?? '').matchAll(/(\w+): ([^;]+?)\s*(?:;|$)/g)];
    types.set(
      name ?? '',
      new Map(fields.map(([, field, type]) => [field ?? '', (type ?? '').replaceAll(/\s+/g, ' ')])),
    );
  }
  const tables = types.get('Database') ?? new Map<string, string>();
  return new Map([...tables].map(([table, type]) => [table, types.get(type) ?? new Map()]));
}

const HANDED_OVER_AS: Readonly<Record<string, RegExp>> = {
  int2: /\bnumber\b/,
  int4: /\bnumber\b/,
  float8: /\bnumber\b/,
  int8: /\bbigint\b/,
  bool: /\bboolean\b/,
  bytea: /\bBuffer\b/,
  timestamptz: /\bDate\b|\bTimestamp\b/,
  jsonb: /\bJson\b/,
};
/** Their values arrive as text, though a narrower type may be written. */
const TEXT_TYPES = /\b(?:number|bigint|boolean|Buffer|Date|Timestamp|Json)\b/;

/** Left out at the insert, though the column itself has no default. */
const SET_BY_TRIGGER = new Set(['ledger_entry.balance_after_micros', 'ledger_entry.sequence']);

function faultOf(column: Column, type: string): string | undefined {
  const expected = HANDED_OVER_AS[column.type.replace(/^_/, '')];
  if (expected ? !expected.test(type) : TEXT_TYPES.test(type)) return `is ${column.type}`;
  if (column.type.startsWith('_') !== /\[\]/.test(type)) return `is ${column.type}`;
  if (column.ofView) return undefined;
  if (column.nullable !== /\bnull\b/.test(type)) return column.nullable ? 'may be null' : 'is never null';
  const optional = /\b(?:Generated|GeneratedAlways|Timestamp)\b|ColumnType/.test(type);
  // A nullable column may be left out anyway; Json may always be, whether it has a default or not.
  const indifferent =
    column.nullable || /^Json\b/.test(type) || SET_BY_TRIGGER.has(`${column.table}.${column.column}`);
  if (!indifferent && column.generated !== optional)
    return column.generated ? 'has a default' : 'has no default';
  if (column.always !== /\bGeneratedAlways\b/.test(type))
    return column.always ? 'is always generated' : 'may be written';
  return undefined;
}

it('names the tables and columns of the migrated database, no more and no fewer', () => {
  const inDatabase = columns.map(({ table, column }) => `${table}.${column}`).sort();
  const inTypes = [...written()].flatMap(([table, fields]) =>
    [...fields.keys()].map((field) => `${table}.${field}`),
  );
  expect(inTypes.sort()).toEqual(inDatabase);
});

it('gives every column the type, nullability and default that it has', () => {
  const types = written();
  const faults = columns.flatMap((column) => {
    const type = types.get(column.table)?.get(column.column) ?? '';
    const why = faultOf(column, type);
    return why === undefined ? [] : [`${column.table}.${column.column} is written as "${type}", but ${why}`];
  });
  expect(faults).toEqual([]);
});

it.each([
  ['creative', CREATIVE_TYPES],
  ['widget', WIDGET_TYPES],
])('takes as type of a %s what the domain names, and nothing else', async (table, types) => {
  const { rows } = await database.pool.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1`,
    [`${table}_type_check`],
  );
  const named = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, type]) => type);
  expect(named.toSorted()).toEqual(types.toSorted());
});
