import { CLOSING_OBSTACLES } from '@placard/domain/account/closing';
import { z } from 'zod';
import { currentPassword } from './auth.ts';
import { base, operatorOperation, operatorStepUpOperation } from './operation.ts';
import { get, post } from './route.ts';
import { absent, data, done, id, instant, issue } from './scalars.ts';

/** What closing would end, what stands in its way, and what would be given up by it. */
const closingPreview = z.object({
  currency: z.string(),
  /** What has to be settled first; empty: it can be closed now. */
  obstacles: z.array(z.enum(CLOSING_OBSTACLES)),
  /** Campaigns that end. */
  campaigns: z.number().int(),
  members: z.number().int(),
  balance: z.number(),
  /** Earned and not paid. */
  earnings: z.number(),
  minPayout: z.number(),
  /** So long it may be opened again, before what is about persons is erased. */
  keptDays: z.number().int(),
  /** So many years books and documents stay. */
  booksKeptYears: z.number().int(),
});
export type ClosingPreview = z.infer<typeof closingPreview>;

/** How an account was closed. */
export const closing = z.object({
  closedAt: instant,
  by: z.enum(['owner', 'operator']),
  reason: z.string(),
  /** Of the balance, as it was then. */
  givenUp: z.number(),
  erasesAt: instant,
  erasedAt: instant.nullable(),
});
export type Closing = z.infer<typeof closing>;

/** Has to be said where anything is left in the wallet or of earnings. */
const giveUp = z.boolean().default(false);
const reason = z.string(absent('reason_required')).trim().min(1, issue('reason_required')).max(2_000);

const ownClosing = base.meta({ access: 'signedIn', part: 'members', personal: true });
const tags = ['Account'];

/** Closing an account for good, and opening it again while that is possible. */
export const closingContract = {
  preview: ownClosing
    .route(get('/account/closing', tags, 'What closing the account would end, and what stands in its way'))
    .output(data(closingPreview)),
  close: ownClosing
    .route(
      post(
        '/account/closing',
        tags,
        'Close the account: its campaigns end and nobody signs in for it; what is about persons is erased after 30 days',
      ),
    )
    .input(z.object({ currentPassword, giveUp }))
    .output(done),
  previewAccount: operatorOperation
    .route(
      get(
        '/operator/accounts/{id}/closing',
        ['Operator'],
        'What closing an account would end, and what stands in its way',
      ),
    )
    .input(z.object({ id }))
    .output(data(closingPreview)),
  closeAccount: operatorStepUpOperation
    .route(post('/operator/accounts/{id}/close', ['Operator'], 'Close an account, with a reason it reads'))
    .input(z.object({ id, reason, giveUp }))
    .output(done),
  reopenAccount: operatorOperation
    .route(
      post('/operator/accounts/{id}/reopen', ['Operator'], 'Open an account again within 30 days of closing'),
    )
    .input(z.object({ id }))
    .output(done),
};
