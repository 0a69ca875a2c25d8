import { describe, expect, test } from 'vitest';
import { anyQuestion, ForecastWorld, KINDS, simulateForecasts } from './forecast.ts';
import { Draws } from './random.ts';

const kindOf = (name: string) => {
  const kind = KINDS.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
};

describe('the forecast simulation', () => {
  test('finds what came within what was said about as often as that is promised, and misses on both sides', () => {
    const { within, below, above } = simulateForecasts(kindOf('lively'), 3, 150);
    expect(within).toBeGreaterThan(0.68);
    expect(within).toBeLessThan(0.9);
    expect(below).toBeGreaterThan(0);
    expect(above).toBeGreaterThan(0);
    expect(within + below + above).toBeCloseTo(1);
  });

  test('is the same for the same seed', () => {
    expect(simulateForecasts(kindOf('small'), 5, 20)).toEqual(simulateForecasts(kindOf('small'), 5, 20));
  });

  test('counts as many of a day as fit: all of them for whoever takes everything', () => {
    const world = new ForecastWorld(kindOf('steady'), 1);
    world.nextDay();
    const question = { ...anyQuestion(new Draws(1)), timeZone: 'UTC' };
    const always = {
      ...question,
      schedule: { ...question.schedule, startDay: 0, startMinute: 0, endMinute: 0 },
    };
    const all = [...world.supply(1).quarters.values()].flatMap((quarters) => [...quarters]);
    expect(world.came(always, () => true)).toBe(all.reduce((sum, views) => sum + views, 0));
    expect(world.came(always, () => false)).toBe(0);
  });
});
