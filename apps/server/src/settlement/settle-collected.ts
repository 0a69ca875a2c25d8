import {
  type PageViewRecord,
  readPageView,
  readVisit,
  VISIT_KINDS,
} from '@placard/contract/wire/collect-record';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import type { PoolClient } from 'pg';
import type { AdSetBook } from './books.ts';
import { CodeNotes, noteHit, noteProblem, noteSeen } from './code-notes.ts';
import type { FactTable } from './fact-table.ts';
import type { FilteredExamples } from './filtered-examples.ts';
import { VisitJudge } from './judge-visits.ts';
import { PageViewTable } from './page-views.ts';
import type { ParkedEvents } from './parked-events.ts';
import { isOver, type ParkedVisits, type StoredVisit } from './parked-visits.ts';
import type { SeenPages } from './seen-pages.ts';
import { intArray } from './sql-arrays.ts';
import { addTraffic, type CollectedResults } from './store-collected.ts';
import { conversionKey, visitKey } from './visit-keys.ts';

/** What a batch holds of analytics.js. */
export type Collected = { readonly pageViews: PageViewRecord[]; readonly visits: StoredVisit[] };

/** Reads one record of type 3 or 4. One whose inner lengths do not fit was written by nobody and is left out. */
export function collect(into: Collected, bytes: Uint8Array, isPageView: boolean): void {
  const view = isPageView ? readPageView(bytes) : null;
  const visit = isPageView ? null : readVisit(bytes);
  if (view !== null) into.pageViews.push(view);
  if (visit !== null) into.visits.push({ bytes, visit });
}

export type SettleCollectedInput = {
  readonly collected: Collected;
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly seen: SeenPages;
  readonly parkedEvents: ParkedEvents;
  readonly parkedVisits: ParkedVisits;
  readonly facts: FactTable;
  readonly examples: FilteredExamples;
  readonly horizonMinute: number;
  readonly now: Date;
  /** Batches are left: a click that is waited for may be among them. */
  readonly more: boolean;
};

/** Judges page views, visits and conversions of a transaction, after all of its events. */
export async function judgeCollected(
  client: PoolClient,
  input: SettleCollectedInput,
): Promise<CollectedResults> {
  const { collected, parkedVisits, now } = input;
  const notes = new CodeNotes();
  const pageViews = new PageViewTable();
  const traffic = new Map<number, Map<number, number>>();
  const publishers = await loadPublishers(client, collected.pageViews);
  for (const view of collected.pageViews) {
    const publisherId = publishers.get(view.websiteId);
    // Delivery knew the website; no website is ever deleted.
    if (publisherId === undefined) continue;
    pageViews.add(view, publisherId);
    if (view.reason === 0) addTraffic(traffic, view.websiteId, view.atMs);
    notePageView(notes, view);
  }
  const waiting = parkedVisits.all;
  const visits = [...waiting, ...collected.visits];
  const visitJudge = new VisitJudge({
    ...input,
    notes,
    campaignIds: await loadCampaigns(client, visits),
    known: await loadKnown(client, visits),
    currency: visits.length === 0 ? '' : await loadCurrency(client),
    nowMs: now.getTime(),
  });
  for (const parked of waiting) {
    visitJudge.waiting(parked, input.more || !isOver(parked.parkedAtMs, now.getTime()));
  }
  for (const fresh of collected.visits) visitJudge.fresh(fresh);
  return { pageViews, traffic, notes, visitJudge, now };
}

function notePageView(notes: CodeNotes, view: PageViewRecord): void {
  const note = notes.of('website', view.websiteId);
  noteHit(note, view.atMs);
  if (view.reason === FILTER_REASONS.wrong_site.code) {
    noteProblem(note, 'wrong_site', view.atMs, view.pageHost);
  } else if (view.reason === 0) {
    noteSeen(note, view.atMs);
    if (view.onOwnDomain && (note.ownDomainMs === 0 || view.atMs < note.ownDomainMs)) {
      note.ownDomainMs = view.atMs;
    }
  }
}

async function loadPublishers(
  client: PoolClient,
  views: readonly PageViewRecord[],
): Promise<ReadonlyMap<number, number>> {
  if (views.length === 0) return new Map();
  const { rows } = await client.query<{ id: number; publisher_id: number }>({
    name: 'settlement-websites',
    text: 'select id, publisher_id from website where id = any($1::int[])',
    values: [intArray([...new Set(views.map((view) => view.websiteId))])],
  });
  return new Map(rows.map((row) => [row.id, row.publisher_id]));
}

async function loadCampaigns(
  client: PoolClient,
  visits: readonly StoredVisit[],
): Promise<ReadonlySet<number>> {
  if (visits.length === 0) return new Set();
  const { rows } = await client.query<{ id: number }>({
    name: 'settlement-campaigns',
    text: 'select id from campaign where id = any($1::int[])',
    values: [intArray([...new Set(visits.map(({ visit }) => visit.campaignId))])],
  });
  return new Set(rows.map((row) => row.id));
}

async function loadCurrency(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ currency: string }>({
    name: 'settlement-currency',
    text: 'select currency from network_settings',
  });
  return rows[0]?.currency ?? '';
}

/** Which of these visits and conversions were counted before. */
async function loadKnown(client: PoolClient, visits: readonly StoredVisit[]): Promise<Set<string>> {
  const known = new Set<string>();
  const clicks = visits.flatMap(({ visit }) => (visit.click === null ? [] : [{ visit, click: visit.click }]));
  if (clicks.length === 0) return known;
  const identity = [
    intArray(clicks.map(({ click }) => click.shard)),
    intArray(clicks.map(({ click }) => click.minute)),
    intArray(clicks.map(({ click }) => click.sequence)),
  ];
  const [visited, converted, ordered] = [
    await client.query<{ place: number }>({
      name: 'settlement-known-visits',
      text: `select (t.place - 1)::int as place from unnest($1::int[], $2::int[], $3::bigint[]) with ordinality
                    as t (shard, minute, sequence, place) join campaign_visit v using (shard, minute, sequence)`,
      values: identity,
    }),
    await client.query<{ place: number }>({
      name: 'settlement-known-conversions',
      text: `select (t.place - 1)::int as place from unnest($1::int[], $2::int[], $3::bigint[]) with ordinality
                    as t (shard, minute, sequence, place)
               join campaign_conversion c using (shard, minute, sequence) where c.order_id is null`,
      values: identity,
    }),
    await client.query<{ place: number }>({
      name: 'settlement-known-orders',
      text: `select (t.place - 1)::int as place from unnest($1::int[], $2::text[]) with ordinality
                    as t (campaign_id, order_id, place) join campaign_conversion c using (campaign_id, order_id)`,
      values: [
        intArray(clicks.map(({ visit }) => visit.campaignId)),
        // None is '' there: what has no order is found by its click alone.
        clicks.map(({ visit }) => visit.orderId),
      ],
    }),
  ];
  for (const { place } of visited.rows) {
    const found = clicks[place];
    if (found !== undefined) known.add(visitKey(found.click));
  }
  for (const { place } of converted.rows) {
    const found = clicks[place];
    if (found !== undefined) known.add(conversionKey({ ...found.visit, orderId: '' }, found.click));
  }
  for (const { place } of ordered.rows) {
    const found = clicks[place];
    if (found !== undefined) known.add(conversionKey(found.visit, found.click));
  }
  return known;
}

/** What a visit asks of the transaction: only one with a click of ours asks anything. */
export function clickOf({ visit }: StoredVisit) {
  return visit.kind === VISIT_KINDS.opened ? null : visit.click;
}
