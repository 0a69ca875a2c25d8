import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { freePort } from '@placard/db/testing/free-ports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endForGood, firstWord, forkDelivery } from './testing/delivery-process.ts';
import { insertServing } from './testing/network.ts';
import { BROWSER } from './testing/running-delivery.ts';

let database: TestDatabase;
let dataDir: string;
let port: number;
let widget: { id: number; key: string };
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-main-'));
  database = await createTestDatabase();
  ({ widget } = await insertServing(database.pool, { domain: 'news.example' }));
  port = await freePort();
});

afterEach(async () => {
  for (const child of children.splice(0)) await endForGood(child);
});

afterAll(async () => {
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(
  shard: number,
  folder = dataDir,
  extra: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): { child: ChildProcess; output: () => string } {
  const environment = { PLACARD_SHARD: String(shard), PLACARD_DELIVERY_PROCESSES: '2', ...extra };
  const where = { databaseUrl: database.url, dataDir: folder, port };
  const child = forkDelivery({ ...where, environment, nodeOptions, log: 'pipe' });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child, output: () => text };
}

async function started(shard: number): Promise<ChildProcess> {
  const { child, output } = start(shard);
  expect(await firstWord(child, output)).toEqual({ type: 'ready' });
  return child;
}

async function ask(): Promise<string | null> {
  // A connection of its own, so that the kernel chooses a process anew.
  const response = await fetch(`http://127.0.0.1:${port}/a?w=${widget.key}.300`, {
    headers: { 'user-agent': BROWSER, connection: 'close', origin: 'https://news.example' },
  });
  return ((await response.json()) as AdsAnswer).a[0]?.t ?? null;
}

describe('a delivery process', () => {
  test('shares its port, and at its end ships what it still holds', async () => {
    const [first, second] = [await started(0), await started(1)];
    const tokens: (string | null)[] = [];
    for (let call = 0; call < 20; call += 1) tokens.push(await ask());
    const shards = new Set(
      tokens.flatMap((token) => (token === null ? [] : [Buffer.from(token, 'base64url').readUInt16BE(2)])),
    );
    expect([...shards].sort()).toEqual([0, 1]);

    first.disconnect();
    expect(await once(first, 'exit')).toEqual([0, null]);
    expect(await ask()).not.toBeNull();
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);

    const { rows } = await database.pool.query<{ body: Buffer }>('select body from event_batch');
    const records = rows.flatMap(({ body }) => [...readEventRecords(body)]);
    const views = records.reduce((sum, record) => sum + (record.type === 2 ? record.count : 0), 0);
    expect(views).toBe(21);
  });

  test('refuses a spool folder that another process holds, with a sentence', async () => {
    await started(0);
    const { child, output } = start(0);
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(output()).toContain('is in use by another delivery process');
  });

  test('refuses a shard that another process has, whatever folder it brings, with a sentence', async () => {
    await started(0);
    const { child, output } = start(0, join(dataDir, 'elsewhere'));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(output()).toMatch(
      /Shard 0 is in use by another delivery process \(placard-delivery-0 at .*its own PLACARD_SHARD/,
    );
    const next = start(1, join(dataDir, 'elsewhere'));
    expect(await firstWord(next.child, next.output)).toEqual({ type: 'ready' });
  });

  test('refuses a folder with half of a restore', async () => {
    const half = join(dataDir, 'half');
    mkdirSync(half);
    writeFileSync(join(half, UNFINISHED_RESTORE), '');
    const { child, output } = start(0, half);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(output()).toContain('did not come to its end');
  });

  test('refuses another key than the one of the database, and a database that is not migrated', async () => {
    const wrong = start(0, dataDir, { PLACARD_SECRET_KEY: 'b'.repeat(64) });
    expect(await once(wrong.child, 'exit')).toEqual([1, null]);
    expect(wrong.output()).toContain('the same PLACARD_SECRET_KEY');
    const empty = start(0, dataDir, { DATABASE_URL: database.url.replace(/[^/]+$/, 'postgres') });
    expect(await once(empty.child, 'exit')).toEqual([1, null]);
    expect(empty.output()).toContain('has no schema yet. Run "npm run migrate" first');
  });

  test('answers the launcher that asks whether its event loop turns', async () => {
    const child = await started(0);
    child.send({ type: 'something else' });
    child.send({ type: 'ping' });
    expect((await once(child, 'message'))[0]).toEqual({ type: 'alive' });
  });

  test('clears the young generation by its own thread alone, which waits for nobody', async () => {
    // A young generation so small that the calls below fill it some times; V8 tells of each time and of each thread's part in it.
    const told = ['--trace-gc', '--trace-parallel-scavenge', '--max-semi-space-size=1'];
    const { child, output } = start(0, dataDir, {}, told);
    expect(await firstWord(child, output)).toEqual({ type: 'ready' });
    const before = output().length;
    const afterReady = () => output().slice(before).split(' ms: Scavenge ');
    const call = `http://127.0.0.1:${port}/a?w=${widget.key}.300`;
    for (let calls = 0; calls < 2_000 && afterReady().length < 6; calls += 1) {
      await (await fetch(call, { headers: { 'user-agent': BROWSER } })).text();
    }
    child.kill('SIGTERM');
    await once(child, 'close');
    const between = afterReady().slice(1, -1);
    expect(between.length).toBeGreaterThanOrEqual(4);
    for (const text of between) expect(text.match(/ scavenge\[/g)).toHaveLength(1);
  });

  test('starts on the folder of one that was killed', async () => {
    const killed = await started(0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await started(0);
    expect(await ask()).not.toBeNull();
  });
});
