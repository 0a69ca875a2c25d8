import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeCluster } from '@placard/db/embedded/cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { inheritedEnvironment, readConfig } from './config.ts';
import { launch, type Programs, type Running } from './launch.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/child.ts', import.meta.url));
const PROGRAMS: Programs = {
  root: tmpdir(),
  server: FIXTURE,
  delivery: FIXTURE,
  backup: FIXTURE,
  settings: [],
  builds: [],
  modules: [],
};
const SOON = { timeout: 10_000, interval: 10 };

let dataDir: string;
let environment: NodeJS.ProcessEnv;
let running: Running | undefined;
let said: string[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-launch-'));
  const [port, deliveryPort] = await freePorts(2);
  environment = {
    ...inheritedEnvironment(),
    PLACARD_DATA_DIR: dataDir,
    PORT: String(port),
    DELIVERY_PORT: String(deliveryPort),
    PLACARD_DELIVERY_PROCESSES: '2',
  };
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(join(dataDir, 'diary'), { force: true });
});
afterAll(async () => {
  await removeCluster(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true });
});

async function start(extra: NodeJS.ProcessEnv = {}, programs = PROGRAMS): Promise<Running> {
  said = [];
  const events = { say: (sentence: string) => said.push(sentence) };
  running = await launch(readConfig([], { ...environment, ...extra }), programs, events);
  return running;
}
/** Without heartbeats: whoever is a moment late with the rest has answered one already. */
const diary = () =>
  readFileSync(join(dataDir, 'diary'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith(' answers'));

it('starts all on one folder, ends delivery before the server, and goes on at the next start', async () => {
  const first = await start();
  expect(first.ready.operatorLink).toBe('http://localhost/link');
  expect(diary().sort()).toEqual(
    ['delivery 0', 'delivery 1', 'server'].map((name) => `${name} starts with placard`),
  );
  await first.stop();
  expect(diary().slice(3).sort()).toEqual(['delivery 0 ends', 'delivery 1 ends', 'server ends']);
  expect(diary().at(-1)).toBe('server ends');
  await start();
  expect(said).toEqual([]); // Nothing to migrate.
});

it('brings PostgreSQL back after kill -9, at the same address, without touching the children', async () => {
  const { postgres, server } = await start();
  const before = { url: postgres?.url(), pid: postgres?.pid() ?? 0, server: server.pid() };
  process.kill(before.pid, 'SIGKILL');
  await vi.waitFor(() => expect(said).toContain('PostgreSQL is back.'), SOON);
  expect(postgres?.url()).toBe(before.url);
  expect(postgres?.pid()).not.toBe(before.pid);
  expect(server.pid()).toBe(before.server);
});

it('starts a killed delivery process again', async () => {
  const { deliveries } = await start();
  const victim = deliveries[1]?.pid() ?? 0;
  process.kill(victim, 'SIGKILL');
  await vi.waitFor(() => expect(said).toContain('The delivery 1 is back.'), SOON);
  expect(deliveries[1]?.pid()).not.toBe(victim);
});

it('ends what it started, and frees the folder, when a part does not start', async () => {
  await expect(start({ FIXTURE_FAULT: 'delivery 1' })).rejects.toThrow(
    /The delivery 1 ended with code 1 before it was ready/,
  );
  expect((await start()).server.pid()).toBeGreaterThan(0);
});

it('refuses a second start on the same folder while the first runs', async () => {
  await start();
  const events = { say: () => {}, patience: { endingMs: 0, livingMs: 0 } };
  await expect(launch(readConfig([], environment), PROGRAMS, events)).rejects.toThrow(
    /is in use by a Placard/,
  );
});

it('does not start on a folder whose restore did not come to its end', async () => {
  writeFileSync(join(dataDir, 'restore.unfinished'), '');
  await expect(start()).rejects.toThrow(/did not come to its end.*restore the backup again/);
  rmSync(join(dataDir, 'restore.unfinished'));
});

it('has what the programs load compiled ahead, unless the environment names where', async () => {
  writeFileSync(join(dataDir, 'package.json'), '{ "version": "7.0.0" }');
  writeFileSync(join(dataDir, 'module.mjs'), '');
  const programs = { ...PROGRAMS, root: dataDir, modules: [join(dataDir, 'module.mjs')] };
  const mark = join(dataDir, 'compile-cache', 'compiled-for');
  await (await start({ NODE_COMPILE_CACHE: join(dataDir, 'named') }, programs)).stop();
  expect(existsSync(mark)).toBe(false);
  await start({ NODE_COMPILE_CACHE: undefined }, programs);
  expect(readFileSync(mark, 'utf8')).toContain('7.0.0');
});
