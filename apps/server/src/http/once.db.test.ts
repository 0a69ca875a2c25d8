import { isContractProcedure } from '@orpc/contract';
import { ACCOUNT_HEADER } from '@placard/contract/accounts';
import type { OperationMeta } from '@placard/contract/operation';
import { operationsOf } from '@placard/contract/testing/walk-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../api/idempotency.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

const ROLES = ['advertiser', 'publisher', 'operator'] as const;

let api: TestApi;
let me: TestUser;
let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  api = await createTestApi();
  me = await api.user({ roles: ROLES });
  const post = async (
    path: string,
    body: object,
  ): Promise<{ id: number; campaignId: number; adSetId: number }> => {
    const { status, data, error } = await api.call('POST', path, { token: me.token, body });
    expect([status, error]).toEqual([200, undefined]);
    return data as { id: number; campaignId: number; adSetId: number };
  };
  const { campaignId, adSetId } = await post('/advertiser/campaigns', campaign('First'));
  const creative = await post('/advertiser/creatives', { ...thirdParty('First'), adSetIds: [adSetId] });
  const website = await post('/publisher/websites', site('first.example'));
  await sql`update website set status = 'active'`.execute(api.deps.db);
  ids = { campaignId, adSetId, creativeId: creative.id, websiteId: website.id };
});
afterAll(async () => {
  await api.close();
});

const campaign = (name: string) => ({
  campaign: {
    ...{
      name,
      objective: 'TRAFFIC',
      totalBudget: 10,
      dailyBudget: null,
      startDate: '2026-03-10',
      endDate: null,
    },
  },
  adSet: adSet(name),
  requestKey: crypto.randomUUID(),
});
const adSet = (name: string) => ({ name, totalBudget: null, dailyBudget: null });
const thirdParty = (name: string) => ({
  basicInfo: { name },
  content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>Ad</b>' },
  requestKey: crypto.randomUUID(),
});
const site = (domain: string) => ({ domain, categories: ['pets'], traffic: { custom: 5 } });

type Spec = {
  /** The table in which one row more stands. */
  readonly table: string;
  readonly path: () => string;
  /** Two different bodies; a copy has none: two paths then. */
  readonly body: (name: string) => object | undefined;
};

/** How each is called; whoever marks another operation adds it here. */
const SPECS: Readonly<Record<string, Spec>> = {
  'campaigns.create': { table: 'campaign', path: () => '/advertiser/campaigns', body: campaign },
  'campaigns.createAdSet': {
    ...{ table: 'ad_set', body: adSet, path: () => `/advertiser/campaigns/${ids.campaignId}/ad-sets` },
  },
  'campaigns.duplicate': {
    table: 'campaign',
    body: () => undefined,
    path: () => `/advertiser/campaigns/${ids.campaignId}/duplicate`,
  },
  'campaigns.duplicateAdSet': {
    ...{ table: 'ad_set', body: () => undefined, path: () => `/advertiser/ad-sets/${ids.adSetId}/duplicate` },
  },
  'creatives.create': {
    table: 'creative',
    path: () => '/advertiser/creatives',
    body: (name) => ({ ...thirdParty(name), adSetIds: [ids.adSetId] }),
  },
  'creatives.duplicate': {
    ...{
      table: 'creative',
      body: () => undefined,
      path: () => `/advertiser/creatives/${ids.creativeId}/duplicate`,
    },
  },
  'websites.create': {
    table: 'website',
    path: () => '/publisher/websites',
    body: (name) => site(`${name.toLowerCase()}.example`),
  },
  'widgets.create': {
    table: 'widget',
    path: () => `/publisher/websites/${ids.websiteId}/widgets`,
    body: (name) => ({ name, type: 'banner', sizes: [{ width: 300, height: 250 }] }),
  },
  'payments.createProfile': {
    table: 'payment_profile',
    path: () => '/publisher/payment/profiles',
    body: (name) => ({ name, details: { type: 'paypal', paypalEmail: 'me@example.com' } }),
  },
  'recordNotes.add': {
    table: 'record_note',
    path: () => '/operator/notes',
    body: (text) => ({ kind: 'user', subjectId: me.id, text }),
  },
  'views.create': {
    table: 'saved_view',
    path: () => '/views',
    body: (name) => ({ screen: 'statistics', name, search: {} }),
  },
  'billing.requestDeposit': {
    table: 'deposit',
    path: () => '/advertiser/deposits',
    body: (name) => ({ amount: name.length + 100, gateway: 'manual' }),
  },
};

/** They move what is there already, once by its status as well: shown where they are tested themselves. */
const ELSEWHERE = [
  // It changes rows and adds none: bulk-edit.db.test.ts.
  'campaigns.applyBulk',
  // One for each decision: appeals.db.test.ts.
  'appeals.appealCreative',
  'appeals.appealWebsite',
  'payments.requestWithdrawal',
  'payments.cancelWithdrawal',
  'payouts.act',
  'operator.confirmDeposit',
  'operator.refundDeposit',
  // Once for each document, by the document before it: cancel-document.db.test.ts.
  'operator.cancelDocument',
  'operator.issueDocumentAgain',
  'corrections.create',
  'corrections.refundSpend',
  'corrections.decide',
];

