import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import { memberMay } from '@placard/domain/account/member';
import { MEMBER_ROLES, type MemberRole } from '@placard/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guarded, type Operation } from './testing/guarded-operations.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

const ofAccounts = guarded.filter(({ meta }) => !meta.access.includes('operator'));

let api: TestApi;
let owner: TestUser;
const members = new Map<MemberRole, TestUser>();

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.user({ roles: ['advertiser', 'publisher'] });
  members.set('owner', owner);
  for (const role of MEMBER_ROLES) {
    if (role === 'owner') continue;
    // Each also owns an account without roles: nothing of what is allowed here comes from there.
    const user = await api.user({ roles: [] });
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: owner.accountId, user_id: user.id, role })
      .execute();
    members.set(role, user);
  }
});
afterAll(async () => {
  await api.close();
});

async function outcome(operation: Operation, user: TestUser | undefined, accountId: number) {
  const answer = await api.call(operation.method, operation.path, {
    token: user?.token,
    headers: { 'placard-account': `${accountId}` },
    ...(operation.method === 'GET' ? {} : { body: {} }),
  });
  return { status: answer.status, code: answer.error?.code };
}

// A change without a part is about the person: calling them all would sign everybody out.
const judged = ofAccounts.filter(({ meta, method }) => method === 'GET' || meta.part !== undefined);
describe.each(judged)('$name', (operation) => {
  const { part } = operation.meta;
  const changes = operation.method !== 'GET';

  it.each(MEMBER_ROLES)('for a member who is %s', async (role) => {
    const found = await outcome(operation, members.get(role), owner.accountId);
    if (changes && part !== undefined && !memberMay(role, part)) {
      expect(found).toEqual({ status: ERROR_CATALOGUE.member_denied.status, code: 'member_denied' });
    } else {
      expect([401, 403, 500]).not.toContain(found.status);
    }
  });
});

it('every operation is refused for an account that one does not belong to, whether there is one or not', async () => {
  const stranger = await api.user({ roles: ['advertiser', 'publisher', 'operator'] });
  for (const operation of guarded) {
    for (const accountId of [owner.accountId, 2_000_000_000]) {
      const found = await outcome(operation, stranger, accountId);
      expect([operation.name, found]).toEqual([operation.name, { status: 403, code: 'not_a_member' }]);
    }
  }
});

it('each change of an account says which part of it that is', () => {
  const silent = ofAccounts
    .filter(({ meta, method }) => Array.isArray(meta.access) && method !== 'GET' && meta.part === undefined)
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});

it('suspended, an account refuses all of its members at their next call', async () => {
  const set = async (status: 'active' | 'suspended') =>
    await api.deps.db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();
  await set('suspended');
  for (const [role, user] of members) {
    const answer = await api.call('GET', '/advertiser/campaigns', {
      token: user.token,
      headers: { 'placard-account': `${owner.accountId}` },
    });
    expect([role, answer.error?.code]).toEqual([role, 'account_suspended']);
  }
  await set('active');
});
