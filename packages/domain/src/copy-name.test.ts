import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyName } from './copy-name.ts';
import { isOneLine } from './one-line.ts';

describe('copyName', () => {
  it('marks a name that has room, and cuts one that has none', () => {
    expect(copyName('Spring', 200)).toBe('Spring (copy)');
    expect(copyName('x'.repeat(193), 200)).toBe(`${'x'.repeat(193)} (copy)`);
    expect(copyName('x'.repeat(194), 200)).toBe(`${'x'.repeat(193)} (copy)`);
    expect(copyName(`${'x'.repeat(192)} y`, 200)).toBe(`${'x'.repeat(192)} (copy)`);
  });

  it('cuts no character in two', () => {
    expect(copyName(`${'x'.repeat(192)}🏳️‍🌈`, 200)).toBe(`${'x'.repeat(192)} (copy)`);
    expect(copyName(`x${'\u0301'.repeat(199)}`, 200)).toBe('(copy)');
  });

  it('is always a name that may be given, also of a copy of a copy', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).map((name) => name.trim());
    const valid = names.filter((name) => name !== '' && name.length <= 200 && isOneLine(name));
    fc.assert(
      fc.property(valid, fc.integer({ min: 0, max: 40 }), (name, times) => {
        let copy = name;
        for (let count = 0; count <= times; count += 1) copy = copyName(copy, 200);
        expect(copy.length).toBeLessThanOrEqual(200);
        expect(copy).toBe(copy.trim());
        expect(isOneLine(copy)).toBe(true);
        expect(copy.endsWith('(copy)')).toBe(true);
      }),
    );
  });
});
