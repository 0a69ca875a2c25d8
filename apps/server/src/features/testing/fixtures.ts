import type { Tx } from '@placard/db/database';
import type { Database } from '@placard/db/schema';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import type { AdCategory } from '@placard/domain/campaign/ad-categories';
import type { Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';
import { replaceRoles } from '../users/replace-roles.ts';

/** A Wednesday, noon in UTC. */
export const TEST_NOW = new Date('2026-05-13T12:00:00Z');

/** Opens what tests of one database sealed. */
export const TEST_SECRETS = createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7));

export type TestDeps = HasDb & HasClock & HasUrls & HasSecrets;

export function testDeps(db: Kysely<Database>): TestDeps {
  return {
    db,
    clock: () => TEST_NOW,
    publicUrl: 'https://dashboard.test',
    deliveryUrl: 'https://ads.test',
    secrets: TEST_SECRETS,
  };
}

const FIRST_TEST_ACCOUNT = 7_000;

let users = 0;

/** An active account with these roles, as the actor it makes. */
export async function createActor(
  db: Kysely<Database>,
  roles: readonly Role[],
  timeZone = 'UTC',
): Promise<Actor> {
  users += 1;
  const { id } = await db
    .insertInto('app_user')
    .values({
      email: `user${users}@company.test`,
      first_name: 'Ada',
      last_name: `Number ${users}`,
      status: 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const accountId = await db
    .transaction()
    .execute(
      async (trx) => await giveAccount(trx, { userId: id, roles, timeZone, status: 'active', at: TEST_NOW }),
    );
  return { userId: id, accountId, member: 'owner', sessionId: 0, roles, timeZone };
}

/**
 * An account of somebody's own, as an invitation makes one. Its id is far from any user's: a test that takes the one
 * for the other fails.
 */
export async function giveAccount(
  trx: Tx,
  account: {
    readonly userId: number;
    readonly roles: readonly Role[];
    readonly timeZone: string;
    readonly status: UserStatus;
    readonly at: Date;
  },
): Promise<number> {
  const { userId, roles, at } = account;
  await sql`select setval(pg_get_serial_sequence('account', 'id'), greatest(
    ${FIRST_TEST_ACCOUNT}, (select coalesce(max(id), 0) from account)))`.execute(trx);
  await replaceRoles(trx, { id: userId, status: account.status }, roles, at);
  const { account_id: id } = await trx
    .selectFrom('account_member')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await trx.updateTable('account').set({ time_zone: account.timeZone }).where('id', '=', id).execute();
  return id;
}

let requests = 0;

export const campaignFieldsOf = (name: string) => ({
  name,
  objective: 'BRAND_AWARENESS' as const,
  category: null as AdCategory | null,
  description: '',
  totalBudget: 500,
  dailyBudget: 50 as number | null,
  startDate: '2026-05-01',
  endDate: '2026-06-30' as string | null,
});

export const adSetFieldsOf = (name: string) => ({
  name,
  description: '',
  totalBudget: null as number | null,
  dailyBudget: null as number | null,
  locations: ['DE', 'AT'],
  devices: ['desktop' as const, 'mobile' as const],
  languages: ['de'],
  startTime: '08:00',
  endTime: '22:30',
  daysOfWeek: [5, 1, 2],
  bid: null as number | null,
  frequencyCapPerDay: null as number | null,
});

export async function createTestCampaign(deps: TestDeps, actor: Actor, name = 'Spring') {
  requests += 1;
  return await createCampaign(deps, actor, {
    campaign: campaignFieldsOf(name),
    adSet: adSetFieldsOf(`${name} everywhere`),
    requestKey: `request-${requests}`,
  });
}

/** The refusal that a use case ends in. Fails the test when it succeeds or breaks otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return expect.fail('was expected to be refused');
}
