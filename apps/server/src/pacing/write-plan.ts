import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PacingEntry, writePacingPlan } from '@placard/contract/wire/pacing-plan';
import { rowsInParts } from '@placard/db/rows-in-parts';
import { priceMicrosOf } from '@placard/domain/decision/price';
import {
  expectedPerThousandMicros,
  inFlightMicros,
  type PacedAdSet,
  planInSteps,
} from '@placard/domain/pacing/plan';
import { servingMs } from '@placard/domain/pacing/serving-time';
import { DAY_MS, daysNearClockChange, localDayNumberAt, startOfLocalDayMs } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { inBreaths, throughSteps } from '../fairness/breather.ts';
import type { RecentCounts } from './recent-counts.ts';
import { scheduleOfRow } from './schedule-of-row.ts';

type Row = {
  id: number;
  campaign_id: number;
  advertiser_id: number;
  time_zone: string;
  objective: 'BRAND_AWARENESS' | 'TRAFFIC';
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
  wallet: bigint;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  cpm: bigint;
  cpc: bigint;
};

/** Ad sets that may be shown today, with what every limit leaves them now. */
const RUNNING = `
  with running as (
    select a.*, c.advertiser_id, c.objective, c.start_date, c.end_date, c.total_budget_micros as campaign_total,
           c.daily_budget_micros as campaign_daily, u.time_zone, w.balance_micros as wallet,
           ($1::timestamptz at time zone u.time_zone)::date as today
      from campaign c
      join ad_set a on a.campaign_id = c.id and a.archived_at is null
      join account u on u.id = c.advertiser_id and u.status = 'active'
      join ledger_account w on w.owner_id = u.id and w.kind = 'advertiser_wallet' and w.balance_micros > 0
     where c.status = 'active'),
  campaign_today as (
    select r.campaign_id, coalesce(sum(d.spent_micros), 0)::bigint as spent
      from (select distinct campaign_id, today from running where campaign_daily is not null) r
      join ad_set a on a.campaign_id = r.campaign_id
      join ad_set_day_spend d on d.ad_set_id = a.id and d.day = r.today
     group by r.campaign_id)
  select r.id, r.campaign_id, r.advertiser_id, r.time_zone, r.objective, r.bid_micros as bid,
         to_char(r.start_date, 'YYYY-MM-DD') as start_date, to_char(r.end_date, 'YYYY-MM-DD') as end_date,
         r.start_minute, r.end_minute, r.days_of_week,
         r.total_budget_micros - coalesce(s.spent_micros, 0) as total_left,
         r.daily_budget_micros - coalesce(d.spent_micros, 0) as day_left,
         r.campaign_total - coalesce(cs.spent_micros, 0) as campaign_left,
         r.campaign_daily - coalesce(ct.spent, 0) as campaign_day_left,
         r.wallet, coalesce(s.impression_count, 0) as impressions, coalesce(s.viewable_count, 0) as viewables,
         coalesce(s.click_count, 0) as clicks, n.cpm_micros as cpm, n.cpc_micros as cpc
    from running r
   cross join network_settings n
    left join ad_set_spend s on s.ad_set_id = r.id
    left join ad_set_day_spend d on d.ad_set_id = r.id and d.day = r.today
    left join campaign_spend cs on cs.campaign_id = r.campaign_id
    left join campaign_today ct on ct.campaign_id = r.campaign_id
   where r.start_date <= r.today and (r.end_date is null or r.end_date >= r.today)
   order by r.id`;

/**
 * Written again after this long even unchanged: delivery takes its own decisions off the last plan, and those that no
 * event ever followed come back with a new one.
 */
const RENEW_AFTER_MS = 10_000;

/** What a row takes, of a breather's steps. */
const STEPS_A_ROW = 2;
/** Rows that are read in one go, some 5 ms of a processor. */
const MOST_ROWS_AT_ONCE = 1_000;

type Paced = { readonly adSet: PacedAdSet; readonly expectedPerThousandMicros: number };

/**
 * Computes the pacing plan of this moment and writes it when it differs from the last one or that one is old. Delivery
 * reads it each second; without anything running the plan is empty and nothing is written.
 */
export class PacingPlanner {
  readonly #recent: RecentCounts;
  #written: Uint8Array | null = null;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  // Hours from tomorrow to an ad set's last day change once a day or when it is edited, not each second.
  #laterMs = new Map<string, number>();
  /** By zone: the last day of any ad set, and the day until which the zone's changes of clocks are read. */
  readonly #lastDays = new Map<string, number>();
  readonly #readUntil = new Map<string, number>();
  /** Of the plan before this one. */
  #adSets = 0;
  readonly #mostAtOnce: number;

  constructor(recent: RecentCounts, mostAtOnce = MOST_ROWS_AT_ONCE) {
    this.#recent = recent;
    this.#mostAtOnce = mostAtOnce;
  }

