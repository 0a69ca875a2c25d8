import { plannedBy } from '@placard/domain/pacing/day-plan';
import { ALL_WEEKDAYS } from '@placard/domain/targeting/schedule';
import { type Chart, lineChart } from './chart.ts';
import { dayCurve, PacingWorld, type SimulatedAdSet, START_MS, simulatedAdSets } from './pacing-world.ts';
import type { Simulation } from './simulation.ts';

const AD_SETS = 60;
const DAY_S = 86_400;
const HOURS = 24;
const SEED = 4;
/** Views a second for each that the ad sets together need; half of them are enough only where all are won. */
const PLENTY = 3;

type Scenario = {
  readonly name: string;
  readonly says: string;
  /** Supply by the second, beside what the budgets need. */
  readonly supply: (second: number) => number;
  readonly workerIsThere?: (second: number) => boolean;
};

const isSpike = (second: number) =>
  [10, 13, 16, 20].some((hour) => second >= hour * 3_600 && second < hour * 3_600 + 300);
const isOut = (second: number) => second >= 11 * 3_600 && second < 11.5 * 3_600;

const SCENARIOS: readonly Scenario[] = [
  { name: 'even', says: 'as many visitors at each hour', supply: () => PLENTY },
  { name: 'day', says: 'quiet nights, busy evenings', supply: (second) => PLENTY * dayCurve(second) },
  {
    name: 'spikes',
    says: 'the same, and eight times as many for five minutes at 10, 13, 16 and 20 h',
    supply: (second) => PLENTY * dayCurve(second) * (isSpike(second) ? 8 : 1),
  },
  {
    name: 'outage',
    says: 'the same, and nobody at all from 11 to 11:30 h',
    supply: (second) => (isOut(second) ? 0 : PLENTY * dayCurve(second)),
  },
  {
    name: 'no worker',
    says: 'the same, and neither settlement nor plans from 11 to 11:30 h',
    supply: (second) => PLENTY * dayCurve(second),
    workerIsThere: (second) => !isOut(second),
  },
  {
    name: 'thin',
    says: 'two thirds of what the budgets need',
    supply: (second) => (2 / 3) * dayCurve(second),
  },
];

/** Views a second that all budgets need, spread over the day. */
export function neededPerSecond(adSets: readonly SimulatedAdSet[]): number {
  let views = 0;
  for (const { isCpc, priceMicros, dailyMicros, viewableRate, clickRate } of adSets) {
    const perView = 0.97 * (isCpc ? priceMicros * clickRate : (priceMicros / 1_000) * viewableRate);
    views += dailyMicros / perView;
  }
  return views / DAY_S;
}

/** What the books should show of an ad set by the end of each hour. */
export function plannedByHour(adSet: SimulatedAdSet): number[] {
  const { startMinute, endMinute } = adSet;
  const dayNumber = START_MS / (DAY_S * 1_000);
  const schedule = { startDay: dayNumber, endDay: null, startMinute, endMinute, weekdayMask: ALL_WEEKDAYS };
  return Array.from({ length: HOURS }, (_, hour) => {
    const untilMs = START_MS + (hour + 1) * 3_600_000;
    return Number(
      plannedBy({ schedule }, 'UTC', { dayNumber, budgetMicros: BigInt(adSet.dailyMicros), untilMs }),
    );
  });
}

export type DayResult = {
  /** Spent beside the day's budget, as a share of it; the middle ad set and the worst but a twentieth. */
  readonly dayErrorMedian: number;
  readonly dayErrorP95: number;
  /** Spent beside the plan by the end of an hour, as a share of the day's budget. */
  readonly hourDeviationP95: number;
  /** Shown for nothing, of all that was or would have been charged. */
  readonly unpaidShare: number;
  readonly spentShare: number;
  readonly filledShare: number;
};

/** @param seconds of the day that are simulated, all for its figures to mean anything */
export async function simulateDay(
  scenario: Scenario,
  seconds = DAY_S,
): Promise<{ result: DayResult; world: PacingWorld }> {
  const adSets = simulatedAdSets(AD_SETS, SEED);
  const world = new PacingWorld(adSets, SEED);
  const needed = neededPerSecond(adSets);
  for (let second = 0; second < seconds; second += 1) {
    await world.second(second, needed * scenario.supply(second), scenario.workerIsThere?.(second) ?? true);
  }
  world.end(seconds);
  return { result: resultOf(world), world };
}

function resultOf({ adSets, progress, views }: PacingWorld): DayResult {
  const dayErrors = adSets.map((each, at) =>
    Math.abs((progress[at]?.spentMicros ?? 0) / each.dailyMicros - 1),
  );
  const deviations = adSets.flatMap((each, at) =>
    plannedByHour(each).map(
      (planned, hour) => Math.abs((progress[at]?.byHour[hour] ?? 0) - planned) / each.dailyMicros,
    ),
  );
  const sum = (of: (each: (typeof progress)[number]) => number) =>
    progress.reduce((total, each) => total + of(each), 0);
  const spent = sum((each) => each.spentMicros);
  const unpaid = sum((each) => each.unpaidMicros);
  return {
    dayErrorMedian: quantile(dayErrors, 0.5),
    dayErrorP95: quantile(dayErrors, 0.95),
    hourDeviationP95: quantile(deviations, 0.95),
    unpaidShare: unpaid / (spent + unpaid),
    spentShare: spent / adSets.reduce((total, each) => total + each.dailyMicros, 0),
    filledShare: sum((each) => each.decisions) / views,
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** All ad sets together, by hour: planned, and spent in each scenario. */
function pictureOf(worlds: ReadonlyMap<string, PacingWorld>): Chart {
  const [first] = worlds.values();
  const adSets = first?.adSets ?? [];
  const planned = adSets.map(plannedByHour);
  const budget = adSets.reduce((total, each) => total + each.dailyMicros, 0);
  const share = (micros: readonly (readonly number[])[]) => [
    0,
    ...Array.from(
      { length: HOURS },
      (_, hour) => micros.reduce((sum, each) => sum + (each[hour] ?? 0), 0) / budget,
    ),
  ];
  return {
    title: 'Spent of all daily budgets by the hour',
    across: 'hour of the day',
    up: 'share of the budgets',
    lines: [
      { name: 'planned', values: share(planned), isPlan: true },
      ...[...worlds].map(([name, { progress }]) => ({
        name,
        values: share(progress.map(({ byHour }) => byHour)),
      })),
    ],
  };
}

export async function simulatePacing(): Promise<Simulation> {
  const worlds = new Map<string, PacingWorld>();
  const rows: string[][] = [];
  const figures: Record<string, DayResult> = {};
  for (const scenario of SCENARIOS) {
    const { result, world } = await simulateDay(scenario);
    worlds.set(scenario.name, world);
    figures[scenario.name] = result;
    rows.push([
      `**${scenario.name}**: ${scenario.says}`,
      ...[
        result.dayErrorMedian,
        result.dayErrorP95,
        result.hourDeviationP95,
        result.unpaidShare,
        result.spentShare,
        result.filledShare,
      ].map(percent),
    ]);
    console.log(`${scenario.name}: ${JSON.stringify(result)}`);
  }
  return {
    name: 'pacing',
    figures,
    picture: lineChart(pictureOf(worlds)),
    heads: [
      'a day with',
      'error at its end, median',
      'p95',
      'beside the plan at an hour’s end, p95',
      'shown unpaid',
      'of budgets spent',
      'views filled',
    ],
    rows,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.001 ? 3 : 2)} %`;
}
