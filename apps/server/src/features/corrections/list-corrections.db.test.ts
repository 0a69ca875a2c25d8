import type {
  CorrectableAccount,
  CorrectableDocument,
  Correction,
  SpendRefundPreview,
} from '@placard/contract/corrections';
import { CHARGES_NAMED } from '@placard/domain/billing/correction';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { makeWorld } from '../../settlement/testing/world.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { newKey, PaymentWorld } from '../payments/testing/payment-world.ts';

let world: PaymentWorld;
let advertiser: TestUser;
let other: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  await world.newPublishers();
  advertiser = await world.api.user({ roles: ['advertiser'] });
  other = await world.api.user({ roles: ['advertiser'] });
});

/** An invoice of each of the first months of a year. */
async function invoices(count: number, of: TestUser): Promise<void> {
  for (let month = 1; month <= count; month += 1) {
    await world.api.deps.db.transaction().execute(
      async (trx) =>
        await issueInvoice(
          trx,
          {
            advertiserId: of.accountId,
            amountCents: 1_000n,
            of: {
              kind: 'month',
              month: `2026-0${month}-01`,
              lines: [{ text: () => 'Autumn', cents: 1_000 }],
              notes: [],
            },
          },
          world.api.deps.clock(),
        ),
    );
  }
}

type Answer = { readonly items: CorrectableDocument[]; readonly next: string | null };
const ask = async (query: string) => {
  const path = `/operator/corrections/documents?accountId=${advertiser.accountId}&${query}`;
  return (await world.get(path, world.operator)).data as Answer;
};

it('documents to correct come in parts, and say that there are older ones', async () => {
  await invoices(3, advertiser);
  const all = (await ask('')).items;
  expect(all.map(({ number }) => number)).toEqual(all.map(({ number }) => number).toSorted((a, b) => b - a));
  expect(all.map(({ amount, corrected }) => [amount, corrected])).toEqual(Array(3).fill([10, 0]));
  expect(await ask('limit=3')).toMatchObject({ items: { length: 3 }, next: null });
  const { items, next } = await ask('limit=2');
  expect(items).toEqual(all.slice(0, 2));
  expect((await ask(`limit=2&before=${next}`)).items).toEqual(all.slice(2));
});

it('a document is found by its whole name, or by a number that it bears, among the account’s', async () => {
  await invoices(2, other);
  await invoices(3, advertiser);
  const found = async (search: string) =>
    (await ask(`search=${encodeURIComponent(search)}`)).items.map(({ number }) => number);
  const [newest, , oldest] = (await ask('')).items;
  if (newest === undefined || oldest === undefined) throw new Error('three were made');
  expect(await found(oldest.label.toLowerCase())).toEqual([oldest.number]);
  expect(await found('0001')).toContain(oldest.number);
  expect(await found(String(newest.number))).toContain(newest.number);
  expect(await found('0001')).not.toContain(newest.number);
  expect(await found(oldest.label.replace(`-${advertiser.accountId}-`, `-${other.accountId}-`))).toEqual([]);
  expect(await found(oldest.label.replace('INV-', 'REC-'))).toEqual([]);
  expect(await found('Autumn')).toEqual([]);
  expect((await found('')).length).toBe(3);
});

async function correct(change: object): Promise<Correction> {
  const body = { accountId: advertiser.accountId, balance: 'wallet', reason: 'Shown twice', ...change };
  const answer = await world.api.call('POST', '/operator/corrections', {
    ...{ token: world.operator.token, body, headers: newKey() },
  });
  expect(answer.error).toBeUndefined();
  return answer.data as Correction;
}
const list = async (query: string) =>
  (await world.get(`/operator/corrections?${query}`, world.operator)).data as {
    items: Correction[];
    total: number;
    stats: { pending: number; bookedAlone: number };
    approvalLimit: number;
  };

