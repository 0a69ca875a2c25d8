import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { Passwords } from '../auth/passwords.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../deps.ts';
import { createAccount } from '../features/accounts/new-account.ts';
import type { HasImages } from '../features/images/upload-image.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { makeOperator } from '../features/users/replace-roles.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccountKey } from './demo-accounts.ts';
import type { Random } from './random.ts';

export const DAY_MS = 86_400_000;

/** A clock that the history moves forward; use cases take it for the real one. */
export type HistoryClock = {
  readonly now: () => Date;
  /** Hours of a day of the history in UTC: day 0 is today, hours may have parts. Never beyond the real present. */
  readonly goTo: (day: number, hour: number) => void;
  /** Midnight in UTC of a day of the history. */
  readonly dayStartMs: (day: number) => number;
  /** 'YYYY-MM-DD' of it. */
  readonly dayText: (day: number) => string;
  /** The present, the end of the history. */
  readonly presentMs: number;
};

export function createHistoryClock(present: Date): HistoryClock {
  const presentMs = present.getTime();
  const todayMs = Math.floor(presentMs / DAY_MS) * DAY_MS;
  const dayStartMs = (day: number) => todayMs + day * DAY_MS;
  let nowMs = dayStartMs(-61);
  return {
    now: () => new Date(nowMs),
    goTo: (day, hour) => {
      nowMs = Math.max(nowMs, Math.min(presentMs, dayStartMs(day) + hour * 3_600_000));
    },
    dayStartMs,
    dayText: (day) => new Date(dayStartMs(day)).toISOString().slice(0, 10),
    presentMs,
  };
}

/** What the demo's steps work with: use cases' deps at the history's time, the accounts as actors. */
export type DemoWorld = HasDb &
  HasClock &
  HasUrls &
  HasSecrets &
  HasImages & {
    readonly history: HistoryClock;
    readonly random: Random;
    readonly actors: Readonly<Record<DemoAccountKey, Actor>>;
  };

/** Makes the accounts, active and with the demo's password. */
export async function createAccounts(
  db: Kysely<Database>,
  passwords: Passwords,
  createdAt: Date,
): Promise<Record<DemoAccountKey, Actor>> {
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const actors: Partial<Record<DemoAccountKey, Actor>> = {};
  for (const key of Object.keys(DEMO_ACCOUNTS) as DemoAccountKey[]) {
    const { roles, ...plan } = DEMO_ACCOUNTS[key];
    const { id } = await db
      .insertInto('app_user')
      .values({
        email: plan.email,
        first_name: plan.firstName,
        last_name: plan.lastName,
        password_hash: passwordHash,
        status: 'active',
        created_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const accountRoles = roles.filter((role) => role !== 'operator');
    const accountId = await inTransaction(db, async (trx) => {
      if (roles.length > accountRoles.length) await makeOperator(trx, id, createdAt);
      const { company, timeZone } = plan;
      return await createAccount(trx, {
        ownerId: id,
        roles: accountRoles,
        company,
        timeZone,
        status: 'active',
        at: createdAt,
      });
    });
    actors[key] = { userId: id, accountId, member: 'owner', sessionId: 0, roles, timeZone: plan.timeZone };
  }
  return actors as Record<DemoAccountKey, Actor>;
}
