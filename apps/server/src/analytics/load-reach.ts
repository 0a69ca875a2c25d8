import { numberOfDay } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { decodeViewerLog } from '../settlement/viewer-log.ts';
import type { Analytics } from './open-analytics.ts';
import { REACH_COLUMNS, REACH_TABLE, reachBlock } from './reach-table.ts';

type Deps = { readonly pool: Pool; readonly analytics: Analytics };

/**
 * Brings who saw what of the settlements after `from` up to `to` into analytics, one insert for each day and about so many rows, under
 * tokens of the range. What comes of a closed day is left out.
 * @param range names it in tokens: the same range is sent the same way
 */
export async function loadReach(
  { pool, analytics }: Deps,
  from: bigint,
  to: bigint,
  range: string,
): Promise<void> {
  const { rows } = await pool.query<{ settlement_id: bigint; day: string; body: Buffer }>({
    name: 'analytics-read-reach',
    text: `select b.settlement_id, b.day::text as day, b.body from reach_batch b, reach_state s
            where b.settlement_id > $1 and b.settlement_id <= $2 and b.day >= s.open_from
            order by b.day, b.settlement_id`,
    values: [from, to],
  });
  const days = Map.groupBy(rows, (row) => row.day);
  for (const [day, batches] of days) {
    const logs = batches.map(({ body }) => decodeViewerLog(body));
    await analytics.insertBlock({
      table: REACH_TABLE,
      columns: REACH_COLUMNS,
      block: reachBlock(numberOfDay(day), logs),
      settings: { insert_deduplication_token: `reach-${range}-${day}` },
    });
  }
}
