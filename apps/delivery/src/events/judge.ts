import { type DecisionPayload, decidedAtMs } from '@placard/contract/wire/decision-token';
import { EVENT_KIND_CODES, EVENT_LIFETIME_MS, type EventKind } from '@placard/domain/event-kind';
import { FILTER_REASONS, type FilterReason } from '@placard/domain/filter-reason';

/** Clocks of several machines may differ by this much before an event counts as older than its decision. */
export const CLOCK_TOLERANCE_MS = 10_000;

export type RequestSigns = {
  /** GET or POST; not HEAD. */
  readonly properMethod: boolean;
  readonly prefetch: boolean;
  readonly bot: boolean;
  /** It came from a hoster's network. */
  readonly dataCentre: boolean;
  /** A rule of the operator's names it. */
  readonly trafficRule: boolean;
  /** The page that sent it is none of the widget's website. */
  readonly otherSite: boolean;
  /** The tag says that nobody could see the ad. */
  readonly hiddenAd: boolean;
};

/** Why delivery filters an event, `null` if it does not. The order is that of certainty. */
export function filterReasonOf(
  kind: EventKind,
  decision: DecisionPayload | null,
  context: { readonly nowMs: number; readonly signs: RequestSigns },
): FilterReason | null {
  const { nowMs, signs } = context;
  if (decision === null) return 'forged_token';
  if (!signs.properMethod) return 'wrong_method';
  if (signs.prefetch) return 'prefetch';
  const ageMs = nowMs - decidedAtMs(decision);
  if (ageMs > EVENT_LIFETIME_MS[kind]) return 'expired_token';
  if (ageMs < -CLOCK_TOLERANCE_MS) return 'clock_skew';
  if (signs.bot) return 'bot';
  if (signs.dataCentre) return 'data_centre';
  if (signs.trafficRule) return 'traffic_rule';
  if (signs.otherSite) return 'wrong_site';
  return signs.hiddenAd ? 'hidden_ad' : null;
}

export function reasonCodeOf(reason: FilterReason | null): number {
  return reason === null ? 0 : FILTER_REASONS[reason].code;
}

export const KIND_OF_LETTER: Readonly<Record<string, EventKind | undefined>> = {
  i: 'impression',
  v: 'viewable',
};

export function kindCodeOf(kind: EventKind): number {
  return EVENT_KIND_CODES[kind];
}
