import { createHash, randomBytes } from 'node:crypto';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { sealDetails } from '../../../apps/server/src/features/payments/payment-details.ts';
import { seedLists, shipTraffic } from './long-lists.ts';
import type { Pool } from './network.ts';

export const PASSWORD = 'Storms-And-Stalls-1';
/** Of each list of the large account: an advertiser has at most 5,000 campaigns. */
export const ROWS = 4_900;
const AD_SETS = 200;
const CREATIVES_AN_AD_SET = 10;
const BATCHES = 14;
const PAYOUTS_A_BATCH = 500;
/** Things that a measured call uses up. */
const SPARE = 12;

export type Who = 'advertiser' | 'publisher' | 'operator';
type Account = {
  /** The user's. */
  readonly id: number;
  readonly accountId: number;
  readonly token: string;
  readonly email: string;
};

type CallOptions = { readonly token?: string; readonly body?: unknown; readonly method?: 'PUT' | 'DELETE' };

/** Accounts filled to the largest that is realistic, and what the calls of a bench need to know of them. */
export type FairWorld = {
  readonly url: string;
  readonly pool: Pool;
  readonly accounts: Readonly<Record<Who, Account>>;
  /** 200 ad sets over ten years. */
  readonly campaignId: number;
  readonly adSetIds: readonly number[];
  readonly campaignIds: readonly number[];
  /** Of all ad sets of that campaign. */
  readonly assignedCreativeId: number;
  readonly websiteIds: readonly number[];
  readonly websiteId: number;
  /** Used as often as one likes. */
  readonly depositId: number;
  readonly profileId: number;
  readonly mailId: number;
  readonly month: string;
  /** Of a line for each campaign. */
  readonly invoiceNumber: number;
  /** Of fifty lines. */
  readonly stormInvoiceNumber: number;
  /** One that nothing has used yet; the same list never gives the same twice. */
  spare(list: string): number;
  /** The present version of a row. */
  version(table: string, id: number): Promise<number>;
  /** The newest batch of payouts that was not discarded. */
  lastExport(): Promise<number>;
  /** A token of a session of its own. */
  session(who: Who): Promise<string>;
  call(path: string, options: CallOptions): Promise<unknown>;
};

