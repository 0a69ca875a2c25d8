import type { ClosingPreview } from '@placard/contract/closing';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import {
  type AccountRef,
  availableOf,
  networkAccount,
  payoutsInFlightOf,
  pendingOf,
  walletOf,
} from '@placard/domain/ledger/accounts';
import { entriesOfPostings } from '@placard/domain/ledger/postings';
import { DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueLink } from '../../auth/links.ts';
import { stripeGateway } from '../../gateways/stripe-gateway.ts';
import { proveAll } from '../../http/testing/prove.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { closeOwnAccount } from './close-account.ts';
import { eraseClosedAccounts } from './erase-account.ts';

let api: TestApi;
let operator: TestUser;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  // No gateway answers here; cards are only switched on.
  const cards = stripeGateway({
    secretKey: 'x',
    webhookSecret: 'x',
    apiUrl: 'http://127.0.0.1:9',
    retries: 0,
  });
  api = await createTestApi({ cards });
  operator = await api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  user = await api.user({ roles: ['advertiser', 'publisher'] });
  other = await api.user({ roles: ['advertiser', 'publisher'] });
});
afterAll(async () => {
  await api.close();
});

const close = async ({ token }: TestUser) =>
  await api.call('POST', '/account/closing', { token, body: { currentPassword: PASSWORD } });
const preview = async ({ token } = user) =>
  (await api.call('GET', '/account/closing', { token })).data as ClosingPreview;
const byOperator = async (accountId = user.accountId) =>
  await api.call('GET', `/operator/accounts/${accountId}/closing`, { token: operator.token });
let postings = 0;
async function give(destination: AccountRef, dollars: number): Promise<void> {
  postings += 1;
  const amountMicros = BigInt(Math.round(dollars * 1_000_000));
  const entries = entriesOfPostings([{ source: networkAccount('adjustments'), destination, amountMicros }]);
  await api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference: `t:${postings}`, entries, at: api.now });
  });
}
async function campaignOf({ accountId }: TestUser, status: string): Promise<void> {
  await sql`insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
    values (${accountId}, 'Spring', 'TRAFFIC', 10000000, '2026-03-01', ${status}, ${`closing-${accountId}-${status}`})`.execute(
    api.deps.db,
  );
}
async function payoutOf({ accountId }: TestUser, status: string): Promise<void> {
  await sql`
    with p as (insert into payment_profile (publisher_id, name, type, details_sealed, masked)
               values (${accountId}, 'Main', 'paypal', '', '{}') returning id)
    insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at)
    select ${accountId}, 10000, 'paypal', id, '', ${status}, ${api.now} from p`.execute(api.deps.db);
}

