import { type AccountRef, accountKey, networkAccount, walletOf } from '@placard/domain/ledger/accounts';
import { exactMicros } from '@placard/domain/ledger/charging';
import { addDays, DAY_MS, dayOfNumber, numberOfDay, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import type { LedgerAccount, LockedAccounts } from '../ledger/booking.ts';
import {
  type AdSetBook,
  type CampaignBook,
  leftOf,
  type WalletBook,
  type WidgetRef,
  ZoneDays,
} from './books.ts';
import type { Scan } from './scan.ts';
import { byteaArray, intArray } from './sql-arrays.ts';
import type { Subjects } from './subjects.ts';

/** Time zones' memories, kept between transactions. */
export type Zones = Map<string, ZoneDays>;

export async function loadWidgets(client: PoolClient, subjects: Subjects): Promise<Map<number, WidgetRef>> {
  const { rows } = await client.query<{ id: number; website_id: number; publisher_id: number }>({
    name: 'settlement-widgets',
    text: `select w.id, w.website_id, s.publisher_id from widget w join website s on s.id = w.website_id
            where w.id = any($1::int[])`,
    values: [storedIds(subjects.widgetIds)],
  });
  return new Map(
    rows.map((row) => [
      row.id,
      { widgetId: row.id, websiteId: row.website_id, publisherId: row.publisher_id },
    ]),
  );
}

type AdSetRow = {
  id: number;
  campaign_id: number;
  advertiser_id: number;
  time_zone: string;
  total_budget: bigint;
  daily_budget: bigint | null;
  campaign_total: bigint;
  campaign_daily: bigint | null;
  spent: bigint | null;
  carry: number | null;
  campaign_spent: bigint | null;
};

/**
 * Everything that limits charges, under the locks of the wallets that the transaction may touch. Who settles an advertiser
 * is the only writer of what it has spent, so only the accounts need locks.
 */
export async function loadBooks(
  client: PoolClient,
  subjects: Subjects,
  zones: Zones,
): Promise<{ adSets: Map<number, AdSetBook>; wallets: LockedAccounts }> {
  const rows = await loadAdSets(client, subjects);
  const wallets = await lockWallets(client, new Set(rows.map((row) => row.advertiser_id)));
  const adSets = booksOf(rows, wallets, zones);
  await loadDays(client, subjects, adSets);
  return { adSets, wallets };
}

/** Which ad sets there are and whose, for who charges nothing: no locks, nothing is left of any wallet. */
export async function loadOwners(
  client: PoolClient,
  subjects: Subjects,
  zones: Zones,
): Promise<Map<number, AdSetBook>> {
  return booksOf(await loadAdSets(client, subjects), new Map(), zones);
}

async function loadAdSets(client: PoolClient, subjects: Subjects): Promise<AdSetRow[]> {
  const { rows } = await client.query<AdSetRow>({
    name: 'settlement-ad-sets',
    text: `select a.id, a.campaign_id, c.advertiser_id, u.time_zone, a.total_budget_micros as total_budget,
                  a.daily_budget_micros as daily_budget, c.total_budget_micros as campaign_total,
                  c.daily_budget_micros as campaign_daily, s.spent_micros as spent,
                  s.cpm_carry_thousandths as carry, cs.spent_micros as campaign_spent
             from ad_set a
             join campaign c on c.id = a.campaign_id
             join account u on u.id = c.advertiser_id
             left join ad_set_spend s on s.ad_set_id = a.id
             left join campaign_spend cs on cs.campaign_id = c.id
            where a.id = any($1::int[])
            order by a.id`,
    values: [storedIds(subjects.adSetIds)],
  });
  return rows;
}

function booksOf(rows: readonly AdSetRow[], accounts: LockedAccounts, zones: Zones): Map<number, AdSetBook> {
  const wallets = new Map<number, WalletBook>();
  const campaigns = new Map<number, CampaignBook>();
  const adSets = new Map<number, AdSetBook>();
  for (const row of rows) {
    let wallet = wallets.get(row.advertiser_id);
    if (wallet === undefined) {
      // None while the advertiser never deposited.
      const account = accounts.get(accountKey(walletOf(row.advertiser_id)));
      wallet = {
        advertiserId: row.advertiser_id,
        zone: zoneIn(zones, row.time_zone),
        leftMicros: account === undefined ? 0 : exactMicros(account.balanceMicros),
        chargedMicros: 0,
      };
      wallets.set(row.advertiser_id, wallet);
    }
    let campaign = campaigns.get(row.campaign_id);
    if (campaign === undefined) {
      campaign = {
        campaignId: row.campaign_id,
        wallet,
        dailyBudgetMicros: row.campaign_daily,
        days: new Map(),
        leftMicros: leftOf(row.campaign_total, row.campaign_spent ?? 0n),
        chargedMicros: 0,
      };
      campaigns.set(row.campaign_id, campaign);
    }
    adSets.set(row.id, {
      adSetId: row.id,
      campaign,
      dailyBudgetMicros: row.daily_budget,
      days: new Map(),
      leftMicros: leftOf(row.total_budget, row.spent ?? 0n),
      chargedMicros: 0,
      carryThousandths: row.carry ?? 0,
      impressions: 0,
      viewables: 0,
      clicks: 0,
      touched: false,
    });
  }
  return adSets;
}

function zoneIn(zones: Zones, timeZone: string): ZoneDays {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    zone = new ZoneDays(timeZone);
    zones.set(timeZone, zone);
  }
  return zone;
}

