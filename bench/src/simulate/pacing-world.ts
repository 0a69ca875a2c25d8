import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { writePacingPlan } from '@placard/contract/wire/pacing-plan';
import {
  expectedPerThousandMicros,
  inFlightMicros,
  type ObservedCounts,
  type PacedAdSet,
  planOf,
} from '@placard/domain/pacing/plan';
import { ALL_WEEKDAYS } from '@placard/domain/targeting/schedule';
import { AdIndex, NO_BID_PLACE } from '../../../apps/delivery/src/decide/ad-index.ts';
import { Auction, type Question } from '../../../apps/delivery/src/decide/auction.ts';
import { Pacer } from '../../../apps/delivery/src/decide/pacer.ts';
import type { ShownAdSet, Unit } from '../../../apps/delivery/src/decide/unit.ts';
import { Zones } from '../../../apps/delivery/src/decide/zones.ts';
import { RecentCounts } from '../../../apps/server/src/pacing/recent-counts.ts';
import { Draws } from './random.ts';

/** A Monday, at midnight UTC. */
export const START_MS = Date.UTC(2026, 10, 23);
const DAY_NUMBER = START_MS / 86_400_000;
const PROCESSES = 2;
const SIZE = [300, 250] as const;
/** From an event to the charge in the books: shipping, settlement, and the next look of the planner. */
const SETTLED_AFTER_S = 2;
const WALLET_MICROS = 10n ** 15n;

export type SimulatedAdSet = {
  readonly id: number;
  readonly isCpc: boolean;
  readonly priceMicros: number;
  readonly dailyMicros: number;
  readonly startMinute: number;
  readonly endMinute: number;
  /** Of its impressions that come into view, and of those that are clicked on. */
  readonly viewableRate: number;
  readonly clickRate: number;
};

/** What came of an ad set so far. */
export type Progress = {
  spentMicros: number;
  /** Events that a budget no longer paid for. */
  unpaidMicros: number;
  decisions: number;
  impressions: number;
  viewables: number;
  clicks: number;
  /** Spent by the end of each hour. */
  readonly byHour: number[];
};

type Outcome = { readonly adSet: number; readonly kind: 'impression' | 'viewable' | 'click' };

/** The hours of a network of one country: quiet at four, busy in the evening; 1 on average. */
const DAY_CURVE = [
  0.45, 0.3, 0.22, 0.2, 0.2, 0.28, 0.5, 0.8, 1.05, 1.15, 1.2, 1.25, 1.3, 1.25, 1.2, 1.2, 1.25, 1.35, 1.5,
  1.65, 1.75, 1.6, 1.25, 0.8,
];

export function dayCurve(second: number): number {
  const hour = Math.floor(second / 3_600) % 24;
  const [here, next] = [DAY_CURVE[hour] ?? 1, DAY_CURVE[(hour + 1) % 24] ?? 1];
  return here + ((next - here) * (second % 3_600)) / 3_600;
}

/** Ad sets of many budgets and prices, a quarter of them paid by the click, a fifth only at some hours. */
export function simulatedAdSets(count: number, seed: number): SimulatedAdSet[] {
  const draws = new Draws(seed);
  return Array.from({ length: count }, (_, at) => {
    const isCpc = draws.chance(0.25);
    const atHours = draws.chance(0.2);
    return {
      id: at + 1,
      isCpc,
      priceMicros: Math.round(isCpc ? draws.between(200_000, 900_000) : draws.between(1_500_000, 8_000_000)),
      // Three to three hundred dollars a day, most of them small.
      dailyMicros: Math.round(3_000_000 * 100 ** draws.next()),
      startMinute: atHours ? 480 : 0,
      endMinute: atHours ? 1_200 : 0,
      viewableRate: draws.between(0.5, 0.85),
      clickRate: draws.between(0.002, 0.012),
    };
  });
}

/** One delivery process: its index, its pacer, its auction, as they are. */
class Process {
  readonly pacer: Pacer;
  readonly index = new AdIndex();
  private readonly auction: Auction;
  private readonly question: Question;

