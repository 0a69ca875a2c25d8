import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { missingEngineLibrary, OTHER_ENGINE } from '@placard/db/process/engine-library';
import { inTheWay } from '@placard/db/process/in-the-way';
import { Damage } from './damage.ts';
import { createTables } from './fact-tables.ts';
import type { BlockInsert } from './native-block.ts';
import type { RollupStates } from './rollup-state.ts';

/** ClickHouse, embedded or a server: one handle for each process. */
export type HasAnalytics = {
  readonly analytics: Pick<Analytics, 'client'> & Partial<Pick<Analytics, 'rollups'>>;
};

/** The one handle on ClickHouse of a process: the loader writes through it, reports read through it. */
export type Analytics = {
  readonly client: ClickHouseClient;
  readonly embedded: boolean;
  /** Of the embedded engine; a server's operators mend their own. */
  readonly damage: Damage;
  /**
   * What this process's loader knows of the rollups; `null` until it does. Only of the embedded engine, which nobody else
   * changes: a server's may be another process's by now.
   */
  rollups: RollupStates | null;
  insertBlock(insert: BlockInsert): Promise<void>;
  close(): Promise<void>;
};

/** A call to a server that does not answer is given up: a load is sent again, a report says that it cannot be given now. */
const SERVER_CALL_MS = 30_000;

/** Somebody else has the embedded engine's folder open: it belongs to one process at a time. */
export class AnalyticsFolderBusyError extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The analytics folder ${folder} is open in another process. Run API and worker in one process, ` +
        'or give both the same ClickHouse by CLICKHOUSE_URL.',
      { cause },
    );
    this.name = 'AnalyticsFolderBusyError';
  }
}

/** The embedded engine's library is not there for this kind of machine, or is one that it can't load. */
export class EngineMissingError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`${why} ${OTHER_ENGINE}`, { cause });
    this.name = 'EngineMissingError';
  }
}

/**
 * Opens ClickHouse: the server at `clickhouseUrl`, or without one the embedded engine on `<dataDir>/analytics`.
 * The embedded engine serves one folder per process; open it once and share the handle.
 */
export async function openAnalytics(options: {
  readonly dataDir: string;
  readonly clickhouseUrl?: string | undefined;
  /** Milliseconds after which a call to the server is given up. */
  readonly callMs?: number;
}): Promise<Analytics> {
  const embedded = options.clickhouseUrl === undefined || options.clickhouseUrl === '';
  const folder = join(options.dataDir, 'analytics');
  const client = embedded
    ? await openEmbedded(folder)
    : openServer(options.clickhouseUrl, options.callMs ?? SERVER_CALL_MS);
  const damage = new Damage();
  if (embedded) damage.watch(client);
  const close = async () => await client.close();
  let last: Promise<unknown> = Promise.resolve();
  const insertBlock = async (insert: BlockInsert) => {
    if (!embedded) return await insertByBody(client, insert);
    const turn = last.then(async () => await insertByFile(client, folder, insert));
    last = turn.catch(() => undefined);
    await turn;
  };
  const analytics: Analytics = { client, embedded, damage, rollups: null, insertBlock, close };
  try {
    await createTables(analytics);
  } catch (cause) {
    await client.close();
    throw cause;
  }
  return analytics;
}

/** @throws where it does not answer. */
export async function requireAnalytics({ client }: Pick<Analytics, 'client'>): Promise<void> {
  const answer = await client.query({ query: 'select 1', format: 'JSONEachRow' });
  await answer.text();
}

/**
 * The embedded engine takes no bytes with a statement, only text: it reads them from a file. What a process that died left is
 * written over by the next one; inserts wait for each other.
 */
async function insertByFile(client: ClickHouseClient, folder: string, insert: BlockInsert): Promise<void> {
  const path = join(folder, 'incoming.native');
  const columns = insert.columns.join(', ');
  try {
    await writeFile(path, insert.block, { mode: 0o600 });
    await client.command({
      query: `insert into ${insert.table} (${columns}) select ${columns} from file({path:String}, 'Native')`,
      query_params: { path },
      clickhouse_settings: insert.settings,
    });
  } finally {
    await rm(path, { force: true });
  }
}

async function insertByBody(client: ClickHouseClient, insert: BlockInsert): Promise<void> {
  const { stream } = await client.exec({
    query: `insert into ${insert.table} (${insert.columns.join(', ')}) format Native`,
    values: Readable.from(insert.block, { objectMode: false }),
    clickhouse_settings: insert.settings,
  });
  await finished(stream.resume());
}

function openServer(url: string | undefined, callMs: number): ClickHouseClient {
  return createClient({
    ...(url === undefined ? {} : { url }),
    application: 'placard',
    request_timeout: callMs,
  });
}

/** Its module loads the library, some hundred megabytes that not every kind of machine has: who has a server must not need it. */
async function loadEngine() {
  const missing = missingEngineLibrary();
  if (missing !== undefined) throw new EngineMissingError(missing);
  try {
    return (await import('./embedded-engine.ts')).EmbeddedEngine;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new EngineMissingError(`The library of embedded reports can't be loaded: ${said}.`, cause);
  }
}

async function openEmbedded(folder: string): Promise<ClickHouseClient> {
  const engine = await loadEngine();
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw inTheWay(folder, cause);
  });
  try {
    return createClient({ connection: await engine.open(folder) });
  } catch (cause) {
    throw new AnalyticsFolderBusyError(folder, cause);
  }
}
