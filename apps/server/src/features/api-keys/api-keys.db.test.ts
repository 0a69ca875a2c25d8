import type { ApiKey } from '@placard/contract/api-keys';
import type { MemberRole } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../api/idempotency.ts';
import { callerOf } from '../../auth/sessions.ts';
import { sweepExpired } from '../../auth/sweep-expired.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { createKey, type NewKey } from './create-key.ts';

const START = new Date('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  api.now = START;
  owner = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Ada', lastName: 'Owner' });
});
afterAll(async () => {
  await api.close();
});

const NEW: NewKey = {
  name: 'Nightly import',
  scopes: ['read'],
  lifetime: '30_days',
  currentPassword: PASSWORD,
};
const asked = async (user: TestUser, change: object = {}, headers = {}) =>
  await api.call('POST', '/api-keys', { token: user.token, body: { ...NEW, ...change }, headers });
type Made = { key: string; apiKey: ApiKey };
const made = async (user: TestUser, change: object = {}, headers = {}): Promise<Made> => {
  const answer = await asked(user, change, headers);
  expect([answer.status, answer.error]).toEqual([200, undefined]);
  return answer.data as Made;
};
const list = async (user: TestUser, headers = {}) =>
  ((await api.call('GET', '/api-keys', { token: user.token, headers })).data as { items: ApiKey[] }).items;
const revoke = async (user: TestUser, id: number, headers = {}) =>
  await api.call('DELETE', `/api-keys/${id}`, { token: user.token, body: {}, headers });
const forAccount = ({ accountId }: TestUser) => ({ 'placard-account': String(accountId) });
/** What a call with a key comes to: its status and code. */
const used = async (
  key: string,
  path = '/advertiser/campaigns',
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  headers = {},
) => {
  const body = method === 'GET' ? {} : { body: {} };
  const { status, error } = await api.call(method, path, { token: key, headers, ...body });
  return [status, error?.code];
};
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(api.deps.db);
  return rows[0]?.count ?? 0;
}
/** Somebody else, in the owner's account. */
async function join(role: MemberRole): Promise<TestUser> {
  const user = await api.user({ roles: [] });
  await api.deps.db
    .insertInto('account_member')
    .values({ account_id: owner.accountId, user_id: user.id, role })
    .execute();
  return user;
}
const setRole = async (user: TestUser, role: MemberRole) =>
  await api.deps.db
    .updateTable('account_member')
    .set({ role })
    .where('user_id', '=', user.id)
    .where('account_id', '=', owner.accountId)
    .execute();

describe('making a key', () => {
  it('shows it once; its hash and its first letters are all that is kept', async () => {
    const { key, apiKey } = await made(owner);
    expect(key).toMatch(/^pk_[\w-]{43}$/);
    expect(apiKey).toEqual({
      id: apiKey.id,
      name: 'Nightly import',
      hint: key.slice(0, 9),
      scopes: ['read'],
      maker: 'Ada Owner',
      mine: true,
      createdAt: START.toISOString(),
      expiresAt: '2026-04-09T12:00:00.000Z',
      expired: false,
      lastUsedAt: null,
      lastUsedIp: null,
    });
    expect(await list(owner)).toEqual([apiKey]);
    for (const table of ['api_key', 'audit_log'] as const) {
      const rows = await api.deps.db.selectFrom(table).selectAll().execute();
      expect(canonicalJson(rows)).not.toContain(key.slice(9));
    }
  });

  it('asks for the password, for a name on one line and for scopes', async () => {
    const codes = async (change: object) => {
      const { status, error } = await asked(owner, change);
      return [status, error?.issues?.map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await codes({ currentPassword: 'Wrong-Horse-1' })).toEqual([
      422,
      ['currentPassword current_password_wrong'],
    ]);
    expect(await codes({ name: ' ' })).toEqual([422, ['name name_required']]);
    expect(await codes({ name: 'a\nb' })).toEqual([422, ['name hidden_characters']]);
    expect(await codes({ name: 'x'.repeat(101) })).toEqual([422, ['name text_longer_than']]);
    expect((await made(owner, { name: 'x'.repeat(100) })).apiKey.name).toHaveLength(100);
    expect(await codes({ scopes: [] })).toEqual([422, ['scopes scope_required']]);
    expect(await codes({ scopes: ['read', 'read'] })).toEqual([422, ['scopes scope_repeated']]);
    expect((await codes({ scopes: ['operator'] }))[0]).toBe(422);
    expect((await codes({ lifetime: '2_years' }))[0]).toBe(422);
    expect(await list(owner)).toHaveLength(1);
  });

  it('gives no scope beyond the role of its maker', async () => {
    const headers = forAccount(owner);
    const manager = await join('manager');
    const refused = await asked(manager, { scopes: ['read', 'money'] }, headers);
    expect(refused.error?.issues?.[0]?.code).toBe('scope_beyond_role');
    expect((await made(manager, { scopes: ['read', 'work'] }, headers)).apiKey.mine).toBe(true);
    const viewer = await join('viewer');
    expect((await asked(viewer, { scopes: ['work'] }, headers)).status).toBe(422);
    await made(viewer, { scopes: ['read'] }, headers);
    const stranger = await api.user();
    expect((await asked(stranger, {}, headers)).error?.code).toBe('not_a_member');
  });

  it('has an end at twenty that live, also when two are made at once; those of others do not count', async () => {
    await made(await join('viewer'), {}, forAccount(owner));
    for (let count = 0; count < 19; count += 1) await made(owner);
    let late: ReturnType<typeof asked> | undefined;
    await api.deps.db.transaction().execute(async (trx) => {
      await createKey({ ...api.deps, db: trx }, owner.actor, NEW);
      late = asked(owner);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 10_000, interval: 5 });
    });
    expect((await late)?.error?.code).toBe('conflict_status');
    // Those that ran out make room.
    api.now = new Date(START.getTime() + 30 * DAY_MS);
    const session = await api.call('POST', '/auth/login', {
      body: { email: owner.email, password: PASSWORD },
    });
    const { token } = session.data as { token: string };
    await made({ ...owner, token });
  });
});

