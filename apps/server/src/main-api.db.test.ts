import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

function start(changes: Record<string, string> = {}): { child: ChildProcess; stderr: () => string } {
  let stderr = '';
  const child = fork(MAIN, {
    env: {
      DATABASE_URL: database.url,
      PLACARD_DATA_DIR: dataDir,
      PLACARD_HOST: '127.0.0.1',
      PORT: '0',
      PLACARD_LOG_LEVEL: 'error',
      ...changes,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { child, stderr: () => stderr };
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
      PLACARD_OPERATOR_PASSWORD: 'Secret-1',
    });
    expect((await once(child, 'message'))[0]).toEqual({ type: 'ready' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('names its faults and ends when it cannot start', async () => {
    const broken = start({ DATABASE_URL: 'nonsense', PORT: 'http' });
    expect(await once(broken.child, 'exit')).toEqual([1, null]);
    expect(broken.stderr()).toContain('DATABASE_URL is not an address');
    expect(broken.stderr()).toContain('PORT is "http"');
    const away = start({ DATABASE_URL: 'postgres://placard@127.0.0.1:1/placard' });
    expect(await once(away.child, 'exit')).toEqual([1, null]);
    expect(away.stderr()).toContain('Nobody answers at DATABASE_URL');
  });
});
