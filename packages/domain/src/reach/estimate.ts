import { type MinimumBidCard, minimumBidMicros, reachesMinimum } from '../decision/minimum-bids.ts';
import { CLICK_RATE_PRIOR, effectiveCpmMicros, type PricedObjective } from '../decision/price.ts';
import type { Micros } from '../micros.ts';
import { OPEN_END_DAYS } from '../pacing/plan.ts';
import { type Schedule, withinHours } from '../targeting/schedule.ts';
import { DAY_MS, offsetMinutesAt, QUARTER_HOUR_MS, weekdayOfNumber } from '../time-zone.ts';
import { WIDGET_TYPES } from '../widget/rules.ts';
import { type DayRange, rangeOfDay } from './day-range.ts';
import type { Supply, SupplyCells, SupplyWidget } from './supply.ts';

export type ReachQuestion = {
  readonly objective: PricedObjective;
  /** What is paid for 1,000 viewable impressions or a click. */
  readonly priceMicros: number;
  /** The network's minimum bids. */
  readonly bidCard: MinimumBidCard;
  readonly totalBudgetMicros: Micros | null;
  readonly dailyBudgetMicros: Micros | null;
  /** Empty = everywhere. */
  readonly locations: readonly string[];
  readonly devices: readonly string[];
  /** Empty = any. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly schedule: Schedule;
  readonly timeZone: string;
  /** Today, as days since 1970-01-01, in `timeZone`. */
  readonly today: number;
};

/** Figures of a day on which the ad set runs, not rounded. */
export type Reach = {
  readonly views: number;
  /** What eight of ten days are expected to bring. */
  readonly viewsOfMostDays: DayRange;
  readonly widgets: number;
  readonly websites: number;
  readonly affordable: {
    readonly budgetMicros: Micros;
    readonly viewables: number;
    readonly clicks: number | null;
  } | null;
  readonly limitedBy: 'budget' | 'traffic' | null;
};

/** Seven of ten impressions come into view, weighed as if a thousand had been seen. */
const VIEWABLE_PRIOR = { viewables: 700, impressions: 1_000 } as const;

export function estimateReach(supply: Supply, question: ReachQuestion): Reach {
  const running = runningPart(supply, question);
  const { views, fittingOf, widgets, websites } = whatFits(supply.cells, running, question);
  const viewsPerDay = running.days === 0 ? 0 : views / running.days;
  const affordable = affordableOf(supply, question);
  const viewableRate = viewableRateOf(supply);
  return {
    views: viewsPerDay,
    viewsOfMostDays: rangeOfDay(dailyViews(supply, running, fittingOf), viewsPerDay),
    widgets,
    websites,
    affordable,
    limitedBy:
      affordable === null ? null : affordable.viewables < viewsPerDay * viewableRate ? 'budget' : 'traffic',
  };
}

type Fitting = {
  readonly views: number;
  /** The same by country, where there are some. */
  readonly fittingOf: ReadonlyMap<string, number>;
  readonly widgets: number;
  readonly websites: number;
};

/** What can be asked of a widget, a country or a device is asked once, and of a cell no more than these answers. */
function whatFits(cells: SupplyCells, running: RunningPart, question: ReachQuestion): Fitting {
  const { widgets, countries, devices, widgetOf, countryOf, deviceOf, requests } = cells;
  const floor = effectiveCpmMicros(question.objective, question.priceMicros, null);
  const everyDevice = question.devices.length === 3;
  const offers = Uint8Array.from(widgets, (widget) =>
    Number(widget.floorMicros <= floor && sizeFits(widget, question.sizes)),
  );
  const typeOf = Uint8Array.from(widgets, ({ type }) => WIDGET_TYPES.indexOf(type));
  const isAsked = Uint8Array.from(devices, (device) =>
    Number(device === null ? everyDevice : question.devices.includes(device)),
  );
  const everywhere = question.locations.length === 0;
  const locations = new Set(question.locations);
  const share = Float64Array.from(countries, (country) =>
    everywhere || locations.has(country) ? (running.share.get(country) ?? 0) : 0,
  );
  const isEnough = enoughOf(countries, question);
  const fitting = new Float64Array(countries.length);
  const isSeen = new Uint8Array(widgets.length);
  let views = 0;
  for (let cell = 0; cell < requests.length; cell += 1) {
    const widget = widgetOf[cell] ?? 0;
    if (offers[widget] !== 1 || isAsked[deviceOf[cell] ?? 0] !== 1) continue;
    const country = countryOf[cell] ?? 0;
    const fits = (requests[cell] ?? 0) * (share[country] ?? 0);
    if (fits === 0 || isEnough[(typeOf[widget] ?? 0) * countries.length + country] !== 1) continue;
    views += fits;
    fitting[country] = (fitting[country] ?? 0) + fits;
    isSeen[widget] = 1;
  }
  const seen = widgets.filter((_, widget) => isSeen[widget] === 1);
  return {
    views,
    fittingOf: new Map(
      countries.flatMap((country, place) => {
        const fits = fitting[place] ?? 0;
        return fits === 0 ? [] : [[country, fits] as const];
      }),
    ),
    widgets: seen.length,
    websites: new Set(seen.map(({ websiteId }) => websiteId)).size,
  };
}

