import type { Clock } from '@placard/domain/clock';
import type { PoolClient } from 'pg';
import type { AdSetBook, ZoneDays } from './books.ts';
import { FactTable } from './fact-table.ts';
import { Judge } from './judge.ts';
import { loadBooks, loadViewerClicks, loadWidgets, type Zones, zoneIn } from './load-books.ts';
import { type ParkedEvent, ParkedEvents } from './parked-events.ts';
import { ParkedVisits } from './parked-visits.ts';
import { readBatches, type SpoolGap } from './read-batches.ts';
import { DamagedBatchError, type EventBatch, Scan } from './scan.ts';
import { SeenPages } from './seen-pages.ts';
import { judgeCollected } from './settle-collected.ts';
import { intArray } from './sql-arrays.ts';
import { storeCollected } from './store-collected.ts';
import { storeResults } from './store-results.ts';

/** What one transaction of the settler did. */
export type Settled = {
  /** `null` when there was nothing to do. */
  readonly settlementId: bigint | null;
  readonly eventCount: number;
  readonly chargedMicros: number;
  /** Whether batches are left that could be settled at once. */
  readonly more: boolean;
  /** Campaigns whose total budget is used up now. */
  readonly spentCampaignIds: readonly number[];
  /** What was counted per ad set, for the estimate of what is in flight. */
  readonly counted: readonly CountedAdSet[];
  readonly gaps: readonly SpoolGap[];
  /** Shards that stand still because a batch of theirs is damaged. */
  readonly damaged: readonly DamagedBatchError[];
};

export type CountedAdSet = {
  readonly adSetId: number;
  readonly impressions: number;
  readonly viewables: number;
  readonly clicks: number;
};

/**
 * What a transaction costs whatever it holds (accounts, ad sets, widgets' months, the ledger) is shared by so many events.
 * It holds the accounts' locks for about a second then, where there is as much to settle.
 */
const MAX_EVENTS = 200_000;

export type SettlerOptions = {
  readonly clock: Clock;
  /** Events of one transaction, about; default MAX_EVENTS. */
  readonly maxEvents?: number;
};

const NOTHING = {
  settlementId: null,
  eventCount: 0,
  chargedMicros: 0,
  more: false,
  spentCampaignIds: [],
  counted: [],
} as const;

/**
 * Turns event batches into charges and earnings, one transaction after the other: repeats dropped, invalid traffic
 * judged, prices applied, limits kept, ledger posted, checkpoint advanced, all or nothing. Exactly one settler may
 * run (settlement-lock.ts); what it remembers between transactions is thrown away when one fails.
 */
export class Settler {
  readonly #clock: Clock;
  readonly #maxEvents: number;
  readonly #zones: Zones = new Map();
  readonly #facts = new FactTable();
  #memory: Awaited<ReturnType<typeof remember>> | null = null;
  readonly #damaged = new Map<number, DamagedBatchError>();

  constructor(options: SettlerOptions) {
    this.#clock = options.clock;
    this.#maxEvents = options.maxEvents ?? MAX_EVENTS;
  }

  /** Forgets what it remembers of the database; needed after anything else has written there. */
  forget(): void {
    this.#memory = null;
    this.#damaged.clear();
  }

  /**
   * One transaction on a connection that holds the settlement lock. Throws what the database throws; nothing has
   * happened then, or everything has and only the answer was lost: either way the next call goes on rightly.
   */
  async settleOnce(client: PoolClient): Promise<Settled> {
    try {
      return await this.#settle(client);
    } catch (cause) {
      this.#memory = null;
      throw cause;
    }
  }

