import { ACCOUNT_EVENTS, NETWORK_EVENTS } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { createTestCampaign } from '../testing/fixtures.ts';
import { createWebsite } from '../websites/edit-website.ts';
import { createWidget } from '../widgets/edit-widget.ts';
import { messageBody } from './signing.ts';
import { addEndpoint } from './testing/receiver.ts';

let api: TestApi;
let owner: TestUser;
let mine: number;
let networks: number;
let others: number;
let sites = 0;

beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
  owner = await api.user({ roles: ['advertiser', 'publisher'] });
  const operator = await api.user({ roles: ['operator'] });
  const stranger = await api.user({ roles: ['advertiser', 'publisher'] });
  const url = 'https://shop.example/hooks';
  mine = (await addEndpoint(api, owner, url, ACCOUNT_EVENTS)).endpoint.id;
  others = (await addEndpoint(api, stranger, url, ACCOUNT_EVENTS)).endpoint.id;
  networks = (await addEndpoint(api, operator, url, NETWORK_EVENTS, '/operator/webhooks')).endpoint.id;
});
afterAll(async () => {
  await api.close();
});

/** What an endpoint is told, in order. */
async function toldTo(endpointId: number): Promise<[string, Record<string, unknown>][]> {
  const rows = await api.deps.db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', 'e.id', 'd.event_id')
    .select(['e.type', 'e.data'])
    .where('d.endpoint_id', '=', endpointId)
    .orderBy('d.id')
    .execute();
  return rows.map(({ type, data }) => [type, data]);
}
const told = async () => await toldTo(mine);
const set = async (table: string, id: number, values: string) =>
  await sql.raw(`update ${table} set ${values} where id = ${id}`).execute(api.deps.db);
const site = async () => {
  sites += 1;
  const input = { domain: `told-${sites}.example`, categories: ['pets' as const], traffic: { custom: 5 } };
  return (await createWebsite(api.deps, owner.actor, input)).id;
};
const deposit = async () => {
  const answer = await api.call('POST', '/advertiser/deposits', {
    token: owner.token,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { amount: 60.5, gateway: 'manual' },
  });
  return (answer.data as { id: number }).id;
};
const accountId = () => owner.accountId;

