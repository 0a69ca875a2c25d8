import { turnsDuring } from '@placard/db/testing/turns-during';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';

const AT = new Date('2026-05-13T12:00:00Z');

it.each(['text', 'packed'] as const)(
  'lets others run after each 64 KiB of a file, however large the part is that it was given: %s',
  async (how) => {
    const content = 'a row of somebody, with a number\n'.repeat(100_000);
    const pieces: Buffer[] = [];
    const archive = new ArchiveWriter(1_000_000, async (piece) => void pieces.push(Buffer.from(piece)), AT);
    const write = {
      text: async () => await archive.text('rows', [content]),
      packed: async () => await archive.packed('rows', Buffer.from(content)),
    };
    const turns = await turnsDuring(write[how]);
    await archive.end();
    expect(turns).toBeGreaterThanOrEqual(Math.floor(content.length / 65_536));
    const files = unzipSync(Buffer.concat(pieces));
    expect(Buffer.from(files.rows ?? '').toString() === content).toBe(true);
  },
);

it('packs what comes row by row as the rows say, with others in between', async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => `row ${index} of Köln 🎈\n`);
  const pieces: Buffer[] = [];
  const archive = new ArchiveWriter(10_000_000, async (piece) => void pieces.push(Buffer.from(piece)), AT);
  const turns = await turnsDuring(() => archive.text('rows', rows));
  await archive.end();
  const content = rows.join('');
  expect(turns).toBeGreaterThanOrEqual(Math.floor(content.length / 65_536) - 1);
  const files = unzipSync(Buffer.concat(pieces));
  expect(Buffer.from(files.rows ?? '').toString() === content).toBe(true);
});

it('hands an archive on in pieces of one size, and only the last may be smaller', async () => {
  const pieces: Buffer[] = [];
  const archive = new ArchiveWriter(1_000, async (piece) => void pieces.push(Buffer.from(piece)), AT);
  const bytes = crypto.getRandomValues(new Uint8Array(3_500));
  await archive.packed('a.bin', bytes);
  await archive.text('b.txt', ['one ', 'two']);
  await archive.end();
  expect(pieces.slice(0, -1).every(({ length }) => length === 1_000)).toBe(true);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  expect([files['a.bin'], strFromU8(files['b.txt'] ?? new Uint8Array())]).toEqual([bytes, 'one two']);
});