  constructor(shard: number, adSets: readonly SimulatedAdSet[], draws: Draws) {
    this.pacer = new Pacer(shard, PROCESSES);
    const zones = new Zones();
    zones.at(START_MS);
    this.auction = new Auction(zones, draws.next);
    for (const each of adSets) this.index.replace(each.id, this.standingOf(each, zones));
    this.question = {
      ...{
        nowMs: START_MS,
        index: this.index,
        slots: [this.index.slot(...SIZE)],
        device: DEVICE_CODES.desktop,
      },
      ...{
        country: 0,
        language: 0,
        floorMicros: 0,
        ...{ bidPlace: NO_BID_PLACE, minimumCpmMicros: 0, minimumCpcMicros: 0 },
        cappedAdSetIds: [],
        blocks: null,
        separateCategories: false,
      },
      page: { creativeIds: [], advertiserIds: [], categories: [] },
    };
  }

  /** @returns who is shown, 0 for nobody. */
  decide(nowMs: number): number {
    this.question.nowMs = nowMs;
    if (!this.auction.decide(this.question)) return 0;
    this.auction.take();
    return this.auction.unit?.adSet.id ?? 0;
  }

  private standingOf(each: SimulatedAdSet, zones: Zones) {
    const ecpmMicros = each.isCpc ? each.priceMicros * 5 : each.priceMicros;
    const adSet: ShownAdSet = {
      ...{
        id: each.id,
        advertiserId: each.id,
        category: '',
        priceMicros: each.priceMicros,
        flags: 0,
        belowPlaces: 0,
        capPerDay: 0,
      },
      schedule: scheduleOf(each),
      zone: zones.of('UTC'),
      allowance: this.pacer.allowanceOf(each.id, (each.dailyMicros * 1_000) / ecpmMicros),
      ...{ number: -1, openStamp: -1, open: false },
    };
    const [widthPx, heightPx] = SIZE;
    const creatives = [{ id: each.id, advertiserHost: null, json: '' }];
    const unit: Unit = {
      adSet,
      creatives,
      ecpmMicros,
      hopeMicros: ecpmMicros,
      widthPx,
      heightPx,
      learning: false,
    };
    return {
      adSet,
      units: [unit],
      reach: { devices: [DEVICE_CODES.desktop], countries: [0], languages: [0] },
    };
  }
}

function scheduleOf({ startMinute, endMinute }: SimulatedAdSet) {
  return { startDay: DAY_NUMBER, endDay: null, startMinute, endMinute, weekdayMask: ALL_WEEKDAYS };
}

/**
 * A network for a day, second by second: delivery's own index, pacers and auctions and the worker's own plan; only visitors,
 * and what they do, are made up. Charges come seconds after the decision, never beyond a budget, as settlement's do.
 */
export class PacingWorld {
  readonly progress: readonly Progress[];
  readonly adSets: readonly SimulatedAdSet[];
  views = 0;
  private readonly draws: Draws;
  private readonly processes: readonly Process[];
  private readonly recent = new RecentCounts();
  /** What is settled in each second to come. */
  private readonly coming = new Map<number, Outcome[]>();
  private planVersion = 0;

  constructor(adSets: readonly SimulatedAdSet[], seed: number) {
    this.adSets = adSets;
    this.draws = new Draws(seed);
    this.progress = adSets.map(() => ({
      ...{ spentMicros: 0, unpaidMicros: 0, decisions: 0, impressions: 0, viewables: 0, clicks: 0 },
      byHour: [],
    }));
    this.processes = Array.from({ length: PROCESSES }, (_, shard) => new Process(shard, adSets, this.draws));
  }

  /** @param viewsPerSecond on average in this second. @param workerIsThere settles and plans */
  async second(second: number, viewsPerSecond: number, workerIsThere: boolean): Promise<void> {
    const nowMs = START_MS + second * 1_000;
    if (workerIsThere) {
      this.settle(second, nowMs);
      await this.plan(nowMs);
    }
    const views = this.draws.arrivals(viewsPerSecond);
    for (let view = 0; view < views; view += 1) {
      this.views += 1;
      const process = this.processes[this.views % PROCESSES];
      const adSetId = process?.decide(nowMs + Math.floor((view * 1_000) / views)) ?? 0;
      if (adSetId > 0) this.shown(adSetId - 1, second);
    }
    if (second % 3_600 === 3_599) for (const each of this.progress) each.byHour.push(each.spentMicros);
  }

  /** Settles what is still on its way when the day is over. */
  end(second: number): void {
    for (const at of [...this.coming.keys()].sort((a, b) => a - b))
      this.settle(at, START_MS + second * 1_000);
    for (const each of this.progress) each.byHour[each.byHour.length - 1] = each.spentMicros;
  }

