import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('cuts where the length is reached, and before a letter that would be halved', () => {
  expect([cutText('abcd', 4), cutText('abcd', 3), cutText('abcd', 0)]).toEqual(['abcd', 'abc', '']);
  expect([cutText('ab🎪', 4), cutText('ab🎪', 3), cutText('ab🎪c', 4)]).toEqual(['ab🎪', 'ab', 'ab🎪']);
});

it('leaves text of what was text, a unit short at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
      const cut = cutText(text, most);
      expect([text.startsWith(cut), cut.isWellFormed()]).toEqual([true, true]);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
      expect(cut.length).toBeLessThanOrEqual(most);
    }),
  );
});
