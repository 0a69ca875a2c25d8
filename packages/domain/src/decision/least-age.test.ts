import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../event-kind.ts';
import { leastAgeMs } from './least-age.ts';

describe('the least age of an event', () => {
  test('is what the definition of a viewable impression asks for, and what a person needs to click', () => {
    expect(leastAgeMs('viewable', false, false)).toBe(1_000);
    expect(leastAgeMs('viewable', true, false)).toBe(2_000);
    expect(leastAgeMs('click', false, false)).toBe(300);
    expect(leastAgeMs('click', true, false)).toBe(300);
    expect(leastAgeMs('impression', true, false)).toBe(0);
  });

  test('allows for the difference of two clocks, a tenth of a second', () => {
    expect(leastAgeMs('viewable', false, true)).toBe(900);
    expect(leastAgeMs('viewable', true, true)).toBe(1_900);
    expect(leastAgeMs('click', false, true)).toBe(200);
  });

  test('is never below nothing', () => {
    for (const kind of EVENT_KINDS) expect(leastAgeMs(kind, false, true)).toBeGreaterThanOrEqual(0);
  });
});
