import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PacingEntry, writePacingPlan } from '@placard/contract/wire/pacing-plan';
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
import { eachInBreaths, inBreaths, throughSteps } from '../fairness/breather.ts';
import type { RecentCounts } from './recent-counts.ts';
import { type RunningAdSet, RunningAdSets } from './running-ad-sets.ts';

/**
 * Written again after this long even unchanged: delivery takes its own decisions off the last plan, and those that no
 * event ever followed come back with a new one.
 */
const RENEW_AFTER_MS = 10_000;

/** What a row takes, of a breather's steps. */
const STEPS_A_ROW = 2;
/** Rows that are read in one go, some 5 ms of a processor. */
const ROWS_AT_ONCE = 1_000;

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
  readonly #running: RunningAdSets;

  constructor(recent: RecentCounts, rowsAtOnce = ROWS_AT_ONCE) {
    this.#recent = recent;
    this.#running = new RunningAdSets(rowsAtOnce);
  }

  /** @returns number of ad sets planned. */
  async run(pool: Pool, now: Date): Promise<number> {
    const nowMs = now.getTime();
    await this.#running.look(pool, now);
    const paced = await this.#pacedNow(nowMs);
    await this.#readZones(nowMs);
    const body = writePacingPlan(await this.#entriesOf(paced, nowMs));
    this.#written ??= await readWritten(pool);
    const recent = body.byteLength === 0 || Math.abs(nowMs - this.#writtenAtMs) < RENEW_AFTER_MS;
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

  async #pacedNow(nowMs: number): Promise<Paced[]> {
    const paced: Paced[] = [];
    await eachInBreaths(this.#running.today(), STEPS_A_ROW, (adSet) => {
      paced.push(this.#paced(adSet, nowMs));
    });
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
      return {
        adSetId: each.adSetId,
        remainingMicros: each.remainingMicros,
        ratePerMinuteMicros: each.ratePerMinuteMicros,
        expectedPerThousandMicros: expected,
      };
    });
  }

  #paced(running: RunningAdSet, nowMs: number): Paced {
    const { objective, counts, bidMicros, ...limits } = running;
    const isCpc = objective === 'TRAFFIC';
    const price = priceMicrosOf(objective, bidMicros, this.#running.rateCard);
    const recent = this.#recent.of(running.adSetId, nowMs);
    const expected = expectedPerThousandMicros(isCpc, price, counts);
    const adSet: PacedAdSet = {
      ...limits,
      decisionMicros: BigInt(Math.ceil(expected / 1_000)),
      walletMicros: this.#running.walletOf(running.advertiserId),
      inFlightMicros: inFlightMicros(isCpc, price, counts, recent),
    };
    const lastDay = adSet.schedule.endDay ?? 0;
    if ((this.#lastDays.get(adSet.timeZone) ?? -1) < lastDay) this.#lastDays.set(adSet.timeZone, lastDay);
    return { adSet, expectedPerThousandMicros: expected };
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
