import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveEverything, type OwnedIds } from '../../http/testing/owned-records.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { writeContents } from './export-contents.ts';

const AT = '2026-03-01T10:00:00Z';
const TOLD = '2026-03-01T10:00:00+00:00';

let api: TestApi;
let ada: TestUser;
let grace: TestUser;
let operator: TestUser;
let ids: OwnedIds;
let others: OwnedIds;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Ada' });
  grace = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Grace' });
  operator = await api.user({ roles: ['operator'], firstName: 'Olga' });
  others = await giveEverything(api.pool, grace);
  ids = await giveEverything(api.pool, ada);
  // Hers in another's account, and another's in hers.
  for (const [user, account] of [
    [ada.id, grace.accountId],
    [grace.id, ada.accountId],
  ])
    for (const into of [
      `notification (user_id, account_id, created_at, kind, detail) values ($1, $2, $3, 'balance.empty', '{}')`,
      `saved_view (user_id, account_id, created_at, updated_at, screen, name, search) values ($1, $2, $3, $3, 'statistics', 'theirs', '{}')`,
      `campaign_draft (user_id, account_id, updated_at, step, content) values ($1, $2, $3, 'target', '{"of": "theirs"}')`,
    ])
      await run(`insert into ${into}`, [user, account, AT]);
});
afterAll(async () => {
  await api.close();
});

