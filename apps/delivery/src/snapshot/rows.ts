import { partsOf } from '@placard/db/rows-in-parts';
import type { CreativeType } from '@placard/domain/creative/rules';
import type { DatedCard } from '@placard/domain/decision/minimum-bids';
import type { Device } from '@placard/domain/targeting/places';
import type { BlockKind } from '@placard/domain/website/blocks';
import type { ClientBase } from 'pg';
import { Alike } from './alike.ts';

/** What delivery reads of each entity. Money as numbers of micros, calendar days as 'YYYY-MM-DD'. */
export type AccountRow = {
  readonly id: number;
  readonly active: boolean;
  readonly timeZone: string;
  readonly walletPositive: boolean;
};

export type CampaignRow = {
  readonly id: number;
  readonly advertiserId: number;
  readonly objective: 'BRAND_AWARENESS' | 'TRAFFIC';
  readonly active: boolean;
  readonly category: string | null;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly analyticsKey: string;
};

export type AdSetRow = {
  readonly id: number;
  readonly campaignId: number;
  readonly archived: boolean;
  readonly totalBudgetMicros: number;
  readonly dailyBudgetMicros: number | null;
  readonly spentMicros: number;
  /** Counted by settlement; read again now and then, since counting is no change of the ad set. */
  readonly impressions: number;
  readonly clicks: number;
  readonly locations: readonly string[];
  readonly devices: readonly Device[];
  readonly languages: readonly string[];
  readonly startMinute: number;
  readonly endMinute: number;
  readonly daysOfWeek: readonly number[];
  readonly bidMicros: number | null;
  readonly frequencyCapPerDay: number | null;
};

export type CreativeRow = {
  readonly id: number;
  readonly type: CreativeType;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fileKey: string | null;
  readonly altText: string;
  readonly clickUrl: string | null;
  /** `null` also where it is archived or cancelled: nobody may load it any more. */
  readonly adCode: string | null;
  readonly status: string;
  readonly approvedAtMs: number | null;
  /** The click URL that was approved last, where what is in `clickUrl` is not; else `null`. */
  readonly earlierClickUrl: string | null;
  /** Rejected or taken down, and not approved since. */
  readonly stopped: boolean;
  readonly publicKey: string;
  readonly adSetIds: readonly number[];
};

export type WebsiteRow = {
  readonly id: number;
  readonly publisherId: number;
  readonly domain: string;
  readonly active: boolean;
  readonly archived: boolean;
  readonly analyticsKey: string;
  readonly separateCategories: boolean;
  readonly blocks: readonly BlockRow[];
};

export type BlockRow = { readonly kind: BlockKind; readonly value: string };

export type WidgetRow = {
  readonly id: number;
  readonly websiteId: number;
  readonly type: 'banner' | 'native' | 'video' | 'floating_sticky_ad';
  readonly headingTitle: string | null;
  readonly lazy: boolean;
  readonly floorMicros: number | null;
  readonly status: string;
  readonly embedKey: string;
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
  /** Beside those of the website. */
  readonly blocks: readonly BlockRow[];
};

export type SettingsRow = {
  readonly shareBp: number;
  readonly cpmMicros: number;
  readonly cpcMicros: number;
  /** Filled with an invented network: its pages may be anywhere. */
  readonly demo: boolean;
};

/** Neither publisher nor website: the network's. */
export type ShareRow = {
  readonly publisherId: number | null;
  readonly websiteId: number | null;
  readonly shareBp: number;
  readonly fromMs: number;
  readonly untilMs: number | null;
};

/** Rows of the tables that grow with the network. */
export type NetworkRows = {
  readonly accounts: readonly AccountRow[];
  readonly campaigns: readonly CampaignRow[];
  readonly adSets: readonly AdSetRow[];
  readonly creatives: readonly CreativeRow[];
  readonly websites: readonly WebsiteRow[];
  readonly widgets: readonly WidgetRow[];
};

/** So many rows are read, and taken over, in one turn of the event loop: some two milliseconds. */
const ROWS_A_TURN = 1_000;

