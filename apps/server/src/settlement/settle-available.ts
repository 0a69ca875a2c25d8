import type { Clock } from '@placard/domain/clock';
import type { Pool } from 'pg';
import { settleAllParts } from './settle-part.ts';
import { releaseSettlementLock, takeSettlementLock } from './settlement-lock.ts';
import { type Settled, Settler } from './settler.ts';

/** Another worker settles now; there must be only one. */
export class SettlementBusyError extends Error {
  constructor() {
    super('another worker is settling');
    this.name = 'SettlementBusyError';
  }
}

/**
 * Settles everything that lies in `event_batch` now, with the given clock, and returns what it came to; for tests and
 * for histories. The running worker has its own loop.
 *
 * A history, day by day: set a variable `now` to the end of the day, write the day's events as one or a few batches
 * that go on where the last ended, call this with `clock: () => now` and one `Settler` made with the same clock for
 * all days, and on the first of a month `closeMonths`. Give the decisions of an hour one minute and number them from
 * 0: each minute costs three bitmaps. It must be done before the worker starts, which holds the lock and whose tidying
 * moves the horizon before which events are not billed. 60 days of 6,000 events take two seconds; load the facts after.
 * @throws SettlementBusyError when another session holds the lock, DamagedBatchError for a body that is no records
 */
export async function settleAvailable(deps: {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Pass one to keep its memory over many calls. */
  readonly settler?: Settler;
}): Promise<{ events: number; chargedMicros: bigint; spentCampaignIds: number[] }> {
  const settler = deps.settler ?? new Settler({ clock: deps.clock });
  const client = await deps.pool.connect();
  try {
    if (!(await takeSettlementLock(client))) throw new SettlementBusyError();
    let events = 0;
    let chargedMicros = 0n;
    const spent = new Set<number>();
    const add = (settled: Settled) => {
      events += settled.eventCount;
      chargedMicros += BigInt(settled.chargedMicros);
      for (const id of settled.spentCampaignIds) spent.add(id);
    };
    try {
      await settleAllParts(client, deps.clock, add);
      for (;;) {
        const settled = await settler.settleOnce(client);
        add(settled);
        for (const damaged of settled.damaged) throw damaged;
        if (!settled.more) return { events, chargedMicros, spentCampaignIds: [...spent] };
      }
    } finally {
      await releaseSettlementLock(client);
    }
  } finally {
    client.release();
  }
}