describe('a key', () => {
  it('reads, works or moves money, as its scopes say, and says which one it lacks', async () => {
    const reads = (await made(owner)).key;
    expect(await used(reads)).toEqual([200, undefined]);
    expect(await used(reads, '/auth/profile')).toEqual([200, undefined]);
    const refused = await api.call('POST', '/advertiser/campaigns', { token: reads, body: {} });
    const message = 'This API key lacks the scope "work".';
    const said = { message, reason: 'key_lacks_scope', value: 'work' };
    expect([refused.status, refused.error]).toEqual([403, { code: 'key_scope_missing', ...said }]);
    const works = (await made(owner, { scopes: ['work'] })).key;
    expect(await used(works, '/advertiser/campaigns', 'POST')).toEqual([422, 'invalid_input']);
    expect(await used(works)).toEqual([403, 'key_scope_missing']);
    expect(await used(works, '/publisher/payment/profiles', 'POST')).toEqual([403, 'key_scope_missing']);
    const pays = (await made(owner, { scopes: ['money'] })).key;
    expect(await used(pays, '/publisher/payment/profiles', 'POST')).toEqual([422, 'invalid_input']);
    expect(await used(pays, '/advertiser/campaigns', 'POST')).toEqual([403, 'key_scope_missing']);
  });

  it('reaches nothing personal, no keys, and nothing of operators, whoever made it', async () => {
    const operator = await api.user({ roles: ['operator', 'advertiser'] });
    const { key, apiKey } = await made(operator, { scopes: ['read', 'work', 'money'] });
    const denied = [403, 'key_denied'];
    for (const [method, path] of [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['GET', '/auth/sessions'],
      ['GET', '/accounts'],
      ['PUT', '/accounts/home'],
      ['POST', '/account/invitations'],
      ['POST', '/account/leave'],
      ['POST', '/account/owner'],
      ['PUT', '/auth/profile'],
      ['PUT', '/auth/password'],
      ['POST', '/auth/totp'],
      ['POST', '/auth/logout'],
      ['GET', '/operator/audit'],
      ['GET', '/operator/users'],
    ] as const) {
      expect([path, await used(key, path, method)]).toEqual([path, denied]);
    }
    const answer = await api.call('DELETE', `/api-keys/${apiKey.id}`, { token: key, body: {} });
    expect(answer.error?.code).toBe('key_denied');
    const caller = await callerOf(api.deps.db, { token: key, now: api.now, accountId: null, ip: '10.0.0.1' });
    expect(caller).toMatchObject({ kind: 'user', actor: { roles: ['advertiser'], sessionId: 0 } });
  });

  it('acts for its account alone, wherever its maker is at home', async () => {
    const agent = await join('manager');
    const { key } = await made(agent, { scopes: ['read'] }, forAccount(owner));
    const profile = await api.call('GET', '/auth/profile', { token: key });
    expect(profile.data).toMatchObject({ accountId: owner.accountId, member: 'manager' });
    expect(await used(key, '/auth/profile', 'GET', forAccount(owner))).toEqual([200, undefined]);
    // One that they belong to as well, one that they don't, and none.
    expect(await used(key, '/auth/profile', 'GET', forAccount(agent))).toEqual([403, 'not_a_member']);
    const stranger = await api.user();
    expect(await used(key, '/auth/profile', 'GET', forAccount(stranger))).toEqual([403, 'not_a_member']);
    expect(await used(key, '/auth/profile', 'GET', { 'placard-account': 'x' })).toEqual([
      403,
      'not_a_member',
    ]);
  });

  it('does what its maker may do now, not what they might when they made it', async () => {
    const manager = await join('manager');
    const { key } = await made(manager, { scopes: ['read', 'work'] }, forAccount(owner));
    expect(await used(key, '/advertiser/campaigns', 'POST')).toEqual([422, 'invalid_input']);
    await setRole(manager, 'viewer');
    expect(await used(key, '/advertiser/campaigns', 'POST')).toEqual([403, 'member_denied']);
    expect(await used(key)).toEqual([200, undefined]);
    await setRole(manager, 'finance');
    expect(await used(key, '/advertiser/campaigns', 'POST')).toEqual([403, 'member_denied']);
    expect(await used(key, '/publisher/payment/profiles', 'POST')).toEqual([403, 'key_scope_missing']);
  });

  it('goes with its maker, and does not come back with them', async () => {
    const manager = await join('manager');
    const { key } = await made(manager, {}, forAccount(owner));
    await api.deps.db
      .deleteFrom('account_member')
      .where('user_id', '=', manager.id)
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(await used(key)).toEqual([401, 'unauthenticated']);
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: owner.accountId, user_id: manager.id, role: 'manager' })
      .execute();
    expect(await used(key)).toEqual([401, 'unauthenticated']);
    expect(await list(owner)).toEqual([]);
  });

  it('is refused while its account or its maker is suspended', async () => {
    const manager = await join('manager');
    const { key } = await made(manager, {}, forAccount(owner));
    const { db } = api.deps;
    const setAccount = async (status: UserStatus) =>
      await db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();
    const setMaker = async (status: UserStatus) =>
      await db.updateTable('app_user').set({ status }).where('id', '=', manager.id).execute();
    await setAccount('suspended');
    expect(await used(key)).toEqual([403, 'account_suspended']);
    await setAccount('active');
    expect(await used(key)).toEqual([200, undefined]);
    await setMaker('suspended');
    expect(await used(key)).toEqual([403, 'account_suspended']);
    await setMaker('inactive');
    expect(await used(key)).toEqual([401, 'unauthenticated']);
  });

  it('works until it runs out, is listed as such for thirty days, then gone', async () => {
    const { key, apiKey } = await made(owner);
    const forever = await made(owner, { lifetime: 'never', name: 'Forever' });
    const at = (ms: number) => {
      api.now = new Date(START.getTime() + ms);
    };
    at(30 * DAY_MS - 1);
    expect(await used(key)).toEqual([200, undefined]);
    expect((await list(owner)).map(({ id, expired }) => [id, expired])).toEqual([
      [forever.apiKey.id, false],
      [apiKey.id, false],
    ]);
    at(30 * DAY_MS);
    expect(await used(key)).toEqual([401, 'unauthenticated']);
    const ids = async () =>
      (
        await api.deps.db
          .selectFrom('api_key')
          .select('id')
          .where('user_id', '=', owner.id)
          .orderBy('id')
          .execute()
      ).map(({ id }) => id);
    at(60 * DAY_MS);
    await sweepExpired(api.deps);
    expect(await ids()).toEqual([apiKey.id, forever.apiKey.id]);
    at(60 * DAY_MS + 1);
    await sweepExpired(api.deps);
    expect(await ids()).toEqual([forever.apiKey.id]);
    expect(await used(forever.key)).toEqual([200, undefined]);
  });

  it('remembers when and from where it was used, to the minute', async () => {
    const { key } = await made(owner);
    const useFrom = async (ms: number, ip: string) => {
      api.now = new Date(START.getTime() + ms);
      await api.call('GET', '/advertiser/campaigns', { token: key, ip });
      const [seen] = await list(owner);
      return [seen?.lastUsedAt, seen?.lastUsedIp];
    };
    const first = [START.toISOString(), '10.0.0.1'];
    expect(await useFrom(0, '10.0.0.1')).toEqual(first);
    expect(await useFrom(59_999, '10.0.0.2')).toEqual(first);
    expect(await useFrom(60_000, '10.0.0.3')).toEqual(['2026-03-10T12:01:00.000Z', '10.0.0.3']);
  });

  it('is refused where its maker has to set up a second factor first', async () => {
    const { key } = await made(owner);
    const settings = api.deps.db.updateTable('network_settings');
    await settings.set({ totp_required: 'everybody' }).execute();
    expect(await used(key)).toEqual([403, 'totp_enrolment_required']);
    await settings.set({ totp_required: 'nobody' }).execute();
    expect(await used(key)).toEqual([200, undefined]);
  });

  it('is one whole: a letter more, less or other is nobody', async () => {
    const { key } = await made(owner);
    const other = `${key.slice(0, -2)}${key.at(-2) === 'A' ? 'B' : 'A'}${key.slice(-1)}`;
    for (const token of [other, key.slice(0, -1), `${key}A`, key.slice(3)]) {
      expect(await used(token)).toEqual([401, 'unauthenticated']);
    }
  });
});

