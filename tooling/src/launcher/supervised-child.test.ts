import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asChildMessage } from './child-message.ts';
import { FORMER_CHILDREN_MS } from './former-children.ts';
import {
  pauseBefore,
  STOP_PATIENCE_MS,
  type SupervisedChild,
  supervise,
  TIMING,
} from './supervised-child.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/child.ts', import.meta.url));
const QUICK = { ...TIMING, firstPauseMs: 5, longestPauseMs: 20 };
const SOON = { timeout: 10_000, interval: 10 };

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

function start(extra: NodeJS.ProcessEnv = {}, timing = QUICK, log = join(folder, 'log')): SupervisedChild {
  const environment = () => ({ PATH: process.env.PATH, PLACARD_DATA_DIR: folder, ...extra });
  const child = supervise(
    { name: 'server', file: FIXTURE, environment, log },
    (text) => said.push(text),
    timing,
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
  await vi.waitFor(() => expect(said).toContain('The server is back.'), SOON);
  expect(child.pid()).not.toBe(first);
  expect(said[0]).toBe('The server was ended by SIGKILL; starting it again at once.');
});

it('starts a killed child again also where the system starts no process for a while', async () => {
  const extra: NodeJS.ProcessEnv = {};
  const timing = { ...QUICK, pingEveryMs: 1, silentPings: 10_000, silentPingsAtStart: 10_000 };
  const child = start(extra, timing);
  await child.ready;
  // As for lack of memory, it is said by what is thrown.
  extra.BROKEN = 'a\0b';
  process.kill(child.pid() ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(said.filter((each) => each.includes('null bytes')).length).toBe(3), SOON);
  expect(child.pid()).toBeUndefined();
  delete extra.BROKEN;
  await vi.waitFor(() => expect(said.at(-1)).toBe('The server is back.'), SOON);
});

it('ends a frozen child, which takes no other signal, and starts it again', async () => {
  // Shorter than the ten seconds of a real one, and still long for a busy machine.
  const child = start({}, { ...QUICK, pingEveryMs: 10, silentPings: 100, silentPingsAtStart: 10_000 });
  await child.ready;
  const first = child.pid() ?? 0;
  process.kill(first, 'SIGSTOP');
  await vi.waitFor(() => expect(said).toContain('The server is back.'), SOON);
  expect(said.slice(0, 2)).toEqual([
    'The server does not answer; it is ended the hard way and started again.',
    'The server was ended by SIGKILL; starting it again at once.',
  ]);
  expect(child.pid()).not.toBe(first);
});

it('leaves a child alone that answers', async () => {
  const child = start({}, { ...QUICK, pingEveryMs: 1, silentPings: 10_000, silentPingsAtStart: 10_000 });
  await child.ready;
  await vi.waitFor(() => expect(diary().filter((line) => line === 'server answers')).toHaveLength(3), SOON);
  expect(said).toEqual([]);
});

it('puts the log of a child that runs aside when it has grown, until that ends', async () => {
  const log = join(folder, 'log');
  const child = start({}, { ...QUICK, log: { everyMs: 1, limit: 10 } });
  await child.ready;
  appendFileSync(log, 'more than ten\n');
  await vi.waitFor(() => expect(readFileSync(`${log}.1`, 'utf8')).toContain('more than ten'), SOON);
  expect(readFileSync(log, 'utf8')).toBe('');
});

it('starts a child whose log cannot be opened, without one', async () => {
  const child = start({}, QUICK, join(folder, 'nowhere', 'log'));
  expect(await child.ready).toMatchObject({ type: 'ready' });
  expect(said).toEqual([
    expect.stringMatching(/^The log .*nowhere\/log can't be opened: the server goes on/),
  ]);
});

it('gives up on a child that ends before it was ready, and repeats what it said', async () => {
  const child = start({ FIXTURE_FAULT: 'server' });
  await expect(child.ready).rejects.toThrow(
    /server ended with code 1 before it was ready.*SMTP_URL is not an address/s,
  );
  expect(said).toEqual([]);
});

it('starts again at once after the first two failures, and waits longer after each one in a row, up to a limit', () => {
  expect([1, 2, 3, 4, 5, 8, 9, 50].map((failures) => pauseBefore(failures))).toEqual([
    0, 0, 100, 200, 400, 3_200, 5_000, 5_000,
  ]);
});

it('notices a frozen process after ten seconds, and leaves a start two minutes', () => {
  expect(TIMING.silentPings * TIMING.pingEveryMs).toBe(10_000);
  expect(TIMING.silentPingsAtStart * TIMING.pingEveryMs).toBe(120_000);
});

it('gives a child as long to end where it is told to as where its launcher was killed', () => {
  expect([STOP_PATIENCE_MS, FORMER_CHILDREN_MS]).toEqual([12_000, 12_000]);
});

it('takes of what comes over the channel only what is its own', () => {
  const own = [{ type: 'ready' }, { type: 'note', text: 'The disk is full.' }, { type: 'alive' }];
  expect(own.map(asChildMessage)).toEqual(own);
  const others = [
    null,
    'ready',
    {},
    { type: 'else', text: 'x' },
    { type: 'note' },
    { type: 'note', text: 1 },
  ];
  expect(others.map(asChildMessage)).toEqual(others.map(() => undefined));
});
