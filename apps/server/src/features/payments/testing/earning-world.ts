import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { payoutRequestEntries } from '@placard/domain/ledger/postings';
import { closeMonths } from '../../../jobs/close-months.ts';
import { postTransaction } from '../../../ledger/post-transaction.ts';
import { settleAvailable } from '../../../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../../../settlement/testing/world.ts';
import { listClosings } from '../list-closings.ts';

/** What one viewable impression brings its publisher. */
export const EARNED_MICROS = 700n;

/** Publishers who earn by events that are really settled, and whose months are really closed. */
export class EarningWorld {
  readonly database: TestDatabase;
  readonly world: World;
  #nextShard: number;

  constructor(database: TestDatabase, world: World, firstShard: number) {
    this.database = database;
    this.world = world;
    this.#nextShard = firstShard;
  }

  static async open(): Promise<EarningWorld> {
    return await EarningWorld.in(await createTestDatabase(), 0);
  }

  /** Another world in the same database, for what must start from nothing. */
  async another(): Promise<EarningWorld> {
    return await EarningWorld.in(this.database, this.#nextShard);
  }

  static async in(database: TestDatabase, firstShard: number): Promise<EarningWorld> {
    const world = await makeWorld(database.db, {
      advertisers: [
        {
          timeZone: 'UTC',
          walletMicros: 1_000_000_000n,
          campaigns: [{ totalBudgetMicros: 1_000_000_000n, adSets: [{ totalBudgetMicros: 1_000_000_000n }] }],
        },
      ],
      widgetsOfPublishers: [2, 1, 1],
    });
    return new EarningWorld(database, world, firstShard);
  }

  publisher(index: number): number {
    return this.publishers()[index] ?? 0;
  }

  publishers(): number[] {
    return [...new Set(this.world.widgets.map((widget) => widget.publisherId))];
  }

  async setTimeZone(timeZone: string): Promise<void> {
    await this.database.db.updateTable('network_settings').set({ time_zone: timeZone }).execute();
  }

  /** Viewable impressions of one widget (0 and 1 are the first publisher's), settled at once or later. */
  async earn(widget: number, at: Date | number, settledAt: Date | number = at, times = 1): Promise<void> {
    const shard = this.#nextShard++;
    const atMs = Number(at);
    const events = Array.from({ length: times }, (_, sequence) => ({
      sequence,
      shard,
      decidedAtMs: atMs - 2_000,
      eventAtMs: atMs,
      adSetId: this.world.adSets[0]?.id ?? 0,
      widgetId: this.world.widgets[widget]?.id ?? 0,
      priceMicros: 1_000_000,
    }));
    await shipBatch(this.database.pool, {
      shard,
      spoolOffset: 0,
      body: bodyOf(
        events.flatMap((event) => [
          { ...event, kind: 'impression' as const },
          { ...event, kind: 'viewable' as const },
        ]),
      ),
      recordCount: times * 2,
      receivedAt: new Date(settledAt),
    });
    await settleAvailable({ pool: this.database.pool, clock: () => new Date(settledAt) });
  }

  /** Runs the monthly job; what it closed of this world's publishers, as `2026-10 700`. */
  async close(at: Date | number, of: number = this.publisher(0)): Promise<string[]> {
    const closed = await closeMonths({
      db: this.database.db,
      clock: () => new Date(at),
      publicUrl: 'https://dashboard.test',
    });
    return closed
      .filter((month) => month.publisherId === of)
      .map((month) => `${month.month.slice(0, 7)} ${month.earnedMicros}`);
  }

  /** What the operator's report says about this world's publishers, oldest month first. */
  async report(at: Date | number) {
    const { items } = await listClosings(
      { db: this.database.db, clock: () => new Date(at) },
      { page: 1, pageSize: 100_000, sort: 'month' },
    );
    const own = this.publishers();
    return items.filter((item) => own.includes(item.publisher.id));
  }

  /** What the ledger has of a payout that was asked for, without one. */
  async withdraw(publisherId: number, amountMicros: bigint, at: Date): Promise<void> {
    await this.database.db.transaction().execute(async (trx) => {
      await postTransaction(trx, {
        kind: 'payout_request',
        reference: `test:${publisherId}`,
        entries: payoutRequestEntries({ publisherId, amountMicros }),
        at,
      });
    });
  }

  async balances(publisherId: number): Promise<{ pending: bigint; available: bigint }> {
    const rows = await this.database.db
      .selectFrom('ledger_account')
      .select(['kind', 'balance_micros'])
      .where('owner_id', '=', publisherId)
      .execute();
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_micros ?? 0n;
    return { pending: of('publisher_pending'), available: of('publisher_available') };
  }
}
