import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withRequest } from '../../api/current-request.ts';
import type { Actor } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { createActor, createTestCampaign, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { type AuditEntry, writeAudit, writeAudits } from './write-audit.ts';

const MOST_NAMED = 200;

let database: TestDatabase;
let deps: TestDeps;
let operator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});

const search = async (text: string) => await listAudit(deps, operator, { search: text, limit: 50 });

/** Campaigns of that name, each with a line in the log. */
async function campaigns(name: string, count: number): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
       select $1, $2, 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text from generate_series(1, $3::int)
       returning id)
     insert into audit_log (actor_kind, action, subject_kind, subject_id, detail, at)
     select 'system', 'campaign.complete', 'campaign', id, '{}', now() from made`,
    [operator.accountId, name, count],
  );
}

it('finds lines by what their subjects, people and accounts are called, and by what they say', async () => {
  await campaigns('Lantern', 2);
  const lines = async (text: string) => (await search(text)).items.length;
  expect([await lines('antern'), await lines('complete'), await lines('Nothing like it')]).toEqual([2, 2, 0]);
  await database.pool.query(
    `insert into audit_log (actor_user_id, actor_account_id, actor_kind, action, subject_kind, subject_id, detail, at)
     values ($1, $2, 'operator', 'user.update', 'user', $1, '{"note": "harbour"}', now())`,
    [operator.userId, operator.accountId],
  );
  const { rows } = await database.pool.query<{ email: string }>('select email from app_user where id = $1', [
    operator.userId,
  ]);
  expect(await lines(rows[0]?.email ?? '')).toBe(1);
  expect(await lines('harbour')).toBe(1);
});

/** A row of each of these statements, and a line of the log about it: by an operator, or by nobody. */
async function written(about: readonly (readonly [kind: string, insert: string])[], of: Actor) {
  for (const [kind, insert] of about) {
    await database.pool.query(
      `with made as (${insert} returning ${kind === 'document' ? 'number as id' : 'id'})
       insert into audit_log (actor_kind, action, subject_kind, subject_id, detail, at)
       select 'operator', '${kind}.look', '${kind}', id, '{}', now() from made where $1::int > 0 and $2::int > 0`,
      [of.accountId, of.userId],
    );
  }
}
const WEBSITE = `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
  values ($1, 'xn--bcher-kva.n' || $2 || '.example', '{news}', 5, 'active', 'audit-search-website-' || $2)`;
const OF_ACCOUNT = [
  ['website', WEBSITE],
  [
    'appeal',
    `insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
     select $1, 'website', max(id), 'suspend', now(), '', $2, 'No', now() from website`,
  ],
  [
    'correction',
    `insert into money_correction (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at)
     values ('wallet', $1, 10000, 'Mistake', 0, $2, now())`,
  ],
  [
    'webhook',
    `insert into webhook_endpoint (account_id, url, event_types, secret_sealed, created_by)
     values ($1, 'https://hooks.example', '{payout}', 'x', $2)`,
  ],
  [
    'data_export',
    `insert into data_export (account_id, user_id, scope, asked_at) values ($1, $2, 'account', now())`,
  ],
  [
    'document',
    `insert into invoice (number, advertiser_id, kind, month, amount_cents, currency, series, series_number)
     values ($2, $1, 'month', '2026-05-01', 1, 'USD', 'INV', $2)`,
  ],
] as const;

it('has of an account all that was done to what is its, whoever did it', async () => {
  const [ada, grace] = [await createActor(database.db, ['publisher']), await createActor(database.db, [])];
  await written(OF_ACCOUNT, ada);
  await written(OF_ACCOUNT, grace);
  const { items } = await listAudit(deps, operator, { account: ada.accountId, limit: 50 });
  const kinds = OF_ACCOUNT.map(([kind]) => kind);
  expect(items.map(({ subjectKind }) => subjectKind)).toEqual(kinds.toReversed());
});

it('finds what a line is about by the name that the line shows', async () => {
  const ada = await createActor(database.db, ['advertiser', 'publisher']);
  await database.pool.query("update app_user set last_name = 'Tidewater' where id = $1", [ada.userId]);
  await written(
    [
      ['website', WEBSITE],
      ['appeal', OF_ACCOUNT[1][1]],
      [
        'widget',
        `insert into widget (website_id, type, name, embed_key)
         select max(id), 'banner', 'Gangway', 'audit-search-widget-' || $1::int || $2::int from website`,
      ],
      ['account', `update account set company = null where id = $1 and $2::int > 0`],
    ],
    ada,
  );
  const about = async (text: string) => (await search(text)).items.map(({ subjectKind }) => subjectKind);
  expect(await about(`bücher.n${ada.userId}`)).toEqual(['appeal', 'website']);
  expect(await about('Gangway')).toEqual(['widget']);
  expect(await about('Tidewater')).toEqual(['account']);
});

const PROFILE = `insert into payment_profile (publisher_id, name, type, details_sealed, masked)
  values ($1, 'Bank', 'paypal', '', '{}')`;
/** One of each kind that has a name, as it stands there already where a use case made it. */
const NAMED = [
  ['campaign', `update campaign set name = name where advertiser_id = $1`],
  ['ad_set', `update ad_set set name = name where campaign_id = (select max(id) from campaign)`],
  ['website', WEBSITE],
  ['appeal', OF_ACCOUNT[1][1]],
  [
    'widget',
    `insert into widget (website_id, type, name, embed_key)
     select max(id), 'banner', 'Pier', 'audit-named-widget-' || $1::int || $2::int from website`,
  ],
  ['user', `update app_user set last_name = last_name where id = $2`],
  ['account', `update account set company = 'Lighthouse' where id = $1`],
  [
    'deposit',
    `insert into deposit (advertiser_id, gateway, amount_micros, reference) values ($1, 'manual', 10000, 'WRECK-7')`,
  ],
  ['webhook', OF_ACCOUNT[3][1]],
  ['correction', OF_ACCOUNT[2][1]],
  ['data_export', OF_ACCOUNT[4][1]],
  ['document', OF_ACCOUNT[5][1]],
  [
    'traffic_rule',
    `insert into traffic_rule (field, value, label, enabled, created_at)
     select 'country', 'AQ', 'Penguins', true, now() where $1::int > 0 and $2::int > 0`,
  ],
  [
    'card',
    `insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year)
     select $1, 'stripe', 'pm', 'visa', '4242', 1, 2030 where $2::int > 0`,
  ],
  [
    'api_key',
    `insert into api_key (account_id, user_id, name, hint, token_sha256, scopes)
     values ($1, $2, 'Tugboat', 'x', sha256('audit-named'), '{read}')`,
  ],
  ['payment_profile', PROFILE],
  [
    'payout',
    `insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, requested_at)
     select $1, 10000, 'paypal', max(id), '', now() from payment_profile`,
  ],
] as const;

it('calls what lines are about by their names, leads to the page each stands on, and finds them by these', async () => {
  const ada = await createActor(database.db, ['advertiser', 'publisher']);
  await database.pool.query("update app_user set first_name = 'Bea', last_name = 'Con' where id = $1", [
    ada.userId,
  ]);
  const { campaignId } = await createTestCampaign(deps, ada, 'Regatta');
  const newest = (await listAudit(deps, operator, { limit: 1 })).items[0]?.id ?? '';
  await written(NAMED, ada);
  const { items } = await listAudit(deps, operator, { limit: 50 });
  const found = items
    .slice(
      0,
      items.findIndex(({ id }) => id === newest),
    )
    .toReversed();
  const id = (kind: string) => found.find(({ subjectKind }) => subjectKind === kind)?.subjectId ?? 0;
  const site = { kind: 'website', id: id('website') };
  const domain = `bücher.n${ada.userId}.example`;
  const payout = `PO-${id('payout')}`;
  const ofAccount = { kind: 'account', id: ada.accountId };
  const label = `INV-${ada.accountId}-${String(ada.userId).padStart(4, '0')}`;
  expect(found.map(({ subjectKind, subjectName, record }) => [subjectKind, subjectName, record])).toEqual([
    ['campaign', 'Regatta', { kind: 'campaign', id: campaignId }],
    ['ad_set', 'Regatta everywhere', { kind: 'campaign', id: campaignId }],
    ['website', domain, site],
    ['appeal', domain, site],
    ['widget', 'Pier', site],
    ['user', 'Bea Con', { kind: 'user', id: ada.userId }],
    ['account', 'Lighthouse', { kind: 'account', id: ada.accountId }],
    ['deposit', 'WRECK-7', { kind: 'deposit', id: id('deposit') }],
    ['webhook', 'https://hooks.example', ofAccount],
    ['correction', 'Mistake', ofAccount],
    ['data_export', 'Bea Con', { kind: 'user', id: ada.userId }],
    ['document', label, { kind: 'document', id: ada.userId }],
    ['traffic_rule', 'Penguins', null],
    ['card', 'visa 4242', ofAccount],
    ['api_key', 'Tugboat', ofAccount],
    ['payment_profile', 'Bank', ofAccount],
    ['payout', payout, { kind: 'payout', id: id('payout') }],
  ]);
  const about = async (text: string) =>
    (await search(text)).items.map(({ subjectKind }) => subjectKind).filter((kind) => kind !== 'mail');
  expect(await about('regatta every')).toEqual(['ad_set']);
  expect(await about('bea co')).toContain('user');
  expect(await about('lighthouse')).toEqual(['account']);
  expect(await about(label.toLowerCase())).toEqual(['document']);
  expect(await about('bea co')).toContain('data_export');
  for (const [text, kind] of [
    ['penguin', 'traffic_rule'],
    ['4242', 'card'],
    ['tugboat', 'api_key'],
    ['hooks.example', 'webhook'],
    ['mistake', 'correction'],
    ['bank', 'payment_profile'],
  ] as const)
    expect(await about(text)).toContain(kind);
  expect(await about('wreck-7')).toEqual(['deposit']);
  expect(await about(payout)).toEqual(['payout']);
  expect(await about(payout.toLowerCase())).toEqual(['payout']);
  // As part of a longer number, or without what makes it a payout's, it names none.
  expect(await about(`${payout}0`)).toEqual([]);
});

it('calls an appeal by the creative that it is about, of several', async () => {
  const ada = await createActor(database.db, ['advertiser']);
  const creative = (name: string, key: string) =>
    `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
     values ($1, '${name}', 'third_party', 300, 250, '<b>x</b>', '${key}' || $2)`;
  await written([['creative', creative('Mizzen', 'audit-search-creative-1-')]], ada);
  await database.pool.query(
    `with mine as (insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
                   select $1, 'creative', id, 'reject', now(), '', $2, 'No', now() from creative where name = 'Mizzen' returning id)
     insert into audit_log (actor_kind, action, subject_kind, subject_id, detail, at)
     select 'operator', 'appeal.look', 'appeal', id, '{}', now() from mine`,
    [ada.accountId, ada.userId],
  );
  await written([['creative', creative('Topsail', 'audit-search-creative-2-')]], ada);
  const { items } = await listAudit(deps, operator, { account: ada.accountId, limit: 50 });
  expect(items.map(({ subjectKind, subjectName }) => [subjectKind, subjectName])).toEqual([
    ['creative', 'Topsail'],
    ['appeal', 'Mizzen'],
    ['creative', 'Mizzen'],
  ]);
  expect((await search('mizzen')).items.map(({ id }) => id)).toEqual(items.slice(1).map(({ id }) => id));
});

it('has a next page where there is more, and none where that was all', async () => {
  await campaigns('Halyard', 3);
  const page = async (limit: number, before?: string) =>
    await listAudit(deps, operator, {
      search: 'Halyard',
      limit,
      ...(before === undefined ? {} : { before }),
    });
  expect(await page(3)).toMatchObject({ items: [{}, {}, {}], next: null });
  const first = await page(2);
  expect([first.items.length, first.next]).toEqual([2, first.items[1]?.id]);
  expect((await page(1)).items[0]?.id).toBe(first.items[0]?.id);
  const rest = await page(2, first.next ?? '');
  expect([rest.items.length, rest.next]).toEqual([1, null]);
});

it('says so where more are called like that than are looked for', async () => {
  await campaigns('Crowd', MOST_NAMED);
  expect((await search('Crowd')).namesCut).toBe(false);
  await campaigns('Crowd', 1);
  expect((await search('Crowd')).namesCut).toBe(true);
  expect((await search('Crowd of nobody')).namesCut).toBe(false);
  expect((await listAudit(deps, operator, { limit: 50 })).namesCut).toBe(false);
});

it('takes away as a file what is found', async () => {
  await campaigns('Harvest', 3);
  const written: (readonly (readonly string[])[])[] = [];
  const make: MakeDocument = async (_what, lines) => {
    written.push(lines as string[][]);
    return new Uint8Array();
  };
  const file = await exportAudit(deps, operator, { search: 'Harvest', action: 'complete' }, make);
  expect([file.name, file.type]).toEqual(['audit-2026-05-13.csv', 'text/csv']);
  expect(written[0]?.slice(1).map((line) => line[6])).toEqual(Array(3).fill('campaign.complete'));
  const ada = await createActor(database.db, ['publisher']);
  const name = expect.stringMatching(/^Ada Number /);
  const origin = { ip: '192.0.2.9', userAgent: 'x', accountId: null, apiKeyId: 77 };
  const row: AuditEntry = {
    ...{ actorUserId: ada.userId, actorAccountId: ada.accountId, actorKind: 'publisher' },
    ...{ action: 'user.row', subjectKind: 'user', subjectId: ada.userId, detail: { name: 'x' } },
    at: new Date('2026-05-10T00:00:00Z'),
  };
  await withRequest(origin, async () => await writeAudit(database.db, row));
  await database.pool.query(
    "insert into audit_log (actor_kind, action, subject_kind, detail, at) values ('system', 'demo.row', 'demo', '{}', now())",
  );
  await exportAudit(deps, operator, { action: 'row' }, make);
  const id = expect.stringMatching(/^\d+$/);
  expect(written[1]?.map((cells) => cells.slice(1))).toEqual([
    [
      ...['actor', 'actor_user_id', 'actor_kind', 'account', 'account_id', 'action', 'subject_kind'],
      ...['subject_id', 'subject', 'detail', 'ip', 'api_key_id', 'id'],
    ],
    ['system', '', 'system', '', '', 'demo.row', 'demo', '', '', '{}', '', '', id],
    [
      ...[name, `${ada.userId}`, 'publisher', name, `${ada.accountId}`, 'user.row', 'user'],
      ...[`${ada.userId}`, name, '{"name":"x"}', '192.0.2.9', '77', id],
    ],
  ]);
  expect(written[1]?.map(([at]) => at)).toEqual(['at', expect.any(String), '2026-05-10T00:00:00.000Z']);
});

it('keeps each of many rows, with as much of a browser’s name as fits, and gives ten thousand of them as a file', async () => {
  const [many, most] = [1_001, 10_000];
  const entry: AuditEntry = {
    actorUserId: null,
    actorKind: 'system',
    action: 'demo.plenty',
    subjectKind: 'demo',
    subjectId: null,
    at: deps.clock(),
  };
  // Of nothing that was done nothing is written.
  await writeAudits(database.db, []);
  const origin = { ip: '192.0.2.1', userAgent: 'x'.repeat(500), accountId: null, apiKeyId: null };
  await withRequest(
    origin,
    async () =>
      await writeAudits(
        database.db,
        Array.from({ length: many }, () => entry),
      ),
  );
  await database.pool.query(
    `insert into audit_log (actor_kind, action, subject_kind, detail, at)
     select 'system', 'demo.plenty', 'demo', '{}', now() from generate_series(1, $1::int)`,
    [most - many],
  );
  const ids: string[] = [];
  const make: MakeDocument = async (_what, lines) => {
    ids.splice(0, ids.length, ...(lines as string[][]).slice(1).map((line) => line.at(-1) ?? ''));
    return new Uint8Array();
  };
  await exportAudit(deps, operator, { action: 'plenty' }, make);
  expect([ids.length, new Set(ids).size]).toEqual([most, most]);
  const oldest = `${ids.at(-1)}`;
  const next = `${BigInt(oldest) + 1n}`;
  const { items } = await listAudit(deps, operator, { action: 'plenty', before: next, limit: 50 });
  expect(items.map(({ id, userAgent }) => [id, userAgent])).toEqual([[oldest, 'x'.repeat(400)]]);
  await writeAudits(database.db, [entry]);
  await exportAudit(deps, operator, { action: 'plenty' }, make);
  expect([ids.length, ids.includes(oldest)]).toEqual([most, false]);
});
