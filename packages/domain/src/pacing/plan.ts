import type { Micros } from '../micros.ts';
import type { Schedule } from '../targeting/schedule.ts';
import { localDayNumberAt, startOfLocalDayMs } from '../time-zone.ts';
import { servingMs } from './serving-time.ts';
import { sharedPaces } from './share-pace.ts';

/** Without an end date a total budget is spread over so many days, anew each day. */
export const OPEN_END_DAYS = 30;

export type PacedAdSet = {
  readonly adSetId: number;
  readonly campaignId: number;
  readonly advertiserId: number;
  readonly timeZone: string;
  readonly schedule: Schedule;
  /** What the ad set's total budget leaves. */
  readonly totalLeftMicros: Micros;
  /** What its daily budget leaves today; `null` without one. */
  readonly dayLeftMicros: Micros | null;
  readonly campaignLeftMicros: Micros;
  readonly campaignDayLeftMicros: Micros | null;
  readonly walletMicros: Micros;
  /** Decided and shown, not charged yet. */
  readonly inFlightMicros: Micros;
  /** What one decision is expected to cost, rounded up. */
  readonly decisionMicros: Micros;
};

export type PlannedAdSet = {
  readonly adSetId: number;
  /** Chargeable now by every limit, what is in flight taken off: nothing, or what pays for a decision. */
  readonly remainingMicros: Micros;
  /** What it should spend in a minute on which it may run; 0 when it may not run any more today. */
  readonly ratePerMinuteMicros: Micros;
};

/** Milliseconds over which an ad set spreads its money; kept by the caller, since far days rarely change. */
export type ServingTime = (adSet: PacedAdSet, fromMs: number, untilMs: number) => number;

function servingTimeOf(adSet: PacedAdSet, fromMs: number, untilMs: number): number {
  return servingMs(adSet.schedule, adSet.timeZone, fromMs, untilMs);
}

/**
 * What each running ad set may still spend and how fast. A daily budget (the ad set's, else its campaign's) is
 * spread over what remains of today's hours; without one the total over the days left. Limits that ad sets share
 * (campaign, its day, the wallet) are divided in proportion to what each could use, what is to be spent today also to how
 * long each may run. Each second starts from what is really left, so an hour with little traffic is made up for in the
 * hours after it.
 */
export function planOf(
  adSets: readonly PacedAdSet[],
  nowMs: number,
  servingTime: ServingTime = servingTimeOf,
): PlannedAdSet[] {
  return atOnce(planInSteps(adSets, nowMs, servingTime));
}

function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `planOf`, in steps of one ad set each, of which every ad set takes several: a large network's plan is not made in one go. */
export function* planInSteps(
  adSets: readonly PacedAdSet[],
  nowMs: number,
  servingTime: ServingTime = servingTimeOf,
): Generator<void, PlannedAdSet[]> {
  const wishes: Wish[] = [];
  for (const adSet of adSets) {
    wishes.push(wishOf(adSet, nowMs, servingTime));
    yield;
  }
  for (const members of yield* groupedBy(wishes, ({ campaignId }) => campaignId)) {
    shareCampaign(members, nowMs);
    yield;
  }
  // The wallet bounds what may be spent, not how fast: it may be filled again.
  for (const members of yield* groupedBy(wishes, ({ advertiserId }) => advertiserId)) {
    if (yield* shareRemaining(members, members[0]?.adSet.walletMicros ?? 0n))
      yield* giveDecisions(members, nowMs);
  }
  const plan: PlannedAdSet[] = [];
  for (const { adSet, remainingMicros, paceMicros, spreadMs } of wishes) {
    plan.push({
      adSetId: adSet.adSetId,
      remainingMicros,
      ratePerMinuteMicros: ratePerMinute(paceMicros, spreadMs),
    });
    yield;
  }
  return plan;
}

type Wish = {
  readonly adSet: PacedAdSet;
  /** May be charged by the limits looked at so far. */
  remainingMicros: Micros;
  /** Should be spent within `spreadMs`. */
  paceMicros: Micros;
  readonly spreadMs: number;
  readonly isOfToday: boolean;
};

function wishOf(adSet: PacedAdSet, nowMs: number, servingTime: ServingTime): Wish {
  const today = localDayNumberAt(adSet.timeZone, nowMs);
  const dayLeft = adSet.dayLeftMicros ?? adSet.campaignDayLeftMicros;
  const totalLeft = positive(adSet.totalLeftMicros);
  const lastDay = dayLeft === null ? (adSet.schedule.endDay ?? today + OPEN_END_DAYS - 1) : today;
  const spreadMs = servingTime(adSet, nowMs, startOfLocalDayMs(adSet.timeZone, lastDay + 1));
  const leftMicros = dayLeft === null ? totalLeft : smaller(totalLeft, positive(dayLeft));
  // Who may not run any more keeps nothing from those who may.
  const remainingMicros = spreadMs > 0 ? positive(leftMicros - adSet.inFlightMicros) : 0n;
  return { adSet, remainingMicros, paceMicros: leftMicros, spreadMs, isOfToday: lastDay <= today };
}

function* groupedBy(
  wishes: readonly Wish[],
  keyOf: (adSet: PacedAdSet) => number,
): Generator<void, Iterable<readonly Wish[]>> {
  const groups = new Map<number, Wish[]>();
  for (const wish of wishes) {
    yield;
    const key = keyOf(wish.adSet);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [wish]);
    else members.push(wish);
  }
  return groups.values();
}

