import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { missingEngineLibrary, OTHER_ENGINE } from '@placard/db/process/engine-library';
import { inTheWay } from '@placard/db/process/in-the-way';
import type { Logger } from 'pino';
import { Damage } from './damage.ts';
import { EngineApart, type EngineApartOptions, LibraryFault } from './engine/engine-apart.ts';
import { AnalyticsFolderError } from './engine/engine-faults.ts';
import { ENGINE_LIMITS } from './engine/engine-limits.ts';
import { createTables, tableDefinitions } from './fact-tables.ts';
import type { BlockInsert } from './native-block.ts';
import type { RollupStates } from './rollup-state.ts';

/** ClickHouse, embedded or a server: one handle for each process. */
export type HasAnalytics = {
  readonly analytics: Pick<Analytics, 'client'> & Partial<Pick<Analytics, 'rollups' | 'apart'>>;
};

/** The one handle on ClickHouse of a process: the loader writes through it, reports read through it. */
export type Analytics = {
  readonly client: ClickHouseClient;
  readonly embedded: boolean;
  /** Of the embedded engine where it has a process of its own: whether that rests, and how often it died. */
  readonly apart: Pick<EngineApart, 'rests' | 'deaths' | 'pid'> | null;
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

/** What the engine makes in its folder for the first table. */
const TABLES_FOLDER = 'store';

/** A call to a server that does not answer is given up: a load is sent again, a report says that it cannot be given now. */
const SERVER_CALL_MS = 30_000;

/** The embedded engine's library is not there for this kind of machine, or is one that it can't load. */
export class EngineMissingError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`${why} ${OTHER_ENGINE}`, { cause });
    this.name = 'EngineMissingError';
  }
}

export type OpenOptions = {
  readonly dataDir: string;
  readonly clickhouseUrl?: string | undefined;
  /** Milliseconds after which a call to the server is given up. */
  readonly callMs?: number;
  /**
   * Gives the embedded engine a process of its own, which begins with the first question where there are tables already. Else it is
   * opened in this process: of one that does its work and ends.
   */
  readonly apart?: Pick<EngineApartOptions, 'onGone' | 'timing'>;
};

/** Tells the log that the engine died; whoever asks next starts it anew. */
export function tellEngineGone(log: Pick<Logger, 'error'>): (how: string) => void {
  return (how) => log.error({ how }, 'the engine of reports died; the next question starts it again');
}

type Opened = Pick<Analytics, 'client' | 'embedded' | 'apart'>;

/**
 * Opens ClickHouse: the server at `clickhouseUrl`, or without one the embedded engine on `<dataDir>/analytics`.
 * The embedded engine serves one folder per process; open it once and share the handle.
 */
export async function openAnalytics(options: OpenOptions): Promise<Analytics> {
  const folder = join(options.dataDir, 'analytics');
  const { client, embedded, apart } = await open(options, folder);
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
  const analytics: Analytics = { client, embedded, apart, damage, rollups: null, insertBlock, close };
  try {
    // A process of its own makes them with each opening.
    if (apart === null) await createTables(analytics);
  } catch (cause) {
    await client.close();
    throw cause;
  }
  return analytics;
}

async function open(options: OpenOptions, folder: string): Promise<Opened> {
  const { clickhouseUrl, callMs = SERVER_CALL_MS, apart } = options;
  if (clickhouseUrl !== undefined && clickhouseUrl !== '')
    return { client: openServer(clickhouseUrl, callMs), embedded: false, apart: null };
  if (apart !== undefined) return await openApart(folder, apart);
  return { client: await openHere(folder), embedded: true, apart: null };
}

/** An engine that rests does not answer until somebody has a question: that it was well when it was last asked has to do. @throws where it does not answer. */
export async function requireAnalytics(analytics: HasAnalytics['analytics']): Promise<void> {
  if (analytics.apart?.rests === true) return;
  const answer = await analytics.client.query({ query: 'select 1', format: 'JSONEachRow' });
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

function openServer(url: string, callMs: number): ClickHouseClient {
  // What goes wrong is thrown, and logged by whoever asked: it would write lines of its own beside the log.
  const log = { level: ClickHouseLogLevel.OFF };
  return createClient({ url, application: 'placard', request_timeout: callMs, log });
}

function requireLibrary(): void {
  const missing = missingEngineLibrary();
  if (missing !== undefined) throw new EngineMissingError(missing);
}

function cannotBeLoaded(cause: unknown): EngineMissingError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EngineMissingError(`The library of embedded reports can't be loaded: ${said}.`, cause);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw inTheWay(folder, cause);
  });
}

/** Its module loads the library, some hundred megabytes that not every kind of machine has: who has a server must not need it. */
async function openHere(folder: string): Promise<ClickHouseClient> {
  requireLibrary();
  const [{ openConnections }, { EmbeddedEngine }] = await Promise.all([
    import('./engine/engine-connections.ts'),
    import('./engine/embedded-engine.ts'),
  ]).catch((cause: unknown) => {
    throw cannotBeLoaded(cause);
  });
  await makeFolder(folder);
  try {
    return createClient({ connection: new EmbeddedEngine(await openConnections(folder, ENGINE_LIMITS)) });
  } catch (cause) {
    throw new AnalyticsFolderError(folder, cause);
  }
}

async function openApart(folder: string, options: NonNullable<OpenOptions['apart']>): Promise<Opened> {
  requireLibrary();
  const { EmbeddedEngine } = await import('./engine/embedded-engine.ts');
  await makeFolder(folder);
  const apart = new EngineApart({ folder, first: tableDefinitions(), ...options });
  // A library that does not run here, or a folder that is no good, is told when Placard is started for the first time.
  if (!existsSync(join(folder, TABLES_FOLDER))) {
    await apart.wake().catch((cause: unknown) => {
      throw cause instanceof LibraryFault ? cannotBeLoaded(cause) : cause;
    });
  }
  return {
    client: createClient({ connection: new EmbeddedEngine(apart.connections) }),
    embedded: true,
    apart,
  };
}
