import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** A table as it is written down: its rows are the text of PostgreSQL's COPY, in the order of `columns`. */
export interface DumpedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequenceState {
  readonly name: string;
  /** bigint as text. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export interface SchemaVersion {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
}

/** What has to be the same before and after; all but the versions are of the ledger. */
export interface Figures {
  readonly accounts: number;
  readonly entries: number;
  /** Sum of all balances: 0. */
  readonly totalMicros: string;
  /** Transactions whose entries don't sum to 0, and accounts whose balance is not the sum of their entries: 0. */
  readonly unbalanced: number;
  readonly drifted: number;
  /** Of every account's id, balance and number of entries. */
  readonly balancesDigest: string;
}

/**
 * Rows of these are not kept: the migrator writes one itself, and the other names transactions of this very server,
 * which delivery compares with those of the server it reads from. Whoever starts reads everything anyway. By what viewers
 * are known for a day, and who of them saw what, is to be nowhere once the day is over.
 */
const LEFT_OUT = ['schema_migration', 'change_log', 'viewer_salt', 'reach_batch'];

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
) {
  return (await client.query<Row>(text, values)).rows;
}

/** Every table of Placard with its stored columns; generated ones compute themselves. */
export async function tablesOf(client: pg.ClientBase): Promise<DumpedTable[]> {
  return await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
}

async function sequencesOf(client: pg.ClientBase): Promise<SequenceState[]> {
  const names = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const [row] = await rowsOf<{ last: string; called: boolean }>(
      client,
      `select last_value::text as last, is_called as called from ${pg.escapeIdentifier(name)}`,
    );
    if (row !== undefined) states.push({ name, lastValue: row.last, isCalled: row.called });
  }
  return states;
}

export async function figuresOf(client: pg.ClientBase): Promise<Figures> {
  const [row] = await rowsOf<Figures & { totalMicros: string | null }>(
    client,
    `with entries as (select account_id, sum(amount_micros) as micros, count(*) as entries
                        from ledger_entry group by account_id)
     select (select count(*)::int from ledger_account) as accounts,
            (select count(*)::int from ledger_entry) as entries,
            (select coalesce(sum(balance_micros), 0)::text from ledger_account) as "totalMicros",
            (select count(*)::int from (select from ledger_entry group by transaction_id
                                        having sum(amount_micros) <> 0) t) as unbalanced,
            (select count(*)::int from ledger_account a left join entries e on e.account_id = a.id
              where a.balance_micros <> coalesce(e.micros, 0)) as drifted,
            (select encode(sha256(convert_to(coalesce(string_agg(
                      a.id || ' ' || a.balance_micros || ' ' || a.entry_count, ',' order by a.id), ''), 'UTF8')), 'hex')
               from ledger_account a) as "balancesDigest"`,
  );
  if (row === undefined) throw new Error('the ledger gave no figures');
  return row;
}

export interface Snapshot {
  readonly schema: readonly SchemaVersion[];
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly SequenceState[];
  readonly figures: Figures;
  /** The rows of a table; `rowCount()` once they were read to the end. */
  read(table: DumpedTable): { readonly rows: Readable; readonly rowCount: () => number };
}

/**
 * Hands out everything in the database as it is at one moment, while others go on writing: one transaction that sees no
 * later change. Nothing waits for it but a migration.
 */
export async function withSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-backup' });
  client.on('error', () => {}); // A lost connection fails the query under way, which says more.
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    const schema = await rowsOf<SchemaVersion & pg.QueryResultRow>(
      client,
      'select version, name, sha256 from schema_migration order by version',
    );
    const tables = await tablesOf(client);
    const figures = await figuresOf(client);
    const result = await work({
      schema,
      tables,
      figures,
      // After the moment is fixed: never behind the rows, which is all that matters.
      sequences: await sequencesOf(client),
      read: ({ name, columns }) => {
        const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
        const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
        return { rows, rowCount: () => rows.rowCount };
      },
    });
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
