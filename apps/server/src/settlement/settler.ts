import type { Clock } from '@placard/domain/clock';
import type { PoolClient } from 'pg';
import type { AdSetBook, WidgetRef } from './books.ts';
import { Charger } from './charger.ts';
import { FactTable } from './fact-table.ts';
import { FilteredExamples } from './filtered-examples.ts';
import { Judge, type Verdicts } from './judge.ts';
import {
  loadBooks,
  loadNetworkZone,
  loadOwners,
  loadViewerClicks,
  loadWidgets,
  type Zones,
} from './load-books.ts';
import { type ParkedEvent, ParkedEvents } from './parked-events.ts';
import { ParkedVisits } from './parked-visits.ts';
import { PartWriter } from './part-writer.ts';
import { readBatches, type SpoolGap } from './read-batches.ts';
import { DamagedBatchError, type EventBatch, Scan } from './scan.ts';
import { SeenPages } from './seen-pages.ts';
import { judgeCollected } from './settle-collected.ts';
import { waitingParts } from './settlement-parts.ts';
import { intArray } from './sql-arrays.ts';
import { storeCollected } from './store-collected.ts';
import { type Judged, storeForSettlers, storeResults } from './store-results.ts';
import type { Subjects } from './subjects.ts';

/** What one transaction of the settler did. */
export type Settled = {
  /** `null` when there was nothing to do. */
  readonly settlementId: bigint | null;
  readonly eventCount: number;
  readonly chargedMicros: number;
  /** Whether batches are left that could be settled at once; with no settlement, when the settlers have come after. */
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

/** Of one settler: judging runs ahead of it by no more, so that what waits stays small and the horizon close. */
const MOST_PARTS_WAITING = 8;

export type SettlerOptions = {
  readonly clock: Clock;
  /** Events of one transaction, about; default MAX_EVENTS. */
  readonly maxEvents?: number;
  /** With several it only judges: what it finds waits for them (settle-part.ts). Default 1. */
  readonly settlers?: number;
};

export const NOTHING = {
  settlementId: null,
  eventCount: 0,
  chargedMicros: 0,
  more: false,
  spentCampaignIds: [],
  counted: [],
} as const;

/**
 * Turns event batches into charges and earnings, one transaction after the other: repeats dropped, invalid traffic
 * judged, prices applied, limits kept, ledger posted, checkpoint advanced, all or nothing. Exactly one may judge
 * (settlement-lock.ts); what it remembers between transactions is thrown away when one fails.
 */
export class Settler {
  readonly #clock: Clock;
  readonly #maxEvents: number;
  readonly #settlers: number;
  readonly #zones: Zones = new Map();
  readonly #facts = new FactTable();
  #memory: Awaited<ReturnType<typeof remember>> | null = null;
  readonly #damaged = new Map<number, DamagedBatchError>();

  constructor(options: SettlerOptions) {
    this.#clock = options.clock;
    this.#maxEvents = options.maxEvents ?? MAX_EVENTS;
    this.#settlers = options.settlers ?? 1;
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
    const waiting = await waitingParts(client, this.#settlers);
    if (waiting >= this.#settlers * MOST_PARTS_WAITING) {
      return { ...NOTHING, more: true, gaps: [], damaged: [...this.#damaged.values()] };
    }
    const { batches, gaps, more } = await readBatches(client, this.#maxEvents, new Set(this.#damaged.keys()));
    // While batches wait, the impression that a parked event waits for may be among them.
    const expired = more || parked.size === 0 ? [] : parked.expired(now.getTime());
    const visitsDue = !more && parkedVisits.isDue(now.getTime());
    const due = expired.length > 0 || visitsDue;
    if (batches.length === 0 && !due) return { ...NOTHING, gaps, damaged: [...this.#damaged.values()] };
    const scan = new Scan(seen, parked);
    for (const event of expired) scan.parked(event);
    for (const visit of parkedVisits.all) scan.visit(visit);
    const sound = this.#scanned(scan, batches);
    if (sound.length === 0 && !due) {
      return { ...NOTHING, more, gaps, damaged: [...this.#damaged.values()] };
    }
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

  /** What is done with what is judged: alone it is settled at once, otherwise kept for the settlers of its advertisers. */
  async #way(client: PoolClient, subjects: Subjects): Promise<Way> {
    this.#facts.clear();
    const facts = this.#facts;
    const widgets = await loadWidgets(client, subjects);
    if (this.#settlers > 1) {
      const adSets = await loadOwners(client, subjects, this.#zones);
      const verdicts = new PartWriter(this.#settlers, adSets);
      return {
        ...{ adSets, widgets, verdicts, chargedMicros: () => 0 },
        store: async (judged, now) =>
          await storeForSettlers(client, judged, {
            ...{ settlers: this.#settlers, parts: verdicts.parts() },
            ...{ facts, adSets, widgets, now },
          }),
      };
    }
    const { adSets, wallets } = await loadBooks(client, subjects, this.#zones);
    const networkZone = await loadNetworkZone(client, this.#zones);
    const verdicts = new Charger(adSets, facts);
    const chargedMicros = () => verdicts.chargedMicros;
    return {
      ...{ adSets, widgets, verdicts, chargedMicros },
      store: async (judged, now) =>
        await storeResults(client, judged, {
          ...{ facts, adSets, widgets, wallets, networkZone, now, chargedMicros: chargedMicros() },
        }),
    };
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
    const { seen, parked, parkedVisits, horizonMinute, examples } = memory;
    const { scan, now } = work;
    const way = await this.#way(client, scan.subjects);
    const { adSets, widgets, verdicts } = way;
    const viewerClicks = await loadViewerClicks(client, scan);
    await seen.loadWanted(client);
    const facts = this.#facts;
    const nowMs = now.getTime();
    examples.begin(nowMs);
    const judge = new Judge({
      ...{ adSets, widgets, seen, parked, viewerClicks, horizonMinute, nowMs, facts, verdicts },
      examples,
    });
    for (const batch of work.batches) judge.body(batch.body);
    // Only now: an impression of this transaction still saves what waits for it, however late.
    for (const event of work.expired) {
      if (parked.remove(event)) judge.withoutImpression(event);
    }
    const collected = await judgeCollected(client, {
      ...{ collected: scan.collected, adSets, seen, parkedVisits, horizonMinute, now },
      ...{ parkedEvents: parked, facts, examples, more: work.more },
    });
    const settlementId = await way.store({ judge, viewerClicks }, now);
    await storeCollected(client, settlementId, collected);
    await examples.store(client);
    await seen.store(client);
    await parked.store(client);
    await parkedVisits.store(client);
    await advance(client, work.batches);
    const books = [...adSets.values()];
    return {
      settlementId,
      eventCount: judge.eventCount,
      chargedMicros: way.chargedMicros(),
      more: work.more,
      spentCampaignIds: spentCampaigns(books),
      counted: books.filter((book) => book.touched),
      gaps: work.gaps,
      damaged: [...this.#damaged.values()],
    };
  }
}

type Way = {
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly widgets: ReadonlyMap<number, WidgetRef>;
  readonly verdicts: Verdicts;
  readonly chargedMicros: () => number;
  readonly store: (judged: Judged, now: Date) => Promise<bigint>;
};

async function remember(client: PoolClient) {
  const parked = new ParkedEvents();
  await parked.load(client);
  const parkedVisits = new ParkedVisits();
  await parkedVisits.load(client);
  const { rows } = await client.query<{ minute: number }>('select minute from seen_horizon');
  const examples = new FilteredExamples();
  return { seen: new SeenPages(), parked, parkedVisits, examples, horizonMinute: rows[0]?.minute ?? 0 };
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

export function spentCampaigns(books: readonly AdSetBook[]): number[] {
  const spent = new Set<number>();
  for (const { campaign } of books) {
    if (campaign.chargedMicros > 0 && campaign.leftMicros === 0) spent.add(campaign.campaignId);
  }
  return [...spent];
}
