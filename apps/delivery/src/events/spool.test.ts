import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { soon } from '@placard/db/testing/soon';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFrame } from './frame.ts';
import { recoverSegments, SegmentWriter } from './segment.ts';
import { GROUP_BYTES, Spool } from './spool.ts';

const RECORD_BYTES = 16;
const WRITER = fileURLToPath(new URL('../testing/spool-writer.ts', import.meta.url));

let folder: string;
let dir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-spool-'));
  dir = join(folder, '0');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function openSpool(segmentBytes = 4_096): Promise<Spool> {
  return Spool.open(dir, await recoverSegments(dir), {
    log: pino({ level: 'silent' }),
    segmentBytes,
    retryMs: 5,
  });
}

function put(spool: Spool, number: number): Promise<boolean> {
  const at = spool.reserve(RECORD_BYTES, 1);
  if (at < 0) return Promise.resolve(false);
  spool.buffer.fill(0x5a, at, at + RECORD_BYTES);
  spool.buffer.writeUInt32BE(number, at);
  return new Promise((resolve) => spool.whenWritten(resolve));
}

/** All records on disk in order, and their offsets, which must follow each other without a hole. */
function readNumbers(): number[] {
  const numbers: number[] = [];
  let expectedStart: number | null = null;
  for (const name of readdirSync(dir)
    .filter((each) => each.endsWith('.segment'))
    .sort()) {
    const bytes = readFileSync(join(dir, name));
    for (let at = 0, frame = readFrame(bytes, at); frame !== null; frame = readFrame(bytes, at)) {
      expect(frame.start).toBe(expectedStart ?? frame.start);
      expectedStart = frame.end;
      for (
        let record = frame.bodyAt;
        record < frame.bodyAt + frame.end - frame.start;
        record += RECORD_BYTES
      ) {
        numbers.push(bytes.readUInt32BE(record));
      }
      at = frame.bodyAt + frame.end - frame.start;
    }
  }
  return numbers;
}

