import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';

/**
 * Until when settled facts or page views are in what analytics answers: now where everything settled is loaded, else the
 * last settlement loaded.
 */
export async function readUpdatedAt(
  deps: HasDb & HasClock,
  batches: 'fact_batch' | 'page_view_batch',
): Promise<Date> {
  const { rows } = await sql<{ at: Date | null; waiting: boolean }>`
    select (select settled_at from settlement where id = c.settlement_id) as at,
           exists (select 1 from ${sql.table(batches)} where settlement_id > c.settlement_id) as waiting
      from analytics_checkpoint c
  `.execute(deps.db);
  const [row] = rows;
  return row?.waiting === true && row.at !== null ? row.at : deps.clock();
}