type Ids = readonly number[];

// Amounts are cast to float8: exact below 2^53 micros, and independent of how the process parses bigint.
const SETTINGS_SQL = `
  select publisher_share_bp as "shareBp", cpm_micros::float8 as "cpmMicros", cpc_micros::float8 as "cpcMicros",
         demo
    from network_settings`;

const ACCOUNTS_SQL = `
  select u.id, u.status = 'active' as active, u.time_zone as "timeZone",
         coalesce(a.balance_micros > 0, false) as "walletPositive"
    from account u
    left join ledger_account a on a.owner_id = u.id and a.kind = 'advertiser_wallet'
   where $1::int[] is null or u.id = any($1)`;

const CAMPAIGNS_SQL = `
  select id, advertiser_id as "advertiserId", objective, status = 'active' as active, category,
         start_date::text as "startDate", end_date::text as "endDate", analytics_key as "analyticsKey"
    from campaign
   where $1::int[] is null or id = any($1)`;

// Ad sets of campaigns that do not run are left out: they come with the campaign's change to active.
const AD_SETS_SQL = `
  select s.id, s.campaign_id as "campaignId", s.archived_at is not null as archived,
         s.total_budget_micros::float8 as "totalBudgetMicros", s.daily_budget_micros::float8 as "dailyBudgetMicros",
         coalesce(p.spent_micros, 0)::float8 as "spentMicros",
         coalesce(p.impression_count, 0)::float8 as "impressions", coalesce(p.click_count, 0)::float8 as "clicks",
         s.locations, s.devices, s.languages, s.start_minute as "startMinute", s.end_minute as "endMinute",
         s.days_of_week as "daysOfWeek", s.bid_micros::float8 as "bidMicros",
         s.frequency_cap_per_day as "frequencyCapPerDay"
    from ad_set s
    join campaign c on c.id = s.campaign_id and c.status = 'active'
    left join ad_set_spend p on p.ad_set_id = s.id
   where (($1::int[] is null and $2::int[] is null) or s.id = any($1) or s.campaign_id = any($2))
     and s.archived_at is null`;

/** Of a creative that is neither approved as it is nor stopped: it waits for review, or was archived while it did. */
const NOT_AS_APPROVED = `(c.status = 'pending' or (c.approved_at is null and c.status in ('paused', 'completed', 'archived')))`;

// An edit clears what the creative itself knows of its reviews. What was approved last is kept by the review, and what was decided
// last by the audit log, of which nothing is ever removed. Each is looked up by its index, and by `case` for those alone that need
// it: a join would look for all.
const CREATIVES_SQL = `
  select c.id, c.type, c.width_px as "widthPx", c.height_px as "heightPx", i.file_key as "fileKey",
         c.alt_text as "altText", c.click_url as "clickUrl",
         case when c.status in ('archived', 'cancelled') then null else c.ad_code end as "adCode",
         c.status, extract(epoch from c.approved_at)::float8 * 1000 as "approvedAtMs", c.public_key as "publicKey",
         case when ${NOT_AS_APPROVED} then (
           select s.content -> 'clickUrl' ->> 'value' from review_snapshot s
            where s.subject_kind = 'creative' and s.subject_id = c.id) end as "earlierClickUrl",
         case when ${NOT_AS_APPROVED} then coalesce((
           select l.action in ('creative.reject', 'creative.takeDown') from audit_log l
            where l.subject_kind = 'creative' and l.subject_id = c.id
              and l.action in ('creative.approve', 'creative.grantAppeal', 'creative.reject', 'creative.takeDown')
            order by l.id desc limit 1), false)
         else c.status in ('rejected', 'cancelled') end as stopped,
         array(select x.ad_set_id from creative_ad_set x where x.creative_id = c.id order by 1) as "adSetIds"
    from creative c
    left join image i on i.id = c.image_id
   where $1::int[] is null or c.id = any($1)`;

