import { createDb, createPool } from '@placard/db/database';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import type { Pool } from 'pg';
import { FactLoader } from '../analytics/loader.ts';
import { openAnalytics } from '../analytics/open-analytics.ts';
import { createPasswords } from '../auth/passwords.ts';
import { fillDemo } from './fill-demo.ts';
import type { DemoOrder, DemoResult } from './fill-demo-apart.ts';

async function fill(order: DemoOrder): Promise<DemoResult> {
  const pool = createPool({ url: order.databaseUrl, name: 'placard-demo', max: 2 });
  const db = createDb(pool);
  try {
    const key = order.secretKey === undefined ? undefined : Buffer.from(order.secretKey, 'hex');
    const deps = {
      ...order,
      db,
      clock: () => new Date(),
      secrets: createSecrets(key ?? installationKey(order.dataDir)),
      passwords: createPasswords(),
    };
    const accounts = await fillDemo(deps);
    if (accounts !== null) await loadHistory(order, pool);
    return { accounts };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  } finally {
    await db.destroy();
  }
}

/** Brings what was settled into analytics, where it would otherwise cost the server as much memory as settling did. */
async function loadHistory(order: DemoOrder, pool: Pool): Promise<void> {
  const analytics = await openAnalytics(order);
  try {
    await new FactLoader({ pool, analytics }).load();
  } finally {
    await analytics.close();
  }
}

// The one who asked is gone: an order nobody waits for is not carried on with.
process.on('disconnect', () => process.exit(1));
process.once('message', async (order: DemoOrder) => {
  const result = await fill(order);
  process.send?.(result, () => process.exit(0));
});