export async function openFairWorld(placard: {
  readonly url: string;
  readonly dataDir: string;
  readonly pool: Pool;
}): Promise<FairWorld> {
  const { pool, url } = placard;
  const call = async (path: string, options: CallOptions) => {
    const response = await fetch(`${url}/api${path}`, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomBytes(16).toString('hex'),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const answer = (await response.json()) as { readonly data: unknown };
    if (!response.ok) throw new Error(`${path} → ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const accounts = await openAccounts(call);
  const [advertiserId, publisherId] = [accounts.advertiser.accountId, accounts.publisher.accountId];
  await seedLists(pool, { advertiserId, publisherId }, ROWS);
  await shipTraffic(pool, { advertiserId, publisherId });
  const campaignId = await seedCampaign(pool, advertiserId);
  await seedMoney(pool, { advertiserId, publisherId, dataDir: placard.dataDir });
  await settle(pool, call, accounts.operator.token);
  await seedTexts(pool, { advertiserId, publisherId });
  // The first of the list is the one with the widgets.
  await pool.query(
    `update website set status = 'active' where id = (select min(id) from website where publisher_id = ${publisherId})`,
  );
  await pool.query('vacuum analyze');
  const numbers = async (sql: string): Promise<number[]> => {
    const { rows } = await pool.query<{ id: number }>(sql);
    return rows.map(({ id }) => id);
  };
  const spares = await readSpares(numbers, advertiserId, publisherId);
  const first = async (sql: string) => (await numbers(sql))[0] ?? 0;
  return {
    url,
    pool,
    accounts,
    campaignId,
    adSetIds: await numbers(`select a.id from ad_set a join campaign c on c.id = a.campaign_id
                              where c.advertiser_id = ${advertiserId} and c.status = 'active'
                              order by a.id desc limit 500`),
    assignedCreativeId: await first(
      `select creative_id as id from creative_ad_set where ad_set_id =
         (select max(id) from ad_set where campaign_id = ${campaignId}) order by creative_id limit 1`,
    ),
    campaignIds: await numbers(
      `select id from campaign where advertiser_id = ${advertiserId} order by id desc limit 200`,
    ),
    websiteIds: await numbers(
      `select id from website where publisher_id = ${publisherId} order by id limit 200`,
    ),
    websiteId: await first(`select min(id) as id from website where publisher_id = ${publisherId}`),
    depositId: await first(`select max(id) as id from deposit where advertiser_id = ${advertiserId}`),
    profileId: await first(`select max(id) as id from payment_profile where publisher_id = ${publisherId}`),
    mailId: await first('select max(id)::int as id from mail_outbox'),
    month: '2026-01',
    invoiceNumber: 1_000_000,
    stormInvoiceNumber: 1_000_001,
    spare(list) {
      const id = spares[list]?.pop();
      if (id === undefined) throw new Error(`nothing is left of ${list}`);
      return id;
    },
    async version(table, id) {
      const which = id === 0 ? 'only_row' : `id = ${id}`;
      return await first(`select version as id from ${table} where ${which}`);
    },
    async lastExport() {
      return await first('select max(id) as id from payout_export where discarded_at is null');
    },
    async session(who) {
      return await openSession(pool, accounts[who].id);
    },
    call,
  };
}

/** Runs last longer than a proof of who is there holds. */
async function settle(pool: Pool, call: FairWorld['call'], token: string): Promise<void> {
  await pool.query("update network_settings set step_up = 'nobody'");
  await call('/operator/payouts/settings', {
    token,
    method: 'PUT',
    body: {
      version: 1,
      approvalLimit: 1_000,
      debtor: { accountName: 'Placard', iban: 'DE89370400440532013000', bic: '' },
    },
  });
}

async function openSession(pool: Pool, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into session (token_sha256, user_id, expires_at, proved_at)
     values ($1, $2, now() + interval '1 day', now())`,
    [createHash('sha256').update(token).digest(), userId],
  );
  return token;
}

async function openAccounts(call: FairWorld['call']): Promise<FairWorld['accounts']> {
  const email = 'operator@example.com';
  const signedIn = (await call('/auth/login', { body: { email, password: PASSWORD } })) as Opened;
  const operator = { ...idsOf(signedIn), token: signedIn.token, email };
  const open = async (role: Who) => {
    const address = `${role}@example.com`;
    return await invite(call, operator.token, address, role);
  };
  return { operator, advertiser: await open('advertiser'), publisher: await open('publisher') };
}

type Opened = { readonly token: string; readonly user: { readonly id: number; readonly accountId: number } };

const idsOf = ({ user }: Opened) => ({ id: user.id, accountId: user.accountId });

/** An account of its own. */
export async function invite(
  call: FairWorld['call'],
  operator: string,
  email: string,
  role: Who,
): Promise<Account> {
  // Whoever makes an operator says who they are.
  const body = { email, roles: [role], ...(role === 'operator' ? { currentPassword: PASSWORD } : {}) };
  const invited = (await call('/operator/users/invite', { token: operator, body })) as {
    inviteUrl: string;
  };
  const token = new URL(invited.inviteUrl).searchParams.get('token');
  const person = { token, password: PASSWORD, firstName: 'Storm', lastName: 'Account' };
  const opened = (await call('/auth/links/accept', { body: person })) as Opened;
  return { ...idsOf(opened), token: opened.token, email };
}

/** 200 ad sets with ten creatives each, that have spent every day of five years and run for five more. */
async function seedCampaign(pool: Pool, advertiserId: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, end_date, status, analytics_key)
     values ($1, 'Ten years', 'BRAND_AWARENESS', 1000000000000, current_date - 1825, current_date + 1824, 'active',
             'ten-years-campaign-key') returning id`,
    [advertiserId],
  );
  const id = rows[0]?.id ?? 0;
  await pool.query(
    `insert into ad_set (campaign_id, name, description, total_budget_micros, daily_budget_micros, locations)
     select $1, 'Ad set ' || n, repeat('d', 2000), 5000000000, 3000000 + n * 10000,
            $2::text[]
       from generate_series(1, ${AD_SETS}) n`,
    [id, COUNTRY_CODES],
  );
  await pool.query(
    `insert into creative_ad_set (creative_id, ad_set_id)
     select k.id, a.id from ad_set a,
            (select id from creative where advertiser_id = $2 order by id limit ${CREATIVES_AN_AD_SET}) k
      where a.campaign_id = $1`,
    [id, advertiserId],
  );
  await pool.query(
    `insert into ad_set_day_spend (ad_set_id, day, spent_micros)
     select a.id, d::date, 2000000 from ad_set a, generate_series(current_date - 1825, current_date, '1 day') d
      where a.campaign_id = $1`,
    [id],
  );
  return id;
}

async function seedMoney(
  pool: Pool,
  of: { readonly advertiserId: number; readonly publisherId: number; readonly dataDir: string },
): Promise<void> {
  const { advertiserId, publisherId } = of;
  await pool.query(`update network_settings set currency = 'EUR', min_payout_micros = 1000000`);
  const details = sealDetails(createSecrets(installationKey(of.dataDir)), publisherId, {
    type: 'bank_account',
    accountName: 'Storm Account',
    accountNumber: '',
    bankName: 'First Bank',
    swiftCode: '',
    routingNumber: '',
    iban: 'DE89370400440532013000',
    bankAddress: 'Long Street 1',
  });
  await pool.query(
    `insert into payment_profile (publisher_id, name, type, details_sealed, masked)
     select $1::int, 'Profile ' || n, 'bank_account', $2::bytea, '{}' from generate_series(1, ${SPARE}) n`,
    [publisherId, details],
  );
  await pool.query(
    `insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status)
     select $1::int, 1000000, 'bank_transfer', (select max(id) from payment_profile), $2::bytea, s.status
       from generate_series(1, ${BATCHES * PAYOUTS_A_BATCH}) n, (values ('processing')) s(status)
     union all
     select $1::int, 1000000, 'bank_transfer', (select max(id) from payment_profile), $2::bytea, 'pending'
       from generate_series(1, ${SPARE}) n`,
    [publisherId, details],
  );
  const kinds = `('advertiser_wallet', ${advertiserId}), ('publisher_available', ${publisherId}), ('payouts_in_flight', ${publisherId})`;
  await pool.query(`insert into ledger_account (kind, owner_id) values ${kinds} on conflict do nothing`);
  await pool.query(
    `with moved as (
       insert into ledger_transaction (kind, reference) values ('deposit', 'bench-deposit') returning id)
     insert into ledger_entry (transaction_id, account_id, amount_micros)
     select moved.id, a.id, case when a.kind = 'clearing_deposits' then -3 else 1 end * 1000000000000
       from moved, ledger_account a
      where a.kind = 'clearing_deposits' or (a.kind, a.owner_id) in (${kinds})`,
  );
  await pool.query(
    `insert into deposit (advertiser_id, gateway, amount_micros, reference)
     select $1::int, 'manual', 10000000, 'BENCH-' || n from generate_series(1, ${SPARE}) n
      union all
     select $2::int, 'manual', 10000000, 'ANOTHER-' || n from generate_series(1, ${SPARE}) n`,
    [advertiserId, publisherId],
  );
  await pool.query(
    `insert into invoice (number, advertiser_id, series, series_number, kind, month, amount_cents, currency, detail)
     select 1000000, $1, 'INV', 1000000, 'month', '2026-01-01', 1000000, 'EUR', jsonb_build_object('network', 'Placard',
            'billedTo', jsonb_build_array('Storm Account'), 'timeZone', 'UTC', 'lines',
            (select jsonb_agg(jsonb_build_object('text', 'Campaign ' || n || ' of a long name, on the network', 'cents', 100))
               from generate_series(1, ${ROWS}) n))`,
    [advertiserId],
  );
  // What a storm asks for: of a length that many have.
  await pool.query(
    `insert into invoice (number, advertiser_id, series, series_number, kind, month, amount_cents, currency, detail)
     select 1000001, advertiser_id, series, 1000001, kind, '2026-02-01', amount_cents, currency,
            jsonb_set(detail, '{lines}', jsonb_path_query_array(detail, '$.lines[0 to 49]'))
       from invoice where number = 1000000`,
  );
  await pool.query(
    `insert into earning_month (publisher_id, month, earned_micros, closed_at, available_sequence)
     select $1::int, '2026-01-01', ${ROWS} * 1000, now(), 0`,
    [publisherId],
  );
  await pool.query(
    `insert into earning_month_widget (publisher_id, month, widget_id, earned_micros)
     select $1::int, '2026-01-01', d.id, 1000 from widget d join website w on w.id = d.website_id where w.publisher_id = $1`,
    [publisherId],
  );
}

/** Code of the greatest length in what is reviewed, an ads.txt as long as is kept, and long logs. */
async function seedTexts(
  pool: Pool,
  of: { readonly advertiserId: number; readonly publisherId: number },
): Promise<void> {
  const { advertiserId, publisherId } = of;
  await pool.query(
    `update creative set ad_code = repeat('<p>code</p>', 9000)
      where id in (select id from creative where advertiser_id = $1 and status = 'pending' order by id limit 200)`,
    [advertiserId],
  );
  await pool.query(
    `insert into ads_txt_check (website_id, result, found)
     select min(id), 'missing_line', jsonb_build_object('text',
            (select string_agg('exchange-' || n || '.example, publisher-' || n || ', DIRECT', e'\\n') from generate_series(1, 1500) n))
       from website where publisher_id = $1`,
    [publisherId],
  );
  await pool.query(
    `insert into website_block (website_id, kind, value)
     select w.id, 'advertiser_domain', 'shop-' || n || '.example' from website w, generate_series(1, 10) n
      where w.publisher_id = $1`,
    [publisherId],
  );
  for (const id of [advertiserId, publisherId]) {
    await pool.query(
      `insert into notification (user_id, account_id, kind, detail, created_at)
       select m.user_id, m.account_id, 'balance.empty', '{"currency": "EUR"}', now()
         from account_member m, generate_series(1, ${ROWS}) where m.account_id = $1`,
      [id],
    );
    await pool.query(
      `insert into session (token_sha256, user_id, expires_at)
       select sha256(('bench-' || m.user_id || '-' || n)::bytea), m.user_id, now() + interval '1 day'
         from account_member m, generate_series(1, 1000) n where m.account_id = $1`,
      [id],
    );
  }
}

async function readSpares(
  numbers: (sql: string) => Promise<number[]>,
  advertiserId: number,
  publisherId: number,
): Promise<Record<string, number[]>> {
  const of = (table: string, where: string, count = SPARE * 4) =>
    numbers(`select id from ${table} where ${where} order by id desc limit ${count}`);
  const websites = `publisher_id = ${publisherId}`;
  const active = `select id from campaign where advertiser_id = ${advertiserId} and status = 'active'`;
  return {
    paused: await of('campaign', `advertiser_id = ${advertiserId} and status = 'paused'`),
    creative: await of('creative', `advertiser_id = ${advertiserId} and status = 'active'`),
    'pending creative': await of('creative', `advertiser_id = ${advertiserId} and status = 'pending'`),
    website: await of('website', `${websites} and status = 'active'`),
    'pending website': await of('website', `${websites} and status = 'pending'`),
    widget: await of(
      'widget',
      `status = 'active' and website_id = (select min(id) from website where ${websites})`,
    ),
    deposit: await of('deposit', `advertiser_id = ${advertiserId} and status = 'pending'`),
    profile: await of('payment_profile', `publisher_id = ${publisherId}`),
    'pending payout': await of('payout', `publisher_id = ${publisherId} and status = 'pending'`),
    processing: await of('payout', `publisher_id = ${publisherId} and status = 'processing'`, 1e6),
    'ad set': await of('ad_set', `campaign_id in (${active} order by id limit 50)`),
    'assigned ad set': await of('ad_set', `campaign_id = (${active} order by id desc limit 1)`),
    "another's deposit": await of('deposit', `advertiser_id = ${publisherId} and status = 'pending'`),
    notice: await of('notification', `account_id = ${advertiserId}`),
    session: await of(
      'session',
      `user_id = (select user_id from account_member where account_id = ${advertiserId})`,
      100,
    ),
  };
}