  async #settle(client: PoolClient): Promise<Settled> {
    this.#memory ??= await remember(client);
    const { seen, parked, parkedVisits } = this.#memory;
    const now = this.#clock();
    const { batches, gaps, more } = await readBatches(client, this.#maxEvents, new Set(this.#damaged.keys()));
    // While batches wait, the impression that a parked event waits for may be among them.
    const expired = more || parked.size === 0 ? [] : parked.expired(now.getTime());
    const visitsDue = !more && parkedVisits.isDue(now.getTime());
    if (batches.length === 0 && expired.length === 0 && !visitsDue) {
      return { ...NOTHING, gaps, damaged: [...this.#damaged.values()] };
    }
    const scan = new Scan(seen, parked);
    for (const event of expired) scan.parked(event);
    for (const visit of parkedVisits.all) scan.visit(visit);
    const sound = this.#scanned(scan, batches);
    const work = { scan, batches: sound, expired, now, gaps, more };
    await client.query('begin');
    try {
      const settled = await this.#transaction(client, work);
      await client.query('commit');
      seen.committed();
      parked.committed();
      parkedVisits.committed();
      return settled;
    } catch (cause) {
      await client.query('rollback').catch(() => undefined);
      throw cause;
    }
  }

  /** The batches whose bytes are records; a damaged one holds back itself and what follows it in its shard. */
  #scanned(scan: Scan, batches: readonly EventBatch[]): EventBatch[] {
    const sound: EventBatch[] = [];
    for (const batch of batches) {
      if (this.#damaged.has(batch.shard)) continue;
      try {
        scan.batch(batch);
        sound.push(batch);
      } catch (cause) {
        if (!(cause instanceof DamagedBatchError)) throw cause;
        this.#damaged.set(batch.shard, cause);
      }
    }
    return sound;
  }

  async #transaction(
    client: PoolClient,
    work: {
      scan: Scan;
      batches: readonly EventBatch[];
      expired: readonly ParkedEvent[];
      now: Date;
      gaps: readonly SpoolGap[];
      more: boolean;
    },
  ): Promise<Settled> {
    const memory = this.#memory ?? (await remember(client));
    const { seen, parked, parkedVisits, horizonMinute } = memory;
    const { scan, now } = work;
    const widgets = await loadWidgets(client, scan);
    const publisherIds = new Set([...widgets.values()].map((widget) => widget.publisherId));
    const { adSets, accounts } = await loadBooks(client, scan, publisherIds, this.#zones);
    const viewerClicks = await loadViewerClicks(client, scan);
    const networkZone = await this.#networkZone(client);
    await seen.loadWanted(client);
    this.#facts.clear();
    const judge = new Judge({
      adSets,
      widgets,
      seen,
      parked,
      viewerClicks,
      horizonMinute,
      nowMs: now.getTime(),
      facts: this.#facts,
    });
    for (const batch of work.batches) judge.body(batch.body);
    // Only now: an impression of this transaction still saves what waits for it, however late.
    for (const event of work.expired) {
      if (parked.remove(event)) judge.withoutImpression(event);
    }
    const collected = await judgeCollected(client, {
      ...{ collected: scan.collected, adSets, seen, parkedVisits, horizonMinute, now },
      ...{ parkedEvents: parked, facts: judge.facts, more: work.more },
    });
    const settlementId = await storeResults(client, {
      judge,
      adSets,
      widgets,
      accounts,
      viewerClicks,
      networkZone,
      now,
    });
    await storeCollected(client, settlementId, collected);
    await seen.store(client);
    await parked.store(client);
    await parkedVisits.store(client);
    await advance(client, work.batches);
    const books = [...adSets.values()];
    return {
      settlementId,
      eventCount: judge.eventCount,
      chargedMicros: judge.chargedMicros,
      more: work.more,
      spentCampaignIds: spentCampaigns(books),
      counted: books.filter((book) => book.touched),
      gaps: work.gaps,
      damaged: [...this.#damaged.values()],
    };
  }

  async #networkZone(client: PoolClient): Promise<ZoneDays> {
    const { rows } = await client.query<{ time_zone: string }>({
      name: 'settlement-network-zone',
      text: 'select time_zone from network_settings',
    });
    return zoneIn(this.#zones, rows[0]?.time_zone ?? 'UTC');
  }
}

async function remember(client: PoolClient) {
  const parked = new ParkedEvents();
  await parked.load(client);
  const parkedVisits = new ParkedVisits();
  await parkedVisits.load(client);
  const { rows } = await client.query<{ minute: number }>('select minute from seen_horizon');
  return { seen: new SeenPages(), parked, parkedVisits, horizonMinute: rows[0]?.minute ?? 0 };
}

/** Moves each shard's checkpoint over what was settled; from anywhere else than where it stood is an error. */
async function advance(client: PoolClient, batches: readonly EventBatch[]): Promise<void> {
  const spans = new Map<number, { from: bigint; to: bigint }>();
  for (const batch of batches) {
    const span = spans.get(batch.shard);
    if (span === undefined) spans.set(batch.shard, { from: batch.spoolOffset, to: batch.spoolEnd });
    else span.to = batch.spoolEnd;
  }
  if (spans.size === 0) return;
  const { rowCount } = await client.query({
    name: 'settlement-advance',
    text: `insert into settlement_checkpoint as c (shard, spool_offset)
           select shard, spool_end from unnest($1::int[], $2::bigint[], $3::bigint[]) as t (shard, spool_from, spool_end)
           on conflict (shard) do update set spool_offset = excluded.spool_offset
            where c.spool_offset = (select t.spool_from
                                      from unnest($1::int[], $2::bigint[]) as t (shard, spool_from)
                                     where t.shard = c.shard)`,
    values: [
      intArray([...spans.keys()]),
      intArray([...spans.values()].map((span) => span.from)),
      intArray([...spans.values()].map((span) => span.to)),
    ],
  });
  if (rowCount !== spans.size) throw new Error('a settlement checkpoint was moved by somebody else');
}

function spentCampaigns(books: readonly AdSetBook[]): number[] {
  const spent = new Set<number>();
  for (const { campaign } of books) {
    if (campaign.chargedMicros > 0 && campaign.leftMicros === 0) spent.add(campaign.campaignId);
  }
  return [...spent];
}
