import { inSnapshot, partsOf } from '@placard/db/rows-in-parts';
import type { PricedObjective, RateCard } from '@placard/domain/decision/price';
import type { Micros } from '@placard/domain/micros';
import type { ObservedCounts } from '@placard/domain/pacing/plan';
import type { Schedule } from '@placard/domain/targeting/schedule';
import type { ClientBase, Pool } from 'pg';
import { scheduleOfRow } from './schedule-of-row.ts';

/** An ad set of an active campaign whose advertiser has money, with what every limit but the wallet leaves it. */
export type RunningAdSet = {
  readonly adSetId: number;
  readonly campaignId: number;
  readonly advertiserId: number;
  readonly timeZone: string;
  readonly objective: PricedObjective;
  readonly bidMicros: number | null;
  readonly schedule: Schedule;
  readonly totalLeftMicros: Micros;
  readonly dayLeftMicros: Micros | null;
  readonly campaignLeftMicros: Micros;
  readonly campaignDayLeftMicros: Micros | null;
  readonly counts: ObservedCounts;
};

type Row = {
  id: number;
  campaign_id: number;
  advertiser_id: number;
  time_zone: string;
  /** Days since 1970-01-01 of the day that it is there. */
  today: number;
  objective: PricedObjective;
  bid: bigint | null;
  start_date: string;
  end_date: string | null;
  start_minute: number;
  end_minute: number;
  days_of_week: number[];
  total_left: bigint;
  day_left: bigint | null;
  campaign_left: bigint;
  campaign_day_left: bigint | null;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
};

/** Ad sets of active campaigns of advertisers with money. @param which of the campaigns, a condition on `c` */
const running = (which: string) => `
  with running as (
    select a.*, c.advertiser_id, c.objective, c.start_date, c.end_date, c.total_budget_micros as campaign_total,
           c.daily_budget_micros as campaign_daily, u.time_zone,
           day_in_zone($1, u.time_zone) as today
      from campaign c
      join ad_set a on a.campaign_id = c.id and a.archived_at is null
      join account u on u.id = c.advertiser_id and u.status = 'active'
      join ledger_account w on w.owner_id = u.id and w.kind = 'advertiser_wallet' and w.balance_micros > 0
     where c.status = 'active' and ${which}),
  campaign_today as (
    select r.campaign_id, coalesce(sum(d.spent_micros), 0)::bigint as spent
      from (select distinct campaign_id, today from running where campaign_daily is not null) r
      join ad_set a on a.campaign_id = r.campaign_id
      join ad_set_day_spend d on d.ad_set_id = a.id and d.day = r.today
     group by r.campaign_id)
  select r.id, r.campaign_id, r.advertiser_id, r.time_zone, r.today - date '1970-01-01' as today, r.objective, r.bid_micros as bid,
         to_char(r.start_date, 'YYYY-MM-DD') as start_date, to_char(r.end_date, 'YYYY-MM-DD') as end_date,
         r.start_minute, r.end_minute, r.days_of_week,
         r.total_budget_micros - coalesce(s.spent_micros, 0) as total_left,
         r.daily_budget_micros - coalesce(d.spent_micros, 0) as day_left,
         r.campaign_total - coalesce(cs.spent_micros, 0) as campaign_left,
         r.campaign_daily - coalesce(ct.spent, 0) as campaign_day_left,
         coalesce(s.impression_count, 0) as impressions, coalesce(s.viewable_count, 0) as viewables,
         coalesce(s.click_count, 0) as clicks
    from running r
    left join ad_set_spend s on s.ad_set_id = r.id
    left join ad_set_day_spend d on d.ad_set_id = r.id and d.day = r.today
    left join campaign_spend cs on cs.campaign_id = r.campaign_id
    left join campaign_today ct on ct.campaign_id = r.campaign_id
   where r.today is not null`;
const ALL = running('true');
const SOME = running('c.id = any($2::int[])');

/**
 * Whether a row was written by a transaction that the snapshot before did not see the end of: all from the oldest on that
 * went on then, so that none is missed that ended later. Rows that nobody has written for long are frozen, and older than any.
 */
const isWritten = (row: string) => `age(${row}.xmin) <= age($1::xid8::xid)`;
const LOGGED = 'select l.subject_id from change_log l where l.txid >= $1::xid8 and l.kind';

const WALLETS = `select owner_id, balance_micros from ledger_account w where kind = 'advertiser_wallet'`;

