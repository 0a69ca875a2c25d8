import { createDb, createPool } from '@placard/db/database';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import type { Pool } from 'pg';
import { FactLoader } from '../analytics/loader.ts';
import { type Analytics, openAnalytics } from '../analytics/open-analytics.ts';
import { createPasswords } from '../auth/passwords.ts';
import { fillDemo } from './fill-demo.ts';
import type { DemoOrder, DemoResult } from './fill-demo-apart.ts';

async function fill(order: DemoOrder): Promise<DemoResult> {
  const pool = createPool({ url: order.databaseUrl, name: 'placard-demo', max: 2 });
  const db = createDb(pool);
  let loading: HistoryLoading | undefined;
  try {
    const key = order.secretKey === undefined ? undefined : Buffer.from(order.secretKey, 'hex');
    const deps = {
      ...order,
      db,
      clock: () => new Date(),
      secrets: createSecrets(key ?? installationKey(order.dataDir)),
      passwords: createPasswords(),
    };
    loading = new HistoryLoading(order, pool);
    const accounts = await fillDemo({ ...deps, onSettled: () => loading?.follow() });
    if (accounts !== null) await loading.finish();
    return { accounts };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  } finally {
    await loading?.close();
    await db.destroy();
  }
}

/** So many days at once: an insert costs what its tables cost, however few its facts are. */
const DAYS_OF_LOAD = 20;

/**
 * Brings what was settled into analytics while the days after it are lived through, on the other processor; in here, where it
 * costs the server no memory.
 */
class HistoryLoading {
  readonly #order: DemoOrder;
  readonly #pool: Pool;
  #opened: Promise<{ analytics: Analytics; loader: FactLoader }> | undefined;
  #loaded: Promise<unknown> = Promise.resolve();
  #days = 0;

  constructor(order: DemoOrder, pool: Pool) {
    this.#order = order;
    this.#pool = pool;
  }

  /** Another day is settled. */
  follow(): void {
    this.#days += 1;
    if (this.#days % DAYS_OF_LOAD === 0) this.#load();
  }

  /** Resolves when all of it is there. @throws what the first load that failed threw */
  async finish(): Promise<void> {
    this.#load();
    await this.#loaded;
  }

  async close(): Promise<void> {
    await this.#loaded.catch(() => undefined);
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.analytics.close();
  }

  #load(): void {
    this.#opened ??= this.#open();
    const opened = this.#opened;
    this.#loaded = this.#loaded.then(async () => await (await opened).loader.load());
    // Told by finish(), where somebody waits for it.
    this.#loaded.catch(() => undefined);
  }

  async #open(): Promise<{ analytics: Analytics; loader: FactLoader }> {
    const analytics = await openAnalytics(this.#order);
    return { analytics, loader: new FactLoader({ pool: this.#pool, analytics }) };
  }
}

// The one who asked is gone: an order nobody waits for is not carried on with.
process.on('disconnect', () => process.exit(1));
process.once('message', async (order: DemoOrder) => {
  const result = await fill(order);
  process.send?.(result, () => process.exit(0));
});
