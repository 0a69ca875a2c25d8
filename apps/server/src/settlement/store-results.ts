import type { PoolClient } from 'pg';
import { encodeFacts, FACT_LAYOUT } from './facts.ts';
import type { Results } from './results.ts';
import { byteaArray, intArray } from './sql-arrays.ts';
import { storeCharges } from './store-charges.ts';
import { storeViewSamples } from './view-samples.ts';

/** Writes everything that a transaction found. The number of statements does not depend on the number of events. */
export async function storeResults(client: PoolClient, results: Results): Promise<bigint> {
  const { judge, now } = results;
  const { rows } = await client.query<{ id: bigint }>({
    name: 'settlement-insert',
    text: `insert into settlement (settled_at, event_count, charged_micros) values ($1, $2, $3) returning id`,
    values: [now, judge.eventCount, String(judge.chargedMicros)],
  });
  const settlementId = BigInt(rows[0]?.id ?? 0);
  if (judge.chargedMicros > 0) await storeCharges(client, results, settlementId);
  // PostgreSQL writes the sums of the ad sets while this process packs the facts.
  const adSetsStored = storeAdSets(client, results);
  const body = judge.facts.size === 0 ? null : encodeFacts(judge.facts, results.adSets, results.widgets);
  await adSetsStored;
  if (body !== null) {
    await client.query({
      name: 'settlement-facts',
      text: 'insert into fact_batch (settlement_id, fact_count, body, layout) values ($1, $2, $3, $4)',
      values: [settlementId, judge.facts.size, body, FACT_LAYOUT],
    });
  }
  await storeViewers(client, results);
  await storeViewSamples(client, judge.viewSamples);
  return settlementId;
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

async function storeViewers(client: PoolClient, results: Results): Promise<void> {
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