/**
 * Campaigns that have other figures since: of ad sets that were counted or charged, which the settlement of each writes down, and of what the change log
 * tells. All ad sets of a campaign share its limits.
 */
const CHANGED_CAMPAIGNS = `
  select a.campaign_id as id from ad_set_spend s join ad_set a on a.id = s.ad_set_id where ${isWritten('s')}
   union select a.campaign_id from ad_set a where a.id in (${LOGGED} = 'ad_set')
   union ${LOGGED} = 'campaign'
   union select c.id from account u join campaign c on c.advertiser_id = u.id and c.status = 'active'
          where u.id in (${LOGGED} = 'account') or u.time_zone = any($2::text[]) or u.id = any($3::int[])`;

/** All is read anew now and then, whatever changed: a mistake in what is followed would have an end. */
const READ_ANEW_MS = 10 * 60_000;

/** What is known of a network, and of which campaigns. */
type Known = {
  readonly adSets: Map<number, RunningAdSet>;
  readonly ofCampaign: Map<number, readonly number[]>;
  /** Those that are not empty. */
  readonly wallets: Map<number, Micros>;
  /** By time zone: the day that it was there when it was looked at. */
  readonly days: Map<string, number>;
};

function nothing(): Known {
  return { adSets: new Map(), ofCampaign: new Map(), wallets: new Map(), days: new Map() };
}

/**
 * The ad sets that may be shown, followed: each look reads the campaigns that somebody edited, or that were counted or charged, since the look
 * before, those of accounts that changed and those whose day is over, not all of them.
 */
export class RunningAdSets {
  readonly #rowsAtOnce: number;
  #known = nothing();
  /** In the order of their ids. */
  #ids = new Uint32Array();
  #rateCard: RateCard = { cpmMicros: 0, cpcMicros: 0 };
  /** The oldest transaction that went on at the last look; null: all is to be read. */
  #oldest: string | null = null;
  /** When all was read. */
  #readMs = 0;

  constructor(rowsAtOnce: number) {
    this.#rowsAtOnce = rowsAtOnce;
  }

  get rateCard(): RateCard {
    return this.#rateCard;
  }

  /** How many ad sets are known, whether this is one of their days or not. */
  get size(): number {
    return this.#ids.length;
  }

  walletOf(advertiserId: number): Micros {
    return this.#known.wallets.get(advertiserId) ?? 0n;
  }

  /** Those of which this is a day on which they may be shown, in the order of their ids. */
  *today(): Generator<RunningAdSet> {
    for (const id of this.#ids) {
      const adSet = this.#known.adSets.get(id);
      if (adSet === undefined) continue;
      const day = this.#known.days.get(adSet.timeZone) ?? 0;
      const { startDay, endDay } = adSet.schedule;
      if (startDay <= day && (endDay === null || day <= endDay)) yield adSet;
    }
  }

  /** Reads what changed, in one snapshot. Where it fails, all is read the next time. */
  async look(pool: Pool, now: Date): Promise<void> {
    const nowMs = now.getTime();
    const since = this.#oldest;
    // A clock may be set back.
    const isWhole = since === null || nowMs < this.#readMs || nowMs >= this.#readMs + READ_ANEW_MS;
    this.#oldest = null;
    await inSnapshot(pool, async (client) => {
      const settings = await readSettings(client);
      if (isWhole) await this.#readAll(client, now);
      else await this.#readChanged(client, now, since);
      this.#rateCard = { cpmMicros: Number(settings.cpm), cpcMicros: Number(settings.cpc) };
      this.#oldest = settings.oldest;
      if (isWhole) this.#readMs = nowMs;
    });
  }

