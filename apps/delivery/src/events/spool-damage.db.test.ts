import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRAME_HEADER_BYTES, readFrame } from './frame.ts';
import { recoverSegments } from './segment.ts';
import { Shipper } from './shipper.ts';
import { Spool } from './spool.ts';
import { withBadSectors } from './testing/bad-sectors.ts';
import { put, RECORD_BYTES, segmentsIn, shipBy, shippedOf } from './testing/numbered-records.ts';

const SEGMENT_BYTES = 2_048;
const SECTOR_BYTES = 4_096;

let database: TestDatabase;
let folder: string;
let shard = 0;
let said: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'placard-damage-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

const dirOf = () => join(folder, String(shard));
const segmentsOf = () => segmentsIn(dirOf());

/** @param end how far the event log has it */
async function openSpool(end = 0, segmentBytes = SEGMENT_BYTES): Promise<Spool> {
  return Spool.open(dirOf(), await recoverSegments(dirOf(), end), { log, segmentBytes });
}

const ship = (spool: Spool, shipper = new Shipper({ spool, shard, log })) => shipBy(shipper, database);
const shipped = () => shippedOf(shard, database);

type Spot = { readonly segment: number; readonly at: number; readonly bytes: number; readonly fill: number };

/** Writes over what lies on the disk. @returns the records whose groups are whole still */
function damage(spots: readonly Spot[]): number[] {
  const paths = segmentsOf();
  const whole = paths.map((path) => readFileSync(path));
  for (const { segment, at, bytes, fill } of spots) {
    const path = paths[segment % paths.length] ?? '';
    const content = readFileSync(path);
    const from = at % SEGMENT_BYTES;
    content.fill(fill, from, Math.min(content.length, from + bytes));
    writeFileSync(path, content);
  }
  const kept: number[] = [];
  for (const [index, path] of paths.entries()) {
    const [before, after] = [whole[index] ?? Buffer.alloc(0), readFileSync(path)];
    for (let at = 0, frame = readFrame(before, at); frame !== null; frame = readFrame(before, at)) {
      const end = frame.bodyAt + frame.end - frame.start;
      if (before.subarray(at, end).equals(after.subarray(at, end)))
        for (let record = frame.bodyAt; record < end; record += RECORD_BYTES)
          kept.push(before.readUInt32BE(record + 4));
      at = end;
    }
  }
  return kept;
}

const spots = fc.array(
  fc.record({
    segment: fc.nat(5),
    at: fc.nat(SEGMENT_BYTES - 1),
    bytes: fc.integer({ min: 1, max: 600 }),
    fill: fc.constantFrom(0, 0xa5),
  }),
  { minLength: 1, maxLength: 4 },
);
const groups = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });

