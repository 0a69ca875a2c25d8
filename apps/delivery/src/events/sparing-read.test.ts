import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readFileSparing, readSparing } from './sparing-read.ts';
import { type BadSectors, withBadSectors } from './testing/bad-sectors.ts';

const SECTOR = 4_096;
const UNREADABLE_MOST = 256;

let folder: string;
let path: string;
let mend = () => {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-sectors-'));
  path = join(folder, 'file');
});
afterEach(() => mend());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No byte of it is zero. */
const contentOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at % 251) + 1));
function put(size: number): Buffer {
  const content = contentOf(size);
  writeFileSync(path, content);
  return content;
}
async function spoil(sectors: readonly number[], refuses: BadSectors['refuses'] = 'the rest') {
  mend = await withBadSectors([{ path, sectors, refuses }]);
}
function blank(content: Buffer, sectors: readonly number[]): Buffer {
  const blanked = Buffer.from(content);
  for (const sector of sectors)
    blanked.fill(0, sector * SECTOR, Math.min(blanked.length, (sector + 1) * SECTOR));
  return blanked;
}

describe('reading what a disk spares', () => {
  it('has zeros for each sector that cannot be read, and nothing else, wherever it begins', async () => {
    const size = 10 * SECTOR + 100;
    const content = put(size);
    const cases = fc.record({
      sectors: fc.uniqueArray(fc.nat(10), { maxLength: 6 }),
      refuses: fc.constantFrom('all' as const, 'the rest' as const),
      at: fc.nat(size + 10),
      room: fc.integer({ min: 1, max: size }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ sectors, refuses, at, room }) => {
        await spoil(sectors, refuses);
        const into = Buffer.alloc(room, 0xff);
        const file = await open(path, 'r');
        const { bytesRead, unreadable } = await readSparing(file, into, at);
        await file.close();
        mend();
        const expected = blank(content, sectors).subarray(at, at + room);
        expect(bytesRead).toBe(expected.length);
        expect(into.subarray(0, bytesRead).equals(expected)).toBe(true);
        const end = Math.min(size, at + room);
        const within = (sector: number) =>
          Math.max(sector * SECTOR, at) < Math.min((sector + 1) * SECTOR, end);
        expect(unreadable).toBe(sectors.filter(within).length);
      }),
      { numRuns: 100 },
    );
  });

  it.each(['all', 'the rest'] as const)('gives a whole file where a place is gone (%s)', async (refuses) => {
    const content = put(3 * SECTOR);
    await spoil([1], refuses);
    expect((await readFileSparing(path)).equals(blank(content, [1]))).toBe(true);
  });

  it('gives nothing up where the disk is away: nothing can be read, or not a mebibyte of much', async () => {
    put(3 * SECTOR);
    await spoil([0, 1, 2]);
    const said = `3 sectors of ${path} cannot be read, as where the disk is away. If the disk is there, it is set aside`;
    await expect(readFileSparing(path)).rejects.toThrow(said);
    mend();
    const content = put((UNREADABLE_MOST + 10) * SECTOR);
    const most = Array.from({ length: UNREADABLE_MOST }, (_, sector) => sector);
    await spoil(most);
    expect((await readFileSparing(path)).equals(blank(content, most))).toBe(true);
    mend();
    await spoil([...most, UNREADABLE_MOST]);
    await expect(readFileSparing(path)).rejects.toMatchObject({ code: 'EIO' });
  });

  it('passes other faults on', async () => {
    await expect(readFileSparing(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
    put(1);
    const file = await open(path, 'r');
    await file.close();
    await expect(readSparing(file, Buffer.alloc(1), 0)).rejects.toThrow();
  });
});
