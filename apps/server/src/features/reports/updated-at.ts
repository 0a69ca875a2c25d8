import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { theRow } from '../the-row.ts';

/**
 * Until when events are in what analytics answers: now where everything that has arrived is settled and loaded; else
 * until the first arrived that waits for settlement, or the last settlement loaded, whichever is earlier.
 */
export async function readUpdatedAt(
  deps: HasDb & HasClock,
  batches: 'fact_batch' | 'page_view_batch',
): Promise<Date> {
  const row = theRow(
    await sql<{ loaded_at: Date | null; waiting: boolean; unsettled_at: Date | null }>`
    with recursive shard_list as (
      (select shard from event_batch order by shard limit 1)
      union all
      select (select e.shard from event_batch e where e.shard > l.shard order by e.shard limit 1)
        from shard_list l where l.shard is not null)
    select (select settled_at from settlement where id = c.settlement_id) as loaded_at,
           exists (select from ${sql.table(batches)} where settlement_id > c.settlement_id) as waiting,
           (select min(e.received_at)
              from shard_list l
              left join settlement_checkpoint s on s.shard = l.shard
             cross join lateral (select received_at from event_batch b
                                  where b.shard = l.shard and b.spool_offset >= coalesce(s.spool_offset, 0)
                                  order by b.spool_offset limit 1) e) as unsettled_at
      from analytics_checkpoint c
  `.execute(deps.db),
  );
  const times = [deps.clock()];
  if (row.waiting && row.loaded_at !== null) times.push(row.loaded_at);
  if (row.unsettled_at !== null) times.push(row.unsettled_at);
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
