import { expect, it } from 'vitest';
import { readInPieces, rowsSoFar } from './read-in-pieces.ts';

it('says how many rows so many bytes are, and never all before the end', () => {
  expect(rowsSoFar(1_000, 0, 10_000)).toBe(0);
  expect(rowsSoFar(1_000, 5_000, 10_000)).toBe(500);
  expect(rowsSoFar(1_000, 9_999, 10_000)).toBe(999);
  expect(rowsSoFar(1_000, 20_000, 10_000)).toBe(999);
  expect(rowsSoFar(0, 20, 0)).toBe(0);
  expect(rowsSoFar(0, 20, 10)).toBe(0);
});

it('takes a file as it comes, in its order and under its name', async () => {
  const piece = (letter: string, length: number) => new TextEncoder().encode(letter.repeat(length));
  // More than is kept in one piece, so that some are put together on the way.
  const pieces = [piece('a', 5_000_000), piece('b', 5_000_000), piece('c', 3)];
  const headers = {
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="report.csv"',
    'placard-file-rows': '100',
    'placard-file-bytes': '10000000',
  };
  const told: number[] = [];
  const content = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const each of pieces) controller.enqueue(each);
      controller.close();
    },
  });
  const response = new Response(content, { headers });
  const file = await readInPieces(({ rows, total }) => told.push(rows, total))(response);
  expect([file.name, file.type, file.size]).toEqual(['report.csv', 'text/csv', 10_000_003]);
  expect((await file.text()).replace(/(.)\1*/g, '$1')).toBe('abc');
  expect(told).toEqual([0, 100, 50, 100, 99, 100, 99, 100]);
});

it('takes a file of which nothing is said', async () => {
  const told: unknown[] = [];
  const file = await readInPieces((progress) => told.push(progress))(new Response('a'));
  expect([file.size, told]).toEqual([
    1,
    [
      { rows: 0, total: 0 },
      { rows: 0, total: 0 },
    ],
  ]);
});
