import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseSecrets, secretsIn } from '@placard/db/testing/log-secrets';
import { pino } from 'pino';
import { composeDelivery, type Delivery } from '../compose.ts';
import { readConfig } from '../config.ts';

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export type RunningDelivery = Delivery & {
  readonly address: string;
  readonly dataDir: string;
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sets the clock; `null` = the system's. */
  readonly setClock: (nowMs: number | null) => void;
  /** Lets so much more time go by, whatever the clock says. */
  readonly passMs: (ms: number) => void;
  /** Ends the process's parts and removes its folder. */
  readonly end: () => Promise<void>;
};

/** Whatever is sealed in a test's database opens with it. */
export const TEST_SECRET_KEY = '07'.repeat(32);

/** A whole delivery on a free port of 127.0.0.1, in this process. */
export async function runDelivery(options: {
  readonly databaseUrl: string;
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<RunningDelivery> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'placard-delivery-')));
  let clock: number | null = null;
  let aheadMs = 0;
  const logged: string[] = [];
  const config = readConfig({
    DATABASE_URL: options.databaseUrl,
    PLACARD_DATA_DIR: dataDir,
    // One installation, however many folders its deliveries have here.
    PLACARD_SECRET_KEY: TEST_SECRET_KEY,
    DELIVERY_PORT: '0',
    PLACARD_HOST: '127.0.0.1',
    ...options.environment,
  });
  const delivery = await composeDelivery({
    config,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    nowMs: () => clock ?? Date.now(),
    upMs: () => performance.now() + aheadMs,
    random: Math.random,
  });
  await new Promise<void>((resolve) => delivery.server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(delivery.server.address() as AddressInfo).port}`;
  return {
    ...delivery,
    address,
    dataDir,
    get: (path, init = {}) =>
      fetch(address + path, {
        redirect: 'manual',
        ...init,
        headers: { 'user-agent': BROWSER, ...init.headers },
      }),
    passMs: (ms) => {
      aheadMs += ms;
    },
    setClock: (nowMs) => {
      clock = nowMs;
    },
    end: async () => {
      await delivery.close();
      await rm(dataDir, { recursive: true, force: true });
      refuseSecrets(secretsIn(logged.join('')));
    },
  };
}
