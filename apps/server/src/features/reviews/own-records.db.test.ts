import type { AccountOfOperator } from '@placard/contract/records';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import {
  appealCreative,
  asOwner,
  codeOf,
  get,
  grant,
  idOf,
  newOwner,
  openWorld,
  reject,
  uphold,
  world,
} from './testing/appeal-world.ts';

beforeAll(openWorld);
beforeEach(async () => {
  await sql`update app_user set status = 'suspended' where status = 'active'`.execute(world.api.deps.db);
  await setStatus(world.operator, 'active');
  await newOwner();
  await makeOperator(world.owner);
});
afterAll(async () => await world.api.close());

const REFUSED = [409, 'own_record'];
const DONE = [200, undefined];

async function makeOperator({ id }: TestUser): Promise<void> {
  await world.api.deps.db
    .insertInto('user_role')
    .values({ user_id: id, role: 'operator', granted_at: world.api.now })
    .execute();
}

async function setStatus({ id }: TestUser, status: 'active' | 'suspended'): Promise<void> {
  await world.api.deps.db.updateTable('app_user').set({ status }).where('id', '=', id).execute();
}

async function join({ id }: TestUser): Promise<void> {
  await world.api.deps.db
    .insertInto('account_member')
    .values({ account_id: world.owner.accountId, user_id: id, role: 'viewer', joined_at: world.api.now })
    .execute();
}

/** By whoever owns what is decided about, and runs the network besides. */
const own = async (path: string, body: object) => codeOf(await asOwner(`/operator${path}`, body));
const other = async (path: string, body: object) =>
  codeOf(await world.api.call('POST', `/operator${path}`, { token: world.operator.token, body }));

async function waits(): Promise<{ kind: 'website'; id: number; version: number }> {
  await sql`update website set status = 'pending' where id = ${world.websiteId}`.execute(world.api.deps.db);
  return { kind: 'website', id: world.websiteId, version: 1 };
}

describe('of an account of one’s own', () => {
  it('another operator approves what waits; to reject it needs nobody else', async () => {
    const seen = await waits();
    expect(await own('/reviews/approve', seen)).toEqual(REFUSED);
    expect(await own('/reviews/reject', { ...seen, code: 'other', text: 'Not yet.' })).toEqual(DONE);
    await waits();
    expect(await other('/reviews/approve', { ...seen, version: 2 })).toEqual(DONE);
  });

  it('another one says of what runs already that it may', async () => {
    const seen = { kind: 'creative', id: world.creativeId, version: 1 };
    expect(await own('/reviews/approve', seen)).toEqual(REFUSED);
    // Nobody asks about it.
    expect(await other('/reviews/approve', seen)).toEqual([409, 'conflict_status']);
  });

  it('another one grants an objection, and lifts a suspension', async () => {
    await reject('creative', world.creativeId);
    const id = idOf(await appealCreative());
    expect(await own(`/reviews/appeals/${id}/grant`, { version: 2 })).toEqual(REFUSED);
    expect(codeOf(await grant(id))).toEqual(DONE);
    const suspension = { version: 1, text: 'For the moment.' };
    expect(await own(`/websites/${world.websiteId}/suspend`, suspension)).toEqual(DONE);
    expect(await own(`/websites/${world.websiteId}/activate`, { version: 2 })).toEqual(REFUSED);
    expect(await other(`/websites/${world.websiteId}/activate`, { version: 2 })).toEqual(DONE);
  });

  it('another one lets its changes go live at once; that they do not any more needs nobody else', async () => {
    const account = `/accounts/${world.owner.accountId}`;
    const path = `${account}/trust`;
    const may = async (user: TestUser) =>
      (await get<AccountOfOperator>(`/operator${account}`, user)).mayTrust;
    expect([await may(world.owner), await may(world.operator)]).toEqual([false, true]);
    expect(await own(path, { trusted: true })).toEqual(REFUSED);
    expect(await other(path, { trusted: true })).toEqual(DONE);
    expect(await own(path, { trusted: false })).toEqual(DONE);
    await setStatus(world.operator, 'suspended');
    expect(await may(world.owner)).toBe(true);
  });

  it('one decides all the same where nobody else could', async () => {
    await setStatus(world.operator, 'suspended');
    expect(await own('/reviews/approve', await waits())).toEqual(DONE);
  });

  it('nor could an operator who acts for it as well, or who is none any more', async () => {
    await join(world.operator);
    expect(await own('/reviews/approve', await waits())).toEqual(DONE);
    await sql`update website set version = 1 where id = ${world.websiteId}`.execute(world.api.deps.db);
    const seen = await waits();
    const third = await world.api.user({ roles: ['operator'] });
    expect(await own('/reviews/approve', seen)).toEqual(REFUSED);
    await sql`delete from user_role where user_id = ${third.id}`.execute(world.api.deps.db);
    expect(await own('/reviews/approve', seen)).toEqual(DONE);
  });
});

describe('what one decided oneself', () => {
  const rejectedByOperator = async () => {
    await reject('creative', world.creativeId);
    return idOf(await appealCreative());
  };

  it('another operator keeps to against an objection', async () => {
    const id = await rejectedByOperator();
    expect(codeOf(await uphold(id))).toEqual([409, 'own_decision']);
    const third = await world.api.user({ roles: ['operator'] });
    const answer = await world.api.call('POST', `/operator/reviews/appeals/${id}/uphold`, {
      token: third.token,
      body: { version: 2, text: 'It still does.' },
    });
    expect(codeOf(answer)).toEqual(DONE);
  });

  it('one may think better of', async () => {
    expect(codeOf(await grant(await rejectedByOperator()))).toEqual(DONE);
  });

  it('one keeps to oneself where nobody else runs the network', async () => {
    const id = await rejectedByOperator();
    await sql`delete from user_role where user_id = ${world.owner.id} and role = 'operator'`.execute(
      world.api.deps.db,
    );
    expect(codeOf(await uphold(id))).toEqual(DONE);
  });
});
