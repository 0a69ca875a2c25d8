import type * as FileSystem from 'node:fs';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepDamaged } from './damage.ts';
import { FRAME_HEADER_BYTES, readFrame, sealFrame } from './frame.ts';

/** Writes a part of what it is given, as a disk may that is nearly full, or a call that was interrupted. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const inPart = async (file: number, from: Buffer, offset: number, length: number, position: number) => ({
    bytesWritten: fs.writeSync(file, from, offset, Math.ceil(length / 2), position),
  });
  const { promisify } = await import('node:util');
  return { ...fs, write: Object.assign(() => undefined, { [promisify.custom]: inPart }) };
});

// It looks at what it writes with as it is loaded: anew here, and once more by the tests that follow in this process.
vi.resetModules();
const { recoverSegments, SegmentWriter } = await import('./segment.ts');
afterAll(() => void vi.resetModules());

const BODY_BYTES = 1_000;
const noSpace = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

let dir: string;
let handles: Pick<FileHandle, 'sync' | 'writeFile'>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'placard-segment-'));
  const any = await open(dir, 'r');
  handles = Object.getPrototypeOf(any) as typeof handles;
  await any.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

describe('a segment', () => {
  test('has each group whole, also where the disk takes it in parts', async () => {
    const writer = await SegmentWriter.create(dir, 7, 4_096);
    await writer.begin(50);
    for (const [index, fill] of [1, 2].entries()) {
      const group = Buffer.alloc(FRAME_HEADER_BYTES + BODY_BYTES, fill);
      sealFrame(group, { start: 50 + index * BODY_BYTES, length: BODY_BYTES, recordCount: fill });
      await writer.write(group, group.length, writer.place(group.length));
    }
    await writer.close();
    const [name = ''] = readdirSync(dir);
    const bytes = readFileSync(join(dir, name));
    expect([name, bytes.length]).toEqual(['000000000007.segment', 4_096]);
    const found = [];
    for (let at = 0, frame = readFrame(bytes, at); frame !== null; frame = readFrame(bytes, at)) {
      found.push([frame.start, frame.end, bytes[frame.bodyAt]]);
      at = frame.bodyAt + frame.end - frame.start;
    }
    // The marker; the two groups; and behind them zeros, which are no group.
    expect(found.slice(1)).toEqual([
      [50, 1_050, 1],
      [1_050, 2_050, 2],
    ]);
    expect(found[0]?.slice(0, 2)).toEqual([50, 50]);
  });

  test('has room to its last byte, and not for one more', async () => {
    const writer = await SegmentWriter.create(dir, 1, 100);
    expect([writer.hasRoom(100), writer.hasRoom(101), writer.fullness]).toEqual([true, false, 0]);
    expect([writer.place(40), writer.place(10), writer.fullness]).toEqual([0, 40, 0.5]);
    expect([writer.hasRoom(50), writer.hasRoom(51)]).toEqual([true, false]);
    await writer.close();
  });

  test('is asked of the disk to be kept before it is used, and before what a former process left is shipped', async () => {
    const kept = vi.spyOn(handles, 'sync');
    const [first, second] = [
      await SegmentWriter.create(dir, 1, 4_096),
      await SegmentWriter.create(dir, 2, 4_096),
    ];
    // Each file, and its name in the folder.
    expect(kept).toHaveBeenCalledTimes(4);
    await first.begin(0);
    await second.begin(0);
    for (const writer of [first, second]) await writer.close();
    kept.mockClear();
    expect((await recoverSegments(dir)).segments).toHaveLength(2);
    expect(kept).toHaveBeenCalledTimes(2);
  });

  test('leaves nothing behind where there is no room for it', async () => {
    vi.spyOn(handles, 'sync').mockRejectedValueOnce(noSpace());
    await expect(SegmentWriter.create(dir, 1, 4_096)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(dir)).toEqual([]);
  });
});

test('of a damaged segment the first copy stays, and half a one goes where the disk takes no more', async () => {
  const path = join(dir, '1.segment');
  writeFileSync(path, 'first');
  vi.spyOn(handles, 'writeFile').mockRejectedValueOnce(noSpace());
  expect(await keepDamaged(path)).toBeNull();
  expect(readdirSync(dir)).toEqual(['1.segment']);
  expect(await keepDamaged(path)).toBe(`${path}.damaged`);
  writeFileSync(path, 'second');
  expect(await keepDamaged(path)).toBe(`${path}.damaged`);
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('first');
  vi.spyOn(handles, 'writeFile').mockRejectedValueOnce(new Error('asked wrongly'));
  rmSync(`${path}.damaged`);
  await expect(keepDamaged(path)).rejects.toThrow('asked wrongly');
});
