import type { Database } from '@placard/db/schema';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import type { AdCategory } from '@placard/domain/campaign/ad-categories';
import type { Role } from '@placard/domain/roles';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';

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
      time_zone: timeZone,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_role')
    .values(roles.map((role) => ({ user_id: id, role })))
    .execute();
  return { userId: id, sessionId: 0, roles, timeZone };
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
