import type { BasisPoints } from '../basis-points.ts';
import { addDays, localDayAt, numberOfDay, startOfLocalDayMs } from '../time-zone.ts';

/** A share of what is charged, for a time: of the whole network, of one publisher, or of one website. */
export type ShareRate = {
  readonly shareBp: BasisPoints;
  readonly fromMs: number;
  /** The first instant it no longer holds; null: for good. */
  readonly untilMs: number | null;
};

/** Nearest first: a website's own goes before its publisher's, and that before the network's. */
export type ShareRates = {
  readonly website: readonly ShareRate[];
  readonly publisher: readonly ShareRate[];
  readonly network: readonly ShareRate[];
  /** Where no rate holds: the network's settings. */
  readonly baseBp: BasisPoints;
};

export const SHARE_LEVELS = ['website', 'publisher', 'network', 'settings'] as const;

/** A share, and for how long it stays the same: from `fromMs` until before `untilMs`, ±Infinity where nothing ends it. */
export type HeldShare = {
  readonly shareBp: BasisPoints;
  readonly level: (typeof SHARE_LEVELS)[number];
  readonly fromMs: number;
  readonly untilMs: number;
};

/** A change has to lie so far ahead that every ad server knows it before it begins. */
export const SHARE_LEAD_MS = 5 * 60_000;
/** Of the network, or of a publisher with its websites: ended ones are kept and count. */
export const MAX_SHARE_RATES = 500;

/**
 * The share at an instant. Of several rates of one level that hold, the one that began last; so a rate with an end
 * gives way to the one before it.
 */
export function shareAt({ website, publisher, network, baseBp }: ShareRates, atMs: number): HeldShare {
  const levels = [website, publisher, network];
  const rates = levels.flat();
  const edges = shareEdges(rates);
  const holding = levels.map((level) => latestAt(level, atMs));
  const nearest = holding.findIndex((rate) => rate !== null);
  return {
    shareBp: holding[nearest]?.shareBp ?? baseBp,
    level: SHARE_LEVELS[nearest] ?? 'settings',
    fromMs: Math.max(Number.NEGATIVE_INFINITY, ...edges.filter((edgeMs) => edgeMs <= atMs)),
    untilMs: Math.min(Number.POSITIVE_INFINITY, ...edges.filter((edgeMs) => edgeMs > atMs)),
  };
}

type Dated = { readonly fromMs: number; readonly untilMs: number | null };

/** Of several that hold at an instant, the one that began last: one with an end gives way to the one before it. */
export function latestAt<Rate extends Dated>(rates: readonly Rate[], atMs: number): Rate | null {
  let latest: Rate | null = null;
  for (const rate of rates) {
    if (rate.fromMs > atMs || (rate.untilMs !== null && rate.untilMs <= atMs)) continue;
    if (latest === null || rate.fromMs > latest.fromMs) latest = rate;
  }
  return latest;
}

/** A change of the share that holds where no rate does. */
export type BaseChange = {
  readonly atMs: number;
  readonly beforeBp: BasisPoints;
};

/** When these begin and end. */
export function shareEdges(rates: readonly ShareRate[]): number[] {
  return rates.flatMap(({ fromMs, untilMs }) => (untilMs === null ? [fromMs] : [fromMs, untilMs]));
}

/**
 * At which of these instants another share begins to hold, and which, in the order of time.
 * @param baseChanges in the order of time, up to now, when `baseBp` holds
 */
export function shareChanges(
  rates: ShareRates,
  baseChanges: readonly BaseChange[],
  instants: readonly number[],
): { readonly atMs: number; readonly shareBp: BasisPoints }[] {
  const baseAt = (ms: number) => baseChanges.find(({ atMs }) => atMs > ms)?.beforeBp ?? rates.baseBp;
  const heldAt = (ms: number) => shareAt({ ...rates, baseBp: baseAt(ms) }, ms).shareBp;
  return [...new Set(instants)]
    .filter((ms) => heldAt(ms) !== heldAt(ms - 1))
    .toSorted((a, b) => a - b)
    .map((atMs) => ({ atMs, shareBp: heldAt(atMs) }));
}

export type RaisedShare = {
  readonly atMs: number;
  readonly beforeBp: BasisPoints;
  readonly shareBp: BasisPoints;
};

/** From when on, of now and later, more goes to publishers than without a change of the rates; null: never. */
export function firstRaised(before: ShareRates, after: ShareRates, nowMs: number): RaisedShare | null {
  const rates = [before, after].flatMap(({ website, publisher, network }) => [
    ...website,
    ...publisher,
    ...network,
  ]);
  const instants = [nowMs, ...shareEdges(rates).filter((ms) => ms > nowMs)].toSorted((a, b) => a - b);
  for (const atMs of instants) {
    const [beforeBp, shareBp] = [shareAt(before, atMs).shareBp, shareAt(after, atMs).shareBp];
    if (shareBp > beforeBp) return { atMs, beforeBp, shareBp };
  }
  return null;
}

/** May a change begin then? What was decided before keeps its share, so the books would say otherwise than the list. */
export function isAhead(changeMs: number, nowMs: number): boolean {
  return changeMs >= nowMs + SHARE_LEAD_MS;
}

/** First and last day in the network's time zone → instants; both days belong to it. */
export function shareTimes(
  { fromDay, lastDay }: { readonly fromDay: string; readonly lastDay: string | null },
  timeZone: string,
): { readonly fromMs: number; readonly untilMs: number | null } {
  const startMs = (day: string) => startOfLocalDayMs(timeZone, numberOfDay(day));
  return { fromMs: startMs(fromDay), untilMs: lastDay === null ? null : startMs(addDays(lastDay, 1)) };
}

/** The days that `shareTimes` was given. */
export function shareDays(
  { fromMs, untilMs }: Pick<ShareRate, 'fromMs' | 'untilMs'>,
  timeZone: string,
): { readonly fromDay: string; readonly lastDay: string | null } {
  return {
    fromDay: localDayAt(timeZone, fromMs),
    lastDay: untilMs === null ? null : localDayAt(timeZone, untilMs - 1),
  };
}
