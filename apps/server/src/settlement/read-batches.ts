import type { ClientBase } from 'pg';
import type { EventBatch } from './scan.ts';

/** A shard whose next batch is not the one that follows what is settled. It waits: passing the hole would lose events. */
export type SpoolGap = {
  readonly shard: number;
  readonly expectedOffset: bigint;
  readonly foundOffset: bigint;
};

export type AvailableBatches = {
  /** In the order in which they are settled: each shard's in spool order, the shards' merged by arrival. */
  readonly batches: readonly EventBatch[];
  readonly gaps: readonly SpoolGap[];
  /** Whether the limit may have left some for later. */
  readonly more: boolean;
};

type Row = {
  shard: number;
  spool_offset: bigint;
  spool_end: bigint;
  record_count: number;
  body: Buffer;
  received_at: Date;
  settled: bigint;
};

/** A shard's batches in one reading at most; beyond it the next transaction goes on. */
const BATCHES_PER_SHARD = 512;

/** Reads batches that are not settled yet, about `maxEvents` of them. */
export async function readBatches(
  client: ClientBase,
  maxEvents: number,
  heldBack: ReadonlySet<number>,
): Promise<AvailableBatches> {
  const { rows } = await client.query<Row>({
    name: 'settlement-read-batches',
    text: `with recursive shard_list as (
             (select shard from event_batch order by shard limit 1)
             union all
             select (select e.shard from event_batch e where e.shard > l.shard order by e.shard limit 1)
               from shard_list l where l.shard is not null
           )
           select b.shard, b.spool_offset, b.spool_end, b.record_count, b.body, b.received_at,
                  coalesce(c.spool_offset, 0) as settled
             from shard_list l
             left join settlement_checkpoint c on c.shard = l.shard
            cross join lateral (
                  select *, sum(record_count) over (order by spool_offset) - record_count as before
                    from (select * from event_batch e
                           where e.shard = l.shard and e.spool_offset >= coalesce(c.spool_offset, 0)
                           order by spool_offset limit ${BATCHES_PER_SHARD}) x) b
            where b.before < $1
            order by b.shard, b.spool_offset`,
    values: [maxEvents],
  });
  const queues = new Map<number, Row[]>();
  const gaps: SpoolGap[] = [];
  for (const row of rows) {
    if (heldBack.has(row.shard)) continue;
    const queue = queues.get(row.shard);
    const expectedOffset = BigInt(queue?.at(-1)?.spool_end ?? row.settled);
    if (BigInt(row.spool_offset) === expectedOffset) {
      if (queue === undefined) queues.set(row.shard, [row]);
      else queue.push(row);
    } else if (!gaps.some((gap) => gap.shard === row.shard)) {
      gaps.push({ shard: row.shard, expectedOffset, foundOffset: BigInt(row.spool_offset) });
    }
  }
  const shards = [...queues.values()];
  const cutOff = shards.some(
    (queue) =>
      queue.length === BATCHES_PER_SHARD ||
      queue.reduce((events, row) => events + row.record_count, 0) >= maxEvents,
  );
  const { batches, more } = merge(shards, maxEvents);
  return { batches, gaps, more: more || cutOff };
}

/** Takes the head that arrived first, again and again, until there are enough. */
function merge(queues: Row[][], maxEvents: number): { batches: EventBatch[]; more: boolean } {
  const batches: EventBatch[] = [];
  let events = 0;
  for (;;) {
    let first: Row[] | undefined;
    for (const queue of queues) {
      const head = queue[0];
      const best = first?.[0];
      if (head === undefined) continue;
      if (best === undefined || head.received_at.getTime() < best.received_at.getTime()) first = queue;
    }
    const row = first?.[0];
    if (first === undefined || row === undefined) return { batches, more: false };
    if (events > 0 && events + row.record_count > maxEvents) return { batches, more: true };
    first.shift();
    events += row.record_count;
    batches.push({
      shard: row.shard,
      spoolOffset: BigInt(row.spool_offset),
      spoolEnd: BigInt(row.spool_end),
      recordCount: row.record_count,
      body: row.body,
    });
  }
}