describe('the list of corrections', () => {
  it('says of each whose it is, who asked and decided, which document it made and which it corrects', async () => {
    await world.api.deps.db
      .updateTable('app_user')
      .set({ first_name: 'Grace', last_name: 'Hopper' })
      .where('id', '=', advertiser.id)
      .execute();
    await invoices(2, advertiser);
    const [, invoice] = (await ask('')).items;
    const booked = await correct({ amount: 2, correctsNumber: invoice?.number });
    const now = world.api.now.toISOString();
    const [document] = booked.documents;
    expect(booked).toEqual({
      ...{ id: booked.id, kind: 'wallet', amount: 2, currency: 'USD', reason: 'Shown twice', period: null },
      account: { id: advertiser.accountId, name: 'Grace Hopper', email: advertiser.email },
      ...{ uncovered: 0, status: 'booked', waitsForAnother: false },
      corrects: { number: invoice?.number, label: invoice?.label, kind: 'month' },
      documents: [{ number: document?.number, label: document?.label, kind: 'credit_note' }],
      ...{ requestedBy: 'First Desk', requestedAt: now, decidedBy: 'First Desk', decidedAt: now },
    });
    const other = await correct({ amount: 3 });
    expect([other.corrects, other.documents.length]).toEqual([null, 1]);
    const { items } = await list(`search=${advertiser.email}`);
    expect(items).toEqual([other, booked]);
    const waiting = await correct({ amount: 5_000 });
    expect(waiting).toMatchObject({ documents: [], decidedBy: null, decidedAt: null, waitsForAnother: true });
    // Whoever did not ask for it is the one who is waited for.
    const path = `/operator/corrections?search=${advertiser.email}&status=pending`;
    const seen = (await world.get(path, world.secondOperator)).data as { items: Correction[] };
    expect(seen.items).toEqual([{ ...waiting, waitsForAnother: false }]);
  });

  it('calls who has no name by their address, as asker and as decider', async () => {
    const nameless = await world.api.user({ roles: ['operator'], firstName: '', lastName: '' });
    const body = { accountId: advertiser.accountId, balance: 'wallet', reason: 'Shown twice', amount: 5_000 };
    const asked = await world.api.call('POST', '/operator/corrections', {
      ...{ token: nameless.token, body, headers: newKey() },
    });
    const { id, requestedBy, decidedBy } = asked.data as Correction;
    expect([requestedBy, decidedBy]).toEqual([nameless.email, null]);
    await world.api.call('POST', `/operator/corrections/${id}/decision`, {
      ...{ token: nameless.token, body: { action: 'reject' }, headers: newKey() },
    });
    expect((await list(`search=${advertiser.email}`)).items[0]?.decidedBy).toBe(nameless.email);
    const unknown = await world.api.call('POST', '/operator/corrections/2000000000/decision', {
      ...{ token: nameless.token, body: { action: 'reject' }, headers: newKey() },
    });
    expect(unknown.error?.code).toBe('not_found');
  });

  it('names the campaign and the website of a refund, and its days', async () => {
    const { rows } = await sql<{ campaign: number; website: number }>`
      with c as (
        insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
        values (${advertiser.accountId}, 'Spring', 'TRAFFIC', 10000000, '2026-03-01', 'active', 'spring-correction-key') returning id)
      , w as (
        insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
        values (${world.publisher.accountId}, 'corrected.example', '{pets}', 5, 'spring-correction-key', 'active') returning id)
      , m as (
        insert into money_correction (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at,
                                      period_from, period_to, campaign_id, website_id)
        select 'spend', ${advertiser.accountId}, 5, 'Machines', 1, ${world.operator.id}, ${world.api.now}, '2026-03-01',
               '2026-03-02', n.campaign_id, n.website_id
          from (select c.id as campaign_id, w.id as website_id from c, w union all select null, null) n)
      select c.id as campaign, w.id as website from c, w`.execute(world.api.deps.db);
    const { items } = await list(`search=${advertiser.email}&kind=spend`);
    const days = { from: '2026-03-01', to: '2026-03-02' };
    expect(items.map(({ period }) => period).toSorted((a) => (a?.campaign === null ? 1 : -1))).toEqual([
      {
        ...days,
        campaign: { id: rows[0]?.campaign, name: 'Spring' },
        website: { id: rows[0]?.website, name: 'corrected.example' },
      },
      { ...days, campaign: null, website: null },
    ]);
    expect((await list(`search=${advertiser.email}&kind=wallet`)).items).toEqual([]);
  });

  it('is in the order that is asked for, newest first else, page by page, with how many there are', async () => {
    const ids: number[] = [];
    for (const [index, amount] of [2, 3, 3, 1].entries()) {
      await world.goOn(`2026-03-10T12:0${index < 2 ? 5 : 4}:00Z`);
      ids.push((await correct({ amount })).id);
    }
    const places = async (query: string) => {
      const { items, total } = await list(`search=${advertiser.email}&${query}`);
      return [total, ...items.map(({ id }) => ids.indexOf(id))];
    };
    // Of the same time, or the same amount, the one that was asked for last.
    expect(await places('')).toEqual([4, 1, 0, 3, 2]);
    expect(await places('sort=requestedAt')).toEqual([4, 2, 3, 0, 1]);
    expect(await places('sort=-amount')).toEqual([4, 2, 1, 0, 3]);
    expect(await places('sort=amount')).toEqual([4, 3, 0, 1, 2]);
    expect(await places('sort=amount&pageSize=3')).toEqual([4, 3, 0, 1]);
    expect(await places('sort=amount&pageSize=3&page=2')).toEqual([4, 2]);
  });

  it('is searched by address, company, whole name and reason, and counts what waits in all', async () => {
    const { db } = world.api.deps;
    const names = { first_name: 'Katherine', last_name: 'Johnson' };
    await db.updateTable('app_user').set(names).where('id', '=', advertiser.id).execute();
    await db
      .updateTable('account')
      .set({ company: 'Orbit Works' })
      .where('id', '=', advertiser.accountId)
      .execute();
    const { id } = await correct({ amount: 1, reason: 'A lamp_was dark' });
    await correct({ accountId: other.accountId, amount: 1_000.01 });
    const found = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).items.map((item) => item.id);
    for (const search of [advertiser.email.toUpperCase(), 'orbit w', 'herine john', 'lamp_was']) {
      expect([search, await found(search)]).toEqual([search, [id]]);
    }
    for (const search of ['lampXwas', '%', 'Johnson Katherine']) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
    const booked = await list(`search=${encodeURIComponent('orbit w')}&status=booked`);
    const { total } = await list('status=pending');
    expect([booked.total, booked.stats.pending]).toEqual([1, total]);
    expect(total).toBeGreaterThan(0);
  });

  it('say what the reader booked alone lately, in either direction, and up to where', async () => {
    const stats = async () => (await list('')).stats;
    const before = (await stats()).bookedAlone;
    await correct({ amount: 3 });
    await correct({ amount: -2 });
    const { id } = await correct({ amount: 1_000.01 });
    expect((await stats()).bookedAlone - before).toBe(5);
    // What another one approves is booked by two.
    const approved = await world.api.call('POST', `/operator/corrections/${id}/decision`, {
      ...{ token: world.secondOperator.token, headers: newKey(), body: { action: 'approve' } },
    });
    expect([approved.status, (await stats()).bookedAlone - before]).toEqual([200, 5]);
    const { now } = world.api;
    world.api.now = new Date(now.getTime() + 86_400_000);
    expect(await list('')).toMatchObject({ stats: { bookedAlone: 0 }, approvalLimit: 1_000 });
    world.api.now = now;
  });
});

