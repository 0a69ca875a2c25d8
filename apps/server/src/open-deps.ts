import { createDb, createPool } from '@placard/db/database';
import { pino } from 'pino';
import type { Analytics } from './analytics/open-analytics.ts';
import { createPasswords } from './auth/passwords.ts';
import { createSignInLimits } from './auth/sign-in-limits.ts';
import type { ServerConfig } from './config.ts';
import type { AppDeps } from './features/feature.ts';
import type { CardGateway } from './gateways/card-gateway.ts';
import { createSafeFetch } from './safe-fetch/safe-fetch.ts';
import { installationKey } from './secrets/installation-key.ts';
import { createSecrets } from './secrets/secrets.ts';

/** Connections of the API: argon2 and the disk are the limits long before these are. */
const POOL_MAX = 12;

/** What the use cases of a running server work with. Closing `db` ends its connections. */
export function openDeps(config: ServerConfig, analytics: Analytics, cards: CardGateway | null): AppDeps {
  const log = pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'err.parameters', 'err.detail'],
  });
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-server',
    max: POOL_MAX,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  return {
    db: createDb(pool),
    clock: () => new Date(),
    publicUrl: config.publicUrl,
    deliveryUrl: config.deliveryUrl,
    dataDir: config.dataDir,
    secrets: createSecrets(config.secretKey ?? installationKey(config.dataDir)),
    passwords: createPasswords(),
    signInLimits: createSignInLimits(),
    analytics,
    outside: createSafeFetch(),
    cards,
    log,
  };
}
