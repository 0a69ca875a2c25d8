import { DAY_MS } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { CODE_HITS_KEPT_MS, type CodeNote, type CodeNotes } from './code-notes.ts';
import type { VisitJudge } from './judge-visits.ts';
import type { PageViewTable } from './page-views.ts';
import { intArray } from './sql-arrays.ts';

export type CollectedResults = {
  readonly pageViews: PageViewTable;
  /** Counted page views by website and UTC day (days since 1970-01-01). */
  readonly traffic: ReadonlyMap<number, ReadonlyMap<number, number>>;
  readonly notes: CodeNotes;
  readonly visitJudge: VisitJudge;
  readonly now: Date;
};

/** Writes what analytics.js told of a transaction, in its transaction, by a fixed number of statements. */
export async function storeCollected(
  client: PoolClient,
  settlementId: bigint,
  results: CollectedResults,
): Promise<void> {
  const { pageViews, notes, visitJudge, now } = results;
  if (pageViews.size > 0) {
    await client.query({
      name: 'settlement-page-views',
      text: 'insert into page_view_batch (settlement_id, settled_at, fact_count, body) values ($1, $2, $3, $4)',
      values: [settlementId, now, pageViews.size, pageViews.encode()],
    });
    await storeTraffic(client, results.traffic);
  }
  if (notes.all.length === 0) return;
  await storeHits(client, notes.all, now);
  await storeProblems(client, notes.all);
  await storeWebsiteCodes(client, notes.all);
  await storeCampaignCodes(client, notes.all);
  await storeVisits(client, visitJudge);
  await storeConversions(client, visitJudge);
}

async function storeTraffic(client: PoolClient, traffic: CollectedResults['traffic']): Promise<void> {
  const lines = [...traffic].flatMap(([websiteId, days]) =>
    [...days].map(([dayNumber, views]) => ({ websiteId, dayNumber, views })),
  );
  if (lines.length === 0) return;
  await client.query({
    name: 'settlement-traffic',
    text: `insert into website_traffic_day as t (website_id, day, views)
           select website_id, date '1970-01-01' + day_number, views
             from unnest($1::int[], $2::int[], $3::bigint[]) as n (website_id, day_number, views)
           on conflict (website_id, day) do update set views = t.views + excluded.views`,
    values: [
      intArray(lines.map((line) => line.websiteId)),
      intArray(lines.map((line) => line.dayNumber)),
      intArray(lines.map((line) => line.views)),
    ],
  });
}

/** Of those minutes that are kept; what came later than that would be tidied away unread. */
async function storeHits(client: PoolClient, notes: readonly CodeNote[], now: Date): Promise<void> {
  const first = Math.floor((now.getTime() - CODE_HITS_KEPT_MS) / 60_000);
  const lines = notes.flatMap((note) =>
    [...note.hits].filter(([minute]) => minute >= first).map(([minute, hits]) => ({ note, minute, hits })),
  );
  if (lines.length === 0) return;
  await client.query({
    name: 'settlement-code-hits',
    text: `insert into code_hits as h (subject_kind, subject_id, minute, hits)
           select * from unnest($1::text[], $2::int[], $3::int[], $4::int[])
           on conflict (subject_kind, subject_id, minute) do update set hits = h.hits + excluded.hits`,
    values: [
      lines.map(({ note }) => note.kind),
      intArray(lines.map(({ note }) => note.id)),
      intArray(lines.map(({ minute }) => minute)),
      intArray(lines.map(({ hits }) => hits)),
    ],
  });
}

async function storeProblems(client: PoolClient, notes: readonly CodeNote[]): Promise<void> {
  const lines = notes.flatMap((note) =>
    [...note.problems].map(([problem, found]) => ({ note, problem, ...found })),
  );
  if (lines.length === 0) return;
  await client.query({
    name: 'settlement-code-problems',
    text: `insert into code_problem as p (subject_kind, subject_id, problem, detail, count, first_at, last_at)
           select kind, id, problem, detail, count, to_timestamp(first_ms / 1000.0), to_timestamp(last_ms / 1000.0)
             from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
                  as t (kind, id, problem, detail, count, first_ms, last_ms)
           on conflict (subject_kind, subject_id, problem) do update
              set count = p.count + excluded.count, detail = excluded.detail,
                  first_at = least(p.first_at, excluded.first_at), last_at = greatest(p.last_at, excluded.last_at)`,
    values: [
      lines.map(({ note }) => note.kind),
      intArray(lines.map(({ note }) => note.id)),
      lines.map(({ problem }) => problem),
      lines.map(({ detail }) => detail),
      intArray(lines.map(({ count }) => count)),
      intArray(lines.map(({ firstMs }) => firstMs)),
      intArray(lines.map(({ lastMs }) => lastMs)),
    ],
  });
}