it('of one operator wait for each other, of whichever accounts they are: the second sees what the first booked', async () => {
  const held = `select from app_user where id = ${world.operator.id} for no key update`;
  const { waited } = await whileHeld(world.api.pool, held, async () => await correct({ amount: 3 }));
  expect(waited).toBe(true);
});

it.each([
  ['wallet', 7, 'wallet.credit', 'USD 7.00 was credited to your wallet', '/advertiser/billing'],
  ['wallet', -2.5, 'wallet.debit', 'USD 2.50 was taken from your wallet', '/advertiser/billing'],
  ['earnings', 7, 'earnings.credit', 'USD 7.00 was credited to your earnings', '/publisher/payment'],
  ['earnings', -2.5, 'earnings.debit', 'USD 2.50 was taken from your earnings', '/publisher/payment'],
] as const)(
  '%s corrected by %d is told as %s, with where to look',
  async (balance, amount, kind, subject, path) => {
    const both = await world.api.user({ roles: ['advertiser', 'publisher'] });
    const { id } = await correct({ accountId: both.accountId, balance, amount: 10 });
    const last = await correct({ accountId: both.accountId, balance, amount });
    const { rows } = await sql<{ kind: string; detail: object; key: string; account: number }>`
    select kind, detail, dedup_key as key, account_id as account from notification where user_id = ${both.id} order by id`.execute(
      world.api.deps.db,
    );
    expect(rows.map(({ key }) => key)).toEqual([String(id), String(last.id)]);
    expect(rows[1]).toMatchObject({
      ...{ kind, account: both.accountId },
      detail: { amount: Math.abs(amount), currency: 'USD', reason: 'Shown twice' },
    });
    const mails = await sql<{ subject: string; body_text: string }>`
    select subject, body_text from mail_outbox where to_email = ${both.email} order by id`.execute(
      world.api.deps.db,
    );
    expect(mails.rows[1]).toMatchObject({
      subject,
      body_text: expect.stringContaining(`http://dashboard.test${path}`),
    });
    expect(mails.rows).toHaveLength(2);
  },
);

