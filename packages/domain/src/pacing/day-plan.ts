import { type Micros, minMicros } from '../micros.ts';
import type { Schedule } from '../targeting/schedule.ts';
import { startOfLocalDayMs } from '../time-zone.ts';
import { OPEN_END_DAYS } from './plan.ts';
import { servingMs, servingMsOfDay, servingMsOfDays } from './serving-time.ts';
import { type PaceClaim, sharedPaces } from './share-pace.ts';

/** How today's spend stands against an even one. idle: nothing is planned by now. done: today's budget is spent. */
export const PACE_STATES = ['on_plan', 'behind', 'ahead', 'done', 'idle'] as const;
export type PaceState = (typeof PACE_STATES)[number];

/** An ad set's part of a flight: what limits it, and when it may run. Dates are the schedule's. */
export type FlightAdSet = {
  readonly adSetId: number;
  readonly schedule: Schedule;
  readonly totalMicros: Micros;
  readonly dailyMicros: Micros | null;
};

export type FlightLimits = {
  readonly timeZone: string;
  readonly campaignTotalMicros: Micros;
  readonly campaignDailyMicros: Micros | null;
};

const HOUR_MS = 3_600_000;

type Span = { readonly fromDay: number; readonly toDay: number; readonly ms: number };
/** Beyond it a new sum is cheaper than moving the old one. */
const MOVED_DAYS = 14;

/** Milliseconds on which an ad set may run. Of the days asked for last the sum is kept: a flight moves on by days. */
class ServingDays {
  readonly #schedule: Schedule;
  readonly #timeZone: string;
  #last: Span | null = null;

  constructor(schedule: Schedule, timeZone: string) {
    this.#schedule = schedule;
    this.#timeZone = timeZone;
  }

  of(dayNumber: number): number {
    return servingMsOfDay(this.#schedule, this.#timeZone, dayNumber);
  }

  /** Both days included. */
  between(fromDay: number, toDay: number): number {
    const last = this.#last;
    const moved = last === null ? MOVED_DAYS + 1 : fromDay - last.fromDay + toDay - last.toDay;
    let ms = 0;
    if (last !== null && fromDay >= last.fromDay && toDay >= last.toDay && moved <= MOVED_DAYS) {
      ms = last.ms;
      for (let day = last.fromDay; day < fromDay; day += 1) ms -= this.of(day);
      for (let day = last.toDay + 1; day <= toDay; day += 1) ms += this.of(day);
    } else ms = servingMsOfDays(this.#schedule, this.#timeZone, fromDay, toDay);
    this.#last = { fromDay, toDay, ms };
    return ms;
  }
}

/**
 * What pacing means each ad set to spend on each day: the rules of planOf, a day at a time.
 */
export class FlightPlan {
  readonly #adSets: readonly FlightAdSet[];
  readonly #limits: FlightLimits;
  readonly #serving: readonly ServingDays[];

  constructor(adSets: readonly FlightAdSet[], limits: FlightLimits) {
    this.#adSets = adSets;
    this.#limits = limits;
    this.#serving = adSets.map(({ schedule }) => new ServingDays(schedule, limits.timeZone));
  }

  /**
   * @param spentBefore micros that each ad set had spent when the day began, in their order
   * @returns what each should spend on the day
   */
  ofDay(dayNumber: number, spentBefore: readonly Micros[]): Micros[] {
    const spent = spentBefore.reduce((sum, micros) => sum + micros, 0n);
    const wishes = this.#adSets.map((adSet, index) =>
      this.#wish(adSet, dayNumber, { index, leftMicros: adSet.totalMicros - (spentBefore[index] ?? 0n) }),
    );
    const { campaignTotalMicros, campaignDailyMicros } = this.#limits;
    // As pacing does: what they share is divided before it is spread over the days.
    const left = positive(campaignTotalMicros - spent);
    const limit = campaignDailyMicros === null ? left : minMicros(left, campaignDailyMicros);
    const paces = sharedPaces(wishes, limit);
    return wishes.map(({ todayMs, spreadMs }, index) =>
      todayMs === 0 ? 0n : ((paces[index] ?? 0n) * BigInt(todayMs)) / BigInt(spreadMs),
    );
  }

  /**
   * The whole flight as it would go if every day went as planned, from the first day on; a day at a time, so that
   * whoever asks for years of many ad sets can do something else between two of them.
   */
  *ofDays(fromDay: number, toDay: number): Generator<Micros[]> {
    const spent = this.#adSets.map(() => 0n);
    for (let day = fromDay; day <= toDay; day += 1) {
      const planned = this.ofDay(day, spent);
      for (const [index, micros] of planned.entries()) spent[index] = (spent[index] ?? 0n) + micros;
      yield planned;
    }
  }

  /** What it could use, and over which of its time; all of it today where it has a daily budget. */
  #wish(
    adSet: FlightAdSet,
    dayNumber: number,
    of: { readonly index: number; readonly leftMicros: Micros },
  ): PaceClaim & { readonly todayMs: number } {
    const days = this.#serving[of.index];
    const todayMs = days?.of(dayNumber) ?? 0;
    const left = positive(of.leftMicros);
    const daily = adSet.dailyMicros ?? this.#limits.campaignDailyMicros;
    if (daily !== null) {
      return { paceMicros: minMicros(left, daily), todayMs, spreadMs: todayMs, isOfToday: true };
    }
    const lastDay = adSet.schedule.endDay ?? dayNumber + OPEN_END_DAYS - 1;
    const spreadMs = days?.between(dayNumber, lastDay) ?? 0;
    return { paceMicros: left, todayMs, spreadMs, isOfToday: lastDay <= dayNumber };
  }
}

