import { FOUND_KINDS, isRecordSearch, OWN_FOUND_KINDS } from '@placard/domain/record';
import { MEMBER_ROLES, ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { z } from 'zod';
import { walletTransaction } from './billing.ts';
import { closing } from './closing.ts';
import { operatorOperation, signedInOperation } from './operation.ts';
import { get, post } from './route.ts';
import { calendarMonth, data, day, id, instant, issue, logOf, logQuery, searchText } from './scalars.ts';
import { userRow } from './users.ts';

const found = z.object({
  kind: z.enum(FOUND_KINDS),
  id,
  name: z.string(),
  /** Whose it is, or what tells it from others of its name; null where the name says all. */
  hint: z.string().nullable(),
  /** Of an ad set its campaign, of a widget its website; null of all others. */
  withinId: id.nullable(),
});
export type FoundRecord = z.infer<typeof found>;

const ownFound = z.object({
  ...found.shape,
  kind: z.enum(OWN_FOUND_KINDS),
  /** As which of the account's roles it is theirs. */
  role: z.enum(['advertiser', 'publisher']),
});
export type OwnFoundRecord = z.infer<typeof ownFound>;

/** A part of a name, or a number. */
const recordSearch = searchText.min(1).refine(isRecordSearch, issue('search_too_short'));

const accountStatus = z.enum(USER_STATUSES);
const accountRoles = z.array(z.enum(ROLES));

const userRecord = z.object({
  ...userRow.shape,
  /** The accounts they act for, the one they start with first. */
  accounts: z.array(
    z.object({
      id,
      name: z.string(),
      status: accountStatus,
      roles: accountRoles,
      member: z.enum(MEMBER_ROLES),
      joinedAt: instant,
    }),
  ),
});
export type UserOfOperator = z.infer<typeof userRecord>;

const count = z.number().int();

const accountRecord = z.object({
  id,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  status: accountStatus,
  roles: accountRoles,
  timeZone: z.string(),
  createdAt: instant,
  currency: z.string(),
  ownerUserId: id,
  /** Since when its changes go live before they are judged; null: they wait. */
  trustedAt: instant.nullable(),
  /** Not where it is one's own and another operator could: what goes live unseen is for others to allow. */
  mayTrust: z.boolean(),
  /** How it was closed; null: it is open. */
  closing: closing.nullable(),
  members: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      role: z.enum(MEMBER_ROLES),
      lastLogin: instant.nullable(),
    }),
  ),
  /** Of an advertiser: what the wallet holds, and what was ever spent. */
  wallet: z.object({ balance: z.number(), spent: z.number() }).nullable(),
  /** Of a publisher: what may be withdrawn, is on its way, is earned and not yet closed, was ever earned. */
  earnings: z
    .object({ available: z.number(), inFlight: z.number(), pending: z.number(), total: z.number() })
    .nullable(),
  /** What is archived is left out, as in the lists. */
  counts: z.object({
    campaigns: count,
    creatives: count,
    websites: count,
    deposits: count,
    payouts: count,
    documents: count,
  }),
});
export type AccountOfOperator = z.infer<typeof accountRecord>;

const earningBooking = z.object({
  id: z.string(),
  at: instant,
  /** `month_close`: what was earned in a month became available. `spend_refund`: what an advertiser got back. */
  kind: z.enum([
    'settlement',
    'month_close',
    'payout_request',
    'payout_return',
    'spend_refund',
    'adjustment',
  ]),
  amount: z.number(),
  balanceAfter: z.number(),
  /** A settlement's day in the account's time zone; null for everything else. */
  day: day.nullable(),
  /** Of a close. */
  month: calendarMonth.nullable(),
  /** Of what was asked for, or came back. */
  payout: z.object({ id, paymentId: z.string() }).nullable(),
  /** Of a correction. */
  reason: z.string().nullable(),
});
export type EarningBooking = z.infer<typeof earningBooking>;

const tags = ['Operator'];

/** Records of all kinds, as the operator finds and reads them. */
export const recordsContract = {
  find: operatorOperation
    .route(
      get('/operator/find', tags, 'Records of every kind by name, address or number, five of a kind at most'),
    )
    .input(z.object({ search: recordSearch }))
    .output(data(z.object({ items: z.array(found) }))),
  findOwn: signedInOperation
    .route(
      get(
        '/account/find',
        ['Account'],
        'What is the account’s own by name or number, five of a kind at most',
      ),
    )
    .input(z.object({ search: recordSearch }))
    .output(data(z.object({ items: z.array(ownFound) }))),
  user: operatorOperation
    .route(get('/operator/users/{id}', tags, 'Somebody who signs in, with the accounts they act for'))
    .input(z.object({ id }))
    .output(data(userRecord)),
  account: operatorOperation
    .route(get('/operator/accounts/{id}', tags, 'An account with its members, its money and what it has'))
    .input(z.object({ id }))
    .output(data(accountRecord)),
  wallet: operatorOperation
    .route(
      get(
        '/operator/accounts/{id}/wallet/transactions',
        tags,
        'What moved an account’s wallet, newest first',
      ),
    )
    .input(z.object({ ...logQuery(20), id }))
    .output(logOf(walletTransaction, {})),
  earnings: operatorOperation
    .route(
      get(
        '/operator/accounts/{id}/earnings/transactions',
        tags,
        'What moved a publisher’s earnings of months that are open, or what may be withdrawn, newest first',
      ),
    )
    .input(z.object({ ...logQuery(20), id, balance: z.enum(['pending', 'available']) }))
    .output(logOf(earningBooking, {})),
  trustAccount: operatorOperation
    .route(
      post(
        '/operator/accounts/{id}/trust',
        tags,
        'Let what an account submits go live at once, to be looked at in samples afterwards; or no more',
      ),
    )
    .input(z.object({ id, trusted: z.boolean() }))
    .output(data(accountRecord)),
};
