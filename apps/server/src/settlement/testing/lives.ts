import type { PoolClient } from 'pg';
import { PartSettler, settleAllParts } from '../settle-part.ts';
import type { Settler } from '../settler.ts';

/** A place in a connection's sequence of statements where it fails, before or after the statement took effect. */
export type Fault = { readonly at: number; readonly after: boolean };
class ConnectionLost extends Error {}

/** A client that fails at the given places, once each, with the transaction lost unless its commit went through. */
export function faulty(client: PoolClient, faults: readonly Fault[]): PoolClient {
  let place = 0;
  return new Proxy(client, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property);
      return async (...args: Parameters<PoolClient['query']>) => {
        const fault = faults.find((candidate) => candidate.at === place);
        place += 1;
        if (fault === undefined) return await Reflect.apply(target.query, target, args);
        if (fault.after) await Reflect.apply(target.query, target, args);
        await target.query('rollback');
        throw new ConnectionLost();
      };
    },
  });
}

/** Again after each loss, until it says that it is done. */
async function persist(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    try {
      if (await work()) return;
    } catch (cause) {
      if (!(cause instanceof ConnectionLost)) throw cause;
    }
  }
}

export type Life = {
  readonly clock: () => Date;
  /** Made for as many settlers; it may have judged before, and remember it. */
  readonly settler: Settler;
  readonly settlers: number;
  /** The first one judges. */
  readonly clients: readonly PoolClient[];
};

/** As a worker does that begins to lead: what others left, then judging and settling side by side. */
export async function liveOnce({ clock, settler, settlers, clients }: Life, dies: boolean): Promise<void> {
  const [judges, ...others] = clients;
  if (judges === undefined) throw new Error('nobody judges');
  await persist(async () => {
    await settleAllParts(judges, clock);
    return true;
  });
  if (dies && settlers > 1) {
    await persist(async () => (await settler.settleOnce(judges)) !== null);
    return;
  }
  let judging = true;
  const judged = persist(async () => !(await settler.settleOnce(judges)).more).finally(() => {
    judging = false;
  });
  const settled = others.slice(0, settlers > 1 ? settlers : 0).map(async (client, slice) => {
    const part = new PartSettler(clock, { settlers, slice });
    await persist(async () => {
      const last = !judging;
      return (await part.settleOnce(client)).settlementId === null && last;
    });
  });
  await Promise.all([judged, ...settled]);
}