describe('an endpoint is told', () => {
  it('what becomes of a campaign, with the reason of a rejection', async () => {
    const { campaignId: id } = await createTestCampaign(api.deps, owner.actor, 'Spring');
    await set('campaign', id, `status = 'pending', submitted_at = now()`);
    await set('campaign', id, `name = 'Renamed', version = version + 1`);
    await set(
      'campaign',
      id,
      `status = 'rejected', rejection_code = 'other', rejection_text = 'No landing page'`,
    );
    await set('campaign', id, `status = 'rejected'`);
    const about = { id, accountId: accountId() };
    expect(await told()).toEqual([
      ['campaign.status_changed', { ...about, name: 'Spring', from: null, to: 'paused', reason: null }],
      ['campaign.status_changed', { ...about, name: 'Spring', from: 'paused', to: 'pending', reason: null }],
      [
        'campaign.status_changed',
        { ...about, name: 'Renamed', from: 'pending', to: 'rejected', reason: 'No landing page' },
      ],
    ]);
    expect(await toldTo(networks)).toEqual(await told());
    expect(await toldTo(others)).toEqual([]);
  });

  it('what becomes of a website and its widgets', async () => {
    const id = await site();
    await set('website', id, `status = 'active', approved_at = now()`);
    const widget = await createWidget(api.deps, owner.actor, {
      websiteId: id,
      name: 'Top',
      type: 'banner',
      sizes: [{ width: 300, height: 250 }],
      headingTitle: null,
      floorCpm: null,
      fallbackHtml: '',
      lazy: false,
    });
    await set('widget', widget.id, `status = 'suspended'`);
    await set(
      'website',
      id,
      `status = 'suspended', suspended_by = 'operator', suspension_text = 'Empty pages'`,
    );
    const ofSite = { id, accountId: accountId(), domain: `told-${sites}.example` };
    const ofWidget = { id: widget.id, accountId: accountId(), name: 'Top', websiteId: id };
    expect(await told()).toEqual([
      ['website.status_changed', { ...ofSite, from: null, to: 'pending', reason: null }],
      ['website.status_changed', { ...ofSite, from: 'pending', to: 'active', reason: null }],
      ['widget.status_changed', { ...ofWidget, from: null, to: 'active' }],
      ['widget.status_changed', { ...ofWidget, from: 'active', to: 'suspended' }],
      ['website.status_changed', { ...ofSite, from: 'active', to: 'suspended', reason: 'Empty pages' }],
    ]);
  });

  it('of money in dollars: deposits, refunds, receipts', async () => {
    const id = await deposit();
    const operator = await api.user({ roles: ['operator'] });
    const confirmed = await api.call('POST', `/operator/deposits/${id}/confirm`, {
      token: operator.token,
      headers: { 'idempotency-key': 'confirm' },
      body: {},
    });
    expect(confirmed.status).toBe(200);
    await sql`insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, requested_at)
              values (${id}, 1230000, 'gateway', 'completed', 1230000, now())`.execute(api.deps.db);
    const found = await told();
    expect(found.map(([type, { from, to }]) => [type, from, to])).toEqual([
      ['deposit.status_changed', null, 'pending'],
      ['deposit.status_changed', 'pending', 'confirmed'],
      ['invoice.issued', undefined, undefined],
      ['deposit_refund.status_changed', null, 'completed'],
    ]);
    expect(found[1]?.[1]).toMatchObject({ id, amount: 60.5, currency: 'USD', gateway: 'manual' });
    expect(found[2]?.[1]).toMatchObject({ kind: 'deposit', amount: 60.5, number: `REC-${accountId()}-0001` });
    expect(found[3]?.[1]).toMatchObject({ depositId: id, amount: 1.23, origin: 'gateway' });
  });

  it('of payouts, a wallet’s level and a month that closed', async () => {
    const { rows } = await sql<{ id: number }>`
      with profile as (
        insert into payment_profile (publisher_id, name, type, details_sealed, masked)
        values (${accountId()}, 'Bank', 'bank_account', 'x', '{}') returning id)
      insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed)
      select ${accountId()}, 75000000, 'bank_transfer', id, 'x' from profile returning id`.execute(
      api.deps.db,
    );
    const id = rows[0]?.id ?? 0;
    await set('payout', id, `status = 'rejected', reason = 'Wrong name', decided_by = ${owner.id}`);
    await sql`insert into wallet_watch (advertiser_id, level, changed_at) values (${accountId()}, 'above', now())`.execute(
      api.deps.db,
    );
    await sql`update wallet_watch set level = 'low' where advertiser_id = ${accountId()}`.execute(
      api.deps.db,
    );
    // What was taken back of it before does not become available.
    await sql`insert into earning_month (publisher_id, month, earned_micros, taken_back_micros)
              values (${accountId()}, '2026-02-01', 2000003, 500002)`.execute(api.deps.db);
    await sql`update earning_month set closed_at = now() where publisher_id = ${accountId()}`.execute(
      api.deps.db,
    );
    const about = { id, accountId: accountId(), amount: 75, currency: 'USD', method: 'bank_transfer' };
    expect(await told()).toEqual([
      ['payout.status_changed', { ...about, from: null, to: 'pending', reason: null }],
      ['payout.status_changed', { ...about, from: 'pending', to: 'rejected', reason: 'Wrong name' }],
      ['balance.level_changed', { accountId: accountId(), from: 'above', to: 'low', balance: null }],
      ['month.closed', { accountId: accountId(), month: '2026-02', amount: 1.500001 }],
    ]);
  });

  it('of a balance that was corrected, once it is booked', async () => {
    const operator = await api.user({ roles: ['operator'] });
    const answer = await api.call('POST', '/operator/corrections', {
      token: operator.token,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { accountId: accountId(), balance: 'wallet', amount: 12.5, reason: 'Goodwill' },
    });
    const { id } = answer.data as { id: number };
    const told = (await toldTo(mine)).filter(([type]) => type === 'correction.booked');
    const about = { accountId: accountId(), id, kind: 'wallet', currency: 'USD' };
    expect(told).toEqual([['correction.booked', { ...about, amount: 12.5, reason: 'Goodwill' }]]);
  });

  it('of an account only where it is the network’s', async () => {
    await set('account', accountId(), `status = 'suspended'`);
    expect(await told()).toEqual([]);
    expect(await toldTo(networks)).toMatchObject([
      ['account.status_changed', { id: accountId(), from: 'active', to: 'suspended' }],
    ]);
  });

  it('nothing that it did not choose, that was rolled back, or that happens while it is off', async () => {
    const { campaignId: id } = await createTestCampaign(api.deps, owner.actor);
    const told = (await toldTo(mine)).length;
    const endpoints = api.deps.db.updateTable('webhook_endpoint');
    await endpoints.set({ event_types: ['month.closed'] }).execute();
    await set('campaign', id, `status = 'pending'`);
    await endpoints.set({ event_types: [...ACCOUNT_EVENTS] }).execute();
    await api.deps.db
      .transaction()
      .execute(async (trx) => {
        await sql`update campaign set status = 'active' where id = ${id}`.execute(trx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await endpoints.set({ disabled_at: api.now, disabled_because: 'hand' }).execute();
    await set('campaign', id, `status = 'paused'`);
    expect(await toldTo(mine)).toHaveLength(told);
    const { count } = await api.deps.db
      .selectFrom('webhook_event')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId())
      .executeTakeFirstOrThrow();
    expect(count).toBe(1n);
  });

  it('no more than a few kilobytes, however long its texts are', async () => {
    const { campaignId: id } = await createTestCampaign(api.deps, owner.actor, '€'.repeat(100));
    const text = '"€'.repeat(5_000);
    await sql`update campaign set status = 'rejected', rejection_text = ${text} where id = ${id}`.execute(
      api.deps.db,
    );
    const [, [type, data] = ['', {}]] = await told();
    expect(data.reason).toHaveLength(500);
    expect(Buffer.byteLength(messageBody({ type, at: api.now, data }))).toBeLessThan(4_096);
  });
});

it('every status there is, is told of, or is nobody’s to know', async () => {
  const { rows } = await sql<{ table_name: string; told: boolean }>`
    select c.table_name, exists (
             select from pg_trigger t where t.tgrelid = c.table_name::regclass and t.tgname like 'webhook_%_status') as told
      from information_schema.columns c join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'status'`.execute(
    api.deps.db,
  );
  const silent = rows.filter(({ told }) => !told).map(({ table_name }) => table_name);
  // A person's own, which their account follows; an archive of one person's data, told to that person; tallies of rows; the
  // deliveries themselves.
  expect(silent.toSorted()).toEqual(['app_user', 'data_export', 'row_tally', 'webhook_delivery']);
});

it('that is being removed, with all that was sent there, keeps nothing from happening meanwhile', async () => {
  const { campaignId: id } = await createTestCampaign(api.deps, owner.actor, 'Winter');
  const happens = async () =>
    await api.deps.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      await sql`update campaign set status = 'pending', submitted_at = now() where id = ${id}`.execute(trx);
    });
  const removed = await whileHeld(
    api.pool,
    `select from webhook_delivery where endpoint_id = ${mine} for update`,
    async () => (await api.call('DELETE', `/webhooks/${mine}`, { token: owner.token, body: {} })).status,
    1,
    happens,
  );
  expect(removed).toEqual({ waited: true, result: 200 });
  expect((await toldTo(networks)).map(([, { to }]) => to)).toEqual(['paused', 'pending']);
  const left = sql`select from webhook_endpoint where id = ${mine}`;
  expect((await left.execute(api.deps.db)).rows).toEqual([]);
});
