import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { shipBatch } from '../../../apps/server/src/settlement/testing/world.ts';
import { makeTraffic } from './event-traffic.ts';
import type { Pool } from './network.ts';

/** Accounts whose lists are long: everything one advertiser and one publisher can have many of. */
export type ListAccounts = { readonly advertiserId: number; readonly publisherId: number };

const LOGGED = ['campaign', 'ad_set', 'creative', 'creative_ad_set', 'website', 'widget', 'widget_size'];

/**
 * `count` campaigns with an ad set and a creative each, as many websites, as many widgets on one more website, and as
 * many payouts. Names are made of words that many share (`campaign`), some share (`harbour`, one of 20) and few do
 * (`lantern 77`). What delivery follows is not what is measured, so its triggers rest meanwhile.
 */
export async function seedLists(pool: Pool, accounts: ListAccounts, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await setLogging('disable', (sql) => client.query(sql));
    const { advertiserId, publisherId } = accounts;
    for (const sql of ADVERTISER) await client.query(withNumbers(sql, advertiserId, count));
    for (const sql of PUBLISHER) await client.query(withNumbers(sql, publisherId, count));
    await setLogging('enable', (sql) => client.query(sql));
  } finally {
    client.release();
  }
}

/** As text: within one statement `$1` would be both a number and a part of a name. */
function withNumbers(sql: string, ownerId: number, count: number): string {
  return sql.replaceAll('$1', String(ownerId)).replaceAll('$2', String(count));
}

async function setLogging(
  what: 'enable' | 'disable',
  query: (sql: string) => Promise<unknown>,
): Promise<void> {
  for (const table of LOGGED) await query(`alter table ${table} ${what} trigger log_${table}`);
}

const WORDS = `(array['harbour','lantern','orchard','meadow','summit','river','castle','garden','market','bridge',
  'forest','island','valley','window','mirror','copper','silver','velvet','winter','summer'])`;
const NAME = (subject: string) => `initcap(${WORDS}[1 + n % 20]) || ' ' || n / 20 || ' ${subject}'`;
const SINCE = "now() - interval '700 days' + n * interval '1 hour' * (16000.0 / $2)";

const ADVERTISER = [
  `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, end_date, status,
                         analytics_key, created_at)
   select $1, ${NAME('campaign')}, case when n % 3 = 0 then 'TRAFFIC' else 'BRAND_AWARENESS' end,
          (100 + n % 977) * 1000000, current_date - 600 + n % 900, case when n % 3 > 0 then current_date + n % 300 end,
          case when n % 500 = 0 then 'rejected' when n % 5 = 0 then 'active' when n % 7 = 0 then 'completed' else 'paused' end,
          'list-campaign-' || $1 || '-' || lpad(n::text, 8, '0'), ${SINCE}
     from generate_series(1, $2::int) n`,
  `insert into ad_set (campaign_id, name, total_budget_micros)
   select id, 'Everywhere', total_budget_micros from campaign where advertiser_id = $1 and $2::int > 0`,
  `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key, created_at)
   select $1, ${NAME('creative')}, 'third_party', (array[728,300,468,160])[1 + n % 4], (array[90,250,60,600])[1 + n % 4],
          '<p>', case when n % 500 = 0 then 'rejected' when n % 5 = 0 then 'pending' else 'active' end,
          'list-creative-' || $1 || '-' || lpad(n::text, 8, '0'), ${SINCE}
     from generate_series(1, $2::int) n`,
  `insert into creative_ad_set (creative_id, ad_set_id)
   select k.id, a.id
     from (select id, row_number() over (order by id) as n from creative where advertiser_id = $1) k
     join (select a.id, row_number() over (order by a.id) as n
             from ad_set a join campaign c on c.id = a.campaign_id where c.advertiser_id = $1 and $2::int > 0) a using (n)`,
];

