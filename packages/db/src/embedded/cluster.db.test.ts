import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cluster, removeCluster, startCluster } from './cluster.ts';

const asRoot = process.getuid?.() === 0;

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', () => {
  let folder: string;
  let home: string;
  let running: Cluster[];
  const start = async () => {
    const cluster = await startCluster({ home, durable: false, maxConnections: 10 });
    running.push(cluster);
    return cluster;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-embedded-'));
    chmodSync(folder, 0o711);
    home = join(folder, 'postgres');
    running = [];
  });
  afterEach(async () => {
    for (const cluster of running) await cluster.stop();
    await removeCluster(home);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps data, port and passwords over a restart, and connects a role that is no superuser', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    const roles = await ask(
      second.url,
      'SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user',
    );
    expect(roles).toEqual([{ rolname: 'placard', rolsuper: false }]);
    expect(statSync(join(home, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a wrong password and listens on 127.0.0.1 only', async () => {
    const cluster = await start();
    await expect(ask(cluster.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
    const settings = await ask(
      cluster.superuserUrlOf('postgres'),
      "SELECT setting FROM pg_settings WHERE name = 'listen_addresses'",
    );
    expect(settings).toEqual([{ setting: '127.0.0.1' }]);
  });

  it('starts again after kill -9 of the postmaster, with a backend still connected', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    const busy = client.query('SELECT pg_sleep(60)').catch(() => 'cut off');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    expect(await busy).toBe('cut off');
  });

  it('ends a postmaster that outlived its launcher, then starts', async () => {
    const orphan = await start();
    const own = await start();
    await orphan.ended;
    expect(own.pid).not.toBe(orphan.pid);
    expect(await ask(own.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is not misled by a stale pid file that names a living process of somebody else', async () => {
    const first = await start();
    const pidFile = join(home, 'cluster', 'postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
    const second = await start();
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('moves to another port where the remembered one is taken', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(first.port, '127.0.0.1', () => resolve()));
    const second = await start();
    expect(second.port).not.toBe(first.port);
    await new Promise((resolve) => squatter.close(resolve));
  });

  it.runIf(asRoot)(
    'lives outside a folder that user postgres cannot enter, and is linked from it',
    async () => {
      chmodSync(folder, 0o700);
      const sentences: string[] = [];
      const cluster = await startCluster({
        home,
        durable: false,
        say: (sentence) => sentences.push(sentence),
      });
      running.push(cluster);
      expect(lstatSync(home).isSymbolicLink()).toBe(true);
      expect(sentences.join()).toContain(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      await cluster.stop();
      const again = await start();
      expect(again.url).toBe(cluster.url);
    },
  );

  it.runIf(asRoot)('refuses a copied data folder whose database is that of the original', async () => {
    chmodSync(folder, 0o700);
    await (await start()).stop();
    const copy = join(folder, 'copy');
    cpSync(home, copy, { verbatimSymlinks: true });
    await expect(startCluster({ home: copy, durable: false })).rejects.toThrow(
      /one data folder is a copy of the other/,
    );
    expect(existsSync(join(home, 'cluster'))).toBe(true);
  });

  it('leaves no half-made cluster behind when initdb was cut short', async () => {
    mkdirSync(join(home, 'initialise', 'cluster'), { recursive: true });
    if (asRoot) chmodSync(home, 0o711);
    writeFileSync(join(home, 'initialise', 'cluster', 'PG_VERSION'), '18\n');
    const cluster = await start();
    expect(await ask(cluster.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(home, 'initialise'))).toBe(false);
  });
});
