import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nativeBlock, numbers, sums, texts } from './native-block.ts';

const bytesOf = (bytes: Uint8Array | readonly Uint8Array[]) =>
  bytes instanceof Uint8Array ? [...bytes] : bytes.flatMap((piece) => [...piece]);

describe('a block of the format Native', () => {
  it('is how many columns and rows, then names, types and values', () => {
    const block = nativeBlock(2, [
      { name: 'a', type: 'UInt8', bytes: numbers('UInt8', Uint32Array.of(1, 255)) },
      { name: 'b', type: 'UInt16', bytes: numbers('UInt16', Uint32Array.of(1, 65_535)) },
    ]);
    const expected = [2, 2, 1, 97, 5, ...Buffer.from('UInt8'), 1, 255, 1, 98, 6, ...Buffer.from('UInt16')];
    expect(bytesOf(block)).toEqual([...expected, 1, 0, 255, 255]);
  });

  it('tells lengths of seven bits in one byte, and longer ones in more', () => {
    expect(bytesOf(nativeBlock(127, []))).toEqual([0, 127]);
    expect(bytesOf(nativeBlock(128, []))).toEqual([0, 128, 1]);
    expect(bytesOf(nativeBlock(100_000, []))).toEqual([0, 0xa0, 0x8d, 0x06]);
  });

  it('has sums as whole numbers of 64 bits, also what is negative', () => {
    const safe = fc.maxSafeInteger();
    fc.assert(
      fc.property(fc.array(safe), (sums) => {
        const bytes = numbers('Int64', Float64Array.from(sums));
        expect(new BigInt64Array(bytes.buffer)).toEqual(BigInt64Array.from(sums.map(BigInt)));
      }),
    );
  });

  it('leaves out sums that are 0 throughout, and sends those of up to 32 bits as such', () => {
    expect(sums('a', Float64Array.of(0, 0))).toBeNull();
    expect(sums('a', new Float64Array(0))).toBeNull();
    const typeOf = (...values: number[]) => sums('a', Float64Array.from(values))?.type;
    expect(typeOf(0, 1)).toBe('UInt32');
    expect(typeOf(2 ** 32 - 1)).toBe('UInt32');
    expect(typeOf(2 ** 32)).toBe('Int64');
    expect(typeOf(1, -1)).toBe('Int64');
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1 }), (values) => {
        const column = sums('a', Float64Array.from([...values, 1]));
        const bytes = column?.bytes ?? new Uint8Array();
        const read =
          column?.type === 'Int64'
            ? [...new BigInt64Array(bytes.buffer)].map(Number)
            : [...new Uint32Array(bytes.buffer)];
        expect(read).toEqual([...values, 1].map((value) => value + 0));
      }),
    );
  });

  it('has texts with their length before them, each reckoned once', () => {
    const asked: number[] = [];
    const bytes = texts(Uint32Array.of(1, 0, 1), (value) => {
      asked.push(value);
      return value === 0 ? '' : 'DE';
    });
    expect(bytesOf(bytes)).toEqual([2, 68, 69, 0, 2, 68, 69]);
    expect(asked).toEqual([1, 0]);
  });

  it('finds each text by its value of 16 bits, and refuses a larger one', () => {
    const textOf = (value: number) => 'x'.repeat(value % 5) + String(value);
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 16 - 1)), (values) => {
        const expected = values.flatMap((value) => {
          const bytes = Buffer.from(textOf(value));
          return [bytes.length, ...bytes];
        });
        expect(bytesOf(texts(Uint32Array.from(values), textOf))).toEqual(expected);
      }),
    );
    expect(bytesOf(texts(Uint32Array.of(2 ** 16 - 1), textOf))).toHaveLength(6);
    expect(() => texts(Uint32Array.of(2 ** 16), textOf)).toThrow(RangeError);
  });
});