const WEBSITES_SQL = `
  select w.id, w.publisher_id as "publisherId", w.domain, w.status = 'active' as active,
         w.status = 'archived' as archived, w.analytics_key as "analyticsKey", w.separate_categories as "separateCategories",
         coalesce((select jsonb_agg(jsonb_build_object('kind', b.kind, 'value', b.value))
                     from website_block b where b.website_id = w.id), '[]') as blocks
    from website w
   where ($1::int[] is null and w.status <> 'archived') or w.id = any($1)`;

const WIDGETS_SQL = `
  select g.id, g.website_id as "websiteId", g.type, g.heading_title as "headingTitle", g.lazy,
         g.floor_cpm_micros::float8 as "floorMicros", g.status, g.embed_key as "embedKey",
         coalesce((select jsonb_agg(jsonb_build_object('widthPx', z.width_px, 'heightPx', z.height_px) order by z.position)
                     from widget_size z where z.widget_id = g.id), '[]') as sizes,
         coalesce((select jsonb_agg(jsonb_build_object('kind', b.kind, 'value', b.value))
                     from widget_block b where b.widget_id = g.id), '[]') as blocks
    from widget g
   where ($1::int[] is null and g.status <> 'archived') or g.id = any($1)`;

// What ended a day ago concerns no decision to come, however the clocks of the machines differ.
const SHARES_SQL = `
  select publisher_id as "publisherId", website_id as "websiteId", share_bp as "shareBp",
         extract(epoch from from_at)::float8 * 1000 as "fromMs", extract(epoch from until_at)::float8 * 1000 as "untilMs"
    from share_rate
   where until_at is null or until_at > now() - interval '1 day'`;

// A card that another one had replaced a day ago concerns no decision to come. Amounts are bounded by their table.
const BID_CARDS_SQL = `
  select extract(epoch from c.from_at)::float8 * 1000 as "fromMs",
         coalesce((select jsonb_agg(jsonb_build_object('name', t.name, 'countries', t.countries) order by t.tier)
                     from minimum_bid_tier t where t.card_id = c.id), '[]') as tiers,
         coalesce((select jsonb_agg(jsonb_build_object('widgetType', m.widget_type, 'tier', m.tier,
                                                       'cpmMicros', m.cpm_micros, 'cpcMicros', m.cpc_micros))
                     from minimum_bid m where m.card_id = c.id), '[]') as minimums
    from minimum_bid_card c
   where c.from_at >= coalesce((select max(from_at) from minimum_bid_card where from_at <= now() - interval '1 day'),
                               '-infinity')`;

export type ClickCountRow = { readonly id: number; readonly impressions: number; readonly clicks: number };

const CLICK_COUNTS_SQL = `
  select p.ad_set_id as id, p.impression_count::float8 as impressions, p.click_count::float8 as clicks
    from ad_set_spend p
    join ad_set s on s.id = p.ad_set_id and s.archived_at is null
    join campaign c on c.id = s.campaign_id and c.status = 'active' and c.objective = 'TRAFFIC'`;

/** What settlement has counted of the ad sets that pay per click, in parts. No transaction may be open. */
export async function* readClickCounts(
  client: ClientBase,
  most = ROWS_A_TURN,
): AsyncGenerator<readonly ClickCountRow[], void> {
  await client.query('begin read only');
  try {
    yield* partsOf<ClickCountRow>(client, { text: CLICK_COUNTS_SQL, values: [] }, most);
  } finally {
    await client.query('rollback');
  }
}

export async function readSettings(client: ClientBase): Promise<SettingsRow> {
  const { rows } = await client.query<SettingsRow>(SETTINGS_SQL);
  const row = rows[0];
  if (row === undefined) throw new Error('network_settings has no row: the database is not migrated');
  return row;
}

export async function readShares(client: ClientBase): Promise<readonly ShareRow[]> {
  return (await client.query<ShareRow>(SHARES_SQL)).rows;
}

export async function readBidCards(client: ClientBase): Promise<readonly DatedCard[]> {
  return (await client.query<DatedCard>(BID_CARDS_SQL)).rows;
}

