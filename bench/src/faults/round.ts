import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk, figure, msUntil } from './back-again.ts';
import type { Fault } from './faults.ts';
import type { Installation } from './installation.ts';
import {
  askForReconciliation,
  type Broken,
  brokenInvariants,
  type Counted,
  isDrained,
  isReconciled,
  query,
} from './invariants.ts';
import { Draw } from './random.ts';
import { type Sent, Traffic } from './traffic.ts';
import { addSmallAdvertiser, type FaultWorld } from './world.ts';

/** Whoever is not back by then is not coming. */
const BACK_WITHIN_MS = 60_000;
const DRAINED_WITHIN_MS = 90_000;

export type Harness = {
  readonly installation: Installation;
  readonly world: FaultWorld;
  readonly sent: Sent;
  readonly counted: Counted;
  readonly closedBefore: Set<string>;
};

export type Round = {
  readonly seed: number;
  readonly fault: string;
  /** From the end of the fault until all shards were ready, and until everything was. */
  readonly deliveryBackMs: number;
  readonly allBackMs: number;
  readonly adFailures: number;
  readonly eventFailures: number;
  readonly broken: readonly Broken[];
};

async function untilBack({ installation }: Harness): Promise<{ delivery: number; all: number }> {
  const shards = installation.pids.deliveries.map((_, shard) => `${installation.watchUrl(shard)}/readyz`);
  const delivery = msUntil(
    async () => (await Promise.all(shards.map(answersOk))).every(Boolean),
    BACK_WITHIN_MS,
  );
  const all = msUntil(async () => {
    const places = [...shards, `${installation.watchUrl('server')}/readyz`];
    await query(installation.databaseUrl, 'select');
    return (await Promise.all(places.map(answersOk))).every(Boolean);
  }, BACK_WITHIN_MS);
  const took = { delivery: await delivery, all: await all };
  if (took.delivery === null) throw new Error('delivery did not come back');
  if (took.all === null) throw new Error('Placard did not come back');
  return { delivery: took.delivery, all: took.all };
}

/** What judging looks at: any installation whose processes can be asked. */
export type Judged = Omit<Harness, 'installation' | 'world'> & {
  readonly installation: Pick<Installation, 'databaseUrl'> & {
    readonly pids: Pick<Installation['pids'], 'deliveries'>;
    watchUrl(shard: number): string;
  };
};

async function drained({ installation }: Judged): Promise<boolean> {
  for (const shard of installation.pids.deliveries.keys()) {
    if ((await figure(installation.watchUrl(shard), 'placard_delivery_spool_backlog_bytes')) > 0)
      return false;
  }
  return await isDrained(installation.databaseUrl);
}

/** What must hold when nothing is under way any more. */
export async function judge(harness: Judged): Promise<readonly Broken[]> {
  const url = harness.installation.databaseUrl;
  const isDone = await msUntil(async () => await drained(harness), DRAINED_WITHIN_MS);
  if (isDone === null) throw new Error('what was acknowledged is not settled and loaded');
  // Months that are over are closed within the hour; here at once.
  await query(url, "select graphile_worker.add_job('close_months')");
  const id = await askForReconciliation(url, Date.now());
  const isAnswered = await msUntil(async () => await isReconciled(url, id), DRAINED_WITHIN_MS);
  if (isAnswered === null) throw new Error('the worker does not compare its books');
  return await brokenInvariants({ ...harness, url, reconciliationId: id });
}

/** A round by its seed: traffic, a fault in it, everybody back, and then all invariants. */
export async function runRound(harness: Harness, seed: number, faults: readonly Fault[]): Promise<Round> {
  const { installation, sent } = harness;
  const draw = new Draw(seed);
  const fault = draw.oneOf(faults);
  const before = { ads: sent.adFailures, events: sent.eventFailures };
  await installation.notePids();
  await addSmallAdvertiser(installation.databaseUrl, seed);
  const traffic = new Traffic({
    deliveryUrl: installation.running.deliveryUrl,
    widgetKeys: harness.world.widgetKeys,
    draw: new Draw(seed + 1),
    sent,
    clicksAreStored: !fault.hurts.includes('spool'),
  });
  let back: { delivery: number; all: number };
  try {
    await sleep(draw.between(300, 1_200));
    await fault.happen(installation, draw);
    back = await untilBack(harness);
    await installation.notePids();
    await sleep(draw.between(100, 600));
  } finally {
    await traffic.end();
  }
  const round = {
    ...{ seed, fault: fault.name, deliveryBackMs: back.delivery, allBackMs: back.all },
    ...{ adFailures: sent.adFailures - before.ads, eventFailures: sent.eventFailures - before.events },
  };
  return { ...round, broken: await judge(harness) };
}