/** Whose days months of invoices and earnings go by. */
export async function loadNetworkZone(client: PoolClient, zones: Zones): Promise<ZoneDays> {
  const { rows } = await client.query<{ time_zone: string }>({
    name: 'settlement-network-zone',
    text: 'select time_zone from network_settings',
  });
  return zoneIn(zones, rows[0]?.time_zone ?? 'UTC');
}

/** What was spent before on the days that the events lie on, where a daily budget asks for it. */
async function loadDays(
  client: PoolClient,
  subjects: Subjects,
  adSets: ReadonlyMap<number, AdSetBook>,
): Promise<void> {
  const limited = [...adSets.values()].filter(
    (adSet) => adSet.dailyBudgetMicros !== null || adSet.campaign.dailyBudgetMicros !== null,
  );
  if (limited.length === 0) return;
  const campaigns = new Map(limited.map((adSet) => [adSet.campaign.campaignId, adSet.campaign]));
  // A day more at each end: local days reach up to 14 hours beyond the UTC day.
  const firstDay = addDays(dayOfNumber(Math.floor((subjects.firstQuarter * QUARTER_HOUR_MS) / DAY_MS)), -1);
  const lastDay = addDays(dayOfNumber(Math.floor((subjects.lastQuarter * QUARTER_HOUR_MS) / DAY_MS)), 1);
  const { rows } = await client.query<{ campaign_id: number; id: number; day: string; spent: bigint }>({
    name: 'settlement-days',
    text: `select a.campaign_id, a.id, to_char(d.day, 'YYYY-MM-DD') as day, d.spent_micros as spent
             from ad_set a join ad_set_day_spend d on d.ad_set_id = a.id
            where a.campaign_id = any($1::int[]) and d.day between $2::date and $3::date`,
    values: [intArray([...campaigns.keys()]), firstDay, lastDay],
  });
  const campaignSpent = new Map<string, { campaign: CampaignBook; dayNumber: number; spent: bigint }>();
  for (const row of rows) {
    const dayNumber = numberOfDay(row.day);
    const spent = BigInt(row.spent);
    const adSet = adSets.get(row.id);
    if (adSet !== undefined && adSet.dailyBudgetMicros !== null) {
      adSet.days.set(dayNumber, {
        dayNumber,
        leftMicros: leftOf(adSet.dailyBudgetMicros, spent),
        chargedMicros: 0,
      });
    }
    const campaign = campaigns.get(row.campaign_id);
    if (campaign === undefined || campaign.dailyBudgetMicros === null) continue;
    const key = `${row.campaign_id}:${dayNumber}`;
    const sum = campaignSpent.get(key);
    if (sum === undefined) campaignSpent.set(key, { campaign, dayNumber, spent });
    else sum.spent += spent;
  }
  for (const { campaign, dayNumber, spent } of campaignSpent.values()) {
    const leftMicros = leftOf(campaign.dailyBudgetMicros ?? 0n, spent);
    campaign.days.set(dayNumber, { dayNumber, leftMicros, chargedMicros: 0 });
  }
}