it('every operation that takes a key is called here', () => {
  const marked = operationsOf().filter(
    ({ procedure }) =>
      isContractProcedure(procedure) && (procedure['~orpc'].meta as OperationMeta).idempotent !== undefined,
  );
  expect(marked.map(({ name }) => name).sort()).toEqual([...Object.keys(SPECS), ...ELSEWHERE].sort());
});

describe.each(Object.entries(SPECS))('%s', (name, { table, path, body }) => {
  const rows = async () => {
    const { rows: found } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)}`.execute(api.deps.db);
    return found[0]?.n ?? 0;
  };
  const call = async (sent: object | undefined, key: string) =>
    await api.call('POST', path(), {
      token: me.token,
      headers: { 'idempotency-key': key },
      ...(sent === undefined ? {} : { body: sent }),
    });

  it('ten times at once with one key makes one', async () => {
    const before = await rows();
    const sent = body('Twice');
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await call(sent, `ten-${name}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ data }) => canonicalJson(data))).size).toBe(1);
    expect(await rows()).toBe(before + 1);
    expect((await call(sent, `ten-${name}`)).data).toEqual(answers[0]?.data);
    expect(await rows()).toBe(before + 1);
  });

  it('the key is refused for anything else', async () => {
    const before = await rows();
    const other = body('Other name');
    // A copy has no body of its own: anything else in it is another request too.
    const answer = await call(other ?? { another: true }, `ten-${name}`);
    expect(answer.error?.code).toBe('conflict_idempotency');
    expect(await rows()).toBe(before);
  });
});

it('a key is of one person, in one account, for one operation', async () => {
  const other = await api.user({ roles: ROLES });
  const memberships = [
    { account_id: me.accountId, user_id: other.id, role: 'manager' as const },
    { account_id: other.accountId, user_id: me.id, role: 'manager' as const },
  ];
  await api.deps.db.insertInto('account_member').values(memberships).execute();
  const post = async (user: TestUser, accountId: number, path: string, body: object) => {
    const headers = { 'idempotency-key': 'everybodys', [ACCOUNT_HEADER]: String(accountId) };
    const { status, data } = await api.call('POST', path, { token: user.token, headers, body });
    expect(status).toBe(200);
    return (data as { id: number }).id;
  };
  const view = { screen: 'statistics', name: 'Of one key', search: {} };
  const ids = [
    await post(me, me.accountId, '/views', view),
    await post(other, me.accountId, '/views', view),
    await post(me, other.accountId, '/views', view),
  ];
  expect(new Set(ids).size).toBe(3);
  expect(await post(me, me.accountId, '/views', view)).toBe(ids[0]);
  await post(me, me.accountId, '/publisher/websites', site('of-one-key.example'));
});

it('what PostgreSQL gave up for another is tried again, and made once', async () => {
  const { db } = api.deps;
  await sql`create sequence given_up`.execute(db);
  await sql`create function give_up_once() returns trigger language plpgsql as $$ begin
    if nextval('given_up') = 1 then raise exception 'gave way' using errcode = 'deadlock_detected'; end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger give_up_once before insert on idempotency_key for each row execute function give_up_once()`.execute(
    db,
  );
  const { status } = await api.call('POST', '/publisher/websites', {
    token: me.token,
    headers: { 'idempotency-key': 'gave-way' },
    body: site('gave-way.example'),
  });
  await sql`drop trigger give_up_once on idempotency_key`.execute(db);
  const { rows } = await sql`select id from website where domain = 'gave-way.example'`.execute(db);
  expect([status, rows.length]).toEqual([200, 1]);
});

it('a key has 200 characters at most', async () => {
  const add = async (length: number) =>
    await api.call('POST', '/operator/notes', {
      token: me.token,
      headers: { 'idempotency-key': 'k'.repeat(length) },
      body: { kind: 'user', subjectId: me.id, text: 'Long key' },
    });
  expect((await add(200)).status).toBe(200);
  expect((await add(201)).error?.code).toBe('idempotency_key_required');
});

it.each([
  ['campaigns', () => campaign('Of one key'), { adSet: adSet('Other name') }],
  [
    'creatives',
    () => ({ ...thirdParty('Of one key'), adSetIds: [ids.adSetId] }),
    { basicInfo: { name: 'Other name' } },
  ],
])(
  'the requestKey of %s is refused for other words: none of them may seem stored',
  async (what, words, other) => {
    const body = words();
    const press = async (sent: object) =>
      await api.call('POST', `/advertiser/${what}`, { token: me.token, body: sent });
    const first = await press(body);
    expect(first.status).toBe(200);
    expect((await press(body)).data).toEqual(first.data);
    expect((await press({ ...body, ...other })).error?.code).toBe('conflict_idempotency');
  },
);

it('whoever does too much is told when to come again', async () => {
  const body = { email: me.email, password: 'Wrong-Horse-1' };
  let answer = await api.call('POST', '/auth/login', { body });
  for (let count = 0; answer.status !== 429 && count < 200; count += 1) {
    answer = await api.call('POST', '/auth/login', { body });
  }
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