/** A campaign has at most 200 ad sets: that is no long work. */
function shareCampaign(members: readonly Wish[], nowMs: number): void {
  const campaign = members[0]?.adSet;
  if (campaign === undefined) return;
  const { campaignLeftMicros: total, campaignDayLeftMicros: day } = campaign;
  const limit = positive(day === null ? total : smaller(total, day));
  if (atOnce(shareRemaining(members, limit))) atOnce(giveDecisions(members, nowMs));
  else for (const wish of members) endBudget(wish);
  const paces = sharedPaces(members, limit);
  for (const [at, wish] of members.entries()) wish.paceMicros = paces[at] ?? 0n;
}

/**
 * Scales those who share a limit down to what it leaves beside all that is in flight, each in proportion, and never gives out more
 * than there is. @returns whether they share less than they could use
 */
function* shareRemaining(members: readonly Wish[], limitMicros: Micros): Generator<void, boolean> {
  let limit = limitMicros;
  let remaining = 0n;
  for (const wish of members) {
    yield;
    limit -= wish.adSet.inFlightMicros;
    remaining += wish.remainingMicros;
  }
  if (remaining <= positive(limit)) return false;
  limit = positive(limit);
  // By running sums: a thousand shares that are each below a micro come to what there is all the same.
  let [claimed, given] = [0n, 0n];
  for (const wish of members) {
    yield;
    claimed += wish.remainingMicros;
    const upTo = (claimed * limit) / remaining;
    wish.remainingMicros = upTo - given;
    given = upTo;
  }
  return true;
}

/** The last micros of an ad set's own budget pay for no whole decision: one more uses them up, so that it comes to an end. */
function endBudget(wish: Wish): void {
  const { decisionMicros } = wish.adSet;
  if (wish.remainingMicros > 0n && wish.remainingMicros < decisionMicros)
    wish.remainingMicros = decisionMicros;
}

/** So long the same ad sets have what does not pay for a decision of each: by then it is known what they made of it. */
const TURN_MS = 10_000;

/**
 * Shares that pay for no whole decision are put together: as many ad sets have one as that pays for, others in each turn, so that nobody
 * keeps it who has no views. The last rest of all pays for one more, so that a budget comes to its end.
 */
function* giveDecisions(members: readonly Wish[], nowMs: number): Generator<void, void> {
  const first = Math.floor(nowMs / TURN_MS) % members.length;
  const inTurn = first === 0 ? members : [...members.slice(first), ...members.slice(0, first)];
  let together = 0n;
  let rest: Wish | null = null;
  let isAll = true;
  for (const wish of inTurn) {
    yield;
    const { decisionMicros, inFlightMicros } = wish.adSet;
    if (inFlightMicros > 0n || wish.remainingMicros >= decisionMicros) isAll = false;
    if (wish.remainingMicros === 0n || wish.remainingMicros >= decisionMicros) continue;
    rest ??= wish;
    together += wish.remainingMicros;
    wish.remainingMicros = 0n;
    if (together < decisionMicros) continue;
    together -= decisionMicros;
    wish.remainingMicros = decisionMicros;
    isAll = false;
  }
  if (isAll && rest !== null) rest.remainingMicros = rest.adSet.decisionMicros;
}

function ratePerMinute(paceMicros: Micros, spreadMs: number): Micros {
  if (spreadMs <= 0) return 0n;
  // Rounded up, and never spread over less than a second: what is left at the very end is not lost to rounding.
  const spread = BigInt(Math.max(spreadMs, 1_000));
  return (paceMicros * 60_000n + spread - 1n) / spread;
}

function positive(micros: Micros): Micros {
  return micros > 0n ? micros : 0n;
}

function smaller(a: Micros, b: Micros): Micros {
  return a < b ? a : b;
}

/** Seven of ten impressions come into view, weighed as if twenty had been seen. */
const VIEWABLE_PRIOR = { viewables: 14, impressions: 20 } as const;
/** Two clicks in a thousand impressions. */
const CLICK_PRIOR = { clicks: 2, impressions: 1_000 } as const;

export type ObservedCounts = {
  readonly impressions: number;
  readonly viewables: number;
  readonly clicks: number;
};

/** How many of an ad set's impressions come to be charged, from what was counted and a prior that fades. */
export function chargedPerImpression(isCpc: boolean, counts: ObservedCounts): number {
  const impressions = Math.max(counts.impressions, isCpc ? counts.clicks : counts.viewables);
  return isCpc
    ? (CLICK_PRIOR.clicks + counts.clicks) / (CLICK_PRIOR.impressions + impressions)
    : (VIEWABLE_PRIOR.viewables + counts.viewables) / (VIEWABLE_PRIOR.impressions + impressions);
}

/** Micros that 1,000 decisions are expected to bring, at least 1. */
export function expectedPerThousandMicros(
  isCpc: boolean,
  priceMicros: number,
  counts: ObservedCounts,
): number {
  const perEvent = isCpc ? priceMicros * 1_000 : priceMicros;
  return Math.max(1, Math.round(perEvent * chargedPerImpression(isCpc, counts)));
}

/**
 * Micros of impressions counted lately whose viewable impression or click is still to be expected.
 * @param recent counted within the time that such an event takes to come
 */
export function inFlightMicros(
  isCpc: boolean,
  priceMicros: number,
  counts: ObservedCounts,
  recent: ObservedCounts,
): Micros {
  const expected = recent.impressions * chargedPerImpression(isCpc, counts);
  const came = isCpc ? recent.clicks : recent.viewables;
  const perEvent = isCpc ? priceMicros : priceMicros / 1_000;
  return BigInt(Math.round(Math.max(0, expected - came) * perEvent));
}
