import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Migration, migrate, readMigrations } from '../migrate.ts';
import type { RunQuery } from '../secrets/signing-keys.ts';
import {
  type DumpedTable,
  type Figures,
  figuresOf,
  type SchemaVersion,
  type SequenceState,
  tablesOf,
} from './snapshot.ts';

/** Why a backup can't go into this database. The message says what to do. */
export class LoadError extends Error {
  override name = 'LoadError';
}

export interface Load {
  readonly schema: readonly SchemaVersion[];
  readonly tables: readonly (DumpedTable & { readonly rows: number })[];
  readonly sequences: readonly SequenceState[];
  readonly figures: Figures;
  /** The rows of a table, as they were written down. */
  open(table: string): Readable;
  /** Looks at what is there before it is committed, and throws where it must not be; statements with their values. */
  approve(query: RunQuery): Promise<void>;
}

/** The migrations that a backup was made with. @throws LoadError where this release does not know them */
export function migrationsOf(
  schema: readonly SchemaVersion[],
  known: readonly Migration[] = readMigrations(),
): readonly Migration[] {
  const newest = schema.at(-1);
  if (newest !== undefined && newest.version > known.length) {
    throw new LoadError(
      `This backup is of schema ${newest.name}, but this Placard knows only up to ${known.at(-1)?.name ?? 'none'}: ` +
        'a newer Placard made it. Restore it with that release or a newer one.',
    );
  }
  for (const { version, name, sha256 } of schema) {
    if (known[version - 1]?.sha256 !== sha256)
      throw new LoadError(
        `This backup was made with another text of the migration ${name}; it is of another program.`,
      );
  }
  return known.slice(0, schema.length);
}

/** Whether nobody has used the database yet: it has no tables, or those of a fresh installation. */
export async function isUnused(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-restore' });
  await client.connect();
  try {
    for (const table of ['app_user', 'ledger_transaction', 'event_batch']) {
      const found = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
        table,
      ]);
      if (found.rows[0]?.there !== true) continue;
      const rows = await client.query(`select from ${table} limit 1`);
      if (rows.rowCount !== 0) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Tables are filled one after the other: what ties them is put back, and so checked, when all are there. */
async function untie(client: pg.Client, tables: readonly DumpedTable[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
  return rows;
}

async function tie(
  client: pg.Client,
  tables: readonly DumpedTable[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
}

function sameTables(load: Load, there: readonly DumpedTable[]): void {
  const names = (tables: readonly DumpedTable[]) => tables.map(({ name }) => name).join(', ');
  if (names(load.tables) !== names(there))
    throw new LoadError('The tables of this backup are not those of its schema; it is of another program.');
}

async function fill(client: pg.Client, table: Load['tables'][number], rows: Readable): Promise<void> {
  const list = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const into = client.query(copyFrom(`copy ${pg.escapeIdentifier(table.name)} (${list}) from stdin`));
  await pipeline(rows, into);
  if (into.rowCount !== table.rows) {
    throw new LoadError(
      `The table ${table.name} has ${into.rowCount} rows after it was restored, and had ${table.rows}.`,
    );
  }
}

function compareFigures(before: Figures, after: Figures): void {
  const faults: string[] = [];
  if (after.totalMicros !== '0') faults.push(`the ledger sums to ${after.totalMicros} micros instead of 0`);
  if (after.unbalanced > 0) faults.push(`${after.unbalanced} transactions of the ledger don't balance`);
  if (after.drifted > 0) faults.push(`${after.drifted} balances differ from the sum of their entries`);
  if (after.accounts !== before.accounts) faults.push('the number of ledger accounts differs');
  if (after.entries !== before.entries) faults.push('the number of ledger entries differs');
  if (after.balancesDigest !== before.balancesDigest) faults.push('balances differ from those of the backup');
  if (faults.length > 0)
    throw new LoadError(`What was restored is not what was backed up: ${faults.join('; ')}.`);
}

/**
 * Brings an unused database to the schema of the backup, fills it in one transaction, compares it with the backup's
 * figures, and then brings it to this release's schema. Whatever fails or dies before leaves an unused database.
 * @returns the migrations applied after the rows were there
 */
export async function loadSnapshot(url: string, load: Load): Promise<string[]> {
  await migrate(url, migrationsOf(load.schema));
  const client = new pg.Client({ connectionString: url, application_name: 'placard-restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    const tables = await tablesOf(client);
    sameTables(load, tables);
    const keys = await untie(client, tables);
    await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    for (const table of load.tables) await fill(client, table, load.open(table.name));
    await tie(client, tables, keys);
    for (const { name, lastValue, isCalled } of load.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [
        pg.escapeIdentifier(name),
        lastValue,
        isCalled,
      ]);
    compareFigures(load.figures, await figuresOf(client));
    await load.approve(async (text, values) => (await client.query(text, [...values])).rows);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return await migrate(url);
}
