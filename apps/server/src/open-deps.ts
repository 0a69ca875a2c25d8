import { createDb, createPool } from '@placard/db/database';
import { startTraces } from '@placard/db/process/traces';
import { openSecrets } from '@placard/db/secrets/installation-key';
import type { Logger } from 'pino';
import type { Analytics } from './analytics/open-analytics.ts';
import { AfterAnswer } from './api/after-answer.ts';
import type { AppDeps } from './app-deps.ts';
import { createPasswords } from './auth/passwords.ts';
import { createSignInLimits } from './auth/sign-in-limits.ts';
import type { ServerConfig } from './config.ts';
import { limitTransactions } from './fairness/transaction-turns.ts';
import type { HasImages } from './features/images/upload-image.ts';
import type { CardGateway } from './gateways/card-gateway.ts';
import type { HasProvider } from './gateways/sign-in-provider.ts';
import { createSafeFetch } from './safe-fetch/safe-fetch.ts';

/** Connections of the API: argon2 and the disk are the limits long before these are. */
const POOL_MAX = 12;
/** Of them for transactions; the others stay free for reads. */
const TRANSACTIONS_AT_ONCE = 8;
/** A call that waits longer for a row or for its statement is answered that it may come again. */
const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** That limit the server keeps, which one that is frozen does not. */
const GIVE_UP_AFTER_MS = 10_000;

/** What the use cases of a running server work with. Closing `db` ends its connections. */
export function openDeps(
  config: ServerConfig,
  opened: HasImages &
    HasProvider & { readonly analytics: Analytics; readonly cards: CardGateway | null; readonly log: Logger },
): AppDeps & { readonly traces: { stop(): Promise<void> } } {
  const { log } = opened;
  // Before there is anything whose statements belong into them.
  const traces = startTraces(config.traces, 'placard-server', (lost) => log.warn(lost, 'traces were lost'));
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-server',
    max: POOL_MAX,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const db = createDb(pool);
  limitTransactions(db, TRANSACTIONS_AT_ONCE);
  return {
    db,
    clock: () => new Date(),
    publicUrl: config.publicUrl,
    deliveryUrl: config.deliveryUrl,
    mailServer: config.smtpUrl !== undefined,
    dataDir: config.dataDir,
    secrets: openSecrets(config.secretKeys, config.dataDir),
    passwords: createPasswords(),
    signInLimits: createSignInLimits(),
    ...opened,
    outside: createSafeFetch(),
    afterAnswer: new AfterAnswer(log),
    traces,
  };
}
