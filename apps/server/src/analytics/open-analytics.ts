import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { Damage } from './damage.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { createTables } from './fact-tables.ts';
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
  close(): Promise<void>;
};

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

/**
 * Opens ClickHouse: the server at `clickhouseUrl`, or without one the embedded engine on `<dataDir>/analytics`.
 * The embedded engine serves one folder per process; open it once and share the handle.
 */
export async function openAnalytics(options: {
  readonly dataDir: string;
  readonly clickhouseUrl?: string | undefined;
}): Promise<Analytics> {
  const embedded = options.clickhouseUrl === undefined || options.clickhouseUrl === '';
  const client = embedded
    ? await openEmbedded(join(options.dataDir, 'analytics'))
    : openServer(options.clickhouseUrl);
  const damage = new Damage();
  if (embedded) damage.watch(client);
  const close = async () => await client.close();
  const analytics: Analytics = { client, embedded, damage, rollups: null, close };
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

function openServer(url: string | undefined): ClickHouseClient {
  return createClient({ ...(url === undefined ? {} : { url }), application: 'placard' });
}

async function openEmbedded(folder: string): Promise<ClickHouseClient> {
  await mkdir(folder, { recursive: true });
  try {
    return createClient({ connection: await EmbeddedEngine.open(folder) });
  } catch (cause) {
    throw new AnalyticsFolderBusyError(folder, cause);
  }
}
