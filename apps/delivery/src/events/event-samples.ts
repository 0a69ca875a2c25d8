import { type DecisionPayload, TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { networkAround, networkText } from '@placard/domain/address/network';
import type { EventKind } from '@placard/domain/event-kind';
import type { FilterReason } from '@placard/domain/filter-reason';
import {
  SAMPLE_AGENT_LENGTH,
  SAMPLE_HOST_LENGTH,
  SAMPLE_NETWORK_BITS,
} from '@placard/domain/traffic/event-sample';
import type { Client } from 'pg';
import { Thinning } from '../decide/thinning.ts';
import { kindCodeOf, reasonCodeOf } from './judge.ts';

/** 900 an hour of each process: a share of 1 % of a day is told to a tenth of its own, and a table of two days is small. */
const SAMPLES_A_SECOND = 0.25;
const BURST = 20;
/** Of each reason an example a minute, beside the sample. */
const EXAMPLE_EVERY_MS = 60_000;
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
  insert into traffic_sample (shard, at, kind, reason, weight, widget_id, network, user_agent, page_host, country, charge_micros)
  select $1, s.* from jsonb_to_recordset($2) as s
    (at timestamptz, kind smallint, reason smallint, weight integer, widget_id integer, network text, user_agent text,
     page_host text, country text, charge_micros bigint)`;

/** Keeps a few events with where they came from, for the operator: coarse, few, and for two days. */
export class EventSamples {
  private readonly thinning: Thinning;
  private readonly shard: number;
  private readonly exampleMs = new Map<FilterReason, number>();
  private waiting: object[] = [];
  private wroteMs = 0;

  constructor(random: () => number, shard: number) {
    this.thinning = new Thinning(random, { perSecond: SAMPLES_A_SECOND, burst: BURST });
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
    const isDrawn = this.thinning.due();
    if (!isDrawn && event.reason === null) return;
    if (this.waiting.length >= MOST_WAITING) {
      if (isDrawn) this.thinning.passOver();
      return;
    }
    const weight = isDrawn ? (this.thinning.take() ?? 0) : 0;
    if (weight > 0 || this.isExample(event.reason, event.nowMs))
      this.waiting.push(rowOf(kind, event, sender(), weight));
  }

  tick(): void {
    this.thinning.tick();
  }

  /** Writes what was kept; what PostgreSQL does not take now waits. */
  async tell(client: Client, nowMs: number): Promise<void> {
    if (this.waiting.length === 0 || Math.abs(nowMs - this.wroteMs) < WRITE_EVERY_MS) return;
    const rows = this.waiting;
    await client.query(WRITE_SQL, [this.shard, JSON.stringify(rows)]);
    this.waiting = this.waiting.slice(rows.length);
    this.wroteMs = nowMs;
  }

  private isExample(reason: FilterReason | null, nowMs: number): boolean {
    if (reason === null) return false;
    if (Math.abs(nowMs - (this.exampleMs.get(reason) ?? Number.NEGATIVE_INFINITY)) < EXAMPLE_EVERY_MS)
      return false;
    this.exampleMs.set(reason, nowMs);
    return true;
  }
}

function rowOf(
  kind: EventKind,
  { nowMs, reason, decision }: Parameters<EventSamples['see']>[1],
  { address, userAgent, pageHost, country }: Sender,
  weight: number,
): object {
  const network = networkAround(address, SAMPLE_NETWORK_BITS);
  return {
    ...{ at: new Date(nowMs).toISOString(), kind: kindCodeOf(kind), reason: reasonCodeOf(reason), weight },
    widget_id: decision?.widgetId ?? 0,
    network: network === null ? '' : networkText(network),
    user_agent: printable(userAgent, SAMPLE_AGENT_LENGTH),
    page_host: printable(pageHost, SAMPLE_HOST_LENGTH),
    country,
    charge_micros: decision === null ? 0 : chargeOf(kind, decision),
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