describe('revoking a key', () => {
  it('refuses its next call; once, and by its maker or the owner only', async () => {
    const headers = forAccount(owner);
    const [manager, viewer] = [await join('manager'), await join('viewer')];
    const { key, apiKey } = await made(manager, {}, headers);
    const stranger = await api.user();
    for (const [who, where] of [
      [viewer, headers],
      [stranger, {}],
      // Their own account, in which there is no such key.
      [manager, {}],
    ] as const) {
      const answer = await revoke(who, apiKey.id, where);
      expect([answer.status, answer.error?.code]).toEqual([404, 'api_key_not_found']);
    }
    expect(await used(key)).toEqual([200, undefined]);
    expect((await revoke(owner, apiKey.id)).status).toBe(200);
    expect(await used(key)).toEqual([401, 'unauthenticated']);
    expect((await revoke(owner, apiKey.id)).status).toBe(404);
    const own = await made(manager, {}, headers);
    expect((await revoke(manager, own.apiKey.id, headers)).status).toBe(200);
  });

  it('members see their own, the owner all with who made them', async () => {
    const headers = forAccount(owner);
    const [manager, viewer] = [await join('manager'), await join('viewer')];
    const { apiKey } = await made(manager, {}, headers);
    const own = await made(owner);
    expect((await list(manager, headers)).map(({ id, mine }) => [id, mine])).toEqual([[apiKey.id, true]]);
    expect(await list(viewer, headers)).toEqual([]);
    expect(await list(manager)).toEqual([]);
    expect((await list(owner)).map(({ id, mine }) => [id, mine])).toEqual([
      [own.apiKey.id, true],
      [apiKey.id, false],
    ]);
  });
});

