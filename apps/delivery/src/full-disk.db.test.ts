import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { freePort } from '@placard/db/testing/free-ports';
import { soon } from '@placard/db/testing/soon';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endForGood, firstWord, forkDelivery } from './testing/delivery-process.ts';
import { insertServing } from './testing/network.ts';
import { BROWSER } from './testing/running-delivery.ts';

let database: TestDatabase;
let key: string;
let dataDir: string;
let address: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  ({
    widget: { key },
  } = await insertServing(database.pool));
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-full-'));
});
afterEach(async () => {
  await endForGood(child);
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(async () => await database?.drop());

/** A delivery process whose log goes to a device that is always full, as a log on a full disk does. */
async function start(): Promise<ChildProcess> {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const log = openSync('/dev/full', 'w');
  // The page that asks is not what is tried here. Where the log is kept, the machine has a part of each day's salt.
  const kept = { PLACARD_POINT_IN_TIME_DIR: join(dataDir, 'elsewhere') };
  const environment = { PLACARD_LOG_LEVEL: 'debug', PLACARD_ALLOW_ANY_SITE: '1', ...kept };
  child = forkDelivery({ databaseUrl: database.url, dataDir, port, environment, log });
  closeSync(log);
  expect(await firstWord(child, () => 'ended')).toEqual({ type: 'ready' });
  return child;
}

const get = async (path: string, init: RequestInit = {}) =>
  await fetch(address + path, { redirect: 'manual', ...init, headers: { 'user-agent': BROWSER } });

async function decide(): Promise<string> {
  const { a } = (await (await get(`/a?w=${key}.300`)).json()) as AdsAnswer;
  return a[0]?.t ?? 'none';
}

const report = async (token: string) => (await get('/e', { method: 'POST', body: `i${token}` })).status;

/** Ads are filled, each under a number of its own, and clicks lead on. */
async function expectAdsAndClicks(): Promise<void> {
  const tokens = [await decide(), await decide(), await decide()];
  expect(tokens).not.toContain('none');
  const numbers = tokens.map((token) => Buffer.from(token, 'base64url').subarray(2, 12).toString('hex'));
  expect(new Set(numbers).size).toBe(3);
  expect((await get(`/c/${tokens[0]}`)).status).toBe(302);
}

async function expectCleanEnd(ending: ChildProcess): Promise<void> {
  ending.kill('SIGTERM');
  expect(await once(ending, 'exit')).toEqual([0, null]);
}

describe('delivery', () => {
  test('starts on a disk that cannot be written, serves ads and clicks, refuses events, and ends when it is asked', async () => {
    // A place where the system lets nobody write, root neither.
    for (const folder of ['spool', 'viewer-days']) symlinkSync('/sys/kernel', join(dataDir, folder));
    const running = await start();
    await expectAdsAndClicks();
    expect(await report(await decide())).toBe(503);
    const health = async () => {
      const answer = await get('/health');
      return [answer.status, await answer.json()];
    };
    // Ads are served before the shipper has its connection, which counts as well.
    await expect
      .poll(health, { timeout: 10_000 })
      .toMatchObject([503, { data: { status: 'failing', checks: { disk: 'failing', database: 'ok' } } }]);
    await expectCleanEnd(running);
  });

  test('goes on while its disk fills up, and takes events again once there is room', async () => {
    const spool = join(dataDir, 'spool');
    mkdirSync(spool);
    // Room for the first segment of 8 MiB and not for a second one.
    const mounted = mountSmallDisk(spool, '9m');
    try {
      const running = await start();
      expect(await report(await decide())).toBe(204);
      if (mounted) {
        const ballast = join(spool, 'ballast');
        fill(ballast);
        await expectAdsAndClicks();
        // What was reserved ahead is used up by events of the whole segment; then the disk has no room for the next.
        let refused = 0;
        const token = await decide();
        const body = Array.from({ length: 200 }, () => `i${token}`).join('\n');
        await soon(async () => {
          const answers = await Promise.all(
            Array.from({ length: 40 }, async () => (await get('/e', { method: 'POST', body })).status),
          );
          refused += answers.filter((status) => status === 503).length;
          expect(refused).toBeGreaterThan(0);
        });
        await expectAdsAndClicks();
        rmSync(ballast);
        execFileSync('mount', ['-o', 'remount,size=64m', spool]);
        await soon(async () => expect(await report(await decide())).toBe(204));
      }
      await expectCleanEnd(running);
    } finally {
      if (mounted) execFileSync('umount', ['-l', spool]);
    }
  }, 30_000);
});

/** @returns false where this user may not mount: then the disk does not fill up, and the rest holds all the same. */
function mountSmallDisk(place: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(65_536), { flag: 'a' });
  } catch {
    // Full.
  }
}
