import { type DecisionPayload, TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { networkAround, networkText } from '@placard/domain/address/network';
import type { EventKind } from '@placard/domain/event-kind';
import type { FilterReason } from '@placard/domain/filter-reason';
import {
  EXAMPLE_EVERY_MS,
  SAMPLE_AGENT_LENGTH,
  SAMPLE_HOST_LENGTH,
  SAMPLE_NETWORK_BITS,
  TRAFFIC_KIND_CODES,
  type TrafficKind,
} from '@placard/domain/traffic/event-sample';
import type { Client } from 'pg';
import { Thinning } from '../decide/thinning.ts';
import { reasonCodeOf } from './judge.ts';

/**
 * Of events 900 an hour of each process: a share of 1 % of a day is told to a tenth of its own, and a table of two days is small.
 * What the analytics code tells moves no money, and has a quarter of that each; apart, so that neither crowds out another.
 */
const SAMPLES = {
  events: { perSecond: 0.25, burst: 20 },
  page_view: { perSecond: 0.0625, burst: 20 },
  visits: { perSecond: 0.0625, burst: 20 },
} as const;
type Stream = keyof typeof SAMPLES;
const STREAMS = Object.keys(SAMPLES) as Stream[];

/** What waits while PostgreSQL is away; more are given up. */
const MOST_WAITING = 500;
const WRITE_EVERY_MS = 2_000;
const PER_THOUSAND = 1_000;

/** Who sent it, before it is made coarse. */
export type Sender = {
  readonly address: string;
  readonly userAgent: string;
  readonly pageHost: string;
  readonly country: string;
};

const WRITE_SQL = `
  insert into traffic_sample (shard, at, kind, reason, weight, widget_id, website_id, network, user_agent, page_host, country, charge_micros)
  select $1, s.* from jsonb_to_recordset($2) as s
    (at timestamptz, kind smallint, reason smallint, weight integer, widget_id integer, website_id integer, network text, user_agent text,
     page_host text, country text, charge_micros bigint)`;

/** Keeps a few events with where they came from, for the operator: coarse, few, and for two days. */
export class EventSamples {
  private readonly thinnings: Readonly<Record<Stream, Thinning>>;
  private readonly shard: number;
  private readonly exampleMs = new Map<string, number>();
  private readonly waiting: object[] = [];
  private wroteMs = 0;

  constructor(random: () => number, shard: number) {
    this.thinnings = {
      events: new Thinning(random, SAMPLES.events),
      page_view: new Thinning(random, SAMPLES.page_view),
      visits: new Thinning(random, SAMPLES.visits),
    };
    this.shard = shard;
  }

  /** Called for each event: one addition and one comparison where it is neither drawn nor filtered. */
  see(
    kind: EventKind,
    event: {
      readonly nowMs: number;
      readonly reason: FilterReason | null;
      readonly decision: DecisionPayload | null;
    },
    sender: () => Sender,
  ): void {
    const weight = this.weightOf('events', event);
    if (weight === null) return;
    const { decision } = event;
    const chargeMicros = decision === null ? 0 : chargeOf(kind, decision);
    const about = { kind, weight, chargeMicros, widgetId: decision?.widgetId ?? 0, websiteId: 0 };
    this.waiting.push(rowOf(event, about, sender()));
  }

  /** What the analytics code told. @param about the website of a page view, the widget whose click a visit is of; 0 = none */
  seeCollected(
    event: { readonly nowMs: number; readonly reason: FilterReason | null },
    about: {
      readonly kind: Exclude<TrafficKind, EventKind>;
      readonly websiteId: number;
      readonly widgetId: number;
    },
    sender: () => Sender,
  ): void {
    const weight = this.weightOf(about.kind === 'page_view' ? 'page_view' : 'visits', event);
    if (weight !== null) this.waiting.push(rowOf(event, { ...about, weight, chargeMicros: 0 }, sender()));
  }

  tick(): void {
    for (const stream of STREAMS) this.thinnings[stream].tick();
  }

  /** @returns how many it stands for, 0 of an example beside the sample; null where it is not kept */
  private weightOf(
    stream: Stream,
    { nowMs, reason }: { readonly nowMs: number; readonly reason: FilterReason | null },
  ): number | null {
    const thinning = this.thinnings[stream];
    const isDrawn = thinning.due();
    if (!isDrawn && reason === null) return null;
    if (this.waiting.length >= MOST_WAITING) {
      if (isDrawn) thinning.passOver();
      return null;
    }
    const weight = isDrawn ? (thinning.take() ?? 0) : 0;
    return weight > 0 || this.isExample(stream, reason, nowMs) ? weight : null;
  }

  /** Writes what was kept; what PostgreSQL does not take now waits. */
  async tell(client: Client, nowMs: number): Promise<void> {
    if (this.waiting.length === 0 || Math.abs(nowMs - this.wroteMs) < WRITE_EVERY_MS) return;
    const rows = JSON.stringify(this.waiting);
    const { length } = this.waiting;
    await client.query(WRITE_SQL, [this.shard, rows]);
    // Others have come meanwhile.
    this.waiting.splice(0, length);
    this.wroteMs = nowMs;
  }

  private isExample(stream: Stream, reason: FilterReason | null, nowMs: number): boolean {
    if (reason === null) return false;
    const of = `${stream} ${reason}`;
    if (Math.abs(nowMs - (this.exampleMs.get(of) ?? Number.NEGATIVE_INFINITY)) < EXAMPLE_EVERY_MS)
      return false;
    this.exampleMs.set(of, nowMs);
    return true;
  }
}

type About = {
  readonly kind: TrafficKind;
  readonly weight: number;
  readonly chargeMicros: number;
  readonly widgetId: number;
  readonly websiteId: number;
};

function rowOf(
  { nowMs, reason }: { readonly nowMs: number; readonly reason: FilterReason | null },
  { kind, weight, chargeMicros, widgetId, websiteId }: About,
  { address, userAgent, pageHost, country }: Sender,
): object {
  const network = networkAround(address, SAMPLE_NETWORK_BITS);
  return {
    ...{ at: new Date(nowMs).toISOString(), kind: TRAFFIC_KIND_CODES[kind], reason: reasonCodeOf(reason) },
    ...{ weight, widget_id: widgetId, website_id: websiteId, charge_micros: chargeMicros },
    network: network === null ? '' : networkText(network),
    user_agent: printable(userAgent, SAMPLE_AGENT_LENGTH),
    page_host: printable(pageHost, SAMPLE_HOST_LENGTH),
    country,
  };
}

/** PostgreSQL keeps no zero characters, and half a pair is no text. */
function printable(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replaceAll('\0', '');
}

/** What it costs unless settlement filters or caps it, without the remainder below a micro. */
function chargeOf(kind: EventKind, { flags, priceMicros }: DecisionPayload): number {
  const isPerClick = (flags & TOKEN_FLAG_CPC) !== 0;
  if (isPerClick) return kind === 'click' ? priceMicros : 0;
  return kind === 'viewable' ? Math.floor(priceMicros / PER_THOUSAND) : 0;
}
