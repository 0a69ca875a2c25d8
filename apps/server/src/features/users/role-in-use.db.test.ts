import { availableOf, networkAccount, pendingOf, walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries, entriesOfPostings } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const inBoth = async () => await api.user({ roles: ['advertiser', 'publisher'] });
/** What is in the way, by the codes of its issues; `null`: the roles were set. */
async function inTheWay({ id }: TestUser, kept: string): Promise<string[] | null> {
  const body = { roles: [kept] };
  const { status, error } = await api.call('PUT', `/operator/users/${id}/roles`, {
    token: operator.token,
    body,
  });
  if (status === 200) return null;
  expect([status, error?.code]).toEqual([409, 'role_in_use']);
  expect(error?.issues?.every(({ path }) => path === 'roles')).toBe(true);
  return error?.issues?.map(({ code }) => code ?? '') ?? [];
}
const takeAdvertiser = async (user: TestUser) => await inTheWay(user, 'publisher');
const takePublisher = async (user: TestUser) => await inTheWay(user, 'advertiser');
const change = async (statement: ReturnType<typeof sql>) => {
  await statement.execute(api.deps.db);
};

let postings = 0;
async function give(account: ReturnType<typeof walletOf>, amountMicros: bigint) {
  postings += 1;
  const entries =
    account.kind === 'publisher_pending'
      ? entriesOfPostings([{ source: networkAccount('adjustments'), destination: account, amountMicros }])
      : adjustmentEntries({ account, amountMicros });
  await api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference: `t:${postings}`, entries, at: api.now });
  });
}
async function correction({ accountId }: TestUser, kind: string) {
  const period = kind === 'spend' ? '2026-01-01' : null;
  await change(sql`
    insert into money_correction
      (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at, period_from, period_to)
    values (${kind}, ${accountId}, 10000, 'Shown twice', 0, ${operator.id}, now(), ${period}::date, ${period}::date)`);
}

describe('the advertiser role is not taken', () => {
  it('while a campaign runs or waits for review, and is where they are over, with the top-up', async () => {
    const user = await inBoth();
    const { accountId } = user;
    await change(sql`
      insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
      values (${accountId}, 'Spring', 'TRAFFIC', 10000000, '2026-03-01', 'active', 'role-campaign-0001')`);
    await change(sql`insert into auto_top_up (advertiser_id, enabled, threshold_micros, amount_micros)
      values (${accountId}, true, 50000000, 50000000), (${operator.accountId}, true, 50000000, 50000000)`);
    for (const status of ['active', 'pending']) {
      await change(sql`update campaign set status = ${status} where advertiser_id = ${accountId}`);
      expect(await takeAdvertiser(user)).toEqual(['role_campaigns_running']);
    }
    for (const status of ['paused', 'rejected', 'cancelled', 'completed']) {
      await change(sql`update campaign set status = ${status} where advertiser_id = ${accountId}`);
      const roles = ['advertiser', 'publisher'];
      expect(await takeAdvertiser(user)).toBeNull();
      await api.call('PUT', `/operator/users/${user.id}/roles`, { token: operator.token, body: { roles } });
    }
    const topUps = await api.deps.db
      .selectFrom('auto_top_up')
      .select(['advertiser_id', 'enabled', 'version'])
      .orderBy('version', 'desc')
      .execute();
    // Ended once, however often the role was taken, and nobody else's.
    expect(topUps).toEqual([
      { advertiser_id: accountId, enabled: false, version: 2 },
      { advertiser_id: operator.accountId, enabled: true, version: 1 },
    ]);
  });

  it('while there is a cent in the wallet, and is below that', async () => {
    const user = await inBoth();
    await give(walletOf(user.accountId), 10_000n);
    expect(await takeAdvertiser(user)).toEqual(['role_wallet_left']);
    await give(walletOf(user.accountId), -1n);
    expect(await takeAdvertiser(user)).toBeNull();
  });

  it('while a deposit, a refund or a correction of the wallet is open', async () => {
    const user = await inBoth();
    const { accountId } = user;
    await change(sql`insert into deposit (advertiser_id, gateway, amount_micros, reference)
      values (${accountId}, 'manual', 50000000, ${`PL-R${accountId}`})`);
    expect(await takeAdvertiser(user)).toEqual(['role_deposits_open']);
    await change(sql`update deposit set status = 'cancelled' where advertiser_id = ${accountId}`);
    for (const kind of ['wallet', 'spend']) {
      await correction(user, kind);
      expect(await takeAdvertiser(user)).toEqual(['role_deposits_open']);
      await change(sql`update money_correction set status = 'rejected', decided_by = ${operator.id}, decided_at = now()
        where account_id = ${accountId}`);
    }
    await change(sql`insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, requested_at)
      select id, 10000, 'operator', 'pending', 10000, now() from deposit where advertiser_id = ${accountId}`);
    expect(await takeAdvertiser(user)).toEqual(['role_deposits_open']);
    await change(sql`update deposit_refund set status = 'completed'
      where deposit_id in (select id from deposit where advertiser_id = ${accountId})`);
    expect(await takeAdvertiser(user)).toBeNull();
  });

  it('nor by inviting somebody anew who has not come yet', async () => {
    const invite = async (roles: string[]) =>
      await api.call('POST', '/operator/users/invite', {
        token: operator.token,
        body: { email: 'late@example.com', roles },
      });
    await invite(['advertiser']);
    const { account_id: accountId } = await api.deps.db
      .selectFrom('account_member as m')
      .innerJoin('app_user as u', 'u.id', 'm.user_id')
      .select('m.account_id')
      .where('u.email', '=', 'late@example.com')
      .executeTakeFirstOrThrow();
    await give(walletOf(accountId), 5_000_000n);
    expect((await invite(['publisher'])).error?.code).toBe('role_in_use');
    expect((await invite(['advertiser', 'publisher'])).status).toBe(200);
  });
});

