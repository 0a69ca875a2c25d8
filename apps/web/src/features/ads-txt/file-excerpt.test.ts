import { expect, it } from 'vitest';
import { fileExcerpt } from './file-excerpt.ts';

it('shows a short file whole, with the added line', () => {
  expect(fileExcerpt('a\r\nb\r\n', [2])).toEqual([
    { number: 1, text: 'a', isAdded: false },
    { number: 2, text: 'b', isAdded: true },
  ]);
});

it('shows of a long file what stands around the added line, and counts the rest', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const parts = fileExcerpt(text, [50]);
  expect(parts[0]).toEqual({ number: 1, skipped: 43 });
  expect(parts.at(-1)).toEqual({ number: 57, skipped: 44 });
  expect(parts).toHaveLength(15);
  const complete = fileExcerpt(text, []);
  expect([complete.length, complete.at(-1)]).toEqual([8, { number: 8, skipped: 93 }]);
});

it('shows a file of 24 lines whole, and leaves out of one of 25', () => {
  const partsOf = (lines: number) => fileExcerpt(Array(lines).fill('a').join('\n'), [1]).length;
  expect([24, 25].map(partsOf)).toEqual([24, 8]);
});
