import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pauseBefore, type SupervisedChild, supervise } from './supervised-child.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/child.ts', import.meta.url));
const QUICK = { firstPauseMs: 5, longestPauseMs: 20, settledAfterMs: 30_000 };

let folder: string;
let said: string[];
let children: SupervisedChild[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-child-'));
  said = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) await child.stop();
  rmSync(folder, { recursive: true });
});

function start(extra: NodeJS.ProcessEnv = {}): SupervisedChild {
  const environment = () => ({ PATH: process.env.PATH, PLACARD_DATA_DIR: folder, ...extra });
  const child = supervise(
    { name: 'server', file: FIXTURE, environment, log: join(folder, 'log') },
    (text) => said.push(text),
    QUICK,
  );
  children.push(child);
  return child;
}
const diary = () =>
  (existsSync(join(folder, 'diary')) ? readFileSync(join(folder, 'diary'), 'utf8') : '').split('\n');

it('hands the ready message over and ends the child in order', async () => {
  const child = start();
  expect(await child.ready).toEqual({ type: 'ready', operatorLink: 'http://localhost/link' });
  await child.stop();
  expect(diary().filter((line) => line === 'server ends')).toHaveLength(1);
  expect(child.pid()).toBeUndefined();
});

it('starts a killed child again, and says so', async () => {
  const child = start();
  await child.ready;
  const first = child.pid();
  process.kill(first ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(said).toContain('The server is back.'), { timeout: 10_000, interval: 10 });
  expect(child.pid()).not.toBe(first);
  expect(said[0]).toBe('The server was ended by SIGKILL; starting it again in 0.005 s.');
});

it('gives up on a child that ends before it was ready, and repeats what it said', async () => {
  const child = start({ FIXTURE_FAULT: 'server' });
  await expect(child.ready).rejects.toThrow(
    /server ended with code 1 before it was ready.*SMTP_URL is not an address/s,
  );
  expect(said).toEqual([]);
});

it('waits longer after each failure in a row, up to a limit', () => {
  expect([1, 2, 3, 6, 7, 50].map((failures) => pauseBefore(failures))).toEqual([
    100, 200, 400, 3_200, 5_000, 5_000,
  ]);
});