describe('what closing would do', () => {
  it('is told with what would end and be given up, and how long what is kept', async () => {
    for (const status of CAMPAIGN_STATUSES) await campaignOf(user, status);
    await campaignOf(other, 'active');
    await give(walletOf(user.accountId), 12.5);
    await give(availableOf(user.accountId), 1.25);
    await give(pendingOf(user.accountId), 2);
    await give(walletOf(other.accountId), 7);
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: user.accountId, user_id: other.id, role: 'viewer' })
      .execute();
    const told = {
      ...{ currency: 'USD', obstacles: [], campaigns: 4, members: 2, balance: 12.5, earnings: 3.25 },
      ...{ minPayout: 50, keptDays: 30, booksKeptYears: 10 },
    };
    expect(await preview()).toEqual(told);
    expect((await byOperator()).data).toEqual(told);
    expect((await byOperator(2_000_000_000)).error?.code).toBe('not_found');
    // What can be paid back an operator doesn't give up for somebody else.
    await give(walletOf(user.accountId), 37.5);
    expect((await preview()).obstacles).toEqual([]);
    expect((await byOperator()).data).toMatchObject({ obstacles: ['balance_due'], balance: 50 });
    await give(availableOf(user.accountId), 46.75);
    expect(await preview()).toMatchObject({ obstacles: ['earnings_due'], earnings: 50 });
  });

  it('is refused to who runs the network, and to nobody whose account somebody else of it acts for', async () => {
    expect((await preview(operator)).obstacles).toEqual(['operator']);
    await sql`insert into user_role (user_id, role) values (${other.id}, 'operator')`.execute(api.deps.db);
    await sql`insert into account_member (account_id, user_id, role) values (${user.accountId}, ${other.id}, 'manager')`.execute(
      api.deps.db,
    );
    expect((await preview()).obstacles).toEqual([]);
  });

  it.each(['pending', 'processing'])(
    'waits for a payout that is %s, and not for one that is over',
    async (status) => {
      await payoutOf(other, status);
      for (const over of ['completed', 'failed', 'rejected']) await payoutOf(user, over);
      expect((await preview()).obstacles).toEqual([]);
      await payoutOf(user, status);
      expect((await preview()).obstacles).toEqual(['payout_open']);
      expect((await close(user)).error?.code).toBe('closing_obstructed');
    },
  );

  it('waits for money that is on its way to a bank, whatever its payout says', async () => {
    await give(payoutsInFlightOf(user.accountId), 0.000_001);
    expect((await preview()).obstacles).toEqual(['payout_open']);
  });

  it('waits for deposits, refunds and corrections of its own alone', async () => {
    const add = async ({ accountId }: TestUser, status: string) => {
      await sql`
        with d as (insert into deposit (advertiser_id, gateway, amount_micros, reference, status)
                   values (${accountId}, 'manual', 50000000, ${`PL-${accountId}-${status}`}, ${status}) returning id)
        insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, requested_at)
        select id, 10000, 'operator', 'pending', 10000, ${api.now} from d`.execute(api.deps.db);
      await sql`insert into money_correction (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at)
        values ('wallet', ${accountId}, 10000, 'Shown twice', 0, ${operator.id}, ${api.now})`.execute(
        api.deps.db,
      );
    };
    await add(other, 'pending');
    await sql`insert into deposit (advertiser_id, gateway, amount_micros, reference, status)
      values (${user.accountId}, 'manual', 50000000, 'PL-OVER', 'failed')`.execute(api.deps.db);
    expect((await preview()).obstacles).toEqual([]);
    await add(user, 'failed');
    expect((await preview()).obstacles).toEqual(['refund_open', 'correction_open']);
    await sql`insert into deposit (advertiser_id, gateway, amount_micros, reference)
      values (${user.accountId}, 'manual', 50000000, 'PL-OPEN')`.execute(api.deps.db);
    expect((await preview()).obstacles).toEqual(['deposit_open', 'refund_open', 'correction_open']);
  });

  it('waits for a refund and a correction that are open, and says what it would end', async () => {
    for (const status of ['active', 'paused', 'completed']) await campaignOf(user, status);
    const obstacles = async () => {
      const data = await preview();
      expect(data).toMatchObject({ campaigns: 2, members: 1 });
      return data.obstacles;
    };
    expect(await obstacles()).toEqual([]);
    await sql`
      with d as (insert into deposit (advertiser_id, gateway, amount_micros, reference, status)
                 values (${user.accountId}, 'manual', 50000000, 'PL-BACK', 'failed') returning id)
      insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, requested_at)
      select id, 10000, 'operator', 'pending', 10000, ${api.now} from d`.execute(api.deps.db);
    expect(await obstacles()).toEqual(['refund_open']);
    await sql`update deposit_refund set status = 'completed', decided_at = ${api.now} where status = 'pending'`.execute(
      api.deps.db,
    );
    expect(await obstacles()).toEqual([]);
    await sql`
      insert into money_correction (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at)
      values ('wallet', ${user.accountId}, 10000, 'Shown twice', 0, ${operator.id}, ${api.now})`.execute(
      api.deps.db,
    );
    expect(await obstacles()).toEqual(['correction_open']);
    expect((await close(user)).error?.code).toBe('closing_obstructed');
    await sql`update money_correction set status = 'rejected', decided_by = ${operator.id}, decided_at = ${api.now}
      where account_id = ${user.accountId}`.execute(api.deps.db);
    expect((await close(user)).status).toBe(200);
  });
});

it.each([
  ['wallet', walletOf],
  ['earnings', availableOf],
] as const)(
  'a micro of the %s is something that is given up, and booked when the account is erased',
  async (what, of) => {
    await give(of(user.accountId), 0.000_001);
    expect((await close(user)).error?.issues?.[0]?.code).toBe('give_up_required');
    const body = { currentPassword: PASSWORD, giveUp: true };
    expect((await api.call('POST', '/account/closing', { token: user.token, body })).status).toBe(200);
    const closedAt = api.now;
    api.now = new Date(closedAt.getTime() + 30 * DAY_MS);
    expect(await eraseClosedAccounts(api.deps)).toContain(user.accountId);
    const { rows } = await sql<{ micros: bigint; detail: object; by: string }>`
    select (select sum(balance_micros)::bigint from ledger_account where owner_id = ${user.accountId}) as micros, detail,
           actor_kind as by
      from audit_log where action = 'account.erase' and subject_id = ${user.accountId}`.execute(api.deps.db);
    const held = {
      walletMicros: what === 'wallet' ? '1' : '0',
      availableMicros: what === 'wallet' ? '0' : '1',
    };
    expect(rows).toEqual([{ micros: 0n, detail: { ...held, persons: 1 }, by: 'system' }]);
    api.now = closedAt;
  },
);