/** What should be spent by an instant of a day, of what the day may cost. */
export function plannedBy(
  adSet: Pick<FlightAdSet, 'schedule'>,
  timeZone: string,
  day: { readonly dayNumber: number; readonly budgetMicros: Micros; readonly untilMs: number },
): Micros {
  const fromMs = startOfLocalDayMs(timeZone, day.dayNumber);
  const endMs = startOfLocalDayMs(timeZone, day.dayNumber + 1);
  const wholeMs = servingMs(adSet.schedule, timeZone, fromMs, endMs);
  if (wholeMs === 0) return 0n;
  const passedMs = servingMs(adSet.schedule, timeZone, fromMs, Math.min(day.untilMs, endMs));
  return (day.budgetMicros * BigInt(passedMs)) / BigInt(wholeMs);
}

/** Ends of a local day's hours, as instants: 24 of them, or one more or less when clocks change. */
export function hourEndsOf(timeZone: string, dayNumber: number): number[] {
  const endMs = startOfLocalDayMs(timeZone, dayNumber + 1);
  const ends: number[] = [];
  for (let at = startOfLocalDayMs(timeZone, dayNumber) + HOUR_MS; at < endMs; at += HOUR_MS) ends.push(at);
  ends.push(endMs);
  return ends;
}

/** A tenth of the plan, or a fiftieth of the day's budget, is within what an uneven hour brings. */
const NEAR_PLAN = 10n;
const NEAR_BUDGET = 50n;

export function paceState(today: {
  readonly budgetMicros: Micros;
  readonly plannedMicros: Micros;
  readonly spentMicros: Micros;
}): PaceState {
  const { budgetMicros, plannedMicros, spentMicros } = today;
  if (budgetMicros <= 0n) return spentMicros > 0n ? 'done' : 'idle';
  if (spentMicros >= budgetMicros) return 'done';
  if (plannedMicros === 0n && spentMicros === 0n) return 'idle';
  const near = plannedMicros / NEAR_PLAN + budgetMicros / NEAR_BUDGET;
  if (spentMicros < plannedMicros - near) return 'behind';
  return spentMicros > plannedMicros + near ? 'ahead' : 'on_plan';
}

function positive(micros: Micros): Micros {
  return micros > 0n ? micros : 0n;
}