it('writes down who made, used and revoked a key', async () => {
  const { key, apiKey } = await made(owner, { scopes: ['work'], name: 'Sites' });
  const site = { domain: 'keys.example', categories: ['pets'], traffic: { custom: 5 } };
  const created = await api.call('POST', '/publisher/websites', { token: key, body: site, ip: '10.0.0.9' });
  expect(created.status).toBe(200);
  await revoke(owner, apiKey.id);
  const rows = await api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_account_id', 'subject_id', 'api_key_id', 'detail'])
    .where('actor_user_id', '=', owner.id)
    .orderBy('id')
    .execute();
  const mine = { actor_account_id: owner.accountId };
  expect(rows).toMatchObject([
    {
      ...mine,
      action: 'api_key.create',
      subject_id: apiKey.id,
      api_key_id: null,
      detail: { name: 'Sites', scopes: ['work'], expiresAt: '2026-04-09T12:00:00.000Z' },
    },
    { ...mine, action: 'website.create', api_key_id: apiKey.id },
    { ...mine, action: 'api_key.revoke', subject_id: apiKey.id, api_key_id: null, detail: { name: 'Sites' } },
  ]);
  const operator = await api.user({ roles: ['operator'] });
  const log = (await api.call('GET', '/operator/audit?limit=3', { token: operator.token })).data as {
    items: { apiKeyId: number | null }[];
  };
  expect(log.items.map(({ apiKeyId }) => apiKeyId)).toEqual([null, apiKey.id, null]);
});