const run = async (text: string, values: readonly unknown[] = []) => {
  await api.pool.query(text, [...values]);
};
async function filesOf({ id, accountId }: TestUser, scope: 'account' | 'person' = 'account') {
  const pieces: Buffer[] = [];
  const archive = new ArchiveWriter(1024, async (piece) => void pieces.push(piece), new Date(AT));
  await writeContents(api.deps, archive, {
    ...{ account_id: accountId, user_id: id, scope, documentBytes: 0 },
    readImage: async () => null,
  });
  await archive.end();
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
/** Lines of a file without its first. */
const linesOf = (text = '') => text.trimEnd().split('\r\n').slice(1);

describe('the files of an account', () => {
  it('have a line of each record, with what it is, and none of anybody else’s', async () => {
    for (const [table, column, mine, theirs] of [
      ['campaign', 'id', ids.campaign, others.campaign],
      ['creative', 'id', ids.creative, others.creative],
      ['website', 'id', ids.website, others.website],
      ['widget', 'id', ids.widget, others.widget],
      ['deposit', 'id', ids.deposit, others.deposit],
      ['notification', 'id', ids.notice, others.notice],
    ] as const) {
      await run(`update ${table} set created_at = $1 where ${column} = any($2)`, [AT, [mine, theirs]]);
    }
    await run(
      `insert into campaign_spend (campaign_id, spent_micros) values ($1, 1234560), ($2, 7) on conflict (campaign_id)
       do update set spent_micros = excluded.spent_micros`,
      [ids.campaign, others.campaign],
    );
    await run(
      `update campaign set description = 'Leaves', daily_budget_micros = 500000, end_date = '2026-04-01', rejection_text = 'Too loud' where id = $1`,
      [ids.campaign],
    );
    const { rows: added } = await api.pool.query<{ id: number }>(
      `insert into ad_set (campaign_id, name, total_budget_micros, bid_micros, frequency_cap_per_day, archived_at)
       values ($1, 'Second', 2000000, 1500000, 3, $2) returning id`,
      [ids.campaign, AT],
    );
    const second = added[0]?.id;
    await run('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', [ids.creative, second]);
    await run(
      `update widget set heading_title = 'Ads', floor_cpm_micros = 250000, fallback_html = '<p>' where id = $1`,
      [ids.widget],
    );
    await run(
      `insert into widget_size (widget_id, position, width_px, height_px) values ($1, 1, 300, 250), ($1, 0, 728, 90), ($2, 0, 160, 600)`,
      [ids.widget, others.widget],
    );
    await run('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2) on conflict do nothing', [
      ...[others.creative, others.adSet],
    ]);
    await run(`update website set domain = 'mine.test', ads_txt_result = 'ok' where id = $1`, [ids.website]);
    await run(`update deposit set reference = 'PL-1', status = 'confirmed', decided_at = $2 where id = $1`, [
      ids.deposit,
      AT,
    ]);
    await run(
      `update payout set requested_at = $2, withholding_bp = 1500, withheld_micros = 1500000, status = 'completed', completed_at = $2 where id = $1`,
      [ids.payout, AT],
    );
    await run('delete from invoice');
    for (const { accountId: advertiserId } of [grace, ada]) {
      const of = { kind: 'month' as const, month: '2026-02-01', lines: [], notes: [] };
      await api.deps.db
        .transaction()
        .execute(
          async (trx) => await issueInvoice(trx, { advertiserId, amountCents: 1_050n, of }, new Date(AT)),
        );
    }
    await run('update notification set read_at = created_at where id = $1', [ids.notice]);
    const files = await filesOf(ada);
    // Of what is told: the file is called by what it holds.
    const image = /,300,250,([0-9a-f]{64}\.webp),/.exec(files['creatives.csv'] ?? '')?.[1];
    const lines = Object.fromEntries(
      Object.entries(files).flatMap(([name, text]) =>
        name.endsWith('.csv') && !/audit|ledger/.test(name) ? [[name, linesOf(text)]] : [],
      ),
    );
    expect(lines).toEqual({
      'notices.csv': [`${ids.notice},wallet.low,${TOLD},${TOLD},{}`],
      'campaigns.csv': [
        `${ids.campaign},Autumn,BRAND_AWARENESS,,Leaves,10,0.5,2026-03-01,2026-04-01,active,Too loud,${TOLD},1.23456`,
      ],
      'ad-sets.csv': [
        `${ids.adSet},${ids.campaign},All,,10,,,[],"[""desktop"",""mobile"",""tablet""]",[],0,0,"[1,2,3,4,5,6,7]",,`,
        `${second},${ids.campaign},Second,,2,,1.5,[],"[""desktop"",""mobile"",""tablet""]",[],0,0,"[1,2,3,4,5,6,7]",3,${TOLD}`,
      ],
      'creatives.csv': [
        `${ids.creative},Lamp,,image,300,250,${image},A lamp,https://shop.test/,,active,,"[${ids.adSet},${second}]",${TOLD}`,
      ],
      'websites.csv': [`${ids.website},mine.test,"[""news""]",1000,active,,ok,${TOLD}`],
      'widgets.csv': [
        `${ids.widget},${ids.website},banner,Top,Ads,0.25,<p>,"[""728x90"",""300x250""]",active,${TOLD}`,
      ],
      'appeals.csv': [],
      'deposits.csv': [`${ids.deposit},PL-1,manual,10,confirmed,${TOLD},${TOLD}`],
      'payouts.csv': [`${ids.payout},10,15,1.5,paypal,completed,false,${TOLD},${TOLD},`],
      'documents.csv': [`2,INV,1,month,10.5,0,,USD,2026-02-01,${TOLD}`],
    });
  });

  it('go on after a hundred lines: each is there once, in the order of their numbers', async () => {
    const many = await api.user({ roles: ['advertiser'] });
    await sql`insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
      select ${many.accountId}, 'One of 201', 'TRAFFIC', 10500000, '2026-03-01', gen_random_uuid()::text from generate_series(1, 201) n`.execute(
      api.deps.db,
    );
    const found = linesOf((await filesOf(many))['campaigns.csv']).map((line) => Number(line.split(',')[0]));
    expect([found.length, new Set(found).size]).toEqual([201, 201]);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('have the bookings of each balance of their own, with what was left after each', async () => {
    await api.deps.db.transaction().execute(async (trx) => {
      for (const [owner, amountMicros] of [
        [ada, 1_500_000n],
        [grace, 7_000_000n],
        [ada, -250_000n],
      ] as const) {
        const entries = adjustmentEntries({ account: walletOf(owner.accountId), amountMicros });
        const reference = `${owner.actor.accountId} ${amountMicros}`;
        await postTransaction(trx, { kind: 'adjustment', reference, entries, at: new Date(AT) });
      }
    });
    const files = await filesOf(ada);
    expect(linesOf(files['ledger-advertiser-wallet.csv'])).toEqual([
      expect.stringMatching(
        `^1,\\d+,${AT.slice(0, 19)}\\+00:00,adjustment,${ada.accountId} 1500000,1.5,1.5$`,
      ),
      expect.stringMatching(
        `^2,\\d+,${AT.slice(0, 19)}\\+00:00,adjustment,${ada.accountId} -250000,-0.25,1.25$`,
      ),
    ]);
    expect(linesOf(files['ledger-publisher-available.csv'])).toEqual([]);
  });
});

it('what is in an archive is said in the language of who asked, money in the network’s currency', async () => {
  const who = await api.user();
  await run("update network_settings set currency = 'EUR'");
  expect((await filesOf(who))['README.txt']).toContain(
    'one line for each record, times in UTC, money in EUR',
  );
  await run("update app_user set language = 'de' where id = $1", [who.id]);
  expect((await filesOf(who, 'person'))['README.txt']).toContain(
    'eine Zeile je Eintrag, Zeiten in UTC, Beträge in EUR',
  );
  await run("update network_settings set currency = 'USD'");
});

describe('what was done', () => {
  it('stands in the log of the person and in that of the account: whose address is told is one’s own', async () => {
    const before = await filesOf(ada);
    const entry = async (action: string, values: Readonly<Record<string, unknown>>) => {
      const all = { action, at: AT, ip: '192.0.2.7', user_agent: 'Browser', detail: {}, ...values };
      await run(
        `insert into audit_log (${Object.keys(all).join()}) values (${Object.keys(all)
          .map((_, index) => `$${index + 1}`)
          .join()})`,
        Object.values(all),
      );
    };
    const onUser = { subject_kind: 'user', subject_id: ada.id };
    const onAccount = { subject_kind: 'account', subject_id: ada.accountId };
    const byAda = { actor_user_id: ada.id, actor_kind: 'advertiser' };
    const byOlga = { actor_user_id: operator.id, actor_kind: 'operator' };
    const onCampaign = { subject_kind: 'campaign', subject_id: ids.campaign };
    await entry('campaign.edit', { ...byAda, actor_account_id: ada.accountId, ...onCampaign });
    await entry('user.login', { ...byAda, ...onUser });
    await entry('campaign.pause', { ...byAda, actor_account_id: grace.accountId, ...onCampaign });
    await entry('user.suspend', { ...byOlga, ...onUser });
    await entry('account.trust', { ...byOlga, ...onAccount });
    // Whose note it was stands in the log, and is not theirs to know.
    const note = { note: 5, author: operator.id };
    await entry('user.note_remove', { ...byOlga, ...onUser, detail: note });
    await entry('account.note_remove', { ...byOlga, ...onAccount, detail: note });
    await entry('user.suspend', { ...byOlga, subject_kind: 'user', subject_id: grace.id });
    await entry('account.trust', { ...byOlga, subject_kind: 'account', subject_id: ada.id + 1_000 });
    await entry('website.create', {
      ...{ actor_user_id: grace.id, actor_kind: 'publisher', actor_account_id: ada.accountId },
      ...{ subject_kind: 'website', subject_id: ids.website },
    });
    const files = await filesOf(ada);
    const added = (name: 'audit.csv' | 'account-audit.csv') =>
      linesOf(files[name])
        .filter((line) => !linesOf(before[name]).includes(line))
        .map((line) => line.replace(/^\d+,/, ''));
    expect(added('audit.csv')).toEqual([
      `${TOLD},true,campaign.edit,campaign,${ids.campaign},{},192.0.2.7,Browser`,
      `${TOLD},true,user.login,user,${ada.id},{},192.0.2.7,Browser`,
      `${TOLD},false,user.suspend,user,${ada.id},{},,`,
      `${TOLD},false,user.note_remove,user,${ada.id},"{""note"":5}",,`,
    ]);
    expect(added('account-audit.csv')).toEqual([
      `${TOLD},${ada.id},campaign.edit,campaign,${ids.campaign},{}`,
      `${TOLD},,account.trust,account,${ada.accountId},{}`,
      `${TOLD},,account.note_remove,account,${ada.accountId},"{""note"":5}"`,
      `${TOLD},${grace.id},website.create,website,${ids.website},{}`,
    ]);
    expect(Object.keys(await filesOf(ada, 'person')).sort()).toEqual([
      ...['README.txt', 'audit.csv', 'notices.csv', 'profile.json'],
    ]);
  });
});

describe('what is no list', () => {
  it('is of the person and of the account: what is theirs, what was noted about them, nothing that was removed', async () => {
    // Nobody looks at two accounts at once.
    for (const [{ id, accountId }, whose, looking] of [
      [ada, 'mine', operator],
      [grace, 'theirs', await api.user({ roles: ['operator'] })],
    ] as const) {
      await run('delete from record_note where subject_id = any($1)', [[id, accountId]]);
      for (const [kind, subject] of [
        ['user', id],
        ['account', accountId],
      ] as const) {
        for (const text of ['first', 'second'])
          await run(
            'insert into record_note (kind, subject_id, text, author_id, created_at) values ($1, $2, $3, $4, $5)',
            [kind, subject, `${kind} ${whose} ${text}`, operator.id, AT],
          );
        for (const tag of ['b-tag', 'a-tag'])
          await run('insert into record_tag (kind, subject_id, tag) values ($1, $2, $3)', [
            ...[kind, subject, `${tag}-${whose}`],
          ]);
      }
      await run(
        `insert into billing_details (account_id, name, address, country) values ($1, $2, 'Street 1', 'DE')`,
        [...[accountId, `Firm ${whose}`]],
      );
      await run(
        `insert into account_look (token_sha256, account_id, operator_id, reason, began_at, ended_at, expires_at)
         values (sha256($2::text::bytea), $1, $3, $2::text, $4, null, $4::timestamptz + interval '1 hour'),
                (sha256(($2::text || '2')::bytea), $1, $3, $2::text, $4, $4::timestamptz + interval '1 minute', $4::timestamptz + interval '1 hour')`,
        [accountId, `Why ${whose}`, looking.id, AT],
      );
      await run(
        `insert into notice_preference (user_id, kind, mail) values ($1, 'balance.low', false), ($1, 'balance.empty', true)`,
        [id],
      );
      await run(
        `insert into campaign_draft (user_id, account_id, step, content) values ($1, $2, 'target', jsonb_build_object('of', $3::text))`,
        [...[id, accountId, whose]],
      );
    }
    await run(
      `insert into payment_profile (publisher_id, name, type, details_sealed, masked, deleted_at)
       values ($1, 'Gone', 'paypal', 'x', '{}', now())`,
      [ada.accountId],
    );
    await run(
      `insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year, removed_at)
       values ($1, 'test_card', 'gone', 'amex', '0005', 1, 2030, now())`,
      [ada.accountId],
    );
    await run(
      `insert into account_member (account_id, user_id, role, joined_at) values ($1, $2, 'viewer', now() + interval '1 day')`,
      [...[ada.accountId, grace.id]],
    );
    const files = await filesOf(ada);
    const [person, account] = ['profile.json', 'account.json'].map((name) => JSON.parse(files[name] ?? ''));
    expect(person).toMatchObject({
      profile: [{ id: ada.id, email: ada.email, first_name: 'Ada', two_factor: false }],
      accounts: [{ account_id: ada.accountId, role: 'owner' }],
      notes: [{ text: 'user mine first', created_at: TOLD }, { text: 'user mine second' }],
      tags: [{ tag: 'a-tag-mine' }, { tag: 'b-tag-mine' }],
      mailPreferences: [
        { kind: 'balance.empty', in_app: true, mail: true, digest: false },
        { kind: 'balance.low', mail: false },
      ],
      savedViews: [{ screen: 'statistics' }],
      drafts: [{ step: 'target', content: { of: 'mine' } }],
    });
    expect(person.sessions).toHaveLength(1);
    expect(account).toMatchObject({
      account: [{ id: ada.accountId, status: 'active', roles: ['advertiser', 'publisher'] }],
      members: [
        { email: ada.email, role: 'owner' },
        { email: grace.email, role: 'viewer' },
      ],
      notes: [{ text: 'account mine first' }, { text: 'account mine second' }],
      tags: [{ tag: 'a-tag-mine' }, { tag: 'b-tag-mine' }],
      looks: [
        { began_at: TOLD, ended_at: '2026-03-01T11:00:00+00:00', reason: 'Why mine' },
        { began_at: TOLD, ended_at: '2026-03-01T10:01:00+00:00', reason: 'Why mine' },
      ],
      billingDetails: [{ name: 'Firm mine', address: 'Street 1', country: 'DE' }],
      paymentProfiles: [{ name: 'Bank', type: 'paypal' }],
      cards: [{ brand: 'visa', last4: '4242', expires_month: 1, expires_year: 2030 }],
      apiKeys: [{ name: 'Nightly', scopes: ['read'] }],
      webhooks: [{ url: 'https://hooks.test/' }],
    });
    for (const list of [
      ...['members', 'invitations', 'paymentProfiles', 'cards'],
      ...['apiKeys', 'webhooks', 'looks', 'billingDetails'],
    ])
      expect([list, account[list].length]).toEqual([list, list === 'members' || list === 'looks' ? 2 : 1]);
    expect(JSON.stringify([person, account])).not.toContain('theirs');
  });
});

it('lists that are no files stand in the order in which their things came', async () => {
  const many = await api.user({ roles: ['advertiser', 'publisher'] });
  await giveEverything(api.pool, many);
  await run('delete from invoice');
  for (const [table, owner, changed] of [
    ['api_key', 'account_id', { name: `'Second'`, token_sha256: 'sha256(token_sha256)' }],
    ['webhook_endpoint', 'account_id', { url: `'https://second.test/'` }],
    ['payment_profile', 'publisher_id', { name: `'Second'` }],
    ['payment_method', 'advertiser_id', { last4: `'0002'`, gateway_id: `gateway_id || '2'` }],
    [
      'account_invitation',
      'account_id',
      { email: `'second@new.test'`, token_sha256: 'sha256(token_sha256)' },
    ],
    ['saved_view', 'account_id', { name: `'Second'` }],
    ['session', 'user_id', { user_agent: `'Second'`, token_sha256: 'sha256(token_sha256)' }],
  ] as const) {
    const { rows } = await api.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = ''`,
      [table],
    );
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) =>
      name in changed ? (changed as Record<string, string>)[name] : name,
    );
    const whose = owner === 'user_id' ? many.id : many.accountId;
    await run(
      `insert into ${table} (${columns.join()}) select ${values.join()} from ${table} where ${owner} = $1`,
      [whose],
    );
    // What was changed last PostgreSQL reads last.
    await run(
      `update ${table} set ${owner} = ${owner} where id = (select min(id) from ${table} where ${owner} = $1)`,
      [whose],
    );
  }
  const files = await filesOf(many);
  const [person, account] = ['profile.json', 'account.json'].map((name) => JSON.parse(files[name] ?? ''));
  const second = { name: 'Second' };
  expect(account.apiKeys).toMatchObject([{ name: 'Nightly' }, second]);
  expect(account.webhooks).toMatchObject([{ url: 'https://hooks.test/' }, { url: 'https://second.test/' }]);
  expect(account.paymentProfiles).toMatchObject([{ name: 'Bank' }, second]);
  expect(account.cards).toMatchObject([{ last4: '4242' }, { last4: '0002' }]);
  expect(account.invitations).toMatchObject([{ role: 'viewer' }, { email: 'second@new.test' }]);
  expect(person.savedViews).toMatchObject([{ screen: 'statistics' }, second]);
  expect(person.sessions.at(-1)).toMatchObject({ user_agent: 'Second' });
});
