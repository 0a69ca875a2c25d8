import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cluster, type ClusterOptions, removeCluster, startCluster } from './cluster.ts';
import { readCredentials } from './credentials.ts';
import { readLogChain } from './log-archive.ts';
import { runningClusterUrl } from './running-cluster.ts';
import { byTcp } from './socket.ts';

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

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'placard-embedded-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** The tests share a cluster, as making one takes a second; each ends what it starts. */
describe('embedded PostgreSQL', () => {
  let folder: string;
  let home: string;
  let running: Cluster[] = [];
  const start = async (more: Partial<ClusterOptions> = {}) => {
    const cluster = await startCluster({ home, maxConnections: 10, ...more });
    running.push(cluster);
    return cluster;
  };

  beforeAll(() => {
    folder = emptyFolder();
    home = join(folder, 'postgres');
  });
  afterEach(async () => {
    for (const cluster of running) await cluster.stop();
    running = [];
  });
  afterAll(async () => {
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

  it('refuses a wrong password, listens on 127.0.0.1 only, and logs no values of statements', async () => {
    const cluster = await start();
    await expect(ask(cluster.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
    const settings = await ask(
      cluster.superuserUrlOf('postgres'),
      "SELECT setting FROM pg_settings WHERE name IN ('listen_addresses', 'log_parameter_max_length') ORDER BY name",
    );
    expect(settings).toEqual([{ setting: '127.0.0.1' }, { setting: '0' }]);
  });

  it('is reached by a socket that is open to its user alone, and by TCP', async () => {
    const cluster = await start();
    const from = 'SELECT host(inet_client_addr()) AS address';
    expect(await ask(cluster.url, from)).toEqual([{ address: null }]);
    expect(await ask(byTcp(cluster.url), from)).toEqual([{ address: '127.0.0.1' }]);
    expect(await ask(runningClusterUrl(home), from)).toEqual([{ address: null }]);
    expect(statSync(join(home, 'socket')).mode & 0o777).toBe(0o700);
  });

  it('gives the database other passwords where their file is damaged or gone, and says so', async () => {
    const first = await start({ archiving: true });
    await first.stop();
    const chain = readLogChain(home);
    const file = join(home, 'credentials.json');
    const whole = readFileSync(file, 'utf8');
    for (const damaged of ['', whole.slice(0, 40), 'null', '{"postgres":"","placard":7}']) {
      writeFileSync(file, damaged);
      expect(readCredentials(home)).toBeNull();
    }
    rmSync(file);
    expect(() => runningClusterUrl(home)).toThrow(
      /credentials\.json is gone or damaged.* Start Placard again/,
    );
    const say = vi.fn();
    const second = await start({ say });
    expect(say.mock.calls.flat()).toEqual([expect.stringContaining('is given other passwords')]);
    expect(second.url).not.toBe(first.url);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await ask(second.superuserUrlOf('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    // A base of before has the passwords of before.
    expect(readLogChain(home)).toMatch(/^[0-9a-f-]{36}$/);
    expect(readLogChain(home)).not.toBe(chain);
    await second.stop();
    expect((await start({ archiving: false })).url).toBe(second.url);
  });

  it('keeps no connection waiting for words that are random to be stretched', async () => {
    const cluster = await start();
    const [row] = await ask<{ verifier: string }>(
      cluster.superuserUrlOf('postgres'),
      "SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = 'placard'",
    );
    expect(row?.verifier).toMatch(/^SCRAM-SHA-256\$1:/);
  });

  it('puts its log aside when it has grown, and writes on', async () => {
    const cluster = await start({ logCare: { everyMs: 1, limit: 500 } });
    const log = join(home, 'log');
    const complain = async () =>
      await ask(cluster.url, `SELECT nothing_like_${'x'.repeat(30)}`).catch(() => {});
    await vi.waitFor(
      async () => {
        await complain();
        expect(readFileSync(`${log}.1`, 'utf8')).toContain('nothing_like_');
      },
      { timeout: 20_000, interval: 5 },
    );
    await complain();
    expect(statSync(log).size).toBeLessThan(1_500);
  });

  it('starts again after kill -9 of the postmaster, with a backend still connected', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE committed AS SELECT 7 AS value');
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    const busy = client.query('SELECT pg_sleep(60)').catch(() => 'cut off');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, 'SELECT value FROM committed')).toEqual([{ value: 7 }]);
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
    'says what to open when the data folder was closed to user postgres afterwards',
    async () => {
      await (await start()).stop();
      chmodSync(folder, 0o700);
      await expect(start()).rejects.toThrow(`chmod o+x ${folder}`);
      chmodSync(folder, 0o711);
    },
  );
});

describe('making a cluster', () => {
  let folder: string;
  let home: string;
  const start = (say: (sentence: string) => void = () => {}) =>
    startCluster({ home, durable: false, maxConnections: 10, say });

  beforeEach(() => {
    folder = emptyFolder();
    home = join(folder, 'postgres');
  });
  afterEach(async () => {
    await removeCluster(home);
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(asRoot)(
    'puts it outside a folder that user postgres cannot enter, with a link; refuses a copied link',
    async () => {
      chmodSync(folder, 0o700);
      const sentences: string[] = [];
      const cluster = await start((sentence) => sentences.push(sentence));
      await cluster.stop();
      expect(lstatSync(home).isSymbolicLink()).toBe(true);
      expect(sentences.join()).toContain(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const again = await start();
      await again.stop();
      expect(again.url).toBe(cluster.url);

      const copy = join(folder, 'copy');
      symlinkSync(realpathSync(home), copy);
      await expect(startCluster({ home: copy })).rejects.toThrow(/one data folder is a copy of the other/);
      // Moved, not copied: goes on.
      rmSync(home);
      const moved = await startCluster({ home: copy, durable: false });
      await moved.stop();
      symlinkSync(realpathSync(copy), home);
    },
  );

  it.runIf(asRoot)('starts a copy that root made by cp -r, beside the original', async () => {
    const original = await start();
    await ask(original.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await original.stop();
    const copy = join(folder, 'copied');
    cpSync(home, copy, { recursive: true });
    chmodSync(join(copy, 'cluster'), 0o700);
    expect(statSync(join(copy, 'cluster')).uid).toBe(0);
    const again = await start();
    const said: string[] = [];
    const second = await startCluster({ home: copy, durable: false, say: (text) => said.push(text) });
    expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    expect(second.port).not.toBe(again.port);
    expect(said).toEqual([expect.stringContaining('is given to user postgres')]);
    await second.stop();
    await again.stop();
    await removeCluster(copy);
  });

  it('is not made where a file lies in the way, which is said', async () => {
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    await expect(startCluster({ home: taken, durable: false })).rejects.toThrow(
      `The folder ${taken} is a file, or lies below one.`,
    );
  });

  it('throws away what an initdb cut short left', async () => {
    mkdirSync(join(home, 'initialise', 'cluster'), { recursive: true });
    chmodSync(home, 0o711);
    writeFileSync(join(home, 'initialise', 'cluster', 'PG_VERSION'), '18\n');
    const cluster = await start();
    expect(await ask(cluster.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(home, 'initialise'))).toBe(false);
    await cluster.stop();
  });
});