  /** @returns number of ad sets planned. */
  async run(pool: Pool, now: Date): Promise<number> {
    const nowMs = now.getTime();
    const paced = await this.#pacedNow(pool, now);
    await this.#readZones(nowMs);
    const body = writePacingPlan(await this.#entriesOf(paced, nowMs));
    this.#adSets = paced.length;
    this.#written ??= await readWritten(pool);
    const recent = body.byteLength === 0 || nowMs - this.#writtenAtMs < RENEW_AFTER_MS;
    if (recent && Buffer.compare(this.#written, body) === 0) return paced.length;
    await pool.query({
      name: 'pacing-write',
      text: 'update pacing_plan set version = version + 1, body = $1, computed_at = $2',
      values: [Buffer.from(body), now],
    });
    this.#written = body;
    this.#writtenAtMs = nowMs;
    return paced.length;
  }

  /** A large network is read in parts: the driver takes what comes of one query in stretches of its own. */
  async #pacedNow(pool: Pool, now: Date): Promise<Paced[]> {
    const pace = (row: Row) => this.#paced(row, now.getTime());
    if (this.#adSets <= this.#mostAtOnce) {
      const { rows } = await pool.query<Row>({ name: 'pacing-running', text: RUNNING, values: [now] });
      return await inBreaths(rows, STEPS_A_ROW, pace);
    }
    const paced: Paced[] = [];
    const query = { text: RUNNING, values: [now] };
    for await (const rows of rowsInParts<Row>(pool, query, this.#mostAtOnce)) {
      for (const row of rows) paced.push(pace(row));
    }
    return paced;
  }

  /** What nobody has asked of a zone yet takes a millisecond for each year: one zone a turn, not all of them as they are planned. */
  async #readZones(nowMs: number): Promise<void> {
    const today = Math.floor(nowMs / DAY_MS);
    for (const [timeZone, lastDay] of this.#lastDays) {
      const until = Math.max(today, lastDay) + 2;
      if ((this.#readUntil.get(timeZone) ?? 0) >= until) continue;
      daysNearClockChange(timeZone, today - 2, until);
      this.#readUntil.set(timeZone, until);
      await nextTurn();
    }
  }

  /** The API may answer from this process: what is planned for 100,000 ad sets lets its calls in between. */
  async #entriesOf(paced: readonly Paced[], nowMs: number): Promise<PacingEntry[]> {
    const plan = await throughSteps(
      planInSteps(
        paced.map((each) => each.adSet),
        nowMs,
        (adSet, fromMs, untilMs) => this.#servingMs(adSet, fromMs, untilMs),
      ),
    );
    if (this.#laterMs.size > paced.length * 4 + 1_000) this.#laterMs.clear();
    return await inBreaths(plan, 1, (each, index) => {
      const expected = paced[index]?.expectedPerThousandMicros ?? 1;
      // The last micros of a budget pay for no whole event: one more decision uses them up, so that it comes to an end.
      const oneDecision = BigInt(Math.ceil(expected / 1_000));
      const rest = each.remainingMicros > 0n && each.remainingMicros < oneDecision;
      return {
        adSetId: each.adSetId,
        remainingMicros: rest ? oneDecision : each.remainingMicros,
        ratePerMinuteMicros: each.ratePerMinuteMicros,
        expectedPerThousandMicros: expected,
      };
    });
  }

  #paced(row: Row, nowMs: number): Paced {
    const isCpc = row.objective === 'TRAFFIC';
    const rateCard = { cpmMicros: Number(row.cpm), cpcMicros: Number(row.cpc) };
    const price = priceMicrosOf(row.objective, row.bid === null ? null : Number(row.bid), rateCard);
    const counts = {
      impressions: Number(row.impressions),
      viewables: Number(row.viewables),
      clicks: Number(row.clicks),
    };
    const adSet: PacedAdSet = {
      adSetId: row.id,
      campaignId: row.campaign_id,
      advertiserId: row.advertiser_id,
      timeZone: row.time_zone,
      schedule: scheduleOfRow(row, row),
      totalLeftMicros: BigInt(row.total_left),
      dayLeftMicros: row.day_left === null ? null : BigInt(row.day_left),
      campaignLeftMicros: BigInt(row.campaign_left),
      campaignDayLeftMicros: row.campaign_day_left === null ? null : BigInt(row.campaign_day_left),
      walletMicros: BigInt(row.wallet),
      inFlightMicros: inFlightMicros(isCpc, price, counts, this.#recent.of(row.id, nowMs)),
    };
    const lastDay = adSet.schedule.endDay ?? 0;
    if ((this.#lastDays.get(row.time_zone) ?? -1) < lastDay) this.#lastDays.set(row.time_zone, lastDay);
    return { adSet, expectedPerThousandMicros: expectedPerThousandMicros(isCpc, price, counts) };
  }

  /** Today exactly, the days after it from memory. */
  #servingMs(adSet: PacedAdSet, fromMs: number, untilMs: number): number {
    const { schedule, timeZone } = adSet;
    const tomorrowMs = startOfLocalDayMs(timeZone, localDayNumberAt(timeZone, fromMs) + 1);
    if (untilMs <= tomorrowMs) return servingMs(schedule, timeZone, fromMs, untilMs);
    const { startDay, startMinute, endMinute, weekdayMask } = schedule;
    const key = [
      adSet.adSetId,
      timeZone,
      startDay,
      startMinute,
      endMinute,
      weekdayMask,
      tomorrowMs,
      untilMs,
    ].join();
    let laterMs = this.#laterMs.get(key);
    if (laterMs === undefined) {
      laterMs = servingMs(schedule, timeZone, tomorrowMs, untilMs);
      this.#laterMs.set(key, laterMs);
    }
    return servingMs(schedule, timeZone, fromMs, tomorrowMs) + laterMs;
  }
}

async function readWritten(pool: Pool): Promise<Uint8Array> {
  const { rows } = await pool.query<{ body: Buffer }>('select body from pacing_plan');
  return rows[0]?.body ?? Buffer.alloc(0);
}
