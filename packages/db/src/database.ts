import { setTimeout as delay } from 'node:timers/promises';
import { type IsolationLevel, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { livelyConnection } from './lively-connection.ts';
import { noteStatement, tracesAreSent } from './process/traces.ts';
import type { Database } from './schema.ts';
import { askForPorts, SilentConnections } from './silent-connections.ts';
import { textArrayParser } from './text-array.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const DATE = 1082;

/** `{1,2,NULL}` → [1n, 2n, null]; int8 arrays of more dimensions are not used here. */
function parseInt8Array(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)));
}

/**
 * How columns reach the code: int8 as bigint (money never passes through a float), `date` as its text (a Date would
 * shift it by the machine's time zone), everything else as pg does it. Belongs to the pool; pg's global stays alone.
 */
function columnTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  types.setTypeParser(INT8_ARRAY, parseInt8Array);
  // Its types say that a parser takes a number.
  const ofDriver = types.getTypeParser(TEXT_ARRAY, 'text') as (text: unknown) => (string | null)[];
  types.setTypeParser(TEXT_ARRAY, textArrayParser(ofDriver));
  types.setTypeParser(DATE, (text: string) => text);
  return types;
}

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity, such as `placard-delivery-0`. */
  readonly name: string;
  /** Connections at most; default 10. The embedded PostgreSQL has 60 for all processes together. */
  readonly max?: number;
  /** Longest wait of a statement for a lock; none unless given. It fails with 55P03 then. */
  readonly lockTimeoutMs?: number;
  /** Longest time of a statement; none unless given. It fails with 57014 then. */
  readonly statementTimeoutMs?: number;
  /**
   * A statement of which nothing is heard for so long fails as if its connection were lost, where the server answers nobody else
   * either; it waits for the server unless given. What a caller cannot wait for; work that may take long goes on later by itself.
   */
  readonly giveUpAfterMs?: number;
  /** Told when an idle connection breaks, such as at a restart of PostgreSQL; the pool opens new ones by itself. */
  readonly onIdleError?: (error: Error) => void;
}

export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...livelyConnection(options.url, options.name),
    max: options.max ?? 10,
    types: columnTypes(),
    lock_timeout: options.lockTimeoutMs ?? 0,
    statement_timeout: options.statementTimeoutMs ?? 0,
  });
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // Nor does the pool listen to a connection that is lent out: one lost between two statements fails the next of them.
  const silent = new SilentConnections((ports) => askForPorts(options.url, ports), options.giveUpAfterMs);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.once('end', silent.add(client));
  });
  return pool;
}

/** A typed query builder on a pool; ending it ends the pool. Where traces are sent already, its statements are in them. */
export function createDb(pool: pg.Pool): Db {
  const dialect = new PostgresDialect({ pool });
  if (!tracesAreSent()) return new Kysely<Database>({ dialect });
  return new Kysely<Database>({
    dialect,
    log: ({ level, query, queryDurationMillis }) =>
      noteStatement(query.sql, queryDurationMillis, level === 'error'),
  });
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Whether PostgreSQL gave up this transaction only because of another one, so that a second try may succeed. */
export function isRetryable(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

export interface TransactionOptions {
  readonly isolation?: IsolationLevel;
  /** Tries at most, the first included; default 5. */
  readonly attempts?: number;
}

/** First pause between two tries; it doubles, so that those who collided come back apart. */
const FIRST_PAUSE_MS = 4;

/**
 * Runs `work` in one transaction and runs it again, at most `attempts` times, after a serialization failure or a
 * deadlock. `work` may therefore run more than once: it changes nothing but the database.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const attempts = options.attempts ?? 5;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transaction = db.transaction();
      return await (options.isolation
        ? transaction.setIsolationLevel(options.isolation)
        : transaction
      ).execute(work);
    } catch (cause) {
      if (attempt >= attempts || !isRetryable(cause)) throw cause;
      await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
