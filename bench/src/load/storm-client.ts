import { constants, setPriority } from 'node:os';

/**
 * A process of its own that sends bursts of parallel calls, the next burst when all of the last are answered: so the
 * one who measures the others' answers does nothing else. Starts with an order, says `begun` once the first burst is
 * under way, and ends with the next message: it goes away from what is not answered, and tells what was.
 */
export type StormOrder = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly token: string;
  readonly body?: unknown;
  readonly parallel: number;
};

/** How often each status was answered. */
export type StormReport = { readonly statuses: Readonly<Record<string, number>>; readonly bursts: number };

async function burst(order: StormOrder, statuses: Record<string, number>): Promise<void> {
  const calls = Array.from({ length: order.parallel }, async () => {
    const response = await fetch(order.url, {
      method: order.method,
      signal: ended.signal,
      headers: {
        authorization: `Bearer ${order.token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(order.body === undefined ? {} : { body: JSON.stringify(order.body) }),
    });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  });
  await Promise.allSettled(calls);
}

const ended = new AbortController();
// Somebody who calls has a machine of their own: what a storm costs that is not to be taken from those who are measured here.
setPriority(constants.priority.PRIORITY_LOW);

async function storm(order: StormOrder): Promise<void> {
  const statuses: Record<string, number> = {};
  let bursts = 0;
  process.send?.('begun');
  for (; !ended.signal.aborted; bursts += 1) await burst(order, statuses);
  const report: StormReport = { statuses, bursts };
  process.send?.(report);
}

process.once('message', (order: StormOrder) => {
  process.once('message', () => {
    ended.abort();
  });
  void storm(order);
});
process.on('disconnect', () => process.exit(0));
