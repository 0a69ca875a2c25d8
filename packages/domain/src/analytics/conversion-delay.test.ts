import { expect, it } from 'vitest';
import { CONVERSION_DELAY_HOURS, conversionDelay } from './conversion-delay.ts';

it('steps end before the next begins', () => {
  const hour = 3_600_000;
  for (const [at, hours] of CONVERSION_DELAY_HOURS.entries()) {
    expect(conversionDelay(hours * hour)).toBe(hours);
    expect(conversionDelay(hours * hour - 1)).toBe(CONVERSION_DELAY_HOURS[Math.max(0, at - 1)]);
  }
  expect(CONVERSION_DELAY_HOURS).toEqual([0, 1, 6, 24, 48, 168, 336]);
  expect([-1, 30 * 24 * hour].map(conversionDelay)).toEqual([0, 336]);
});
