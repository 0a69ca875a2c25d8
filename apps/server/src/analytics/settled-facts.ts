import type { ClientBase, Pool } from 'pg';
import { type FactColumns, joinColumns } from '../settlement/fact-columns.ts';
import { decodeFactColumns } from '../settlement/facts.ts';
import { decodePageViews, type PageViewFact } from '../settlement/page-views.ts';

export type Checkpoint = {
  readonly settledTo: bigint;
  readonly loadingTo: bigint | null;
  readonly generation: number;
};

/** Several settlers commit in any order: what one of them has still to settle, and what comes after it, is not loaded yet. */
const LOWEST_WAITING =
  "coalesce((select min(w.settlement_id) from settlement_part w), '9223372036854775807'::bigint)";

/** As much work as one fact, about; and no insert is so large that the engine cuts it in two, of which it would know one. */
const REACH_ROWS_A_FACT = 5;

/** Whether nothing was ever loaded, nor is anything there to be. */
export async function isUntouched(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>({
    name: 'analytics-is-empty',
    text: `select settlement_id = 0 and loading_to is null
                  and not exists (select from fact_batch) and not exists (select from page_view_batch)
                  and not exists (select from reach_batch) as empty
             from analytics_checkpoint`,
  });
  return rows[0]?.empty === true;
}

/**
 * Picks the end of the range after `settledTo` and writes it down.
 * @param maxFacts in it, about
 */
export async function chooseEnd(pool: Pool, settledTo: bigint, maxFacts: number): Promise<bigint | null> {
  const { rows } = await pool.query<{ to: bigint | null }>({
    name: 'analytics-choose-range',
    text: `update analytics_checkpoint set loading_to = (
             select max(settlement_id) from (
               select settlement_id, sum(facts) over (order by settlement_id) - facts as before
                 from (select settlement_id, sum(fact_count) as facts
                         from ((select settlement_id, fact_count from fact_batch where settlement_id > $1
                                 order by settlement_id limit 5000)
                               union all
                               (select settlement_id, fact_count from page_view_batch where settlement_id > $1
                                 order by settlement_id limit 5000)
                               union all
                               (select settlement_id, row_count / ${REACH_ROWS_A_FACT} from reach_batch
                                 where settlement_id > $1 order by settlement_id limit 5000)) all_kinds
                        group by settlement_id order by settlement_id limit 5000) next_batches) ranges
              where before < $2 and settlement_id < ${LOWEST_WAITING})
            where settlement_id = $1 and loading_to is null
              and (exists (select from fact_batch where settlement_id > $1 and settlement_id < ${LOWEST_WAITING})
                   or exists (select from page_view_batch
                               where settlement_id > $1 and settlement_id < ${LOWEST_WAITING})
                   or exists (select from reach_batch
                               where settlement_id > $1 and settlement_id < ${LOWEST_WAITING}))
           returning loading_to as to`,
    values: [settledTo, maxFacts],
  });
  const to = rows[0]?.to ?? null;
  return to === null ? null : BigInt(to);
}

/** Page views of the settlements after `from` up to `to`, in their order. */
export async function readPageViews(client: Pool, from: bigint, to: bigint): Promise<PageViewFact[]> {
  const { rows } = await client.query<{ body: Buffer }>({
    name: 'analytics-read-page-views',
    text: `select body from page_view_batch where settlement_id > $1 and settlement_id <= $2 order by settlement_id`,
    values: [from, to],
  });
  return rows.flatMap((row) => decodePageViews(row.body));
}

/** What analytics has of what is settled. */
export async function readCheckpoint(client: ClientBase | Pool): Promise<Checkpoint> {
  const { rows } = await client.query<{ settled_to: bigint; loading_to: bigint | null; generation: number }>(
    'select settlement_id as settled_to, loading_to, generation from analytics_checkpoint',
  );
  const row = rows[0];
  if (row === undefined) throw new Error('analytics_checkpoint has no row');
  return {
    settledTo: BigInt(row.settled_to),
    loadingTo: row.loading_to === null ? null : BigInt(row.loading_to),
    generation: row.generation,
  };
}

/** Facts of the settlements after `from` up to `to`, in their order. */
export async function readFacts(client: ClientBase | Pool, from: bigint, to: bigint): Promise<FactColumns> {
  const { rows } = await client.query<{ body: Buffer; layout: number }>({
    name: 'analytics-read-facts',
    text: `select body, layout from fact_batch where settlement_id > $1 and settlement_id <= $2 order by settlement_id`,
    values: [from, to],
  });
  return joinColumns(rows.map((row) => decodeFactColumns(row.body, row.layout)));
}
