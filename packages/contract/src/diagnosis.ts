import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { DIAGNOSIS_GATES } from '@placard/domain/diagnosis/explain-views';
import { STATE_REASONS, type StateReason } from '@placard/domain/diagnosis/state-findings';
import { GATE_STATES, VERDICTS } from '@placard/domain/diagnosis/verdict';
import { PACE_STATES } from '@placard/domain/pacing/day-plan';
import { z } from 'zod';
import { advertiserOperation } from './operation.ts';
import { get } from './route.ts';
import { adSize, data, day, id, instant } from './scalars.ts';

const reasons = Object.keys(STATE_REASONS) as [StateReason, ...StateReason[]];

/** Views are estimated from a sample: about so many. */
const gateFinding = z.object({
  gate: z.enum(DIAGNOSIS_GATES),
  state: z.enum(GATE_STATES),
  /** What is known for certain; null where only views tell. */
  reason: z.enum(reasons).nullable(),
  /** Views that come as far as this gate and no further. */
  stopped: z.number().int(),
  /** Views that it would stop, whatever the others say. */
  refused: z.number().int(),
});

const diagnosedAdSet = z.object({
  id,
  name: z.string(),
  verdict: z.enum(VERDICTS),
  main: z.enum(DIAGNOSIS_GATES).nullable(),
  gates: z.array(gateFinding),
  shown: z.number().int(),
  reachable: z.number().int(),
  /** Present price in dollars: per 1,000 viewable impressions or per click, by the objective. */
  price: z.number(),
  /** Price that would win half of the views in which it is outbid; null where it is not. */
  winningPrice: z.number().nullable(),
  /** What the network asks for at least where it could be shown, in the price's kind; null: any bid will do. */
  minimumBid: z.object({ low: z.number(), high: z.number() }).nullable(),
  creatives: z.array(z.object({ id, name: z.string(), status: z.enum(CREATIVE_STATUSES), size: adSize })),
});
export type DiagnosedAdSet = z.infer<typeof diagnosedAdSet>;

export const diagnosis = z.object({
  at: instant,
  /** The views are those since then. */
  since: instant,
  views: z.number().int(),
  verdict: z.enum(VERDICTS),
  /** Ad sets that are not archived. */
  adSets: z.array(diagnosedAdSet),
  /** Sizes that the network's widgets asked for, most views first. */
  sizes: z.array(adSize.extend({ views: z.number().int() })),
});
export type Diagnosis = z.infer<typeof diagnosis>;

/** Dollars since the day, or the flight, began. `at` is civil time of the account: an hour's end, or a day. */
const pacePoint = z.object({ at: z.string(), planned: z.number(), spent: z.number().nullable() });

const pacedAdSet = z.object({
  id,
  name: z.string(),
  state: z.enum(PACE_STATES),
  /** What today may cost by every limit of its own; what is spent of it, and what the plan would have spent by now. */
  todayBudget: z.number(),
  todaySpent: z.number(),
  todayPlanned: z.number(),
  totalBudget: z.number(),
  totalSpent: z.number(),
  /** The day's beginning and each hour's end. `spent` is null for hours to come. */
  hours: z.array(pacePoint),
  /** Each day of the flight, at its end. `spent` and `unpaid`, what was shown for free beyond a limit, are null for days to come. */
  days: z.array(pacePoint.extend({ unpaid: z.number().nullable() })),
});
export type PacedAdSet = z.infer<typeof pacedAdSet>;

const pacing = z.object({
  timeZone: z.string(),
  currency: z.string(),
  today: day,
  updatedAt: instant,
  adSets: z.array(pacedAdSet),
});
export type Pacing = z.infer<typeof pacing>;

const tags = ['Campaigns'];

export const diagnosisContract = {
  campaign: advertiserOperation
    .route(
      get(
        '/advertiser/campaigns/{id}/diagnosis',
        tags,
        "Why it isn't serving: the gates in order, with the last hour's views",
      ),
    )
    .input(z.object({ id }))
    .output(data(diagnosis)),
  pacing: advertiserOperation
    .route(
      get(
        '/advertiser/campaigns/{id}/pacing',
        tags,
        'Spent against plan, today by hour and the flight by day',
      ),
    )
    .input(z.object({ id }))
    .output(data(pacing)),
};
