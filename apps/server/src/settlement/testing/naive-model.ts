import { TOKEN_FLAG_CPC, TOKEN_FLAG_VIDEO } from '@placard/contract/wire/decision-token';
import { readEventRecords, type TokenEvent } from '@placard/contract/wire/testing/read-event-records';
import { splitCharge } from '@placard/domain/basis-points';
import { localDayAt, monthOfDay } from '@placard/domain/time-zone';

/**
 * Settlement as one would first write it: an object per event, maps, bigints, no transactions, no caches. Slow,
 * plain, and what the real one is held against.
 */
export type ModelAdSet = {
  readonly id: number;
  readonly campaignId: number;
  readonly advertiserId: number;
  readonly timeZone: string;
  readonly totalMicros: bigint;
  readonly dailyMicros: bigint | null;
  readonly campaignTotalMicros: bigint;
  readonly campaignDailyMicros: bigint | null;
};

type Waiting = { readonly event: TokenEvent; readonly viewer: string; readonly parkedAtMs: number };

export class NaiveModel {
  readonly wallets = new Map<number, bigint>();
  readonly pending = new Map<number, bigint>();
  networkMicros = 0n;
  /** Keys `adset:7`, `campaign:3`, `adset:7:2026-11-21`, `campaign:3:2026-11-21`. */
  readonly spent = new Map<string, bigint>();
  readonly carry = new Map<number, bigint>();
  /** Keys `day:ad set:widget`. */
  readonly spendDay = new Map<string, bigint>();
  /** Keys `publisher:month`. */
  readonly earned = new Map<string, bigint>();
  /** Keys `campaign:month`. */
  readonly invoiced = new Map<string, bigint>();
  /** Keys `kind:0` for counted ones, `kind:reason` for filtered ones, `over` for over-delivered ones. */
  readonly counts = new Map<string, number>();
  readonly #adSets: ReadonlyMap<number, ModelAdSet>;
  readonly #publisherOfWidget: ReadonlyMap<number, number>;
  readonly #used = new Set<string>();
  readonly #clicks = new Map<string, number[]>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    adSets: readonly ModelAdSet[],
    publisherOfWidget: ReadonlyMap<number, number>,
    wallets: Iterable<[number, bigint]>,
  ) {
    this.#adSets = new Map(adSets.map((adSet) => [adSet.id, adSet]));
    this.#publisherOfWidget = publisherOfWidget;
    for (const [id, micros] of wallets) this.wallets.set(id, micros);
  }

  settle(bodies: readonly Buffer[], nowMs: number): void {
    for (const body of bodies) {
      for (const record of readEventRecords(body)) {
        if (record.type !== 1) continue;
        const viewer = body.toString('hex', record.viewerHashAt, record.viewerHashAt + 8);
        this.#event(record, viewer, nowMs);
      }
    }
    for (const [name, waiting] of this.#waiting) {
      for (const each of waiting) {
        if (each.parkedAtMs + 60_000 <= nowMs) this.#count(`${each.event.kind}:8`);
      }
      this.#waiting.set(
        name,
        waiting.filter((each) => each.parkedAtMs + 60_000 > nowMs),
      );
    }
  }

  #event(event: TokenEvent, viewer: string, nowMs: number): void {
    const { decision } = event;
    if (event.reason !== 0) {
      this.#count(`${event.kind}:${event.reason}`);
      return;
    }
    if (decision === null || !this.#adSets.has(decision.adSetId)) {
      this.#count(`${event.kind}:1`);
      return;
    }
    const name = `${decision.shard}:${decision.minute}:${decision.sequence}`;
    if (this.#used.has(`${name}:${event.kind}`)) {
      this.#count(`${event.kind}:7`);
      return;
    }
    this.#used.add(`${name}:${event.kind}`);
    if (event.kind === 1) {
      this.#count('1:0');
      const woken = this.#waiting.get(name) ?? [];
      this.#waiting.delete(name);
      for (const waiting of woken) this.#bill(waiting.event, waiting.viewer);
    } else if (this.#used.has(`${name}:1`)) this.#bill(event, viewer);
    else this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), { event, viewer, parkedAtMs: nowMs }]);
  }

  #bill(event: TokenEvent, viewer: string): void {
    const { decision } = event;
    const adSet = decision === null ? undefined : this.#adSets.get(decision.adSetId);
    if (decision === null || adSet === undefined) return;
    const isCpc = (decision.flags & TOKEN_FLAG_CPC) !== 0;
    const viewableMs = (decision.flags & TOKEN_FLAG_VIDEO) !== 0 ? 2_000 : 1_000;
    const soonestMs = (event.kind === 3 ? 300 : viewableMs) - (event.otherClock ? 100 : 0);
    if (event.eventAtMs - (decision.minute * 60_000 + decision.msOfMinute) < soonestMs) {
      this.#count(`${event.kind}:9`);
      return;
    }
    if (event.kind === 3) {
      const atS = Math.floor(event.eventAtMs / 1000);
      const clicks = this.#clicks.get(viewer) ?? [];
      const within = (seconds: number) => clicks.slice(-25).filter((at) => at > atS - seconds).length;
      const allowed = within(60) < 1 && within(600) < 3 && within(3600) < 10 && within(86_400) < 25;
      this.#clicks.set(viewer, [...clicks, atS]);
      if (!allowed) {
        this.#count('3:10');
        return;
      }
      this.#count('3:0');
      if (isCpc) this.#charge(event, adSet, BigInt(decision.priceMicros));
      return;
    }
    this.#count('2:0');
    if (isCpc) return;
    const thousandths = (this.carry.get(adSet.id) ?? 0n) + BigInt(decision.priceMicros);
    this.carry.set(adSet.id, thousandths % 1000n);
    this.#charge(event, adSet, thousandths / 1000n);
  }

  #charge(event: TokenEvent, adSet: ModelAdSet, dueMicros: bigint): void {
    const { decision } = event;
    if (decision === null) return;
    const day = localDayAt(adSet.timeZone, event.eventAtMs);
    const limits: [string, bigint | null][] = [
      [`adset:${adSet.id}`, adSet.totalMicros],
      [`adset:${adSet.id}:${day}`, adSet.dailyMicros],
      [`campaign:${adSet.campaignId}`, adSet.campaignTotalMicros],
      [`campaign:${adSet.campaignId}:${day}`, adSet.campaignDailyMicros],
    ];
    const wallet = this.wallets.get(adSet.advertiserId) ?? 0n;
    let charge = dueMicros < wallet ? dueMicros : wallet;
    for (const [key, limit] of limits) {
      const left = limit === null ? charge : limit - (this.spent.get(key) ?? 0n);
      if (left < charge) charge = left;
    }
    if (charge < dueMicros) this.#count('over');
    if (charge === 0n) return;
    const add = <Key>(map: Map<Key, bigint>, key: Key, micros: bigint) =>
      map.set(key, (map.get(key) ?? 0n) + micros);
    for (const [key] of limits) add(this.spent, key, charge);
    add(this.wallets, adSet.advertiserId, -charge);
    const { publisherMicros, networkMicros } = splitCharge(charge, decision.shareBp);
    const publisherId = this.#publisherOfWidget.get(decision.widgetId) ?? 0;
    add(this.pending, publisherId, publisherMicros);
    this.networkMicros += networkMicros;
    add(this.spendDay, `${day}:${adSet.id}:${decision.widgetId}`, charge);
    const month = monthOfDay(localDayAt('UTC', event.eventAtMs));
    add(this.earned, `${publisherId}:${month}`, publisherMicros);
    add(this.invoiced, `${adSet.campaignId}:${month}`, charge);
  }

  #count(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}