/** Writes that have begun, in order; each goes on when it is told to, or fails. */
function holdWrites() {
  const held: { readonly go: () => Promise<void>; readonly fail: () => void }[] = [];
  const write = SegmentWriter.prototype.write;
  vi.spyOn(SegmentWriter.prototype, 'write').mockImplementation(function (this: SegmentWriter, ...args) {
    return new Promise((resolve, reject) => {
      held.push({
        go: async () => {
          await write.apply(this, args);
          resolve();
        },
        fail: () => reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
      });
    });
  });
  return held;
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('the spool', () => {
  test('keeps records in order over segments and restarts, its offsets going on', async () => {
    const first = await openSpool();
    await Promise.all(upTo(100).map((number) => put(first, number)));
    for (const number of upTo(400).slice(100)) await put(first, number);
    expect(first.durableEnd).toBe(400 * RECORD_BYTES);
    await first.close();
    const second = await openSpool();
    expect(second.durableEnd).toBe(400 * RECORD_BYTES);
    await put(second, 400);
    await second.close();
    expect(readNumbers()).toEqual(upTo(401));
    expect(readdirSync(dir).length).toBeGreaterThan(4);
  });

  test('shares one write among those who wait together', async () => {
    const spool = await openSpool(256 * 1_024);
    await Promise.all(upTo(1_000).map((number) => put(spool, number)));
    expect(spool.recordsWritten).toBe(1_000);
    expect(spool.groupsWritten).toBe(1);
    await spool.close();
  });

  test('cuts a torn tail wherever it was torn, and keeps every whole group before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.nat(200),
        fc.boolean(),
        async (groups, lost, garbage) => {
          rmSync(dir, { recursive: true, force: true });
          const spool = await openSpool(64 * 1_024);
          for (const number of upTo(groups)) await put(spool, number);
          await spool.close();
          const path = join(dir, readdirSync(dir)[0] ?? '');
          const end = 20 + groups * (20 + RECORD_BYTES);
          const bytes = readFileSync(path);
          const kept = Math.max(20, end - lost);
          const tail = Buffer.alloc(bytes.length - kept, garbage ? 0xa5 : 0);
          writeFileSync(path, Buffer.concat([bytes.subarray(0, kept), tail]));
          const whole = Math.floor((kept - 20) / (20 + RECORD_BYTES));
          const again = await openSpool();
          expect(again.durableEnd).toBe(whole * RECORD_BYTES);
          await put(again, whole);
          await again.close();
          expect(readNumbers()).toEqual(upTo(whole + 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('tells of damage before the tail, wherever it is, keeps the segment as it was and what stands behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 12 }),
        fc.nat(),
        fc.nat(254),
        async (groups, spot, change) => {
          rmSync(dir, { recursive: true, force: true });
          const spool = await openSpool(64 * 1_024);
          for (const number of upTo(groups)) await put(spool, number);
          await spool.close();
          const path = join(dir, readdirSync(dir)[0] ?? '');
          const bytes = readFileSync(path);
          // Not in the last group: that one can't be told from one that was being written.
          const at = spot % (20 + (groups - 1) * (20 + RECORD_BYTES));
          bytes[at] = ((bytes[at] ?? 0) + 1 + change) % 256;
          writeFileSync(path, bytes);
          const { damaged, end } = await recoverSegments(dir);
          const group = Math.max(0, Math.floor((at - 20) / (20 + RECORD_BYTES)));
          expect(end).toBe(groups * RECORD_BYTES);
          expect(damaged).toEqual([
            {
              path,
              at: at < 20 ? 0 : 20 + group * (20 + RECORD_BYTES),
              nextAt: at < 20 ? 20 : 20 + (group + 1) * (20 + RECORD_BYTES),
              keptAs: `${path}.damaged`,
            },
          ]);
          expect(readFileSync(`${path}.damaged`).equals(bytes)).toBe(true);
          expect(await recoverSegments(dir)).toMatchObject({ damaged, end });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('goes on behind what the event log has, where its folder was lost', async () => {
    const recovered = await recoverSegments(dir);
    const spool = await Spool.open(dir, { ...recovered, end: 6_400 }, { log: pino({ level: 'silent' }) });
    await put(spool, 1);
    expect(spool.durableEnd).toBe(6_400 + RECORD_BYTES);
    await spool.close();
    expect((await recoverSegments(dir)).end).toBe(6_400 + RECORD_BYTES);
  });

  test('remembers its offset when everything was shipped and removed', async () => {
    const first = await openSpool();
    for (const number of upTo(300)) await put(first, number);
    await first.close();
    const second = await openSpool();
    for (const segment of second.segments.slice(0, -1)) rmSync(segment.path);
    await second.close();
    const third = await openSpool();
    expect(third.durableEnd).toBe(300 * RECORD_BYTES);
    await third.close();
  });

  test('acknowledges nothing that it cannot store, and recovers by itself', async () => {
    const spool = await openSpool();
    for (const number of upTo(10)) await put(spool, number);
    // The folder goes away: neither this segment's successor nor anything else can be written.
    renameSync(dir, `${dir}.away`);
    writeFileSync(dir, 'in the way');
    const answers: boolean[] = [];
    for (const number of upTo(300).slice(10)) answers.push(await put(spool, number));
    expect(answers.at(-1)).toBe(false);
    expect(spool.healthy).toBe(false);
    const acknowledged = 10 + answers.filter(Boolean).length;
    expect(spool.durableEnd).toBe(acknowledged * RECORD_BYTES);
    rmSync(dir);
    renameSync(`${dir}.away`, dir);
    await soon(async () => expect(await put(spool, acknowledged)).toBe(true));
    expect(spool.healthy).toBe(true);
    await spool.close();
    expect(readNumbers()).toEqual(upTo(acknowledged + 1));
  });

  test('has two writes under way, answered in order whichever ends first', async () => {
    const spool = await openSpool(64 * 1_024);
    const held = holdWrites();
    const answered: number[] = [];
    const puts = [];
    for (const number of upTo(4)) {
      puts.push(put(spool, number).then(() => answered.push(number)));
      await turns();
    }
    expect(held.length).toBe(2);
    await held[1]?.go();
    await turns();
    expect([answered, spool.durableEnd]).toEqual([[], 0]);
    await held[0]?.go();
    await turns();
    // The third group holds what came while two were under way.
    expect([answered, spool.durableEnd, held.length]).toEqual([[0, 1], 2 * RECORD_BYTES, 3]);
    await held[2]?.go();
    await Promise.all(puts);
    expect([answered, spool.groupsWritten]).toEqual([[0, 1, 2, 3], 3]);
    await spool.close();
    expect(readNumbers()).toEqual(upTo(4));
  });

  test.each([
    ['the first', 0, [false, false]],
    ['the second', 1, [true, false]],
  ])('acknowledges nothing behind a hole: of two writes %s fails', async (_name, failing, stored) => {
    const spool = await openSpool(64 * 1_024);
    const held = holdWrites();
    const first = put(spool, 0);
    await turns();
    const second = put(spool, 1);
    await turns();
    await held[1 - failing]?.go();
    held[failing]?.fail();
    expect(await Promise.all([first, second])).toEqual(stored);
    const kept = stored.filter(Boolean).length;
    expect([spool.durableEnd, spool.healthy]).toEqual([kept * RECORD_BYTES, false]);
    vi.restoreAllMocks();
    await soon(async () => expect(await put(spool, kept)).toBe(true));
    expect(spool.healthy).toBe(true);
    await spool.close();
    // What is on disk behind the hole is another group's place by now, and no damage.
    const { end, damaged } = await recoverSegments(dir);
    expect([end, damaged]).toEqual([(kept + 1) * RECORD_BYTES, []]);
    const again = await openSpool(64 * 1_024);
    expect(again.durableEnd).toBe((kept + 1) * RECORD_BYTES);
    await again.close();
  });

  test('refuses more than may wait, instead of growing', async () => {
    const spool = await openSpool(4 * 1_024 * 1_024);
    const perGroup = GROUP_BYTES / RECORD_BYTES;
    let refused = 0;
    const waiting: Promise<boolean>[] = [];
    for (const number of upTo(perGroup * 12)) {
      if (spool.reserve(RECORD_BYTES, 1) < 0) refused += 1;
      else if (number % 1_000 === 0) waiting.push(new Promise((resolve) => spool.whenWritten(resolve)));
    }
    expect(refused).toBe(perGroup * 3);
    expect((await Promise.all(waiting)).every(Boolean)).toBe(true);
    await spool.close();
  });

  test('lets one group wait for a disk that failed, and nothing once it is closed', async () => {
    const spool = await openSpool(4 * 1_024 * 1_024);
    const held = holdWrites();
    const first = put(spool, 0);
    await turns();
    held[0]?.fail();
    expect([await first, spool.healthy]).toEqual([false, false]);
    vi.restoreAllMocks();
    let taken = 0;
    while (spool.reserve(RECORD_BYTES, 1) >= 0) taken += 1;
    // The first of the next group shows that this one is full.
    expect(taken).toBe(GROUP_BYTES / RECORD_BYTES + 1);
    await spool.drained();
    await spool.close();
    expect(spool.reserve(RECORD_BYTES, 1)).toBe(-1);
  });

  test('leaves a disk that failed alone for a second', async () => {
    const recovered = await recoverSegments(dir);
    const spool = await Spool.open(dir, recovered, { log: pino({ level: 'silent' }) });
    const failedMs = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, 'now').mockReturnValue(failedMs);
    const write = vi.spyOn(SegmentWriter.prototype, 'write');
    write.mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect([await put(spool, 0), spool.writeFaults]).toEqual([false, 1]);
    clock.mockReturnValue(failedMs + 999);
    expect([await put(spool, 0), spool.writeFaults, write.mock.calls.length]).toEqual([false, 1, 1]);
    clock.mockReturnValue(failedMs + 1_000);
    expect([await put(spool, 0), spool.healthy]).toEqual([true, true]);
    await spool.close();
  });

  test('makes its next segment once half of one is written, and no sooner', async () => {
    // A marker of 20 bytes, and of each group 36: 110 of them are 3,980 bytes, 111 are 4,016.
    const spool = await openSpool(8_000);
    for (const number of upTo(110)) await put(spool, number);
    await turns();
    expect(readdirSync(dir)).toHaveLength(1);
    await put(spool, 110);
    await soon(() => expect(readdirSync(dir)).toHaveLength(2));
    await spool.close();
    expect(readNumbers()).toEqual(upTo(111));
  });

  test('says at once of nothing that it is written', async () => {
    const spool = await openSpool();
    const answers: boolean[] = [];
    spool.whenWritten((stored) => answers.push(stored));
    expect(answers).toEqual([true]);
    await spool.close();
  });

  test('loses nothing acknowledged to kill -9, at any moment', async () => {
    const notes = join(folder, 'acknowledged');
    for (const [round, killAfter] of [1, 300, 903, 2_000].entries()) {
      const child = spawn(
        process.execPath,
        [WRITER, dir, notes, String(round * 100_000), String(killAfter)],
        { env: { ...process.env, ...COMPILE_CACHE }, stdio: 'inherit' },
      );
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    }
    const acknowledged = readFileSync(notes, 'utf8').split('\n').filter(Boolean).map(Number);
    expect(acknowledged.length).toBeGreaterThanOrEqual(3_204);
    const recovered = await recoverSegments(dir);
    const stored = readNumbers();
    const kept = new Set(stored);
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
    expect(kept.size).toBe(stored.length);
    expect(recovered.end).toBe(stored.length * RECORD_BYTES);
  });

  test('passes over files that are not its own', async () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'numbers.log'), 'x');
    appendFileSync(join(dir, 'note.txt'), 'x');
    const spool = await openSpool();
    await put(spool, 0);
    await spool.close();
    expect(readNumbers()).toEqual([0]);
  });
});
