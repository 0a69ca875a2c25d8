import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recoverSegments } from './segment.ts';
import { Shipper } from './shipper.ts';
import { Spool } from './spool.ts';
import { withBadSectors } from './testing/bad-sectors.ts';
import { put, RECORD_BYTES, segmentsIn, shipBy, shippedOf } from './testing/numbered-records.ts';

// 20 + 9 × 52 bytes fill a segment of 500.
const records = Array.from({ length: 25 }, (_, record) => record);
const lost = [records.slice(0, 9), records.slice(9, 18), records.slice(18)];
const each = test.each([
  ['the oldest', 0],
  ['one between others', 1],
  ['the last', 2],
]);

const log = pino({ level: 'silent' });
let database: TestDatabase;
let folder: string;
let shard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'placard-unread-'));
});
beforeEach(async () => {
  shard += 1;
  const before = await openSpool();
  await put(before, Array(records.length).fill(1));
  await before.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

const dirOf = () => join(folder, String(shard));
const ship = (spool: Spool, shipper = new Shipper({ spool, shard, log })) => shipBy(shipper, database);
const shipped = () => shippedOf(shard, database);

async function openSpool(): Promise<Spool> {
  return Spool.open(dirOf(), await recoverSegments(dirOf()), { log, segmentBytes: 500 });
}

describe('a segment that a start cannot read at all', () => {
  each('%s keeps no event from being taken, and is shipped once the disk gives it', async (_name, nth) => {
    const path = segmentsIn(dirOf())[nth] ?? '';
    const readable = await withBadSectors([{ path, sectors: [0], refuses: 'all' }]);
    let spool: Spool;
    try {
      spool = await openSpool();
      await put(spool, [2], records.length);
      await expect(ship(spool)).rejects.toMatchObject({ code: 'EIO' });
      expect(await shipped()).toEqual(lost.slice(0, nth).flat());
    } finally {
      readable();
    }
    await ship(spool);
    expect(await shipped()).toEqual([...records, 25, 26]);
    await spool.close();
  });

  each('%s is set aside once it stays so, and all others are shipped', async (_name, nth) => {
    const path = segmentsIn(dirOf())[nth] ?? '';
    const readable = await withBadSectors([{ path, sectors: [0], refuses: 'all' }]);
    try {
      const spool = await openSpool();
      const shipper = new Shipper({ spool, shard, log, setAsideAfterMs: 0 });
      await expect(ship(spool, shipper)).rejects.toMatchObject({ code: 'EIO' });
      await put(spool, [2], records.length);
      await ship(spool, shipper);
      const others = records.filter((record) => !lost[nth]?.includes(record));
      expect(await shipped()).toEqual([...others, 25, 26]);
      await spool.close();
    } finally {
      readable();
    }
    expect(readFileSync(`${path}.unread`).length).toBeGreaterThan(0);
  });

  test('goes on behind all that it may have, however far the log has come', async () => {
    const before = await openSpool();
    await ship(before);
    await before.close();
    const [path = ''] = segmentsIn(dirOf());
    const logEnd = records.length * RECORD_BYTES;
    const readable = await withBadSectors([{ path, sectors: [0], refuses: 'all' }]);
    try {
      const { segments, end } = await recoverSegments(dirOf(), logEnd);
      expect(segments).toMatchObject([{ path, start: logEnd, end, unread: true }]);
      expect(end).toBe(logEnd + readFileSync(path).length);
    } finally {
      readable();
    }
  });

  test('stops it where there are two in a row: then it is the disk that is away', async () => {
    const away = segmentsIn(dirOf()).slice(1);
    const readable = await withBadSectors(
      away.map((path) => ({ path, sectors: [0], refuses: 'all' as const })),
    );
    try {
      await expect(openSpool()).rejects.toMatchObject({
        code: 'EIO',
        message: expect.stringContaining('move the file elsewhere'),
      });
    } finally {
      readable();
    }
  });
});