it(`a refund names the ${CHARGES_NAMED} websites that were charged most, and sums all of them`, async () => {
  const { db } = world.api.deps;
  const adSets = [{ totalBudgetMicros: 1_000_000_000n }];
  const made = await makeWorld(db, {
    advertisers: [
      { timeZone: 'UTC', walletMicros: 0n, campaigns: [{ totalBudgetMicros: 1_000_000_000n, adSets }] },
    ],
    widgetsOfPublishers: Array(CHARGES_NAMED + 1).fill(1),
  });
  const [adSet] = made.adSets;
  const widgets = made.widgets.map(({ id }) => id);
  // The last one was charged twice as much as each of the others.
  await sql`
    insert into spend_day (day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros)
    select '2026-01-05', ${adSet?.id}, id, case id when ${widgets.at(-1)} then 2000000 else 1000000 end, 700000,
           case id when ${widgets.at(-1)} then 1300000 else 300000 end
      from unnest(${widgets}::int[]) as w(id)`.execute(db);
  const query = `accountId=${adSet?.advertiserId}&periodFrom=2026-01-05&periodTo=2026-01-05`;
  const { data } = await world.get(`/operator/corrections/spend?${query}`, world.operator);
  const { amount, campaigns, websites } = data as SpendRefundPreview;
  expect([amount, campaigns.map((each) => each.amount)]).toEqual([CHARGES_NAMED + 2, [CHARGES_NAMED + 2]]);
  const sites = made.widgets.map(({ websiteId }) => websiteId);
  expect(websites.map(({ id }) => id)).toEqual([sites.at(-1), ...sites.slice(0, CHARGES_NAMED - 1)]);
});

it('accounts to correct are found by number, address, company and name, newest first, with what they hold', async () => {
  const { db } = world.api.deps;
  const both = await world.api.user({
    ...{ roles: ['publisher', 'advertiser'], firstName: 'Annie', lastName: 'Easley' },
  });
  const none = await world.api.user({ roles: [], firstName: 'Annie', lastName: 'Easley' });
  const first = await world.api.user({ roles: ['advertiser'], firstName: 'Annie', lastName: 'Easley' });
  await db.updateTable('account').set({ company: 'Centaur' }).where('id', '=', both.accountId).execute();
  await correct({ accountId: both.accountId, amount: 4 });
  await correct({ accountId: both.accountId, balance: 'earnings', amount: 7 });
  const accounts = async (query: string) =>
    (await world.get(`/operator/corrections/accounts?${query}`, world.operator)).data as {
      items: CorrectableAccount[];
      next: string | null;
    };
  const holding = {
    ...{ id: both.accountId, name: 'Annie Easley', email: both.email, roles: ['advertiser', 'publisher'] },
    ...{ wallet: 4, available: 7, currency: 'USD' },
  };
  for (const search of [String(both.accountId), both.email, 'centau']) {
    expect((await accounts(`search=${search}`)).items.filter(({ id }) => id === both.accountId)).toEqual([
      holding,
    ]);
  }
  expect((await accounts('search=centau')).items).toHaveLength(1);
  // Who has no balance of either kind, and nothing to be corrected, is not among them.
  const named = await accounts('search=annie%20eas');
  expect(named.items).toEqual([
    { ...holding, id: first.accountId, email: first.email, roles: ['advertiser'], wallet: 0, available: 0 },
    holding,
  ]);
  expect((await accounts(`search=${none.email}`)).items).toEqual([]);
  const part = await accounts('search=annie%20eas&limit=1');
  expect([part.items.length, part.next]).toEqual([1, String(first.accountId)]);
  expect(await accounts(`search=annie%20eas&limit=1&before=${part.next}`)).toEqual({
    ...{ items: [holding], next: null },
  });
});
