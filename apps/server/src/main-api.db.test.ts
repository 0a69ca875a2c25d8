import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byTcp } from '@placard/db/embedded/socket';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { freePorts } from '@placard/db/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const MAIN = fileURLToPath(new URL('./main-api.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'placard-main-api-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(
  changes: Record<string, string> = {},
  execArgv: string[] = [],
): { child: ChildProcess; stderr: () => string; stdout: () => string } {
  let stderr = '';
  let stdout = '';
  const child = fork(MAIN, {
    env: {
      ...COMPILE_CACHE,
      DATABASE_URL: database.url,
      PLACARD_DATA_DIR: dataDir,
      PLACARD_HOST: '127.0.0.1',
      PORT: '0',
      PLACARD_LOG_LEVEL: 'error',
      ...changes,
    },
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { child, stderr: () => stderr, stdout: () => stdout };
}

describe('the server as a child of the launcher', () => {
  it('says that it is ready, with the link of an empty installation, and ends with the launcher', async () => {
    const { child } = start();
    const [ready] = await once(child, 'message');
    expect(ready).toEqual({
      type: 'ready',
      operatorLink: expect.stringMatching(/^http:\/\/localhost:0\/invite\?token=[\w-]{43}$/),
    });
    child.send({ type: 'ping' });
    expect((await once(child, 'message'))[0]).toEqual({ type: 'alive' });
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('makes the operator of the environment, and ends cleanly on SIGTERM', async () => {
    const { child } = start({
      PLACARD_OPERATOR_EMAIL: 'boss@example.com',
      PLACARD_OPERATOR_PASSWORD: 'Kept-across-1',
    });
    expect((await once(child, 'message'))[0]).toEqual({ type: 'ready' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('clears the young generation by its own thread alone, which waits for nobody', async () => {
    // A young generation so small that a start fills it many times; V8 tells of each time and of each thread's part in it.
    const { child, stdout } = start({}, [
      '--trace-gc',
      '--trace-parallel-scavenge',
      '--max-semi-space-size=1',
    ]);
    expect((await once(child, 'message'))[0]).toMatchObject({ type: 'ready' });
    child.kill('SIGTERM');
    await once(child, 'close');
    const between = stdout().split(' ms: Scavenge ').slice(-5, -1);
    expect(between).toHaveLength(4);
    for (const text of between) expect(text.match(/ scavenge\[/g)).toHaveLength(1);
  });

  it('names its faults and ends when it cannot start', async () => {
    const broken = start({ DATABASE_URL: 'nonsense', PORT: 'http' });
    expect(await once(broken.child, 'exit')).toEqual([1, null]);
    expect(broken.stderr()).toContain('DATABASE_URL is not an address');
    expect(broken.stderr()).toContain('PORT is "http"');
  });

  it('makes its data folder, and says in words where it cannot', async () => {
    const folder = join(dataDir, 'not', 'there');
    // The other's key lies in the other folder.
    const own = await createTestDatabase();
    const { child } = start({ DATABASE_URL: own.url, PLACARD_DATA_DIR: folder });
    expect((await once(child, 'message'))[0]).toMatchObject({ type: 'ready' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await own.drop();
    expect(statSync(folder).isDirectory()).toBe(true);
    writeFileSync(join(dataDir, 'file'), '');
    const below = start({ PLACARD_DATA_DIR: join(dataDir, 'file', 'below') });
    expect(await once(below.child, 'exit')).toEqual([1, null]);
    expect(below.stderr()).toContain('which cannot be made (ENOTDIR)');
  });

  it('answers before its database does, says what it looked at, and is ready once the database is there', async () => {
    // Nobody listens there yet: a gate to the database that is opened later.
    const [port, databasePort] = await freePorts(2);
    const url = new URL(byTcp(database.url));
    const target = { host: url.hostname, port: Number(url.port) };
    url.hostname = '127.0.0.1';
    url.port = String(databasePort);
    const { child } = start({ DATABASE_URL: url.href, PORT: String(port) });
    expect((await once(child, 'message'))[0]).toEqual({
      type: 'note',
      text: 'Nobody answers at DATABASE_URL; waiting for PostgreSQL …',
    });
    const address = `http://127.0.0.1:${port}`;
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Back in a moment')]);
    expect((await fetch(`${address}/api/auth/config`)).status).toBe(503);
    const gate = createServer((socket) => {
      const onward = connect(target);
      socket.pipe(onward).pipe(socket);
      for (const end of [socket, onward]) end.on('error', () => {});
    });
    gate.listen(databasePort, '127.0.0.1');
    expect((await once(child, 'message'))[0]).toMatchObject({ type: 'ready' });
    const health = () => fetch(`${address}/api/health`);
    await vi.waitFor(async () => expect((await health()).status).toBe(200), {
      timeout: 10_000,
      interval: 50,
    });
    expect(await (await health()).json()).toEqual({
      data: { status: 'ok', checks: { database: 'ok', analytics: 'ok', disk: 'ok' } },
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    gate.close();
  }, 30_000);
});