async function storeWebsiteCodes(client: PoolClient, notes: readonly CodeNote[]): Promise<void> {
  const seen = notes.filter((note) => note.kind === 'website' && note.firstSeenMs > 0);
  if (seen.length === 0) return;
  await client.query({
    name: 'settlement-website-codes',
    text: `insert into website_code as c (website_id, first_seen_at, last_seen_at, own_domain_at)
           select id, to_timestamp(first_ms / 1000.0), to_timestamp(last_ms / 1000.0),
                  to_timestamp(nullif(own_ms, 0) / 1000.0)
             from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) as t (id, first_ms, last_ms, own_ms)
           on conflict (website_id) do update
              set first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
                  last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
                  own_domain_at = least(c.own_domain_at, excluded.own_domain_at)`,
    values: [
      intArray(seen.map((note) => note.id)),
      intArray(seen.map((note) => note.firstSeenMs)),
      intArray(seen.map((note) => note.lastSeenMs)),
      intArray(seen.map((note) => note.ownDomainMs)),
    ],
  });
}

async function storeCampaignCodes(client: PoolClient, notes: readonly CodeNote[]): Promise<void> {
  const seen = notes.filter((note) => note.kind === 'campaign' && note.firstSeenMs > 0);
  const counted = notes.filter(
    (note) => note.kind === 'campaign' && countsOf(note).some((count) => count > 0),
  );
  if (seen.length > 0) {
    await client.query({
      name: 'settlement-campaign-codes',
      text: `insert into campaign_code as c (campaign_id, first_seen_at, last_seen_at)
             select id, to_timestamp(first_ms / 1000.0), to_timestamp(last_ms / 1000.0)
               from unnest($1::int[], $2::bigint[], $3::bigint[]) as t (id, first_ms, last_ms)
             on conflict (campaign_id) do update
                set first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
                    last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at)`,
      values: [
        intArray(seen.map((note) => note.id)),
        intArray(seen.map((note) => note.firstSeenMs)),
        intArray(seen.map((note) => note.lastSeenMs)),
      ],
    });
  }
  if (counted.length === 0) return;
  // Filtered conversions of a code that nobody else has called are no sign of it: they make no row.
  await client.query({
    name: 'settlement-campaign-counts',
    text: `update campaign_code c
              set visit_count = c.visit_count + t.visits, conversion_count = c.conversion_count + t.conversions,
                  unattributed_count = c.unattributed_count + t.unattributed,
                  filtered_count = c.filtered_count + t.filtered,
                  last_conversion_at = greatest(c.last_conversion_at, to_timestamp(nullif(t.last_ms, 0) / 1000.0))
             from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                  as t (id, visits, conversions, unattributed, filtered, last_ms)
            where c.campaign_id = t.id`,
    values: [
      intArray(counted.map((note) => note.id)),
      intArray(counted.map((note) => note.visits)),
      intArray(counted.map((note) => note.conversions)),
      intArray(counted.map((note) => note.unattributed)),
      intArray(counted.map((note) => note.filtered)),
      intArray(counted.map((note) => note.lastConversionMs)),
    ],
  });
}

function countsOf(note: CodeNote): number[] {
  return [note.visits, note.conversions, note.unattributed, note.filtered];
}

async function storeVisits(client: PoolClient, { visits }: VisitJudge): Promise<void> {
  if (visits.length === 0) return;
  await client.query({
    name: 'settlement-visits',
    text: `insert into campaign_visit (shard, minute, sequence, campaign_id, visited_at)
           select shard, minute, sequence, campaign_id, to_timestamp(at_ms / 1000.0)
             from unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::bigint[])
                  as t (shard, minute, sequence, campaign_id, at_ms)`,
    values: [
      intArray(visits.map(({ click }) => click.shard)),
      intArray(visits.map(({ click }) => click.minute)),
      intArray(visits.map(({ click }) => click.sequence)),
      intArray(visits.map(({ visit }) => visit.campaignId)),
      intArray(visits.map(({ visit }) => visit.atMs)),
    ],
  });
}

async function storeConversions(client: PoolClient, { conversions }: VisitJudge): Promise<void> {
  if (conversions.length === 0) return;
  await client.query({
    name: 'settlement-conversions',
    text: `insert into campaign_conversion
                  (campaign_id, shard, minute, sequence, order_id, converted_at, value_micros, currency, clicked_at)
           select campaign_id, shard, minute, sequence, nullif(order_id, ''), to_timestamp(at_ms / 1000.0),
                  value::bigint, nullif(currency, ''), to_timestamp(clicked_ms / 1000.0)
             from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[],
                         $9::bigint[])
                  as t (campaign_id, shard, minute, sequence, order_id, at_ms, value, currency, clicked_ms)`,
    values: [
      intArray(conversions.map(({ visit }) => visit.campaignId)),
      intArray(conversions.map(({ click }) => click.shard)),
      intArray(conversions.map(({ click }) => click.minute)),
      intArray(conversions.map(({ click }) => click.sequence)),
      conversions.map(({ visit }) => visit.orderId),
      intArray(conversions.map(({ visit }) => visit.atMs)),
      conversions.map(({ valueMicros }) => (valueMicros === null ? null : String(valueMicros))),
      conversions.map(({ visit }) => visit.currency),
      intArray(conversions.map(({ click }) => click.clickedAtMs)),
    ],
  });
}

/** Adds counted page views to the traffic of their UTC day. */
export function addTraffic(traffic: Map<number, Map<number, number>>, websiteId: number, atMs: number): void {
  let days = traffic.get(websiteId);
  if (days === undefined) {
    days = new Map();
    traffic.set(websiteId, days);
  }
  const day = Math.floor(atMs / DAY_MS);
  days.set(day, (days.get(day) ?? 0) + 1);
}
