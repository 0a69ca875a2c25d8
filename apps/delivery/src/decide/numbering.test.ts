import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Numbering, RESERVED_AHEAD, UNRESERVED_FROM } from './numbering.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const NOW_MS = 29_000_000 * MINUTE_MS;

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'placard-numbers-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(nowMs: number): Promise<Numbering> {
  return Numbering.open(dir, nowMs, (error) => {
    throw error;
  });
}

function take(numbering: Numbering, nowMs: number): string {
  expect(numbering.take(nowMs)).toBe(true);
  return `${numbering.minute}/${numbering.sequence}`;
}

/** A record of the file: minute, mark, and a checksum of both. */
function markOf(minute: number, mark: number): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt32BE(minute, 0);
  record.writeUInt32BE(mark, 4);
  record.writeUInt32BE(crc32(record.subarray(0, 8)), 8);
  return record;
}

/** No mark can be written any more, by root neither: both files lead to where the system lets nobody write. */
function takeAwayTheDisk(): void {
  symlinkSync('/sys/kernel/nowhere', join(dir, 'numbers.log'));
  symlinkSync('/sys/kernel/nowhere', join(dir, 'numbers.log.new'));
}

describe('numbers of decisions', () => {
  test('are reserved for the minute that is running, wherever it is, and the next', async () => {
    await (await open(NOW_MS + 30_000)).close();
    const bytes = readFileSync(join(dir, 'numbers.log'));
    expect([0, 12].map((at) => bytes.readUInt32BE(at))).toEqual([29_000_000, 29_000_001]);
  });

  test('are kept in a file of whom the ad server runs as alone, also once it was written anew', async () => {
    const modeOf = () => statSync(join(dir, 'numbers.log')).mode & 0o777;
    const numbering = await open(NOW_MS);
    take(numbering, NOW_MS);
    await numbering.close();
    expect(modeOf()).toBe(0o600);
    await (await open(NOW_MS + MINUTE_MS)).close();
    expect(modeOf()).toBe(0o600);
  });

  test('are dense within a minute and begin anew with the next', async () => {
    const numbering = await open(NOW_MS);
    const numbers = [0, 1, 59_999, 60_000, 60_001].map((ms) => take(numbering, NOW_MS + ms));
    expect(numbers).toEqual(['29000000/0', '29000000/1', '29000000/2', '29000001/0', '29000001/1']);
    await numbering.close();
  });

  test('go on above the reserved mark after a restart, however it ended', async () => {
    const first = await open(NOW_MS);
    take(first, NOW_MS);
    // No close: what a kill -9 leaves is what was written before the number was used.
    const second = await open(NOW_MS + 1);
    expect(take(second, NOW_MS + 1)).toBe(`29000000/${RESERVED_AHEAD}`);
    await first.close();
    await second.close();
  });

  test('begin above those of a machine that is lost, where its shard goes on in a new folder', async () => {
    const lost = await open(NOW_MS + 30_000);
    const before = Array.from({ length: 1_000 }, () => take(lost, NOW_MS + 30_010));
    await lost.close();
    rmSync(join(dir, 'numbers.log'));
    const next = await open(NOW_MS + 40_000);
    const after = [take(next, NOW_MS + 40_000), take(next, NOW_MS + 40_001)];
    expect(before).not.toContain(after[0]);
    expect(after).toEqual(['29000000/5200000', '29000000/5200001']);
    // Only of the minute in which it begins.
    expect(take(next, NOW_MS + 60_000)).toBe('29000001/0');
    await next.close();
    const again = await open(NOW_MS + 60_001);
    expect(take(again, NOW_MS + 60_001)).toBe(`29000001/${RESERVED_AHEAD}`);
    await again.close();
  });

  test('never come twice, whatever the clock does and however often it is restarted', async () => {
    const step = fc.record({
      jumpMs: fc.oneof(
        fc.integer({ min: -5 * MINUTE_MS, max: 5 * MINUTE_MS }),
        // Set wrong by a year, and right again within the minute.
        fc.constantFrom(-YEAR_MS, YEAR_MS),
      ),
      restart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        rmSync(join(dir, 'numbers.log'), { force: true });
        const seen = new Set<string>();
        let nowMs = NOW_MS;
        let numbering = await open(nowMs);
        for (const { jumpMs, restart } of steps) {
          nowMs += jumpMs;
          if (restart) {
            await numbering.close();
            numbering = await open(nowMs);
          }
          numbering.prepare(nowMs);
          for (let count = 0; count < 3; count += 1) {
            const number = take(numbering, nowMs);
            expect(seen).not.toContain(number);
            seen.add(number);
          }
        }
        await numbering.close();
      }),
      { numRuns: 25 },
    );
  });

  test('go beyond what was reserved at first', async () => {
    const numbering = await open(NOW_MS);
    for (let count = 0; count < 2.5 * RESERVED_AHEAD; count += 1) numbering.take(NOW_MS);
    expect(numbering.sequence).toBe(2.5 * RESERVED_AHEAD - 1);
    await numbering.close();
    const next = await open(NOW_MS);
    next.take(NOW_MS);
    expect(next.sequence).toBeGreaterThanOrEqual(2.5 * RESERVED_AHEAD);
    await next.close();
  });

  test('are reserved for the next minute too, and their marks kept for two days of minutes', async () => {
    const marks = () => {
      const bytes = readFileSync(join(dir, 'numbers.log'));
      return Array.from({ length: bytes.length / 12 }, (_, at) => [
        bytes.readUInt32BE(12 * at),
        bytes.readUInt32BE(12 * at + 4),
      ]);
    };
    await (await open(NOW_MS)).close();
    const first = [
      [29_000_000, RESERVED_AHEAD],
      [29_000_001, RESERVED_AHEAD],
    ];
    expect(marks()).toEqual(first);
    // Those of the last two days: as many as it has minutes, in the order in which they were used.
    const twoDays = 2 * 24 * 60;
    const more = Array.from({ length: twoDays - 1 }, (_, at) => markOf(29_000_002 + at, RESERVED_AHEAD));
    appendFileSync(join(dir, 'numbers.log'), Buffer.concat(more));
    await (await open(NOW_MS + twoDays * MINUTE_MS)).close();
    expect(marks()[0]?.[0]).toBe(29_000_001);
    expect(new Set(marks().map(([minute]) => minute)).size).toBe(twoDays + 1);
  });

  test('survive a torn mark at the end of the file', async () => {
    const first = await open(NOW_MS);
    take(first, NOW_MS);
    await first.close();
    appendFileSync(join(dir, 'numbers.log'), Buffer.from([1, 2, 3, 4, 5, 6, 7]));
    const second = await open(NOW_MS);
    expect(take(second, NOW_MS)).toBe(`29000000/${RESERVED_AHEAD}`);
    await second.close();
  });

  test('come from where none is reserved while the disk takes no mark, each once over restarts, and return to it', async () => {
    const path = join(dir, 'numbers.log');
    const faults: unknown[] = [];
    const openAnyhow = (nowMs: number) => Numbering.open(dir, nowMs, (error) => faults.push(error));
    const first = await open(NOW_MS);
    // All of one minute. 650,000 of them: an expectation each would take most of the time.
    const seen = new Uint8Array(2 ** 24);
    const counted = { once: 0, again: 0, elsewhere: 0 };
    const note = (numbering: Numbering, nowMs: number) => {
      const given = numbering.take(nowMs) && numbering.minute === 29_000_000;
      counted[given ? (seen[numbering.sequence] === 0 ? 'once' : 'again') : 'elsewhere'] += 1;
      seen[numbering.sequence] = 1;
    };
    note(first, NOW_MS);
    await first.close();
    renameSync(path, `${path}.away`);
    takeAwayTheDisk();
    // Each process lives for a second, and decides 130 times a millisecond.
    for (let life = 0; life < 5; life += 1) {
      const startMs = NOW_MS + 5_000 + life * 1_000;
      const numbering = await openAnyhow(startMs);
      for (let ms = 0; ms < 1_000; ms += 1)
        for (let count = 0; count < 130; count += 1) note(numbering, startMs + ms);
      expect(numbering.sequence).toBeGreaterThan(UNRESERVED_FROM);
      await numbering.close();
    }
    expect(faults.length).toBeGreaterThan(0);
    rmSync(`${path}.new`);
    renameSync(`${path}.away`, path);
    const last = await open(NOW_MS + 20_000);
    note(last, NOW_MS + 20_000);
    expect(last.sequence).toBe(RESERVED_AHEAD);
    await last.close();
    expect(counted).toEqual({ once: 650_002, again: 0, elsewhere: 0 });
  });

  test('leave no file open, neither that of the marks nor their folder', async () => {
    const openHere = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir);
        } catch {
          // The one that the folder was read by.
          return false;
        }
      }).length;
    const numbering = await open(NOW_MS);
    expect(openHere()).toBe(1);
    await numbering.close();
    expect(openHere()).toBe(0);
    // Nor is one opened again by whoever comes too late.
    const before = readFileSync(join(dir, 'numbers.log'));
    numbering.prepare(NOW_MS + 5 * MINUTE_MS);
    await numbering.close();
    expect(readFileSync(join(dir, 'numbers.log'))).toEqual(before);
  });

  test('begin when the marks and the name of their file are on the disk', async () => {
    const handle = await openFile(dir, 'r');
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    await handle.close();
    const numbering = await open(NOW_MS);
    expect(sync).toHaveBeenCalledTimes(2);
    sync.mockRestore();
    await numbering.close();
  });

  test('begin with the range that no disk reserves, from the first moment of a minute on', async () => {
    takeAwayTheDisk();
    const numbering = await Numbering.open(dir, NOW_MS, () => undefined);
    expect([numbering.take(NOW_MS), numbering.sequence]).toEqual([true, UNRESERVED_FROM]);
    await numbering.close();
    // 130 for each millisecond that has gone by: whoever came before has used no more.
    const later = await Numbering.open(dir, NOW_MS, () => undefined);
    expect([later.take(NOW_MS + 10), later.sequence]).toEqual([true, UNRESERVED_FROM + 1_300]);
    await later.close();
  });

  test('ask it again where the clock was set back by an hour', async () => {
    takeAwayTheDisk();
    let faults = 0;
    const numbering = await Numbering.open(dir, NOW_MS + 3_600_000, () => {
      faults += 1;
    });
    numbering.take(NOW_MS + 3_600_000);
    const before = faults;
    numbering.take(NOW_MS);
    expect(faults - before).toBe(1);
    await numbering.close();
  });

  test('ask a disk that takes no mark once a second, however many are handed out', async () => {
    takeAwayTheDisk();
    let faults = 0;
    const numbering = await Numbering.open(dir, NOW_MS, () => {
      faults += 1;
    });
    const asked = [0, 1, 999, 1_000, 1_001, 1_999, 2_000].map((ms) => {
      const before = faults;
      numbering.take(NOW_MS + ms);
      return faults - before;
    });
    expect([faults > 3, asked]).toEqual([true, [0, 0, 0, 1, 0, 0, 1]]);
    await numbering.close();
  });

  test('end with the range that settlement keeps bits for', async () => {
    takeAwayTheDisk();
    const numbering = await Numbering.open(dir, NOW_MS, () => undefined);
    const last = NOW_MS + 59_999;
    expect(numbering.take(last)).toBe(true);
    const left = 2 ** 24 - numbering.sequence;
    for (let count = 1; count < left; count += 1) numbering.take(last);
    expect([numbering.sequence, numbering.take(last)]).toEqual([2 ** 24 - 1, false]);
    await numbering.close();
  });

  test('are refused where the folder cannot be used', async () => {
    const blocked = join(dir, 'file');
    writeFileSync(blocked, '');
    const folder = join(blocked, 'shard');
    await expect(Numbering.open(folder, NOW_MS, () => undefined)).rejects.toThrow(
      `The folder ${folder} is a file, or lies below one.`,
    );
  });

  test('do not open where what is wrong is not the disk: it would not pass by itself', async () => {
    mkdirSync(join(dir, 'numbers.log.new'));
    await expect(Numbering.open(dir, NOW_MS, () => {})).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
