import type { PoolClient } from 'pg';
import { encodeFacts, FACT_LAYOUT } from './facts.ts';
import type { Judge } from './judge.ts';
import type { Part } from './part-writer.ts';
import type { Results } from './results.ts';
import { storeParts } from './settlement-parts.ts';
import { byteaArray, intArray } from './sql-arrays.ts';
import { bookEarnings, storeCharges } from './store-charges.ts';
import { storeViewers } from './store-viewers.ts';
import { storeViewSamples } from './view-samples.ts';

/** Of events judged and settled in one transaction. The number of statements does not depend on the number of events. */
export async function storeResults(client: PoolClient, judged: Judged, results: Results): Promise<bigint> {
  const { now, chargedMicros } = results;
  const settlementId = await insertSettlement(client, now, judged.judge.eventCount, chargedMicros);
  await storeMoney(client, results, settlementId);
  await storeJudged(client, judged);
  await storeViewers(client, settlementId, judged.judge.viewers, results);
  return settlementId;
}

/** Of events that were judged before: their settlement's id was given out with them, and they were counted then. */
export async function storePart(client: PoolClient, results: Results, settlementId: bigint): Promise<void> {
  await client.query({
    name: 'settlement-insert-part',
    text: `insert into settlement (id, settled_at, event_count, charged_micros) overriding system value
           values ($1, $2, 0, $3)`,
    values: [settlementId, results.now, String(results.chargedMicros)],
  });
  await storeMoney(client, results, settlementId);
}

/** Of events that were judged for several settlers: their parts, and the facts that are nobody's money. */
export async function storeForSettlers(
  client: PoolClient,
  judged: Judged,
  found: Pick<Results, 'facts' | 'adSets' | 'widgets' | 'now'> & {
    readonly settlers: number;
    readonly parts: readonly Part[];
  },
): Promise<bigint> {
  const { facts, adSets, widgets, now } = found;
  const settlementId = await insertSettlement(client, now, judged.judge.eventCount, 0);
  await storeFacts(client, settlementId, { facts, adSets, widgets });
  await storeParts(client, found.settlers, found.parts, now);
  await storeJudged(client, judged);
  await storeViewers(client, settlementId, judged.judge.viewers, { adSets, widgets });
  return settlementId;
}

async function insertSettlement(
  client: PoolClient,
  now: Date,
  eventCount: number,
  chargedMicros: number,
): Promise<bigint> {
  const { rows } = await client.query<{ id: bigint }>({
    name: 'settlement-insert',
    text: `insert into settlement (settled_at, event_count, charged_micros) values ($1, $2, $3) returning id`,
    values: [now, eventCount, String(chargedMicros)],
  });
  return BigInt(rows[0]?.id ?? 0);
}

/** Everything about money and counts. */
async function storeMoney(client: PoolClient, results: Results, settlementId: bigint): Promise<void> {
  const charges = results.chargedMicros > 0 ? await storeCharges(client, results, settlementId) : null;
  // PostgreSQL writes the sums of the ad sets while this process packs the facts.
  const adSetsStored = storeAdSets(client, results);
  await storeFacts(client, settlementId, results, adSetsStored);
  if (charges !== null) await bookEarnings(client, results, settlementId, charges);
}

/** @param meanwhile what PostgreSQL does while they are packed */
async function storeFacts(
  client: PoolClient,
  settlementId: bigint,
  { facts, adSets, widgets }: Pick<Results, 'facts' | 'adSets' | 'widgets'>,
  meanwhile: Promise<void> = Promise.resolve(),
): Promise<void> {
  const body = facts.size === 0 ? null : encodeFacts(facts, adSets, widgets);
  await meanwhile;
  if (body === null) return;
  await client.query({
    name: 'settlement-facts',
    text: 'insert into fact_batch (settlement_id, fact_count, body, layout) values ($1, $2, $3, $4)',
    values: [settlementId, facts.size, body, FACT_LAYOUT],
  });
}

/** What judging found beside the verdicts. */
export type Judged = {
  readonly judge: Judge;
  readonly viewerClicks: ReadonlyMap<string, readonly number[]>;
};

/** What judging must remember, and what it only passes on. */
async function storeJudged(client: PoolClient, judged: Judged): Promise<void> {
  await storeClickers(client, judged);
  await storeViewSamples(client, judged.judge.viewSamples);
}

async function storeAdSets(client: PoolClient, results: Results): Promise<void> {
  const touched = [...results.adSets.values()].filter((adSet) => adSet.touched);
  if (touched.length === 0) return;
  await client.query({
    name: 'settlement-ad-set-spend',
    text: `insert into ad_set_spend as s
                  (ad_set_id, spent_micros, cpm_carry_thousandths, impression_count, viewable_count, click_count)
           select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
           on conflict (ad_set_id) do update
              set spent_micros = s.spent_micros + excluded.spent_micros,
                  cpm_carry_thousandths = excluded.cpm_carry_thousandths,
                  impression_count = s.impression_count + excluded.impression_count,
                  viewable_count = s.viewable_count + excluded.viewable_count,
                  click_count = s.click_count + excluded.click_count`,
    values: [
      intArray(touched.map((adSet) => adSet.adSetId)),
      intArray(touched.map((adSet) => adSet.chargedMicros)),
      intArray(touched.map((adSet) => adSet.carryThousandths)),
      intArray(touched.map((adSet) => adSet.impressions)),
      intArray(touched.map((adSet) => adSet.viewables)),
      intArray(touched.map((adSet) => adSet.clicks)),
    ],
  });
}

async function storeClickers(client: PoolClient, results: Judged): Promise<void> {
  const viewers = [...results.judge.clickedViewers];
  if (viewers.length === 0) return;
  const clicks = viewers.map((viewer) => results.viewerClicks.get(viewer) ?? []);
  await client.query({
    name: 'settlement-viewer-clicks',
    text: `insert into viewer_clicks (viewer_hash, clicked_at_s, last_at)
           select viewer, clicks::int[], to_timestamp(last_s)
             from unnest($1::bytea[], $2::text[], $3::int[]) as t (viewer, clicks, last_s)
           on conflict (viewer_hash) do update set clicked_at_s = excluded.clicked_at_s, last_at = excluded.last_at`,
    values: [
      byteaArray(viewers.map((viewer) => Buffer.from(viewer, 'hex'))),
      `{${clicks.map((times) => `"${intArray(times)}"`).join(',')}}`,
      intArray(clicks.map((times) => Math.max(...times))),
    ],
  });
}
