import type { AdSize } from '../ad-size.ts';
import { NO_CATEGORY } from '../campaign/ad-categories.ts';
import type { LocalTime } from '../targeting/local-time.ts';
import type { Device } from '../targeting/places.ts';
import { type Schedule, withinDates, withinHours } from '../targeting/schedule.ts';
import { reachesMinimum } from './minimum-bids.ts';
import type { PricedObjective } from './price.ts';

/**
 * The questions a candidate must pass, in this order; the first that fails is the reason.
 * Those that only change with an edit come first: the ad server answers them once, in its index, `minimum_bid` by which
 * minimums of the network's card an ad set falls short of. `floor` stands before the ones that change by the second because
 * the index is sorted by what it asks about.
 */
export const DECISION_GATES = [
  'status',
  'review',
  'wallet',
  'size',
  'country',
  'device',
  'language',
  'minimum_bid',
  'floor',
  'dates',
  'hours',
  'budget',
  'pacing',
  'frequency',
  'block',
] as const;
export type DecisionGate = (typeof DECISION_GATES)[number];

/** One ad set with one of its creatives. */
export type Candidate = {
  readonly adSetId: number;
  readonly creativeId: number;
  readonly advertiserActive: boolean;
  readonly campaignActive: boolean;
  readonly adSetArchived: boolean;
  /** Reviewed and switched on. */
  readonly creativeActive: boolean;
  readonly walletPositive: boolean;
  readonly size: AdSize;
  /** Upper-case country codes; empty = everywhere. */
  readonly locations: readonly string[];
  readonly devices: readonly Device[];
  /** Lower-case language codes; empty = any. */
  readonly languages: readonly string[];
  readonly schedule: Schedule;
  readonly ecpmMicros: number;
  /** What it bids, and for what. */
  readonly objective: PricedObjective;
  readonly priceMicros: number;
  readonly budgetLeft: boolean;
  readonly paceAllows: boolean;
  /** Host of the click URL; `null` where there is none. */
  readonly advertiserHost: string | null;
  /** The campaign's; none where the advertiser named none. */
  readonly category?: string | null;
};

/** One widget view. */
export type Situation = {
  readonly sizes: readonly AdSize[];
  /** '' = unknown: reaches only what is targeted everywhere. */
  readonly country: string;
  /** `null` = unknown: reaches only what is targeted at every device. */
  readonly device: Device | null;
  /** '' = unknown: reaches only what has no language targeting. */
  readonly language: string;
  /** Of the widget's publisher. */
  readonly floorMicros: number;
  /** The network's, of this view; 0 = any bid. */
  readonly minimumCpmMicros: number;
  readonly minimumCpcMicros: number;
  /** Now, in the candidate's account's time zone. */
  readonly local: LocalTime;
  /** Ad sets whose frequency cap this browser has reached. */
  readonly cappedAdSetIds: readonly number[];
  readonly blocks: SiteBlocks | null;
};

/** What a website or a widget keeps off. A domain is blocked with what lies below it. */
export type SiteBlocks = {
  readonly advertiserDomains: readonly string[];
  readonly creativeIds: readonly number[];
  /** Codes of ad-categories.ts; NO_CATEGORY for campaigns that name none. */
  readonly categories?: readonly string[];
};

/** Does `host` equal `domain` or lie below it? Both lower case, without port. */
export function hostWithin(host: string, domain: string): boolean {
  if (host === domain) return true;
  return (
    host.length > domain.length && host.endsWith(domain) && host[host.length - domain.length - 1] === '.'
  );
}

export function blockedBy(
  blocks: SiteBlocks,
  creative: {
    readonly creativeId: number;
    readonly advertiserHost: string | null;
    readonly category?: string | null;
  },
): boolean {
  const { advertiserHost } = creative;
  if (blocks.creativeIds.includes(creative.creativeId)) return true;
  if (blocks.categories?.includes(creative.category ?? NO_CATEGORY) === true) return true;
  return (
    advertiserHost !== null && blocks.advertiserDomains.some((domain) => hostWithin(advertiserHost, domain))
  );
}

const PASSES: Readonly<Record<DecisionGate, (candidate: Candidate, situation: Situation) => boolean>> = {
  status: (candidate) => candidate.advertiserActive && candidate.campaignActive && !candidate.adSetArchived,
  review: (candidate) => candidate.creativeActive,
  wallet: (candidate) => candidate.walletPositive,
  size: ({ size }, { sizes }) =>
    sizes.some((wanted) => wanted.widthPx === size.widthPx && wanted.heightPx === size.heightPx),
  country: ({ locations }, { country }) => locations.length === 0 || locations.includes(country),
  device: ({ devices }, { device }) => (device === null ? devices.length === 3 : devices.includes(device)),
  language: ({ languages }, { language }) => languages.length === 0 || languages.includes(language),
  minimum_bid: ({ objective, priceMicros }, { minimumCpmMicros, minimumCpcMicros }) =>
    reachesMinimum(priceMicros, objective === 'TRAFFIC' ? minimumCpcMicros : minimumCpmMicros),
  floor: (candidate, situation) => candidate.ecpmMicros >= situation.floorMicros,
  dates: (candidate, situation) => withinDates(candidate.schedule, situation.local),
  hours: (candidate, situation) => withinHours(candidate.schedule, situation.local),
  budget: (candidate) => candidate.budgetLeft,
  pacing: (candidate) => candidate.paceAllows,
  frequency: (candidate, situation) => !situation.cappedAdSetIds.includes(candidate.adSetId),
  block: (candidate, situation) => situation.blocks === null || !blockedBy(situation.blocks, candidate),
};

/** Does this one gate let the candidate through? */
export function passesGate(gate: DecisionGate, candidate: Candidate, situation: Situation): boolean {
  return PASSES[gate](candidate, situation);
}

/** @returns the first gate that refuses, `null` if the candidate may be shown. */
export function refusingGate(candidate: Candidate, situation: Situation): DecisionGate | null {
  for (const gate of DECISION_GATES) if (!PASSES[gate](candidate, situation)) return gate;
  return null;
}

/**
 * The auction in plain words: of what may be shown, that with the highest eCPM; several where they are equal.
 * @returns the winners, or the gate that left nothing (`null` when there was no candidate at all).
 */
export function auctionWinners(
  candidates: readonly Candidate[],
  situationOf: (candidate: Candidate) => Situation,
):
  | { readonly winners: readonly Candidate[] }
  | { readonly winners: null; readonly lastGate: DecisionGate | null } {
  let winners: Candidate[] = [];
  let best = -1;
  let lastGate = -1;
  for (const candidate of candidates) {
    const gate = refusingGate(candidate, situationOf(candidate));
    if (gate !== null) {
      lastGate = Math.max(lastGate, DECISION_GATES.indexOf(gate));
    } else if (candidate.ecpmMicros > best) {
      best = candidate.ecpmMicros;
      winners = [candidate];
    } else if (candidate.ecpmMicros === best) {
      winners.push(candidate);
    }
  }
  return winners.length > 0 ? { winners } : { winners: null, lastGate: DECISION_GATES[lastGate] ?? null };
}
