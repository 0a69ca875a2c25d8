import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, removeCluster, startCluster } from '../embedded/cluster.ts';
import { isRunning, thisProcess } from '../embedded/process-identity.ts';
import { migrate } from '../migrate.ts';

const FOLDER_PREFIX = 'placard-test-pg-';
export const TEMPLATE = 'placard_template';

/** A PostgreSQL of its own for tests and benches: in a temporary folder, migrated template inside. */
export interface TestCluster {
  /** Makes a migrated, empty database and returns its address. About 30 ms. */
  createDatabase(name: string): Promise<string>;
  /** What another process needs to make databases here. */
  readonly access: TestClusterAccess;
  readonly cluster: Cluster;
  /** Ends PostgreSQL and removes the folder. */
  stop(): Promise<void>;
}

/** Plain data: it travels from the global set-up to the workers. */
export interface TestClusterAccess {
  readonly superuserUrl: string;
  readonly appUrl: string;
}

/** The address of another database on the same server, for the same user. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function asSuperuser(access: TestClusterAccess, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: access.superuserUrl,
    application_name: 'placard-test-admin',
  });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export async function cloneTemplate(access: TestClusterAccess, name: string): Promise<string> {
  const id = pg.escapeIdentifier(name);
  await asSuperuser(access, `CREATE DATABASE ${id} TEMPLATE ${TEMPLATE} OWNER placard STRATEGY file_copy`);
  return withDatabase(access.appUrl, name);
}

export async function dropDatabase(access: TestClusterAccess, name: string): Promise<void> {
  await asSuperuser(access, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

/** Removes the clusters of test runs that were killed; each folder names its process. */
async function sweep(): Promise<void> {
  for (const entry of readdirSync(tmpdir())) {
    if (!entry.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), entry);
    try {
      if (isRunning(readFileSync(join(folder, 'process'), 'utf8'))) continue;
      await removeCluster(join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run is sweeping it, or it belongs to another user.
    }
  }
}

export interface TestClusterOptions {
  /** True for benches that measure what the disk costs; default false. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'process'), thisProcess());
  const home = join(folder, 'postgres');
  const cluster = await startCluster({
    home,
    durable: options.durable ?? false,
    maxConnections: options.maxConnections ?? 200,
  });
  const access = { superuserUrl: cluster.superuserUrlOf('postgres'), appUrl: cluster.url };
  await asSuperuser(access, `CREATE DATABASE ${TEMPLATE} OWNER placard`);
  await migrate(cluster.urlOf(TEMPLATE));
  return {
    access,
    cluster,
    createDatabase: (name) => cloneTemplate(access, name),
    stop: async () => {
      await cluster.stop();
      await removeCluster(home);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
