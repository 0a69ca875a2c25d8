import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedText } from './file-text.ts';

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

describe('the text of a file', () => {
  it('is read in UTF-8 with or without a mark, and in UTF-16 with one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.startsWith('\uFEFF'));
        expect(decodedText(new TextEncoder().encode(text))).toBe(text);
        expect(decodedText(new TextEncoder().encode(`\uFEFF${text}`))).toBe(text);
        expect(decodedText(utf16(text))).toBe(text);
        expect(decodedText(new Uint8Array(Buffer.from(utf16(text)).swap16()))).toBe(text);
      }),
    );
  });

  it.each([
    ['Latin-1', Buffer.from('id,name\n1,Frühling', 'latin1')],
    ['a letter that is cut off', Buffer.from('Frü').subarray(0, 3)],
    ['half a letter of UTF-16', utf16('ab').subarray(0, 5)],
  ])('is nothing in %s', (_, bytes) => expect(decodedText(new Uint8Array(bytes))).toBeNull());
});
