import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NetworkLines } from './network-table.ts';

const AMAZON = 16509;
const A_PEOPLES_NETWORK = 3320;

function tableOf(...rows: readonly string[]) {
  const lines = new NetworkLines();
  for (const row of rows) lines.add(row);
  return lines.table();
}

const text4 = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255).join('.');
const text6 = (network: number, host: string) => `2001:db8:0:${network.toString(16)}:${host}`;

describe('the networks of hosters', () => {
  test.each([
    `3.0.0.0\t3.0.0.255\t${AMAZON}\tUS\tAMAZON-02`,
    `3.0.0.0,3.0.0.255,${AMAZON},"Amazon.com, Inc."`,
    `"3.0.0.0","3.0.0.255","${AMAZON}","Amazon.com, Inc."\r`,
  ])('are read from tabs, commas and quotes, and hold both edges: %j', (line) => {
    const table = tableOf(line);
    const found = ['2.255.255.255', '3.0.0.0', '3.0.0.255', '3.0.1.0'].map((each) => table.has(each));
    expect(found).toEqual([false, true, true, false]);
    expect(table.has('::ffff:3.0.0.255')).toBe(true);
    expect(table.has('::ffff:300:100')).toBe(false);
  });

  test('leave out networks of people', () => {
    expect(tableOf(`3.0.0.0\t3.0.0.255\t${A_PEOPLES_NETWORK}\tDE\tDTAG`).size).toBe(0);
  });

  test('reach from the first address of all to the last', () => {
    const table = tableOf(
      `0.0.0.0,255.255.255.255,${AMAZON}`,
      `::,ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,${AMAZON}`,
    );
    for (const each of ['0.0.0.0', '255.255.255.255', '::', 'ffff:ffff:ffff:ffff::1'])
      expect(table.has(each)).toBe(true);
    for (const each of ['', '1.2.3', '1.2.3.256', '1.2.3.4.5', ':::', 'unknown'])
      expect(table.has(each)).toBe(false);
  });

  test('hold of IPv6 what belongs to them by the whole /64', () => {
    const table = tableOf(`2001:db8:0:1::1,2001:db8:0:3:ffff:ffff:ffff:fffe,${AMAZON}`);
    expect([1, 2, 3].map((each) => table.has(text6(each, ':5')))).toEqual([false, true, false]);
  });

  test.each([
    '',
    '3.0.0.0',
    `3.0.0.0\t\t${AMAZON}`,
    '3.0.0.0\t3.0.0.255\tAS16509',
    `3.0.0.9\t3.0.0.0\t${AMAZON}`,
    `3.0.0.0\t3.0.0.256\t${AMAZON}`,
    `50331648\t50331903\t${AMAZON}`,
    `3.0.0.0\t2001:db8::\t${AMAZON}`,
    `2001:db8::\t2001:db7::\t${AMAZON}`,
    `2001:db8::2\t2001:db8::1\t${AMAZON}`,
  ])('refuse the line %j', (line) => {
    expect(() => tableOf(line)).toThrow('line 1');
  });

  const range = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 9 }), fc.boolean())
    .map(([start, length, hosted]) => ({ start, end: start + length, hosted }));

  test('hold exactly what one of the ranges holds, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const base = 0x7f_ff_ff_e0;
        const table = tableOf(
          ...ranges.flatMap(({ start, end, hosted }) => {
            const system = hosted ? AMAZON : A_PEOPLES_NETWORK;
            return [
              `${text4(base + start)}\t${text4(base + end)}\t${system}`,
              `${text6(start, ':')},${text6(end, 'ffff:ffff:ffff:ffff')},${system}`,
            ];
          }),
        );
        for (let at = 0; at <= 70; at += 1) {
          const naive = ranges.some(({ start, end, hosted }) => hosted && start <= at && at <= end);
          expect(table.has(text4(base + at))).toBe(naive);
          expect(table.has(text6(at, ':1'))).toBe(naive);
          expect(table.has(`::ffff:${text4(base + at)}`)).toBe(naive);
        }
      }),
    );
  });

  test('are one where they touch or overlap', () => {
    expect(
      tableOf(
        ...[`3.0.1.0,3.0.1.255,${AMAZON}`, `3.0.0.0,3.0.0.255,${AMAZON}`],
        ...[`2001:db8::,2001:db8:0:5:ffff:ffff:ffff:ffff,${AMAZON}`, `2001:db8:0:6::,2001:db8:1::,${AMAZON}`],
      ).size,
    ).toBe(2);
  });
});