/** Views that fit on each whole day seen on which the ad set runs: each country's, spread as all of its requests are. */
function dailyViews(
  supply: Supply,
  running: RunningPart,
  fittingOf: ReadonlyMap<string, number>,
): readonly number[] {
  const byDay = new Map<number, { views: number; quarters: number }>();
  for (let quarter = 0; quarter < running.counted.length; quarter += 1) {
    if (running.runs[quarter] === 0) continue;
    const day = running.dayOf[quarter] ?? 0;
    const known = byDay.get(day) ?? { views: 0, quarters: 0 };
    byDay.set(day, known);
    known.quarters += 1;
    if (running.counted[quarter] === 0) continue;
    for (const [country, fitting] of fittingOf) {
      const counted = running.requestsCounted.get(country) ?? 0;
      if (counted > 0) {
        known.views += (fitting * (supply.quarters.get(country)?.[quarter] ?? 0)) / counted;
      }
    }
  }
  // The first and the last day of another time zone are seen in part. A day may be short by an hour of summer time.
  return [...byDay.values()]
    .filter(({ quarters }) => quarters >= QUARTERS_OF_DAY - QUARTERS_OF_HOUR)
    .map(({ views }) => views);
}

/** By type of widget and country: 1 where the bid reaches the minimum. */
function enoughOf(
  countries: readonly string[],
  { bidCard, objective, priceMicros }: ReachQuestion,
): Uint8Array {
  return Uint8Array.from(
    WIDGET_TYPES.flatMap((widgetType) =>
      countries.map((country) =>
        Number(reachesMinimum(priceMicros, minimumBidMicros(bidCard, { widgetType, country, objective }))),
      ),
    ),
  );
}

function sizeFits(widget: SupplyWidget, sizes: ReachQuestion['sizes']): boolean {
  return (
    sizes.length === 0 ||
    sizes.some((size) =>
      widget.sizes.some((offered) => offered.width === size.width && offered.height === size.height),
    )
  );
}

type RunningPart = {
  /** By country, which part of its requests comes within the hours and days. */
  readonly share: ReadonlyMap<string, number>;
  /** By country, how many those were. */
  readonly requestsCounted: ReadonlyMap<string, number>;
  /** On how many days the ad set ran; a part of a day counts in part. */
  readonly days: number;
  /** By quarter hour: whether it is within the hours of a day on which the ad set runs … */
  readonly counted: Uint8Array;
  /** … whether it is of such a day, and of which. */
  readonly runs: Uint8Array;
  readonly dayOf: Int32Array;
};

function runningPart(supply: Supply, question: ReachQuestion): RunningPart {
  const count = Math.round((supply.untilMs - supply.fromMs) / QUARTER_HOUR_MS);
  const running = runningQuarters(supply.fromMs, count, question);
  const days = running.days.reduce((sum, runs) => sum + runs, 0) / QUARTERS_OF_DAY;
  // A network younger than a week may not have lived any of the chosen weekdays: then each day is like the others.
  const counted = days > 0 ? running.within : running.hoursOfAnyDay;
  const share = new Map<string, number>();
  const requestsCounted = new Map<string, number>();
  for (const [country, requests] of supply.quarters) {
    let all = 0;
    let within = 0;
    for (let quarter = 0; quarter < count; quarter += 1) {
      const value = requests[quarter] ?? 0;
      all += value;
      if (counted[quarter] === 1) within += value;
    }
    share.set(country, all === 0 ? 0 : within / all);
    requestsCounted.set(country, within);
  }
  return {
    share,
    requestsCounted,
    days: days > 0 ? days : count / QUARTERS_OF_DAY,
    counted,
    runs: days > 0 ? running.days : new Uint8Array(count).fill(1),
    dayOf: running.dayOf,
  };
}

