import { LOOK_REASON, LOOKS_LISTED } from '@placard/domain/account/look';
import { lettersOf } from '@placard/domain/cut-text';
import { z } from 'zod';
import { operatorOperation, personalOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, done, id, instant, issue, oneLine } from './scalars.ts';

/** Of the account that is looked at, and read by it. */
export const newLook = z.object({
  id,
  reason: oneLine(LOOK_REASON.max).refine(
    (text) => lettersOf(text) >= LOOK_REASON.min,
    issue('reason_too_short'),
  ),
});

const begunLook = z.object({
  accountId: id,
  /** A bearer token that reads what the account's members see, and changes nothing. */
  token: z.string(),
  until: instant,
});
export type BegunLook = z.infer<typeof begunLook>;

const look = z.object({
  id,
  /** Who looked, by name. */
  operator: z.string(),
  reason: z.string(),
  beganAt: instant,
  /** Null while it lasts. */
  endedAt: instant.nullable(),
});
export type Look = z.infer<typeof look>;

/** Operators who look at an account's dashboard. */
export const looksContract = {
  begin: operatorOperation
    .route(
      post(
        '/operator/accounts/{id}/looks',
        ['Operator'],
        "Look at an account's dashboard for half an hour, without changing anything; your look of before ends",
      ),
    )
    .input(newLook)
    .output(data(begunLook)),
  end: operatorOperation
    .route(post('/operator/looks/end', ['Operator'], 'End your look at an account'))
    .output(done),
  list: personalOperation
    .route(get('/account/looks', ['Account'], 'Who of the network looked at this account, newest first'))
    .output(data(z.object({ items: z.array(look).max(LOOKS_LISTED) }))),
};
