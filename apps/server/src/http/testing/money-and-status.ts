import { sql } from 'kysely';
import type { TestApi } from './test-api.ts';

/** `campaign 7` → its columns of money and status. */
export type Watched = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** A column says how something stands or is about money. */
const STATUS = [
  'status',
  'enabled',
  'disabled_at',
  'archived_at',
  'deleted_at',
  'removed_at',
  'cancelled_at',
  'discarded_at',
];
const MONEY = '(_micros|_cents|_bp|auto_withdrawal|tax_rates)$';

/** What follows from a change that is audited itself, or is kept about the calls; not what somebody does. */
const FOLLOWS = [
  // The books, the documents and the sums of them.
  ...['ledger_account', 'ledger_entry', 'ledger_transaction', 'invoice', 'wallet_watch', 'row_tally'],
  ...[
    'campaign_spend',
    'ad_set_spend',
    'ad_set_day_spend',
    'spend_day',
    'spend_batch',
    'campaign_month',
    'spend_month',
  ],
  ...['earning_month', 'earning_month_widget', 'settlement', 'pacing_plan'],
  // A sample of what delivery saw.
  'traffic_sample',
  // What was told of it.
  ...['webhook_delivery', 'webhook_attempt', 'audit_log'],
];

type WatchedTable = { readonly table: string; readonly columns: string[]; readonly key: string[] };

/** Every table of the database that holds money or a status, but for what follows. */
export async function watchedTables({ deps }: TestApi): Promise<WatchedTable[]> {
  const { rows } = await sql<WatchedTable>`
    select c.table_name as table, array_agg(c.column_name::text) as columns, (
             select array_agg(a.attname::text) from pg_index i
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
              where i.indrelid = c.table_name::regclass and i.indisprimary) as key
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> all(${FOLLOWS}::text[])
       and (c.column_name = any(${STATUS}::text[]) or c.column_name ~ ${MONEY})
     group by c.table_name order by c.table_name`.execute(deps.db);
  return rows;
}

/** All money and every status there is, by row. */
export async function readWatched(api: TestApi, tables: readonly WatchedTable[]): Promise<Watched> {
  const found = new Map<string, Record<string, unknown>>();
  for (const { table, columns, key } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      api.deps.db,
    );
    for (const row of rows) {
      const name = `${table} ${key.map((column) => String(row[column])).join(',')}`;
      found.set(
        name,
        Object.fromEntries(
          [...columns, 'deposit_id', 'campaign_id', 'website_id'].map((column) => [
            column,
            row[column] ?? null,
          ]),
        ),
      );
    }
  }
  return found;
}

export type Change = {
  readonly table: string;
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/** Rows that differ, are new or gone. */
export function changesBetween(before: Watched, after: Watched): Change[] {
  const text = (row: unknown) =>
    JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => text(before.get(name)) !== text(after.get(name)))
    .map((name) => {
      const [table = '', id = ''] = name.split(' ');
      return { table, id, before: before.get(name) ?? null, after: after.get(name) ?? null };
    });
}
