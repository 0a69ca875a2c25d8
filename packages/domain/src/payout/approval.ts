import type { Micros } from '../micros.ts';

const HOUR_MS = 3_600_000;

/** What one operator moved alone within so many hours is one sum: many small ones are no way around the limit. */
export const ALONE_WINDOW_HOURS = 24;

/** A limit that was raised counts so many hours later: time for the others, who are told at once, to undo it. */
export const RAISED_LIMIT_HOURS = 24;

/** Limits beyond which a payout needs two operators; 0: that one asks for no second operator. */
export type ApprovalLimits = {
  /** In force when the payout was requested. */
  readonly requestedUnderMicros: Micros;
  readonly presentMicros: Micros;
  /** Whoever approves could have asked for it as well: where there is a limit it is none for them. */
  readonly neverAlone?: boolean;
};

/** The limit that counts, and one that was raised and does not yet. 0: no limit. */
export type LimitPlan = {
  readonly limitMicros: Micros;
  readonly raised: { readonly limitMicros: Micros; readonly from: Date } | null;
};

/** Since when what was moved alone still counts into the sum; what happened at that moment does not. */
export function aloneSince(now: Date): Date {
  return new Date(now.getTime() - ALONE_WINDOW_HOURS * HOUR_MS);
}

/** Since when an operator whose role was taken away could still object to a limit: as long as a raised one would wait for it. */
export function objectedSince(now: Date): Date {
  return new Date(now.getTime() - RAISED_LIMIT_HOURS * HOUR_MS);
}

export function limitAt({ limitMicros, raised }: LimitPlan, now: Date): Micros {
  return raised !== null && raised.from.getTime() <= now.getTime() ? raised.limitMicros : limitMicros;
}

/** What an operator reads as the limit that was asked for last, whether it counts already or not. */
export function limitAskedFor({ limitMicros, raised }: LimitPlan): Micros {
  return raised?.limitMicros ?? limitMicros;
}

function isLooser(limitMicros: Micros, thanMicros: Micros): boolean {
  return thanMicros > 0n && (limitMicros === 0n || limitMicros > thanMicros);
}

/**
 * The plan once a limit was asked for: a stricter one counts at once and ends what was to come, a looser one counts later,
 * unless nobody else could object. What waits already keeps its time where no more is asked for.
 */
export function planLimit(
  plan: LimitPlan,
  askedMicros: Micros,
  { now, onlyOperator }: { readonly now: Date; readonly onlyOperator: boolean },
): LimitPlan {
  const presentMicros = limitAt(plan, now);
  if (onlyOperator || !isLooser(askedMicros, presentMicros)) {
    return { limitMicros: askedMicros, raised: null };
  }
  const { raised } = plan;
  const waits = raised !== null && raised.from.getTime() > now.getTime();
  const from =
    waits && !isLooser(askedMicros, raised.limitMicros)
      ? raised.from
      : new Date(now.getTime() + RAISED_LIMIT_HOURS * HOUR_MS);
  return { limitMicros: presentMicros, raised: { limitMicros: askedMicros, from } };
}

/**
 * How many operators have to approve a payout: the stricter limit decides, or one operator could raise it, approve, and
 * lower it again. An approval is a record, not a status: the payout stays pending until there are enough.
 * @param sumMicros the payout, and what one operator alone took on of the same publisher within `ALONE_WINDOW_HOURS`
 */
export function approvalsNeeded(sumMicros: Micros, limits: ApprovalLimits): 1 | 2 {
  const beyond = (limitMicros: Micros) =>
    limitMicros > 0n && (limits.neverAlone === true || sumMicros > limitMicros);
  return beyond(limits.requestedUnderMicros) || beyond(limits.presentMicros) ? 2 : 1;
}

/**
 * Whether somebody ran the network already when a payout was requested: an operator made for a payout that is there
 * would not be a second pair of eyes.
 */
export function operatedBefore(operatorSince: Date, requestedAt: Date): boolean {
  return operatorSince.getTime() <= requestedAt.getTime();
}