it('an account is not closed by whoever has handed it over since they asked', async () => {
  const { db } = api.deps;
  await db.updateTable('account_member').set({ role: 'manager' }).where('user_id', '=', user.id).execute();
  await db
    .insertInto('account_member')
    .values({ account_id: user.accountId, user_id: other.id, role: 'owner' })
    .execute();
  const asked = closeOwnAccount(api.deps, user.actor, { currentPassword: PASSWORD, giveUp: true });
  await expect(asked).rejects.toMatchObject({ code: 'member_denied' });
});

it('links that were mailed to a person end with their account', async () => {
  const { db } = api.deps;
  for (const { id: userId } of [user, other]) await issueLink(db, { kind: 'reset', userId, now: api.now });
  await closeOwnAccount(api.deps, user.actor, { currentPassword: PASSWORD, giveUp: true });
  const left = db.selectFrom('user_link').select('user_id').where('user_id', 'in', [user.id, other.id]);
  expect(await left.execute()).toEqual([{ user_id: other.id }]);
});

it('how an account was closed is told to operators: by whom, why, and when it is erased', async () => {
  await give(walletOf(user.accountId), 3);
  const record = async () =>
    (
      (await api.call('GET', `/operator/accounts/${user.accountId}`, { token: operator.token })).data as {
        closing: object | null;
      }
    ).closing;
  expect(await record()).toBeNull();
  await proveAll(api);
  const body = { reason: 'Asked for by letter', giveUp: true };
  const path = `/operator/accounts/${user.accountId}/close`;
  expect((await api.call('POST', path, { token: operator.token, body })).status).toBe(200);
  const closing = {
    ...{ closedAt: '2026-03-10T12:00:00.000Z', by: 'operator', reason: body.reason, givenUp: 3 },
    ...{ erasesAt: '2026-04-09T12:00:00.000Z', erasedAt: null },
  };
  expect(await record()).toEqual(closing);
  await sql`update account_closing set erased_at = '2026-04-09T12:30:00Z' where account_id = ${user.accountId}`.execute(
    api.deps.db,
  );
  expect(await record()).toEqual({ ...closing, erasedAt: '2026-04-09T12:30:00.000Z' });
});

const plan = { name: 'Spring', totalBudget: 10, dailyBudget: null };
const currentPassword = PASSWORD;
/** What the members of an account begin: what waits while it is being closed would come after all that closing ends. */
const begun: readonly (readonly ['POST' | 'PUT' | 'DELETE', string, object])[] = [
  ['POST', '/advertiser/deposits', { amount: 60, gateway: 'manual' }],
  [
    'POST',
    '/advertiser/campaigns',
    {
      campaign: { ...plan, objective: 'TRAFFIC', startDate: '2026-03-10', endDate: null },
      ...{ adSet: { ...plan, totalBudget: null }, requestKey: 'while-closed' },
    },
  ],
  ['PUT', '/advertiser/auto-top-up', { enabled: true, threshold: 60, amount: 60, version: 0 }],
  ['POST', '/publisher/payment/withdrawals', { amount: 60, profileId: 1 }],
  ['PUT', '/publisher/payment/self-billing', { agrees: true }],
  ['POST', '/advertiser/creatives/1/appeals', { version: 1, text: 'It is a lamp.' }],
  ['POST', '/account/invitations', { email: 'friend@closed.test', role: 'viewer' }],
  ['PUT', '/account/members/1', { role: 'viewer' }],
  ['POST', '/account/owner', { userId: 1, currentPassword }],
  ['POST', '/api-keys', { name: 'Nightly', scopes: ['read'], lifetime: '1_year', currentPassword }],
  ['POST', '/webhooks', { url: 'https://hooks.test/', description: '', eventTypes: ['month.closed'] }],
  ['POST', '/account/export', { currentPassword }],
];

it.each(begun)(
  '%s %s that waits while the account is closed comes to nothing',
  async (method, path, body) => {
    const { token, accountId } = user;
    const { result } = await whileHeld(
      api.pool,
      `select id from account where id = ${accountId} for no key update`,
      async () => await api.call(method, path, { token, body, headers: { 'idempotency-key': path } }),
      1,
      `update account set status = 'suspended' where id = ${accountId}`,
    );
    expect([path, result.error?.code]).toEqual([path, 'account_suspended']);
  },
);
