import { AD_REPORTS_PER_VIEWER, type AdReportReason } from '@placard/domain/ad-report';
import { DELIVERY_NETWORKS_TOLD_EVERY_MS } from '@placard/domain/address/known-networks';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { type Connected, isAway } from '../snapshot/reconnecting.ts';

/** A widget's last sighting is kept to the minute: on busy sites that is one write a minute, not one a view. */
const SEEN_STEP_SECONDS = 60;
const FLUSH_EVERY_MS = 1_000;
/** Reports that wait for PostgreSQL at once; more are told to come again. */
const MOST_WAITING = 50;

export type AdReport = {
  readonly creativeId: number;
  readonly widgetId: number;
  readonly reason: AdReportReason;
  readonly comment: string;
  readonly viewerHash: Buffer;
  readonly at: Date;
};

/** `known`: this viewer has reported the ad here today. `away`: PostgreSQL is. */
export type ReportOutcome = 'stored' | 'known' | 'too_many' | 'away';

const REPORT_SQL = `
  with mine as (
    select count(*)::int as n from ad_report where viewer_hash = $5 and reported_at > $6::timestamptz - interval '1 day'
  ), added as (
    insert into ad_report (creative_id, website_id, widget_id, reason, comment, viewer_hash, reported_at)
    select c.id, w.website_id, w.id, $3, $4, $5, $6
      from creative c, widget w, mine
     where c.id = $1 and w.id = $2 and mine.n < ${AD_REPORTS_PER_VIEWER}
    on conflict (creative_id, website_id, viewer_hash) do nothing
    returning id
  )
  select mine.n, exists (select 1 from added) as added from mine`;

/** A widget that somebody keeps locked is passed over until it is seen again. */
const SEEN_SQL = `
  update widget set seen_at = $2
   where id in (
     select id from widget
      where id = any($1::int[]) and (seen_at is null or seen_at < $2::timestamptz - make_interval(secs => ${SEEN_STEP_SECONDS}))
        for no key update skip locked)`;

/** So long a report waits for whoever keeps its ad or its widget locked: all others wait behind it. */
const LOCK_SQL = `set lock_timeout = '1s'`;

const NETWORKS_SQL = `
  insert into delivery_networks (shard, networks, file_at, told_at) values ($1, $2, $3, $4)
  on conflict (shard) do update set networks = excluded.networks, file_at = excluded.file_at, told_at = excluded.told_at`;

/** How many networks of data centres are known, and how old the file is that says so; 0 and null without one. */
export type KnownNetworks = { readonly networks: number; readonly fileAtMs: number | null };

/** Something else that is told over the desk's connection, as often as it finds right. */
type Teller = { readonly tell: (client: Client, nowMs: number) => Promise<void> };

/**
 * What delivery writes into PostgreSQL beside events: visitors' reports of ads, when a widget was last asked for, what it
 * knows of data centres, and how it does. On a
 * connection of its own, off the way of every decision; where PostgreSQL is away, sightings wait and reports are refused.
 */
export class Desk {
  private readonly nowMs: () => number;
  private readonly log: Logger;
  private client: Client | null = null;
  private waiting = 0;
  private seen = new Set<number>();
  private turns: Promise<unknown> = Promise.resolve();
  private readonly troubles = new Map<Teller, string>();

  private told: KnownNetworks | null = null;
  private toldMs = 0;
  private readonly shard: number;
  private readonly known: () => KnownNetworks;
  private readonly tellers: readonly Teller[];

  constructor(parts: {
    readonly nowMs: () => number;
    readonly log: Logger;
    readonly shard: number;
    readonly known: () => KnownNetworks;
    /** The operator's rules first: they are to hold soon. */
    readonly tellers: readonly Teller[];
  }) {
    this.nowMs = parts.nowMs;
    this.log = parts.log;
    this.shard = parts.shard;
    this.known = parts.known;
    this.tellers = parts.tellers;
  }

  noteSeen(widgetIds: readonly number[]): void {
    for (const id of widgetIds) this.seen.add(id);
  }

  /** Writes sightings, what is known of data centres and how the process does, until the connection ends. */
  async run({ client, signal }: Connected): Promise<void> {
    this.turns = Promise.resolve();
    await client.query(LOCK_SQL);
    this.client = client;
    try {
      while (!signal.aborted) {
        await this.inTurn(async () => await this.flushSeen(client));
        await this.inTurn(async () => await this.tellNetworks(client));
        for (const teller of this.tellers) await this.inTurn(async () => await this.tellBy(teller, client));
        await pause(signal, FLUSH_EVERY_MS);
      }
    } finally {
      this.client = null;
    }
  }

  async report(report: AdReport): Promise<ReportOutcome> {
    const { client } = this;
    if (client === null || this.waiting >= MOST_WAITING) return 'away';
    this.waiting += 1;
    try {
      const { creativeId, widgetId, reason, comment, viewerHash, at } = report;
      const values = [creativeId, widgetId, reason, comment, viewerHash, at];
      const { rows } = await this.inTurn(
        async () => await client.query<{ n: number; added: boolean }>(REPORT_SQL, values),
      );
      const row = rows[0];
      if (row?.added === true) return 'stored';
      return (row?.n ?? 0) >= AD_REPORTS_PER_VIEWER ? 'too_many' : 'known';
    } catch (error) {
      this.log.warn({ error: String(error) }, 'a report of an ad could not be stored');
      return 'away';
    } finally {
      this.waiting -= 1;
    }
  }

  /** What is one's own trouble (a key that does not open, a disk) keeps nobody else from telling. */
  private async tellBy(teller: Teller, client: Client): Promise<void> {
    try {
      await teller.tell(client, this.nowMs());
      this.troubles.delete(teller);
    } catch (error) {
      if (isAway(error)) throw error;
      const trouble = String(error);
      if (this.troubles.get(teller) !== trouble)
        this.log.warn({ error: trouble }, 'something cannot be told to PostgreSQL; the rest is');
      this.troubles.set(teller, trouble);
    }
  }

  /** One after the other: a connection is not to be asked while it waits for an answer. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.turns.then(work);
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /** When they are others than last told, and now and then to show that this process is there. */
  private async tellNetworks(client: Client): Promise<void> {
    const known = this.known();
    const nowMs = this.nowMs();
    const same = known.networks === this.told?.networks && known.fileAtMs === this.told.fileAtMs;
    if (same && Math.abs(nowMs - this.toldMs) < DELIVERY_NETWORKS_TOLD_EVERY_MS) return;
    const fileAt = known.fileAtMs === null ? null : new Date(known.fileAtMs);
    await client.query(NETWORKS_SQL, [this.shard, known.networks, fileAt, new Date(nowMs)]);
    this.told = known;
    this.toldMs = nowMs;
  }

  private async flushSeen(client: Client): Promise<void> {
    if (this.seen.size === 0) return;
    const ids = [...this.seen];
    await client.query(SEEN_SQL, [ids, new Date(this.nowMs())]);
    for (const id of ids) this.seen.delete(id);
  }
}

function pause(signal: AbortSignal, elapsedMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, elapsedMs);
    timer.unref();
    signal.addEventListener('abort', done);
  });
}
