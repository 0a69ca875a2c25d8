import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ErrorBody } from '@placard/contract/error-catalogue';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase } from '@placard/db/testing/database';
import { refuseSecrets, secretsIn } from '@placard/db/testing/log-secrets';
import type { Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { AfterAnswer } from '../../api/after-answer.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createPasswords, type Passwords } from '../../auth/passwords.ts';
import { startSession } from '../../auth/sessions.ts';
import { createSignInLimits } from '../../auth/sign-in-limits.ts';
import { createRouter } from '../../compose.ts';
import type { Actor, HasMailServer, HasUrls } from '../../deps.ts';
import { folderImageStore } from '../../features/images/folder-image-store.ts';
import { giveAccount } from '../../features/testing/fixtures.ts';
import type { HasCards } from '../../gateways/card-gateway.ts';
import type { HasProvider } from '../../gateways/sign-in-provider.ts';
import type { HasOutside } from '../../safe-fetch/safe-fetch.ts';
import { serverLog } from '../../server-log.ts';
import { createAccountTurns } from '../account-turns.ts';
import { createHttpServer, type HttpOptions } from '../server.ts';

/** The least argon2 takes: tests ask whether a password is checked, not how slowly. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** All that a test sends at once meets in the database: there the rules have to hold, with turns or without. */
const AT_ONCE = { perKey: 1_000, atOnce: 1_000, waiting: 0, waitingInAll: 0, patienceMs: 0 };
export const PASSWORD = 'Correct-Horse-1';

export type CallOptions = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** `data` of a good answer. */
  readonly data: unknown;
  /** `error` of a refusal. */
  readonly error: ErrorBody['error'] | undefined;
  readonly raw: Buffer;
};

export type NewUser = {
  readonly email?: string;
  readonly roles?: readonly Role[];
  readonly status?: UserStatus;
  readonly timeZone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Null: an account that was invited and has none yet. */
  readonly password?: string | null;
};

export type TestUser = {
  readonly id: number;
  /** Of the account that they own. */
  readonly accountId: number;
  readonly email: string;
  readonly token: string;
  readonly actor: Actor;
};

/** The whole API on a database of its own, called without a port, at a time that stands still until it is moved. */
export type TestApi = {
  readonly app: FastifyInstance;
  readonly deps: AppDeps;
  /** Of its database, for what writes past the use cases. */
  readonly pool: Pool;
  readonly passwords: Passwords;
  /** The clock: assign to move it. */
  now: Date;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>;
  /** An account that is signed in. */
  user(user?: NewUser): Promise<TestUser>;
  close(): Promise<void>;
};

export type TestApiOptions = Partial<HttpOptions> &
  Partial<HasAnalytics & HasOutside & HasCards & HasMailServer & Pick<HasUrls, 'publicUrl'>> & {
    readonly provider?: (clock: () => Date) => HasProvider['provider'];
  };

/** Nobody listens there: opening ClickHouse costs more than all the rest, and few tests ask for a report. */
export function noAnalytics(): HasAnalytics['analytics'] {
  return { client: createClient({ url: 'http://127.0.0.1:9', log: { level: ClickHouseLogLevel.OFF } }) };
}

/** No test asks the internet. */
export const nowhere: HasOutside['outside'] = async ({ url }) => ({ ok: false, url, fault: 'unreachable' });

export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-test-api-'));
  const passwords = createPasswords(CHEAP);
  const logged: string[] = [];
  const log = serverLog('trace', { write: (line) => void logged.push(line) });
  let count = 0;
  const deps: AppDeps = {
    db: database.db,
    clock: () => api.now,
    publicUrl: options.publicUrl ?? 'http://dashboard.test',
    deliveryUrl: 'http://ads.test',
    mailServer: options.mailServer ?? false,
    dataDir,
    secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
    passwords,
    signInLimits: createSignInLimits(),
    analytics: options.analytics ?? noAnalytics(),
    outside: options.outside ?? nowhere,
    cards: options.cards ?? null,
    provider: options.provider?.(() => api.now) ?? null,
    images: folderImageStore(join(dataDir, 'images')),
    afterAnswer: new AfterAnswer(log),
    log,
  };
  const app = await createHttpServer(createRouter(deps), deps, {
    trustProxy: false,
    callsPerMinute: 0,
    accountTurns: createAccountTurns({ read: AT_ONCE, write: AT_ONCE, upload: AT_ONCE }),
    webFolder: join(dataDir, 'web'),
    ...options,
  });

  const api: TestApi = {
    app,
    deps,
    pool: database.pool,
    passwords,
    now: new Date('2026-03-10T12:00:00Z'),
    async call(method, path, call = {}) {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: call.ip ?? '127.0.0.1',
        headers: {
          ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
      });
      // Tests ask what came of a call, not only what it answered.
      await deps.afterAnswer.idle();
      const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
      const body = isJson ? (response.json() as { data?: unknown; error?: ErrorBody['error'] }) : {};
      return {
        status: response.statusCode,
        headers: response.headers,
        data: body.data,
        error: body.error,
        raw: response.rawPayload,
      };
    },
    async user(user = {}) {
      count += 1;
      const email = user.email ?? `user-${count}@example.com`;
      const roles = user.roles ?? ['advertiser'];
      const timeZone = user.timeZone ?? 'UTC';
      const password = user.password === undefined ? PASSWORD : user.password;
      const { id } = await database.db
        .insertInto('app_user')
        .values({
          email,
          first_name: user.firstName ?? 'Test',
          last_name: user.lastName ?? `User ${count}`,
          status: user.status ?? 'active',
          password_hash: password === null ? null : await passwords.hash(password),
          created_at: api.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const status = user.status ?? 'active';
      const accountId = await database.db
        .transaction()
        .execute(async (trx) => await giveAccount(trx, { userId: id, roles, timeZone, status, at: api.now }));
      const token = await startSession(database.db, { userId: id, userAgent: 'vitest', now: api.now });
      const session = await database.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      const actor: Actor = { userId: id, accountId, member: 'owner', sessionId: session.id, roles, timeZone };
      return { id, accountId, email, token, actor };
    },
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      refuseSecrets(secretsIn(logged.join('')));
    },
  };
  return api;
}
