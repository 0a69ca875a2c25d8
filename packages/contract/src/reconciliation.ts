import { NETWORK_ACCOUNT_KINDS, OWNED_ACCOUNT_KINDS } from '@placard/domain/ledger/accounts';
import { DIFFERENCE_SUBJECTS, RECONCILIATION_CHECKS } from '@placard/domain/ledger/reconciliation';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, day, id, instant, logOf, logQuery } from './scalars.ts';

const run = z.object({
  id,
  /** Of the network's time zone. */
  day,
  /** Null: the worker's own of the day. */
  askedBy: z.string().nullable(),
  askedAt: instant,
  /** Null while it waits for the worker. */
  finishedAt: instant.nullable(),
  /** Null while it waits. */
  isGreen: z.boolean().nullable(),
  /** Lines that differ, over all checks. */
  differing: z.number().int(),
});
export type ReconciliationRun = z.infer<typeof run>;

const check = z.object({
  check: z.enum(RECONCILIATION_CHECKS),
  isGreen: z.boolean(),
  /** Lines that were held against each other. */
  compared: z.number().int(),
  differing: z.number().int(),
  /** Sums of both sides. */
  left: z.number(),
  right: z.number(),
  /** The first twenty lines that differ. `id`: 0 of what has none. */
  differences: z.array(
    z.object({
      subject: z.enum(DIFFERENCE_SUBJECTS),
      id: z.number().int(),
      label: z.string(),
      left: z.number(),
      right: z.number(),
    }),
  ),
});
export type CheckResult = z.infer<typeof check>;

const runInFull = run.extend({
  currency: z.string(),
  checks: z.array(check),
  /** The trial balance: what all accounts of a kind hold together. */
  balances: z.array(
    z.object({
      kind: z.enum([...OWNED_ACCOUNT_KINDS, ...NETWORK_ACCOUNT_KINDS]),
      accounts: z.number().int(),
      balance: z.number(),
    }),
  ),
});
export type ReconciliationInFull = z.infer<typeof runInFull>;

const tags = ['Operator'];
const PATH = '/operator/reconciliation';

/** The books held against each other, each day and when somebody asks. */
export const reconciliationContract = {
  list: operatorOperation
    .route(get(PATH, tags, 'Results of holding the books against each other, newest first'))
    .input(z.object(logQuery(20)))
    .output(logOf(run, {})),
  read: operatorOperation
    .route(get(`${PATH}/{id}`, tags, 'One result with its checks and the trial balance'))
    .input(z.object({ id }))
    .output(data(runInFull)),
  // However often it is called, one waits at a time.
  ask: operatorOperation
    .route(post(PATH, tags, 'Have the books held against each other now; done by the worker within seconds'))
    .output(data(run)),
};
