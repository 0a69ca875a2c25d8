import { describe, expect, test } from 'vitest';
import { lineChart } from './chart.ts';
import { neededPerSecond, plannedByHour, quantile, simulateDay } from './pacing.ts';
import { dayCurve, PacingWorld, simulatedAdSets } from './pacing-world.ts';
import { Draws } from './random.ts';

describe('the pacing simulation', () => {
  test('charges no budget beyond what it is, and says what was shown for nothing', async () => {
    // One small ad set in front of far too many visitors, its plan a minute old at all times.
    const [adSet] = simulatedAdSets(1, 1);
    if (adSet === undefined) throw new Error('no ad set was made');
    const world = new PacingWorld(
      [{ ...adSet, isCpc: false, dailyMicros: 50_000, startMinute: 0, endMinute: 0 }],
      1,
    );
    for (let second = 0; second < 600; second += 1) await world.second(second, 500, second % 60 === 0);
    world.end(600);
    const [progress] = world.progress;
    expect(progress?.spentMicros).toBeGreaterThan(0);
    expect(progress?.spentMicros).toBeLessThanOrEqual(50_000);
    expect(world.views).toBeGreaterThan(290_000);
  });

  test('is the same run for the same seed', async () => {
    const run = async () => {
      const { world } = await simulateDay({ name: 'even', says: '', supply: () => 3 }, 60);
      return world.progress.map(({ decisions, spentMicros }) => [decisions, spentMicros]);
    };
    const first = await run();
    expect(await run()).toEqual(first);
    expect(first.some(([decisions]) => (decisions ?? 0) > 0)).toBe(true);
  });

  test('plans the whole budget for the hours of an ad set', () => {
    const [always] = simulatedAdSets(1, 1);
    if (always === undefined) throw new Error('no ad set was made');
    const noon = plannedByHour({ ...always, dailyMicros: 2_400, startMinute: 720, endMinute: 1_080 });
    expect([noon[11], noon[12], noon[17], noon[23]]).toEqual([0, 400, 2_400, 2_400]);
    expect(plannedByHour({ ...always, dailyMicros: 2_400, startMinute: 0, endMinute: 0 })[5]).toBe(600);
  });

  test('needs as many views as its budgets buy', () => {
    const [adSet] = simulatedAdSets(1, 1);
    if (adSet === undefined) throw new Error('no ad set was made');
    const thousandViews = {
      ...adSet,
      isCpc: false,
      viewableRate: 1,
      priceMicros: 970_000,
      dailyMicros: 940_900,
    };
    expect(neededPerSecond([thousandViews]) * 86_400).toBeCloseTo(1_000, 6);
  });

  test('has a day of one view a second on average, and draws as many as it should', () => {
    let sum = 0;
    for (let second = 0; second < 86_400; second += 60) sum += dayCurve(second);
    expect(sum / 1_440).toBeCloseTo(1, 1);
    const draws = new Draws(3);
    for (const mean of [0.5, 20, 400]) {
      let total = 0;
      for (let turn = 0; turn < 2_000; turn += 1) total += draws.arrivals(mean);
      expect(Math.abs(total / 2_000 / mean - 1)).toBeLessThan(0.06);
    }
    expect([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99)]).toEqual([2, 3]);
  });
});

test('a chart draws each line over all of its steps, and names it', () => {
  const picture = lineChart({
    title: 'Spent',
    across: 'hour',
    up: 'share',
    lines: [
      { name: 'planned', values: [0, 0.5, 1], isPlan: true },
      { name: 'even', values: [0, 0.4, 0.9] },
    ],
  });
  expect(picture.match(/<polyline points="([^"]*)"/g)).toHaveLength(2);
  expect(picture).toContain('64.0,348.0 337.0,196.0 610.0,44.0');
  for (const text of ['>planned<', '>even<', '>100 %<', 'aria-label="Spent"'])
    expect(picture).toContain(text);
});
