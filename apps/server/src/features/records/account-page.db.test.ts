import type { AccountOfOperator, UserOfOperator } from '@placard/contract/records';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveEverything, type OwnedIds } from '../../http/testing/owned-records.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let ids: OwnedIds;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
  ada = await api.user({ roles: ['advertiser', 'publisher'] });
  const grace = await api.user({ roles: ['advertiser', 'publisher'] });
  await giveEverything(api.pool, grace);
  ids = await giveEverything(api.pool, ada);
  for (const { accountId, micros } of [
    { accountId: ada.accountId, micros: 1_000_000 },
    { accountId: grace.accountId, micros: 77_000_000 },
  ]) {
    const balances = ['advertiser_wallet', 'publisher_available', 'payouts_in_flight', 'publisher_pending'];
    for (const [index, kind] of balances.entries())
      await api.pool.query(
        'insert into ledger_account (owner_id, kind, balance_micros) values ($1, $2, $3) on conflict do nothing',
        [accountId, kind, micros * (index + 1)],
      );
    for (const month of ['2026-01-01', '2026-02-01'])
      await api.pool.query(
        'insert into earning_month (publisher_id, month, earned_micros) values ($1, $2, $3)',
        [accountId, month, micros * 10],
      );
  }
  await api.pool.query(
    'insert into campaign_spend (campaign_id, spent_micros) values ($1, 250000) on conflict (campaign_id) do update set spent_micros = 250000',
    [ids.campaign],
  );
});
afterAll(async () => {
  await api.close();
});

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  await api.call(method, `/operator${path}`, { token: operator.token, ...(body && { body }) });
const page = async (id = ada.accountId) => (await call('GET', `/accounts/${id}`)).data as AccountOfOperator;

describe('the page of an account', () => {
  it('has its own money, and counts what it has but for what is archived', async () => {
    expect(await page()).toMatchObject({
      wallet: { balance: 1, spent: 0.25 },
      earnings: { available: 2, inFlight: 3, pending: 4, total: 20 },
      counts: { campaigns: 1, creatives: 1, websites: 1, payouts: 1, deposits: 1, documents: 2 },
      trustedAt: null,
      mayTrust: true,
    });
    expect(await page(operator.accountId)).toMatchObject({ mayTrust: true });
    const second = await api.user({ roles: ['operator'] });
    expect(await page(operator.accountId)).toMatchObject({ mayTrust: false });
    await api.pool.query("update app_user set status = 'suspended' where id = $1", [second.id]);
    await api.pool.query("update campaign set status = 'archived' where id = $1", [ids.campaign]);
    expect((await page()).counts).toMatchObject({ campaigns: 0, creatives: 1 });
  });

  it('names its members, the owner first and then who came first, with when they were last here', async () => {
    const [late, early] = [await api.user({ roles: [] }), await api.user({ roles: [] })];
    for (const [{ id }, joinedAt] of [
      [late, '2020-01-02'],
      [early, '2020-01-01'],
    ] as const)
      await api.pool.query(
        "insert into account_member (account_id, user_id, role, joined_at) values ($1, $2, 'viewer', $3)",
        [ada.accountId, id, joinedAt],
      );
    const seen = new Date('2026-02-03T04:05:06Z');
    await sql`update app_user set last_login_at = ${seen} where id = ${early.id}`.execute(api.deps.db);
    await sql`update app_user set last_login_at = null where id = ${late.id}`.execute(api.deps.db);
    const { members } = await page();
    expect(members.map(({ userId, role }) => [userId, role])).toEqual([
      [ada.id, 'owner'],
      [early.id, 'viewer'],
      [late.id, 'viewer'],
    ]);
    expect(members.slice(1).map(({ lastLogin }) => lastLogin)).toEqual([seen.toISOString(), null]);
  });

  it('of one role has the figures of that role alone', async () => {
    const [advertiser, publisher] = [
      await api.user({ roles: ['advertiser'] }),
      await api.user({ roles: ['publisher'] }),
    ];
    expect(await page(advertiser.accountId)).toMatchObject({ wallet: { balance: 0 }, earnings: null });
    expect(await page(publisher.accountId)).toMatchObject({ wallet: null, earnings: { total: 0 } });
  });
});

describe('trust in an account', () => {
  it('is given and taken once: asked for again, it stays since when it was given and is not written down', async () => {
    const began = api.now;
    const trust = async (trusted: boolean, id = ada.accountId) =>
      await call('POST', `/accounts/${id}/trust`, { trusted });
    expect((await trust(true, 2_000_000_000)).error?.code).toBe('not_found');
    expect((await trust(true)).data).toMatchObject({ trustedAt: began.toISOString() });
    api.now = new Date(began.getTime() + 60_000);
    expect((await trust(true)).data).toMatchObject({ trustedAt: began.toISOString() });
    expect((await trust(false)).data).toMatchObject({ trustedAt: null });
    expect((await trust(false)).data).toMatchObject({ trustedAt: null });
    const { rows } = await sql<{ action: string; detail: unknown }>`
      select action, detail from audit_log where subject_kind = 'account' and subject_id = ${ada.accountId}
         and action like 'account.%trust' order by id`.execute(api.deps.db);
    expect(rows).toEqual([
      { action: 'account.trust', detail: { trusted: { before: false, after: true } } },
      { action: 'account.distrust', detail: { trusted: { before: true, after: false } } },
    ]);
    // Nobody else is trusted by that.
    await trust(true);
    const { rows: trusted } = await sql<{ id: number }>`
      select id from account where trusted_at is not null`.execute(api.deps.db);
    expect(trusted).toEqual([{ id: ada.accountId }]);
  });
});

it('a person’s page begins with the account they start with, then whichever they came to first', async () => {
  const accounts = [await api.user(), await api.user()];
  for (const [index, { accountId }] of accounts.entries())
    await api.pool.query(
      "insert into account_member (account_id, user_id, role, joined_at) values ($1, $2, 'finance', $3)",
      [accountId, ada.id, `2019-01-0${2 - index}`],
    );
  const { data } = await call('GET', `/users/${ada.id}`);
  const [first, second] = accounts.map(({ accountId }) => accountId);
  expect((data as UserOfOperator).accounts.map(({ id, joinedAt }) => [id, joinedAt.slice(0, 4)])).toEqual([
    [ada.accountId, expect.any(String)],
    [second, '2019'],
    [first, '2019'],
  ]);
});
