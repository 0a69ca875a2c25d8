import { ALARM_KINDS } from '@placard/domain/home/alarms';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get } from './route.ts';
import { data, instant } from './scalars.ts';

/** Things that only a person can end, in the order in which the operator's home lists them. */
export const WAIT_KINDS = [
  'campaign',
  'creative',
  'website',
  'reported_ad',
  'deposit',
  'payout_decision',
  'payout_transfer',
] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

const operatorHome = z.object({
  /** Each kind, also of what does not wait. `more`: there are more than `count`, which is where counting stopped. */
  waits: z.array(
    z.object({
      kind: z.enum(WAIT_KINDS),
      count: z.number().int(),
      more: z.boolean(),
      oldestAt: instant.nullable(),
    }),
  ),
  /** When the oldest event that is not settled arrived; null: all is settled. */
  unsettledSince: instant.nullable(),
  /** When the oldest settlement that reports lack was made; null: they have all. */
  unloadedSince: instant.nullable(),
  /** What does not end by itself, the gravest first. */
  alarms: z.array(
    z.object({
      kind: z.enum(ALARM_KINDS),
      /** `stop`: money or ads stand still. `look`: somebody should look today. */
      level: z.enum(['stop', 'look']),
      since: instant.nullable(),
      count: z.number().int().nullable(),
    }),
  ),
});
export type OperatorHome = z.infer<typeof operatorHome>;

export const homesContract = {
  operator: operatorOperation
    .route(get('/operator/home', ['Operator'], 'What waits with its age, how far settlement is, and alarms'))
    .output(data(operatorHome)),
};