  private shown(at: number, second: number): void {
    const { draws } = this;
    const adSet = this.adSets[at];
    const progress = this.progress[at];
    if (adSet === undefined || progress === undefined) return;
    progress.decisions += 1;
    // Not every decision comes to be seen: pages are left, scripts are blocked.
    if (!draws.chance(0.97)) return;
    this.expect(second + 1, { adSet: at, kind: 'impression' });
    if (draws.chance(adSet.viewableRate)) {
      this.expect(second + 2 + Math.floor(draws.between(0, 4)), { adSet: at, kind: 'viewable' });
    }
    if (draws.chance(adSet.clickRate)) {
      this.expect(second + 3 + Math.floor(draws.between(0, 20)), { adSet: at, kind: 'click' });
    }
  }

  private expect(second: number, outcome: Outcome): void {
    const at = second + SETTLED_AFTER_S;
    const known = this.coming.get(at);
    if (known === undefined) this.coming.set(at, [outcome]);
    else known.push(outcome);
  }

  /** Also what came in while nobody settled. */
  private settle(second: number, nowMs: number): void {
    for (const at of this.coming.keys()) {
      if (at > second) continue;
      const outcomes = this.coming.get(at) ?? [];
      this.coming.delete(at);
      for (const outcome of outcomes) this.charge(outcome);
      this.recent.add(
        outcomes.map(({ adSet, kind }) => ({
          adSetId: adSet + 1,
          impressions: Number(kind === 'impression'),
          viewables: Number(kind === 'viewable'),
          clicks: Number(kind === 'click'),
        })),
        nowMs,
      );
    }
  }

  private charge({ adSet: at, kind }: Outcome): void {
    const adSet = this.adSets[at];
    const progress = this.progress[at];
    if (adSet === undefined || progress === undefined) return;
    if (kind === 'impression') progress.impressions += 1;
    else if (kind === 'viewable') progress.viewables += 1;
    else progress.clicks += 1;
    if (kind !== (adSet.isCpc ? 'click' : 'viewable')) return;
    const price = adSet.isCpc ? adSet.priceMicros : adSet.priceMicros / 1_000;
    if (progress.spentMicros + price <= adSet.dailyMicros) progress.spentMicros += price;
    else progress.unpaidMicros += price;
  }

  private async plan(nowMs: number): Promise<void> {
    const plan = planOf(
      this.adSets.map((each, at) => this.paced(each, at, nowMs)),
      nowMs,
    );
    const body = writePacingPlan(
      plan.map((entry, at) => ({
        ...entry,
        expectedPerThousandMicros: expectedPerThousandMicros(...this.expectationOf(at)),
      })),
    );
    this.planVersion += 1;
    for (const { pacer, index } of this.processes) {
      await pacer.apply(
        this.planVersion,
        body,
        () => nowMs,
        (adSetId, atMs) => index.replanned(adSetId, atMs),
      );
    }
  }

  private paced(each: SimulatedAdSet, at: number, nowMs: number): PacedAdSet {
    const spent = BigInt(Math.floor(this.progress[at]?.spentMicros ?? 0));
    const left = BigInt(each.dailyMicros) - spent;
    return {
      ...{ adSetId: each.id, campaignId: each.id, advertiserId: each.id, timeZone: 'UTC' },
      schedule: scheduleOf(each),
      totalLeftMicros: WALLET_MICROS,
      dayLeftMicros: left,
      campaignLeftMicros: WALLET_MICROS,
      campaignDayLeftMicros: null,
      walletMicros: WALLET_MICROS,
      inFlightMicros: inFlightMicros(...this.expectationOf(at), this.recent.of(each.id, nowMs)),
      decisionMicros: BigInt(Math.ceil(expectedPerThousandMicros(...this.expectationOf(at)) / 1_000)),
    };
  }

  private expectationOf(at: number): [isCpc: boolean, priceMicros: number, counts: ObservedCounts] {
    const adSet = this.adSets[at];
    const { impressions = 0, viewables = 0, clicks = 0 } = this.progress[at] ?? {};
    return [adSet?.isCpc ?? false, adSet?.priceMicros ?? 0, { impressions, viewables, clicks }];
  }
}