const QUARTERS_OF_HOUR = 4;
const QUARTERS_OF_DAY = DAY_MS / QUARTER_HOUR_MS;
const ANY_DAY = 0b111_1111;

function runningQuarters(fromMs: number, count: number, { schedule, timeZone }: ReachQuestion) {
  const within = new Uint8Array(count);
  const hoursOfAnyDay = new Uint8Array(count);
  const days = new Uint8Array(count);
  const dayOf = new Int32Array(count);
  for (let quarter = 0; quarter < count; quarter += 1) {
    const atMs = fromMs + quarter * QUARTER_HOUR_MS;
    const localMs = atMs + offsetMinutesAt(timeZone, atMs) * 60_000;
    const dayNumber = Math.floor(localMs / DAY_MS);
    const minuteOfDay = Math.floor((localMs - dayNumber * DAY_MS) / 60_000);
    const isoWeekday = weekdayOfNumber(dayNumber);
    const local = { dayNumber, minuteOfDay, isoWeekday };
    dayOf[quarter] = dayNumber;
    if (withinHours(schedule, local)) within[quarter] = 1;
    if (withinHours({ ...schedule, weekdayMask: ANY_DAY }, local)) hoursOfAnyDay[quarter] = 1;
    if (((schedule.weekdayMask >> (isoWeekday - 1)) & 1) === 1) days[quarter] = 1;
  }
  return { within, hoursOfAnyDay, days, dayOf };
}

function viewableRateOf({ counted }: Supply): number {
  const impressions = Math.max(counted.impressions, counted.viewables);
  return (VIEWABLE_PRIOR.viewables + counted.viewables) / (VIEWABLE_PRIOR.impressions + impressions);
}

function affordableOf(supply: Supply, question: ReachQuestion): Reach['affordable'] {
  const budgetMicros = budgetOfDay(question);
  if (budgetMicros === null) return null;
  const bought = Number(budgetMicros) / question.priceMicros;
  if (question.objective === 'BRAND_AWARENESS') {
    return { budgetMicros, viewables: bought * 1_000, clicks: null };
  }
  const { impressions, clicks } = supply.counted;
  const clickRate =
    (CLICK_RATE_PRIOR.clicks + clicks) / (CLICK_RATE_PRIOR.impressions + Math.max(impressions, clicks));
  return { budgetMicros, viewables: (bought / clickRate) * viewableRateOf(supply), clicks: bought };
}

/** The daily budget, or the total spread over the days on which it runs, as pacing spreads it. */
function budgetOfDay({
  totalBudgetMicros,
  dailyBudgetMicros,
  schedule,
  today,
}: ReachQuestion): Micros | null {
  if (dailyBudgetMicros !== null) {
    return totalBudgetMicros !== null && totalBudgetMicros < dailyBudgetMicros
      ? totalBudgetMicros
      : dailyBudgetMicros;
  }
  if (totalBudgetMicros === null) return null;
  const first = Math.max(today, schedule.startDay);
  const last = schedule.endDay ?? first + OPEN_END_DAYS - 1;
  let days = 0;
  for (let day = first; day <= last; day += 1) {
    if (((schedule.weekdayMask >> (weekdayOfNumber(day) - 1)) & 1) === 1) days += 1;
  }
  return totalBudgetMicros / BigInt(Math.max(1, days));
}

/** 12,345 → 12,000: nobody's exact traffic is told, and no more is promised than an estimate knows. */
export function twoDigits(exact: number, round: (count: number) => number = Math.round): number {
  // A budget of millions at a bid of a micro: beyond this nobody counts, and a JSON number could not carry it.
  const count = Math.min(exact, 1e12);
  if (count < 10) return round(count);
  const step = 10 ** (Math.floor(Math.log10(count)) - 1);
  return round(count / step) * step;
}
