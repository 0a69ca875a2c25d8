import { expect, it } from 'vitest';
import { shownAverage, wholeCents } from './shown-amount.ts';

const text = ({ dollars, beyond }: ReturnType<typeof wholeCents>) => `${beyond}${dollars}`;

it('a sum is cut off at its cents, and what is less than one is no nothing', () => {
  expect([0, 0.009999, 0.01, 2.8199, 377.97221, -0.005, -0.019].map((sum) => text(wholeCents(sum)))).toEqual([
    ...['0', '<0.01', '0.01', '2.81', '377.97', '>-0.01', '-0.01'],
  ]);
  // A float below its cent is that cent.
  expect(text(wholeCents(0.1 + 0.7))).toBe('0.8');
});

it('an average is rounded: to cents, below a dollar to hundredths of them', () => {
  expect([0, 0.00004, 0.00006, 0.76283, 0.99996, 1, 2.8175].map((one) => text(shownAverage(one)))).toEqual([
    ...['0', '<0.0001', '0.0001', '0.7628', '1', '1', '2.82'],
  ]);
});

it('what is less than nothing by too little to be shown says so, and nothing has no sign', () => {
  expect([-0.00003, -0.00005, -0.00006, -0.76283, -2.8175].map((one) => text(shownAverage(one)))).toEqual([
    ...['>-0.0001', '>-0.0001', '-0.0001', '-0.7628', '-2.82'],
  ]);
  for (const nothing of [wholeCents(-0), wholeCents(-1e-9), shownAverage(-0)])
    expect(Object.is(nothing.dollars, 0)).toBe(true);
});
