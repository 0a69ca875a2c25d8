import type { Clock } from '@placard/domain/clock';
import type { Pool } from 'pg';
import { releaseSettlementLock, takeSettlementLock } from './settlement-lock.ts';
import { Settler } from './settler.ts';

/** Another worker settles now; there must be only one. */
export class SettlementBusyError extends Error {
  constructor() {
    super('another worker is settling');
    this.name = 'SettlementBusyError';
  }
}

/**
 * Settles everything that lies in `event_batch` now, with the given clock, and returns what it came to. Made for
 * histories (the demo writes a day's events as a batch or two, calls this with a clock of that day, and goes on) and
 * for tests; the running worker has its own loop.
 * @throws SettlementBusyError when another session holds the lock
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
    try {
      for (;;) {
        const settled = await settler.settleOnce(client);
        events += settled.eventCount;
        chargedMicros += BigInt(settled.chargedMicros);
        for (const id of settled.spentCampaignIds) spent.add(id);
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