const PUBLISHER = [
  `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key, created_at)
   select $1, ${WORDS}[1 + n % 20] || '-' || n / 20 || '-' || $1 || '.example', '{politics}', 100 + n % 99991,
          case when n % 500 = 0 then 'rejected' when n % 5 = 0 then 'pending' else 'active' end,
          'list-website-' || $1 || '-' || lpad(n::text, 8, '0'), ${SINCE}
     from generate_series(0, $2::int) n`,
  `insert into widget (website_id, type, name, status, embed_key, created_at)
   select w.id, (array['banner','native','video'])[1 + n % 3], ${NAME('widget')},
          case when n % 10 = 0 then 'suspended' else 'active' end,
          'list-widget-' || $1 || '-' || lpad(n::text, 8, '0'), ${SINCE}
     from generate_series(1, $2::int) n, (select min(id) as id from website where publisher_id = $1) w`,
  `insert into widget_size (widget_id, position, width_px, height_px)
   select d.id, 0, 300, 250 from widget d join website w on w.id = d.website_id
    where w.publisher_id = $1 and $2::int > 0`,
  `with profile as (
     insert into payment_profile (publisher_id, name, type, details_sealed, masked)
     values ($1, 'Bank', 'bank_account', '\\x00', '{}') returning id)
   insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at, completed_at)
   select $1, (50 + n % 977) * 1000000, case when n % 2 = 0 then 'paypal' else 'bank_transfer' end, profile.id, '\\x00',
          case when n % 50 = 0 then 'failed' else 'completed' end, ${SINCE}, ${SINCE}
     from generate_series(1, $2::int) n, profile`,
];

/** No delivery process has it. */
const SHARD = 250;
const EVENTS_AN_AD_SET = 4;
const BATCH_EVENTS = 20_000;
const MINUTE_MS = 60_000;

/** Events of the account's campaigns, most of them of the newest, settled and loaded into analytics by the worker. */
export async function shipTraffic(pool: Pool, accounts: ListAccounts): Promise<void> {
  const { rows: adSets } = await pool.query<{ id: number; campaignId: number; advertiserId: number }>(
    `select a.id, a.campaign_id as "campaignId", c.advertiser_id as "advertiserId"
       from ad_set a join campaign c on c.id = a.campaign_id where c.advertiser_id = $1 order by a.id desc`,
    [accounts.advertiserId],
  );
  const { rows: widgets } = await pool.query<{ id: number; websiteId: number; publisherId: number }>(
    `select d.id, d.website_id as "websiteId", w.publisher_id as "publisherId"
       from widget d join website w on w.id = d.website_id where w.publisher_id = $1 order by d.id limit 20`,
    [accounts.publisherId],
  );
  const receivedAt = new Date();
  const startMs = Math.floor(receivedAt.getTime() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  const body = makeTraffic({
    world: { adSets, widgets },
    events: adSets.length * EVENTS_AN_AD_SET,
    shard: SHARD,
    startMs: startMs + accounts.advertiserId * MINUTE_MS,
  });
  let spoolOffset = await shippedTo(pool);
  for (let at = 0; at < body.byteLength; at += BATCH_EVENTS * TOKEN_EVENT_BYTES) {
    const part = body.subarray(at, at + BATCH_EVENTS * TOKEN_EVENT_BYTES);
    const recordCount = part.byteLength / TOKEN_EVENT_BYTES;
    await shipBatch(pool, { shard: SHARD, spoolOffset, body: part, recordCount, receivedAt });
    spoolOffset += part.byteLength;
  }
  while (!(await loadedTo(pool, spoolOffset))) await pause(200);
}

async function shippedTo(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ at: string }>(
    'select coalesce(max(spool_end), 0)::text as at from event_batch where shard = $1',
    [SHARD],
  );
  return Number(rows[0]?.at ?? 0);
}

async function loadedTo(pool: Pool, spoolOffset: number): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    `select exists (select from settlement_checkpoint where shard = $1 and spool_offset >= $2)
            and not exists (select from settlement_part)
            and a.settlement_id = coalesce((select max(settlement_id) from fact_batch), 0) as done
       from analytics_checkpoint a`,
    [SHARD, spoolOffset],
  );
  return rows[0]?.done === true;
}
