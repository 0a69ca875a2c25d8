import { weekdayOfNumber } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { inTransaction } from '../features/in-transaction.ts';
import { closeMonths } from '../jobs/close-months.ts';
import { completeCampaigns } from '../jobs/complete-campaigns.ts';
import { issueMonthInvoices } from '../jobs/issue-invoices.ts';
import { settleAvailable } from '../settlement/settle-available.ts';
import { Settler } from '../settlement/settler.ts';
import { DAY_MS, type DemoWorld } from './demo-world.ts';
import { EventWriter } from './event-writer.ts';
import { createRandom } from './random.ts';
import { Readers, readWebsites } from './readers.ts';
import { Shoppers } from './shoppers.ts';
import { inOrder, type Step } from './step.ts';
import { readDemand, readSupply } from './supply-demand.ts';
import { HISTORY_SHARD, HOURS_OF_DAY, MS_OF_HOUR, strengthOf, Visitors } from './visitors.ts';

const FIRST_DAY = -60;
const SHOPPERS_SEED = 7_001;
const READERS_SEED = 7_002;

/**
 * Lives through the history day by day: what people did that day, its visitors as one batch of events, settlement,
 * and the jobs of the night. The last day ends at the present.
 */
export async function liveThrough(
  world: DemoWorld,
  pool: Pool,
  steps: readonly Step[],
  onSettled: () => void,
): Promise<void> {
  const settler = new Settler({ clock: world.clock });
  const writer = new EventWriter();
  // Numbers of their own: what they do changes nothing of what else happens.
  const visitors = new Visitors(world.random, writer, new Shoppers(createRandom(SHOPPERS_SEED), writer));
  const readers = new Readers(createRandom(READERS_SEED), writer);
  const waiting = inOrder(steps);
  let spoolOffset = 0;
  for (let day = FIRST_DAY; day <= 0; day += 1) {
    while (waiting[0] !== undefined && waiting[0].day <= day) {
      const step = waiting.shift();
      if (step === undefined) break;
      world.history.goTo(step.day, step.hour);
      await step.run();
    }
    await writeDay(world, visitors, readers, day);
    world.history.goTo(day, 24);
    const { body, recordCount } = writer.take();
    if (recordCount > 0) {
      await ship(pool, { spoolOffset, body, recordCount, receivedAt: world.clock() });
      spoolOffset += body.byteLength;
      await settleAvailable({ pool, clock: world.clock, settler });
      onSettled();
    }
    await inTransaction(world.db, async (trx) => await completeCampaigns(world, trx, world.clock()));
    await closeMonths(world);
    await issueMonthInvoices(world);
  }
}

async function writeDay(world: DemoWorld, visitors: Visitors, readers: Readers, day: number): Promise<void> {
  const { db, history, random } = world;
  const startMs = history.dayStartMs(day);
  const demand = await readDemand(db, history.dayText(day));
  const supply = await readSupply(db);
  const websites = await readWebsites(db);
  const { publisher_share_bp: shareBp } = await db
    .selectFrom('network_settings')
    .select('publisher_share_bp')
    .executeTakeFirstOrThrow();
  const strength = strengthOf(day, FIRST_DAY, weekdayOfNumber(startMs / DAY_MS), random);
  for (let hour = 0; hour < HOURS_OF_DAY; hour += 1) {
    const hourMs = startMs + hour * MS_OF_HOUR;
    const part = Math.min(1, (history.presentMs - hourMs) / MS_OF_HOUR);
    // Not the present minutes: a visitor's click may come half a minute after the view.
    if (part * MS_OF_HOUR < 3 * 60_000) return;
    const played = { startMs: hourMs, part, strength, shareBp, untilMs: history.presentMs };
    visitors.hour(played, supply, demand);
    readers.hour(played, websites);
  }
}

/** Puts a day's events where a delivery process's shipper would have put them. */
async function ship(
  pool: Pool,
  batch: {
    readonly spoolOffset: number;
    readonly body: Buffer;
    readonly recordCount: number;
    readonly receivedAt: Date;
  },
): Promise<void> {
  await pool.query(
    `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      HISTORY_SHARD,
      batch.spoolOffset,
      batch.spoolOffset + batch.body.byteLength,
      batch.recordCount,
      batch.body,
      batch.receivedAt,
    ],
  );
}