describe('the publisher role is not taken', () => {
  it('while a website is active or waits for review', async () => {
    const user = await inBoth();
    const { accountId } = user;
    await change(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
      values (${accountId}, 'role.example.com', '{52}', 1000, 'role-website-0001')`);
    for (const status of ['pending', 'active']) {
      await change(sql`update website set status = ${status} where publisher_id = ${accountId}`);
      expect(await takePublisher(user)).toEqual(['role_websites_running']);
    }
    await change(sql`update website set status = 'rejected' where publisher_id = ${accountId}`);
    expect(await takePublisher(user)).toBeNull();
  });

  it('while a cent is earned and not paid, in whichever balance, and is below that', async () => {
    const user = await inBoth();
    await give(availableOf(user.accountId), 4_000n);
    await give(pendingOf(user.accountId), 6_000n);
    expect(await takePublisher(user)).toEqual(['role_earnings_left']);
    await give(availableOf(user.accountId), -1n);
    expect(await takePublisher(user)).toBeNull();
  });

  it('while a payout is under way or earnings are being corrected; the advertiser role meanwhile is', async () => {
    const user = await inBoth();
    const other = await inBoth();
    for (const one of [user, other]) await correction(one, 'earnings');
    expect(await takePublisher(user)).toEqual(['role_payouts_open']);
    expect(await takeAdvertiser(other)).toBeNull();
    await change(sql`update money_correction set status = 'rejected', decided_by = ${operator.id}, decided_at = now()
      where account_id = ${user.accountId}`);
    await api.deps.db.transaction().execute(async (trx) => {
      const destination = { kind: 'payouts_in_flight' as const, ownerId: user.accountId };
      const posting = { source: networkAccount('adjustments'), destination, amountMicros: 1_000_000n };
      const entries = entriesOfPostings([posting]);
      await postTransaction(trx, { kind: 'adjustment', reference: 't:flight', entries, at: api.now });
    });
    expect(await takePublisher(user)).toEqual(['role_payouts_open']);
  });
});

it('a role that is kept or given asks for nothing', async () => {
  const user = await inBoth();
  await give(walletOf(user.accountId), 1_000_000n);
  expect(await takePublisher(user)).toBeNull();
  const body = { roles: ['advertiser', 'publisher'] };
  const given = await api.call('PUT', `/operator/users/${user.id}/roles`, { token: operator.token, body });
  expect(given.status).toBe(200);
});

it('what others run and wait for is in nobody’s way', async () => {
  const [user, { accountId }] = [await inBoth(), await inBoth()];
  await change(sql`
    insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
    values (${accountId}, 'Autumn', 'TRAFFIC', 10000000, '2026-03-01', 'active', 'role-campaign-0002')`);
  await change(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
    values (${accountId}, 'others.example.com', '{52}', 1000, 'role-website-0002', 'active')`);
  await change(sql`insert into deposit (advertiser_id, gateway, amount_micros, reference)
    values (${accountId}, 'manual', 50000000, ${`PL-O${accountId}`})`);
  for (const kind of ['wallet', 'earnings']) await correction({ ...user, accountId }, kind);
  expect([await takePublisher(user), await inTheWay(user, 'publisher')]).toEqual([null, null]);
});