describe('of a damaged spool', () => {
  test.each([
    ['at run time', false],
    ['before a start', true],
  ])('%s all that can be read is shipped, once and in order', async (_name, restarted) => {
    await fc.assert(
      fc.asyncProperty(groups, spots, groups, async (first, damaged, later) => {
        shard += 1;
        said = [];
        let spool = await openSpool();
        await put(spool, first);
        const count = first.reduce((sum, records) => sum + records, 0);
        if (restarted) await spool.close();
        const kept = damage(damaged);
        if (restarted) spool = await openSpool();
        await ship(spool);
        expect(await shipped()).toEqual(kept);
        await put(spool, later, count);
        await ship(spool);
        const all = count + later.reduce((sum, records) => sum + records, 0);
        const after = Array.from({ length: all - count }, (_, nth) => count + nth);
        expect(await shipped()).toEqual([...kept, ...after]);
        if (kept.length === count) expect(said.filter((line) => line.includes('are lost'))).toEqual([]);
        await spool.close();
      }),
      { numRuns: 15 },
    );
  });

  test('the end of a segment before one that nothing was written to is passed, and the next batch goes on where the log ends', async () => {
    shard += 1;
    said = [];
    const spool = await openSpool();
    // 20 + 10 × 52 + 12 × 116 bytes with their heads: the last group begins the second segment.
    await put(spool, [...Array<number>(10).fill(1), ...Array<number>(12).fill(3), 4]);
    await spool.close();
    expect(segmentsOf()).toHaveLength(2);
    damage([
      { segment: 0, at: 20 + 10 * 52 + 11 * 116 + 30, bytes: SEGMENT_BYTES, fill: 0 },
      { segment: 1, at: 20 + 30, bytes: SEGMENT_BYTES, fill: 0 },
    ]);
    const again = await openSpool();
    await ship(again);
    const kept = Array.from({ length: 43 }, (_, record) => record);
    expect(await shipped()).toEqual(kept);
    await put(again, [2], 50);
    // Another connection: what it knows is how far the log has come.
    await ship(again);
    expect(await shipped()).toEqual([...kept, 50, 51]);
    expect(said.filter((line) => line.includes('are lost'))).toHaveLength(1);
    await again.close();
  });

  test('the hole is told with its place, and the segment is kept as it was', async () => {
    shard += 1;
    said = [];
    const spool = await openSpool();
    await put(spool, [2, 3, 1]);
    const at = 2 * FRAME_HEADER_BYTES + 2 * RECORD_BYTES;
    damage([{ segment: 0, at: at + 1, bytes: 40, fill: 0xa5 }]);
    const [path = ''] = segmentsOf();
    const bytes = readFileSync(path);
    await ship(spool);
    expect(await shipped()).toEqual([0, 1, 5]);
    const nextAt = at + FRAME_HEADER_BYTES + 3 * RECORD_BYTES;
    expect(said.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { path, at, nextAt, keptAs: `${path}.damaged`, msg: expect.stringContaining('is damaged') },
      { from: 2 * RECORD_BYTES, to: 5 * RECORD_BYTES, msg: expect.stringContaining('they are lost') },
    ]);
    expect(readFileSync(`${path}.damaged`).equals(bytes)).toBe(true);
    await spool.close();
  });

  test.each([
    ['at run time', false],
    ['before a start', true],
  ])(
    '%s a sector that the disk cannot read takes the groups that lie on it, and no other',
    async (_name, restarted) => {
      shard += 1;
      said = [];
      let spool = await openSpool(0, 9 * SECTOR_BYTES);
      const records = 600;
      await put(spool, Array(records).fill(1));
      if (restarted) await spool.close();
      const [path = ''] = segmentsOf();
      const before = readFileSync(path);
      // Two beside each other, and the one with the segment's beginning.
      const bad = [0, 2, 3];
      const readable = await withBadSectors([
        { path, sectors: bad, refuses: restarted ? 'the rest' : 'all' },
      ]);
      try {
        if (restarted) spool = await openSpool(0, 9 * SECTOR_BYTES);
        await ship(spool);
        await put(spool, [1], records);
        await ship(spool);
      } finally {
        readable();
      }
      const group = FRAME_HEADER_BYTES + RECORD_BYTES;
      const isWhole = (record: number) => {
        const at = FRAME_HEADER_BYTES + record * group;
        return !bad.some((sector) => at < (sector + 1) * SECTOR_BYTES && at + group > sector * SECTOR_BYTES);
      };
      const whole = Array.from({ length: records }, (_, record) => record).filter(isWhole);
      expect(whole.length).toBeGreaterThan(300);
      expect(await shipped()).toEqual([...whole, records]);
      expect(said.some((line) => line.includes('is damaged'))).toBe(true);
      const kept = readFileSync(`${path}.damaged`);
      for (const sector of bad) before.fill(0, sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES);
      expect(kept.equals(before)).toBe(true);
      await spool.close();
    },
  );

  test('of a disk that is away nothing is given up: all of it is shipped when it is back', async () => {
    shard += 1;
    const spool = await openSpool();
    await put(spool, [2, 3, 1]);
    const [path = ''] = segmentsOf();
    const readable = await withBadSectors([{ path, sectors: [0], refuses: 'the rest' }]);
    try {
      await expect(ship(spool)).rejects.toMatchObject({ code: 'EIO' });
    } finally {
      readable();
    }
    await ship(spool);
    expect(await shipped()).toEqual([0, 1, 2, 3, 4, 5]);
    await spool.close();
  });

  test('a segment that cannot be read while others are written and read is set aside, and holds nothing up', async () => {
    shard += 1;
    const spool = await openSpool(0, 400);
    const shipper = new Shipper({ spool, shard, log, setAsideAfterMs: 0 });
    await put(spool, [9, 2]);
    const [path = '', later = ''] = segmentsOf();
    const both = await withBadSectors(
      [path, later].map((each) => ({ path: each, sectors: [0], refuses: 'the rest' as const })),
    );
    try {
      await expect(ship(spool, shipper)).rejects.toMatchObject({ code: 'EIO' });
      // No event has been taken since, or the disk gives none: it may be away.
      await expect(ship(spool, shipper)).rejects.toMatchObject({ code: 'EIO' });
      await put(spool, [3], 11);
      await expect(ship(spool, shipper)).rejects.toMatchObject({ code: 'EIO' });
    } finally {
      both();
    }
    const one = await withBadSectors([{ path, sectors: [0], refuses: 'the rest' }]);
    try {
      await expect(ship(spool)).rejects.toMatchObject({ code: 'EIO' });
      await ship(spool, shipper);
    } finally {
      one();
    }
    expect(await shipped()).toEqual([9, 10, 11, 12, 13]);
    expect(said.some((line) => line.includes('it is set aside') && line.includes(`${path}.unread`))).toBe(
      true,
    );
    await spool.close();
    // The next start knows nothing of it, and goes on where this one ended.
    const again = await openSpool();
    await put(again, [1], 14);
    await ship(again);
    expect(await shipped()).toEqual([9, 10, 11, 12, 13, 14]);
    expect(readFileSync(`${path}.unread`).length).toBeGreaterThan(0);
    await again.close();
  });

  test('a segment whose marker alone is damaged gives all that it has, its first record too', async () => {
    shard += 1;
    const spool = await openSpool();
    await put(spool, [2, 3]);
    damage([{ segment: 0, at: 4, bytes: 1, fill: 0xa5 }]);
    await ship(spool);
    expect(await shipped()).toEqual([0, 1, 2, 3, 4]);
    await spool.close();
  });

  test('a segment that is gone is told of, and what comes after it is shipped', async () => {
    shard += 1;
    said = [];
    const spool = await openSpool();
    // 20 + 17 × 116 bytes fill a segment: two of them, and the beginning of a third.
    await put(spool, Array<number>(35).fill(3));
    await spool.close();
    const [first = '', ...others] = segmentsOf();
    expect(others).toHaveLength(2);
    rmSync(first);
    const again = await openSpool();
    await ship(again);
    const numbers = Array.from({ length: 105 }, (_, record) => record);
    expect(await shipped()).toEqual(numbers.slice(51));
    expect(said.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { logEnd: 0, firstKept: 51 * RECORD_BYTES, msg: expect.stringContaining('neither in the log nor') },
      { from: 0, to: 51 * RECORD_BYTES, msg: expect.stringContaining('they are lost') },
    ]);
    said = [];
    await ship(again);
    expect(said).toEqual([]);
    await again.close();
  });

  test('nothing is shipped twice by one that dies in the middle of it', async () => {
    shard += 1;
    const spool = await openSpool();
    await put(spool, [2, 3, 1, 1]);
    damage([{ segment: 0, at: 120, bytes: 1, fill: 0xa5 }]);
    await ship(spool);
    await spool.close();
    const again = await openSpool(7 * RECORD_BYTES);
    await put(again, [2], 7);
    await ship(again);
    expect(await shipped()).toEqual([0, 1, 5, 6, 7, 8]);
    await again.close();
  });

  test('a segment without its beginning goes on where the log ends', async () => {
    shard += 1;
    const spool = await openSpool();
    await put(spool, [2, 3]);
    await ship(spool);
    await put(spool, [1, 1, 1], 5);
    await spool.close();
    // The marker and the first three groups: what was shipped, and one more.
    damage([{ segment: 0, at: 0, bytes: 20 + 84 + 116 + 30, fill: 0xa5 }]);
    const again = await openSpool();
    await ship(again);
    expect(await shipped()).toEqual([0, 1, 2, 3, 4, 6, 7]);
    await again.close();
  });
});