/** A row as the driver made it, nobody else's yet. */
type Fresh<Row> = { -readonly [Key in keyof Row]: Row[Key] };
type Share<Row> = (row: Fresh<Row>) => void;

const alike = new Alike();

const shareAccount: Share<AccountRow> = (row) => {
  row.timeZone = alike.text(row.timeZone);
};

const shareCampaign: Share<CampaignRow> = (row) => {
  row.objective = alike.text(row.objective);
  row.category = alike.text(row.category);
  row.startDate = alike.text(row.startDate);
  row.endDate = alike.text(row.endDate);
};

const shareAdSet: Share<AdSetRow> = (row) => {
  row.locations = alike.list(row.locations);
  row.devices = alike.list(row.devices);
  row.languages = alike.list(row.languages);
  row.daysOfWeek = alike.list(row.daysOfWeek);
};

const shareCreative: Share<CreativeRow> = (row) => {
  row.type = alike.text(row.type);
  row.status = alike.text(row.status);
  row.adSetIds = row.adSetIds.slice();
};

const shareWidget: Share<WidgetRow> = (row) => {
  row.type = alike.text(row.type);
  row.status = alike.text(row.status);
};

type Question<Row> = { readonly text: string; readonly share: Share<Row> };

const ACCOUNTS: Question<AccountRow> = { text: ACCOUNTS_SQL, share: shareAccount };
const CAMPAIGNS: Question<CampaignRow> = { text: CAMPAIGNS_SQL, share: shareCampaign };
const AD_SETS: Question<AdSetRow> = { text: AD_SETS_SQL, share: shareAdSet };
const CREATIVES: Question<CreativeRow> = { text: CREATIVES_SQL, share: shareCreative };
const WEBSITES: Question<WebsiteRow> = { text: WEBSITES_SQL, share: () => undefined };
const WIDGETS: Question<WidgetRow> = { text: WIDGETS_SQL, share: shareWidget };

async function readRows<Row extends object>(
  client: ClientBase,
  { text, share }: Question<Row>,
  ...values: readonly Ids[]
): Promise<readonly Row[]> {
  if (values.every((ids) => ids.length === 0)) return [];
  const { rows } = await client.query<Fresh<Row>>(text, [...values]);
  for (const row of rows) share(row);
  return rows;
}

export const readAccounts = (client: ClientBase, ids: Ids) => readRows(client, ACCOUNTS, ids);
export const readCampaigns = (client: ClientBase, ids: Ids) => readRows(client, CAMPAIGNS, ids);
export const readAdSets = (client: ClientBase, ids: Ids, campaignIds: Ids) =>
  readRows(client, AD_SETS, ids, campaignIds);
export const readCreatives = (client: ClientBase, ids: Ids) => readRows(client, CREATIVES, ids);
export const readWebsites = (client: ClientBase, ids: Ids) => readRows(client, WEBSITES, ids);
export const readWidgets = (client: ClientBase, ids: Ids) => readRows(client, WIDGETS, ids);

/** Everything, in parts, for a start; the caller holds a repeatable-read transaction. */
export async function* readAll(
  client: ClientBase,
  most = ROWS_A_TURN,
): AsyncGenerator<Partial<NetworkRows>, void> {
  async function* all<Row extends object>({ text, share }: Question<Row>, ...values: null[]) {
    for await (const rows of partsOf<Fresh<Row>>(client, { text, values }, most)) {
      for (const row of rows) share(row);
      yield rows;
    }
  }
  for await (const accounts of all(ACCOUNTS, null)) yield { accounts };
  for await (const campaigns of all(CAMPAIGNS, null)) yield { campaigns };
  for await (const adSets of all(AD_SETS, null, null)) yield { adSets };
  for await (const creatives of all(CREATIVES, null)) yield { creatives };
  for await (const websites of all(WEBSITES, null)) yield { websites };
  for await (const widgets of all(WIDGETS, null)) yield { widgets };
}
