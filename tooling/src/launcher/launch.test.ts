import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileLockError } from '@placard/db/process/file-lock';
import { freePorts } from '@placard/db/testing/free-ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INSTALLATION_FILE } from '../installed/installation.ts';
import { inheritedEnvironment, readConfig } from './config.ts';
import { commonEnvironment, deliveryEnvironment, launch, placardPrograms } from './launch.ts';
import { explainStart, Refusal } from './refusal.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-programs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('builds what a checkout lacks, and nothing where a package brought everything', () => {
  expect(placardPrograms(root).builds.map(({ name }) => name)).toEqual(['tag', 'dashboard', 'client']);
  writeFileSync(join(root, INSTALLATION_FILE), '{}');
  expect(placardPrograms(root).builds).toEqual([]);
});

it('tells each part where the others are, and that it is a demo only where it is one', () => {
  const given = { PLACARD_DATA_DIR: '/data', PORT: '81', DELIVERY_PORT: '82', PLACARD_WATCH_PORT: '9100' };
  const config = readConfig([], {
    ...given,
    SMTP_URL: 'smtp://mail.example',
    DATABASE_URL: 'postgres://other',
  });
  const told = commonEnvironment(config, 'postgres://here');
  expect(told).toMatchObject({
    ...{ PLACARD_DATA_DIR: '/data', PORT: '81', DELIVERY_PORT: '82', DATABASE_URL: 'postgres://here' },
    ...{ SMTP_URL: 'smtp://mail.example', NODE_ENV: 'production', NODE_COMPILE_CACHE: '/data/compile-cache' },
    ...{ PLACARD_URL: 'http://localhost:81', PLACARD_DELIVERY_URL: 'http://localhost:82' },
    ...{ PLACARD_DELIVERY_PROCESSES: String(config.deliveryProcesses), PLACARD_HOST: config.host },
  });
  expect(told).not.toHaveProperty('PLACARD_DEMO');
  expect(commonEnvironment(readConfig(['--demo'], given), '')).toMatchObject({ PLACARD_DEMO: '1' });
  const named = readConfig([], { ...given, NODE_COMPILE_CACHE: '/named', UV_THREADPOOL_SIZE: '9' });
  expect(commonEnvironment(named, '')).toMatchObject({
    NODE_COMPILE_CACHE: '/named',
    UV_THREADPOOL_SIZE: '9',
  });
  expect([0, 1].map((shard) => deliveryEnvironment(config, shard))).toEqual([
    { PLACARD_SHARD: '0', PLACARD_WATCH_PORT: '9101' },
    { PLACARD_SHARD: '1', PLACARD_WATCH_PORT: '9102' },
  ]);
  expect(deliveryEnvironment({ watchPort: undefined }, 3)).toEqual({ PLACARD_SHARD: '3' });
});

it('starts no part where the database is away, and leaves the folder to the next start', async () => {
  const [port, deliveryPort, nobody] = await freePorts(3);
  const child = fileURLToPath(new URL('./fixtures/child.ts', import.meta.url));
  const config = readConfig([], {
    ...inheritedEnvironment(),
    ...{ PLACARD_DATA_DIR: root, PORT: `${port}`, DELIVERY_PORT: `${deliveryPort}` },
    DATABASE_URL: `postgres://nobody@127.0.0.1:${nobody}/none`,
  });
  const programs = {
    root,
    server: child,
    delivery: child,
    backup: child,
    settings: [],
    builds: [],
    modules: [],
  };
  const start = async () =>
    await launch(config, programs, { say: () => {}, patience: { endingMs: 0, livingMs: 0 } });
  await expect(start()).rejects.toThrow(/database at DATABASE_URL can't be used/);
  await expect(start()).rejects.toThrow(/database at DATABASE_URL can't be used/);
  expect([existsSync(join(root, 'diary')), existsSync(config.logDir)]).toEqual([false, true]);
});

it('that fails says a sentence, also of a file that is another user’s; of what nobody expected all there is', () => {
  const closed = (code: string) =>
    Object.assign(new Error(`${code}: permission denied, open '/data/postgres/credentials.json'`), { code });
  expect(explainStart(new Refusal('It is full.'))).toBe('It is full.');
  expect(explainStart(new FileLockError('It is held.'))).toBe('It is held.');
  expect(explainStart(closed('EACCES'))).toMatch(
    /^Whoever runs this has no right to it: .*credentials\.json/,
  );
  expect(explainStart(closed('EISDIR'))).toMatch(/^There is a folder where a file is needed: /);
  const unexpected = new TypeError('x is not a function');
  expect(explainStart(unexpected)).toBe(unexpected);
});