type AccountRow = { id: number; kind: string; owner_id: number | null; balance_micros: bigint };

/** First the wallets, in the order of their ids, as every booking locks them. */
async function lockWallets(client: PoolClient, advertiserIds: ReadonlySet<number>): Promise<LockedAccounts> {
  const { rows } = await client.query<AccountRow>({
    name: 'settlement-lock-wallets',
    text: `select id, kind, owner_id, balance_micros from ledger_account
            where kind = 'advertiser_wallet' and owner_id = any($1::int[])
            order by id for no key update`,
    values: [intArray([...advertiserIds])],
  });
  return lockedOf(rows);
}

/**
 * Then pending earnings and the network's revenue, in the order of their ids: when all else is written, because every
 * settler needs the same. Publishers' accounts are made on first use.
 */
export async function lockEarnings(
  client: PoolClient,
  publisherIds: ReadonlySet<number>,
): Promise<LockedAccounts> {
  const publishers = intArray([...publisherIds]);
  const { rows: known } = await client.query<{ owner_id: number }>({
    name: 'settlement-known-earners',
    text: `select owner_id from ledger_account where kind = 'publisher_pending' and owner_id = any($1::int[])`,
    values: [publishers],
  });
  const knownIds = new Set(known.map((row) => row.owner_id));
  const missing = [...publisherIds].filter((id) => !knownIds.has(id));
  if (missing.length > 0) {
    // Only for those that lack one: each attempt would use up a number of the identity. Before these locks, and in order:
    // another settler may be making the same.
    await client.query(
      `insert into ledger_account (kind, owner_id)
       select 'publisher_pending', id from unnest($1::int[]) as t (id) order by id on conflict do nothing`,
      [intArray(missing)],
    );
  }
  const { rows } = await client.query<AccountRow>({
    name: 'settlement-lock-earnings',
    text: `select id, kind, owner_id, balance_micros from ledger_account
            where (kind = 'publisher_pending' and owner_id = any($1::int[]))
               or (kind = $2 and owner_id is null)
            order by id for no key update`,
    values: [publishers, networkAccount('network_revenue').kind],
  });
  return lockedOf(rows);
}

function lockedOf(rows: readonly AccountRow[]): LockedAccounts {
  return new Map(
    rows.map((row): [string, LedgerAccount] => [
      accountKey({ kind: row.kind, ownerId: row.owner_id } as AccountRef),
      { id: row.id, balanceMicros: BigInt(row.balance_micros) },
    ]),
  );
}

/** Clicks of the viewers at hand that the ladder still asks for. */
export async function loadViewerClicks(
  client: PoolClient,
  scan: Scan,
): Promise<Map<string, readonly number[]>> {
  if (scan.viewers.size === 0) return new Map();
  const { rows } = await client.query<{ viewer: string; clicked_at_s: number[] }>({
    name: 'settlement-viewers',
    text: `select encode(viewer_hash, 'hex') as viewer, clicked_at_s from viewer_clicks
            where viewer_hash = any($1::bytea[])`,
    values: [byteaArray([...scan.viewers].map((viewer) => Buffer.from(viewer, 'hex')))],
  });
  return new Map(rows.map((row) => [row.viewer, row.clicked_at_s]));
}

/** Ids of tokens, 32 bits without a sign, as an array literal: those beyond what the column can hold name nothing. */
function storedIds(ids: ReadonlySet<number>): string {
  return intArray([...ids].filter((id) => id <= 0x7fff_ffff));
}