  async #readAll(client: ClientBase, now: Date): Promise<void> {
    const known = nothing();
    await this.#readWallets(client, known, `${WALLETS} and balance_micros > 0`, []);
    const read = await this.#readCampaigns(client, { text: ALL, values: [now] }, known.days);
    for (const adSets of read.values()) replaceCampaign(known, adSets);
    this.#known = known;
    this.#order();
  }

  async #readChanged(client: ClientBase, now: Date, since: string): Promise<void> {
    const known = this.#known;
    const zones = await readDaysOver(client, now, known.days);
    const turned = await this.#readWallets(client, known, `${WALLETS} and ${isWritten('w')}`, [since]);
    const { rows } = await client.query<{ id: number }>({
      name: 'pacing-changed-campaigns',
      text: CHANGED_CAMPAIGNS,
      values: [since, zones, turned],
    });
    if (rows.length === 0) return;
    const changed = rows.map(({ id }) => id);
    const read = await this.#readCampaigns(client, { text: SOME, values: [now, changed] }, known.days);
    for (const id of changed) {
      for (const adSetId of known.ofCampaign.get(id) ?? []) known.adSets.delete(adSetId);
      known.ofCampaign.delete(id);
    }
    for (const adSets of read.values()) replaceCampaign(known, adSets);
    this.#order();
  }

  #order(): void {
    this.#ids = Uint32Array.from(this.#known.adSets.keys()).sort();
  }

  /** @returns advertisers who have money again, or none any more */
  async #readWallets(
    client: ClientBase,
    { wallets }: Known,
    text: string,
    values: readonly unknown[],
  ): Promise<number[]> {
    const turned: number[] = [];
    type Wallet = { owner_id: number; balance_micros: bigint };
    for await (const rows of partsOf<Wallet>(client, { text, values }, this.#rowsAtOnce)) {
      for (const { owner_id: id, balance_micros: balance } of rows) {
        const micros = BigInt(balance);
        if (wallets.has(id) !== micros > 0n) turned.push(id);
        if (micros > 0n) wallets.set(id, micros);
        else wallets.delete(id);
      }
    }
    return turned;
  }

  async #readCampaigns(
    client: ClientBase,
    query: { readonly text: string; readonly values: readonly unknown[] },
    days: Map<string, number>,
  ): Promise<Map<number, RunningAdSet[]>> {
    const campaigns = new Map<number, RunningAdSet[]>();
    for await (const rows of partsOf<Row>(client, query, this.#rowsAtOnce)) {
      for (const row of rows) {
        days.set(row.time_zone, row.today);
        const adSets = campaigns.get(row.campaign_id);
        if (adSets === undefined) campaigns.set(row.campaign_id, [adSetOf(row)]);
        else adSets.push(adSetOf(row));
      }
    }
    return campaigns;
  }
}

function replaceCampaign(known: Known, adSets: readonly RunningAdSet[]): void {
  const [first] = adSets;
  if (first === undefined) return;
  known.ofCampaign.set(
    first.campaignId,
    adSets.map(({ adSetId }) => adSetId),
  );
  for (const adSet of adSets) known.adSets.set(adSet.adSetId, adSet);
}

function adSetOf(row: Row): RunningAdSet {
  return {
    adSetId: row.id,
    campaignId: row.campaign_id,
    advertiserId: row.advertiser_id,
    timeZone: row.time_zone,
    objective: row.objective,
    bidMicros: row.bid === null ? null : Number(row.bid),
    schedule: scheduleOfRow(row, row),
    totalLeftMicros: BigInt(row.total_left),
    dayLeftMicros: row.day_left === null ? null : BigInt(row.day_left),
    campaignLeftMicros: BigInt(row.campaign_left),
    campaignDayLeftMicros: row.campaign_day_left === null ? null : BigInt(row.campaign_day_left),
    counts: {
      impressions: Number(row.impressions),
      viewables: Number(row.viewables),
      clicks: Number(row.clicks),
    },
  };
}

/** The first statement of a look: the snapshot is that of the others too. */
async function readSettings(client: ClientBase): Promise<{ oldest: string; cpm: bigint; cpc: bigint }> {
  const { rows } = await client.query<{ oldest: string; cpm: bigint; cpc: bigint }>({
    name: 'pacing-settings',
    text: `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, cpm_micros as cpm, cpc_micros as cpc
             from network_settings`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('network_settings has no row');
  return row;
}

/** @param days to which it is added what day it is now @returns zones where another day has begun since they were looked at */
async function readDaysOver(client: ClientBase, now: Date, days: Map<string, number>): Promise<string[]> {
  const { rows } = await client.query<{ zone: string; day: number }>({
    name: 'pacing-days',
    text: `select zone, coalesce(day_in_zone($1, zone) - date '1970-01-01', 0) as day from unnest($2::text[]) as zone`,
    values: [now, [...days.keys()]],
  });
  const over = rows.filter(({ zone, day }) => days.get(zone) !== day);
  for (const { zone, day } of over) days.set(zone, day);
  return over.map(({ zone }) => zone);
}
