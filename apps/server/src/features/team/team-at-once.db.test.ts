import { MAX_MEMBERS } from '@placard/domain/account/member';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { createKey } from '../api-keys/create-key.ts';
import { readKeys } from '../api-keys/key-view.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { accountName } from './account-name.ts';
import { joinAsNewUser } from './join-account.ts';

let api: TestApi;
let owner: TestUser;
let emails = 0;
const newEmail = () => `mate-${++emails}@example.com`;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  owner = await api.user({ roles: ['advertiser'] });
});

const invite = async () =>
  (
    await api.call('POST', '/account/invitations', {
      token: owner.token,
      body: { email: newEmail(), role: 'viewer' },
    })
  ).status;
/** So many invitations that end then. */
const invited = async (count: number, expiresAt: Date) =>
  await sql`insert into account_invitation (account_id, email, role, token_sha256, invited_by, created_at, expires_at)
    select ${owner.accountId}, 'open-' || n || '@example.com', 'viewer', sha256(${`${owner.id} `} || n::text::bytea),
           ${owner.id}, ${api.now}, ${expiresAt} from generate_series(1, ${count}::int) n`.execute(
    api.deps.db,
  );
/** Somebody who has an account of their own besides. */
async function join(role: 'manager' | 'viewer'): Promise<TestUser> {
  const user = await api.user({ roles: ['publisher'] });
  const membership = { account_id: owner.accountId, user_id: user.id, role };
  await api.deps.db.insertInto('account_member').values(membership).execute();
  return user;
}

it('the last place is one invitation’s, of ten at once too', async () => {
  await invited(MAX_MEMBERS - 2, new Date(api.now.getTime() + 1));
  const statuses = await Promise.all(Array.from({ length: 10 }, invite));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it('an invitation that has ended takes nobody’s place', async () => {
  await invited(MAX_MEMBERS - 1, api.now);
  expect(await invite()).toBe(200);
});

it('whoever is no member any more makes no key for the account, though they came as one', async () => {
  const member = await join('manager');
  const actor = { ...member.actor, accountId: owner.accountId, member: 'manager' as const };
  const make = async () =>
    await createKey(api.deps, actor, {
      ...{
        name: 'Nightly',
        scopes: ['read' as const],
        lifetime: '30_days' as const,
        currentPassword: PASSWORD,
      },
    });
  const { apiKey } = await make();
  expect(apiKey).toMatchObject({ name: 'Nightly' });
  await make();
  // Of several the one that is asked for.
  expect(await readKeys(api.deps.db, actor, api.now, apiKey.id)).toEqual([apiKey]);
  const path = `/account/members/${member.id}`;
  expect((await api.call('DELETE', path, { token: owner.token })).status).toBe(200);
  expect((await refusalOf(make())).code).toBe('not_a_member');
});

it('whoever is taken out and has only an account that is closed gets one of their own', async () => {
  const accountsOf = async (user: TestUser) =>
    await sql`select from account_member where user_id = ${user.id}`.execute(api.deps.db);
  const [open, closed] = [await join('viewer'), await join('viewer')];
  await sql`insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
    values (${closed.accountId}, ${api.now}, 'owner', ${closed.id}, 0, 'active', '[]')`.execute(api.deps.db);
  for (const { id } of [open, closed]) {
    const path = `/account/members/${id}`;
    expect((await api.call('DELETE', path, { token: owner.token })).status).toBe(200);
  }
  expect([(await accountsOf(open)).rows.length, (await accountsOf(closed)).rows.length]).toEqual([1, 2]);
});

it('whoever comes by an invitation uses up that one alone', async () => {
  const tokens = [];
  for (const email of [newEmail(), newEmail()]) {
    const { data } = await api.call('POST', '/account/invitations', {
      token: owner.token,
      body: { email, role: 'viewer' },
    });
    tokens.push(tokenIn((data as { inviteUrl: string }).inviteUrl));
  }
  const body = { token: tokens[0], firstName: 'Carl', lastName: 'Mate', password: PASSWORD };
  expect((await api.call('POST', '/invitations/accept', { body })).status).toBe(200);
  const statuses = tokens.map(async (token) => (await api.call('GET', `/invitations/${token}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

it('accounts that somebody acts for stand by name, with the one they begin in, and without suspended ones', async () => {
  const member = await join('manager');
  const [late, off] = [await api.user({ roles: ['publisher'] }), await api.user()];
  await sql`insert into account_member (account_id, user_id, role)
    values (${late.accountId}, ${member.id}, 'finance'), (${off.accountId}, ${member.id}, 'viewer')`.execute(
    api.deps.db,
  );
  const name = async (user: TestUser, company: string, status = 'active') =>
    await sql`update account set company = ${company}, status = ${status} where id = ${user.accountId}`.execute(
      api.deps.db,
    );
  await name(late, 'Anchor');
  await name(member, 'beacon');
  await name(owner, 'Crane');
  await name(off, 'Abbey', 'suspended');
  const { data } = await api.call('GET', '/accounts', { token: member.token });
  expect((data as { items: object[] }).items).toEqual([
    { id: late.accountId, name: 'Anchor', member: 'finance', roles: ['publisher'], home: false },
    { id: member.accountId, name: 'beacon', member: 'owner', roles: ['publisher'], home: true },
    { id: owner.accountId, name: 'Crane', member: 'manager', roles: ['advertiser'], home: false },
  ]);
});

it('a team stands with its owner first, then by who came first; invitations until they end', async () => {
  const [first, second] = [await join('viewer'), await join('manager')];
  const joined = async (user: TestUser, day: string) =>
    await sql`update account_member set joined_at = ${day} where account_id = ${owner.accountId} and user_id = ${user.id}`.execute(
      api.deps.db,
    );
  await joined(owner, '2026-03-09');
  await joined(first, '2026-03-03');
  await joined(second, '2026-03-02');
  await invited(1, new Date(api.now.getTime() + 1));
  type Team = { members: { userId: number; role: string }[]; invitations: { email: string }[] };
  const team = async () => (await api.call('GET', '/account/team', { token: owner.token })).data as Team;
  expect((await team()).members.map(({ userId, role }) => [userId, role])).toEqual([
    [owner.id, 'owner'],
    [second.id, 'manager'],
    [first.id, 'viewer'],
  ]);
  await joined(first, '2026-03-02');
  expect((await team()).members.map(({ userId }) => userId)).toEqual([owner.id, first.id, second.id]);
  expect((await team()).invitations).toHaveLength(1);
  await sql`update account_invitation set expires_at = ${api.now} where account_id = ${owner.accountId}`.execute(
    api.deps.db,
  );
  expect((await team()).invitations).toEqual([]);
});

it('what is done about one member is done about nobody else, here or in another account', async () => {
  const [one, two] = [await join('viewer'), await join('viewer')];
  const elsewhere = await api.user({ roles: ['publisher'] });
  await sql`insert into account_member (account_id, user_id, role)
    values (${elsewhere.accountId}, ${one.id}, 'viewer'), (${elsewhere.accountId}, ${owner.id}, 'finance')`.execute(
    api.deps.db,
  );
  const roles = async () => {
    const people = [owner, one, two, elsewhere].map(({ id }) => id);
    const { rows } = await sql<{ user_id: number; account_id: number; role: string }>`
      select user_id, account_id, role from account_member where user_id = any(${people}::int[])`.execute(
      api.deps.db,
    );
    return new Map(rows.map((row) => [`${row.user_id} in ${row.account_id}`, row.role]));
  };
  const of = (user: TestUser, account = owner) => `${user.id} in ${account.accountId}`;
  const expected = await roles();
  const call = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    (await api.call(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) })).status;
  expect(await call('PUT', `/account/members/${one.id}`, { role: 'finance' })).toBe(200);
  expect(await roles()).toEqual(expected.set(of(one), 'finance'));
  const handed = await call('POST', '/account/owner', { userId: two.id, currentPassword: PASSWORD });
  expect([handed, await roles()]).toEqual([200, expected.set(of(two), 'owner').set(of(owner), 'manager')]);
  await api.call('DELETE', `/account/members/${one.id}`, { token: two.token });
  await api.call('DELETE', `/account/members/${one.id}`, {
    token: two.token,
    headers: { 'placard-account': String(owner.accountId) },
  });
  expected.delete(of(one));
  expect(await roles()).toEqual(expected);
});

it('an invitation ends the one before of its account and address, and no other', async () => {
  const other = await api.user({ roles: ['publisher'] });
  const [email, another] = [newEmail(), newEmail()];
  const link = async (by: TestUser, to: string) => {
    const body = { email: to, role: 'viewer' };
    const { data } = await api.call('POST', '/account/invitations', { token: by.token, body });
    return tokenIn((data as { inviteUrl: string }).inviteUrl);
  };
  const tokens = [await link(owner, email), await link(other, email), await link(owner, another)];
  tokens.push(await link(owner, email));
  const statuses = tokens.map(async (token) => (await api.call('GET', `/invitations/${token}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200, 200]);
});

it('an account is called by its company, else by its owner, else by their address', () => {
  const card = { company: 'Lanterns', first_name: 'Ada', last_name: 'Pier', email: 'ada@example.com' };
  expect(accountName(card)).toBe('Lanterns');
  for (const company of [null, '', '  ']) expect(accountName({ ...card, company })).toBe('Ada Pier');
  expect(accountName({ ...card, company: ' ', first_name: '', last_name: '' })).toBe('ada@example.com');
});

it('members take places as well', async () => {
  await join('viewer');
  await invited(MAX_MEMBERS - 3, new Date(api.now.getTime() + 1));
  expect([await invite(), await invite()]).toEqual([200, 409]);
});

it('the account is handed to one, of two at once too', async () => {
  const [ann, bob] = [await join('manager'), await join('manager')];
  const handOver = async (to: TestUser) =>
    await api.call('POST', '/account/owner', {
      token: owner.token,
      body: { userId: to.id, currentPassword: PASSWORD },
    });
  const answers = await Promise.all([handOver(ann), handOver(bob)]);
  expect(answers.map(({ error, status }) => error?.code ?? status).sort()).toEqual([200, 'member_denied']);
  const owners = api.deps.db
    .selectFrom('account_member')
    .select('user_id')
    .where('account_id', '=', owner.accountId)
    .where('role', '=', 'owner');
  expect(await owners.execute()).toHaveLength(1);
});

it('the account is closed by nobody who handed it over meanwhile', async () => {
  const heir = await join('manager');
  const { waited, result } = await whileHeld(
    api.pool,
    `select id from account where id = ${owner.accountId} for no key update`,
    async () =>
      await api.call('POST', '/account/closing', {
        token: owner.token,
        body: { currentPassword: PASSWORD },
      }),
    1,
    `update account_member set role = 'manager' where account_id = ${owner.accountId};
     update account_member set role = 'owner' where account_id = ${owner.accountId} and user_id = ${heir.id}`,
  );
  expect([waited, result.error?.code]).toEqual([true, 'member_denied']);
});

it('nobody is taken out or leaves while somebody counts or changes who is in the account', async () => {
  const [member, leaver] = [await join('viewer'), await join('viewer')];
  const held = `select from account where id = ${owner.accountId} for no key update`;
  const takeOut = async () =>
    (await api.call('DELETE', `/account/members/${member.id}`, { token: owner.token })).status;
  const headers = { 'placard-account': String(owner.accountId) };
  const leave = async () =>
    (await api.call('POST', '/account/leave', { token: leaver.token, headers, body: {} })).status;
  for (const going of [takeOut, leave])
    expect(await whileHeld(api.pool, held, going)).toEqual({ waited: true, result: 200 });
});

it('the owner stays one, whatever they ask for themselves', async () => {
  await join('manager');
  const { id, token } = owner;
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await api.call(method, path, { token, ...(body === undefined ? {} : { body }) })).error?.code;
  expect([
    await ask('PUT', `/account/members/${id}`, { role: 'viewer' }),
    await ask('DELETE', `/account/members/${id}`),
    await ask('POST', '/account/owner', { userId: id, currentPassword: PASSWORD }),
    await ask('POST', '/account/leave', {}),
  ]).toEqual(['owner_stays', 'owner_stays', 'owner_stays', 'owner_stays']);
});

it('who leaves takes along what was theirs there, and is at home in their own account again', async () => {
  const member = await join('manager');
  const { db } = api.deps;
  await db
    .updateTable('app_user')
    .set({ home_account_id: owner.accountId })
    .where('id', '=', member.id)
    .execute();
  for (const accountId of [owner.accountId, member.accountId]) {
    await sql`insert into notification (user_id, account_id, kind, detail, created_at)
      values (${member.id}, ${accountId}, 'balance.empty', '{"currency":"USD"}', ${api.now})`.execute(db);
    await sql`insert into campaign_draft (user_id, account_id, step, content, updated_at)
      values (${member.id}, ${accountId}, 'setting', '{}', ${api.now})`.execute(db);
  }
  const left = async () => {
    const { rows } = await sql<{ of: number }>`
      select account_id as of from notification where user_id = ${member.id}
       union all select account_id from campaign_draft where user_id = ${member.id}`.execute(db);
    return rows.map(({ of }) => of);
  };
  const headers = { 'placard-account': String(owner.accountId) };
  const answer = await api.call('POST', '/account/leave', { token: member.token, body: {}, headers });
  expect([answer.status, await left()]).toEqual([200, [member.accountId, member.accountId]]);
  const { data } = await api.call('GET', '/auth/profile', { token: member.token });
  expect(data).toMatchObject({ accountId: member.accountId, accountCount: 1 });
  const { home_account_id: home } = await db
    .selectFrom('app_user')
    .select('home_account_id')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(home).toBe(member.accountId);
});

it('who leaves is at home where they have been longest, of those that are open', async () => {
  const member = await join('viewer');
  const { db } = api.deps;
  const [closed, longest] = [await api.user(), await api.user()];
  for (const [{ accountId }, joinedAt] of [
    [closed, '2020-01-01'],
    [longest, '2021-01-01'],
  ] as const)
    await sql`insert into account_member (account_id, user_id, role, joined_at)
      values (${accountId}, ${member.id}, 'viewer', ${joinedAt})`.execute(db);
  await sql`insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
    values (${closed.accountId}, ${api.now}, 'owner', ${closed.id}, 0, 'active', '[]')`.execute(db);
  await sql`update app_user set home_account_id = ${owner.accountId} where id = ${member.id}`.execute(db);
  const headers = { 'placard-account': String(owner.accountId) };
  await api.call('POST', '/account/leave', { token: member.token, body: {}, headers });
  const { data } = await api.call('GET', '/auth/profile', { token: member.token });
  expect(data).toMatchObject({ accountId: longest.accountId });
});

it('who leaves an account that they do not begin in begins where they did', async () => {
  const member = await join('viewer');
  const other = await api.user();
  const { db } = api.deps;
  await sql`insert into account_member (account_id, user_id, role, joined_at)
    values (${other.accountId}, ${member.id}, 'viewer', ${api.now})`.execute(db);
  await sql`update app_user set home_account_id = ${other.accountId} where id = ${member.id}`.execute(db);
  const headers = { 'placard-account': String(owner.accountId) };
  await api.call('POST', '/account/leave', { token: member.token, body: {}, headers });
  const { data } = await api.call('GET', '/auth/profile', { token: member.token });
  expect(data).toMatchObject({ accountId: other.accountId });
});

it('the account is handed to nobody who is suspended at that moment', async () => {
  const heir = await join('manager');
  const { waited, result } = await whileHeld(
    api.pool,
    `select id from app_user where id = ${heir.id} for update`,
    async () =>
      await api.call('POST', '/account/owner', {
        token: owner.token,
        body: { userId: heir.id, currentPassword: PASSWORD },
      }),
    1,
    `update app_user set status = 'suspended' where id = ${heir.id}`,
  );
  expect([waited, result.error?.code]).toEqual([true, 'conflict_status']);
});

it('joining fails as it fails where it is not the address that is taken', async () => {
  const email = newEmail();
  const invited = await api.call('POST', '/account/invitations', {
    token: owner.token,
    body: { email, role: 'viewer' },
  });
  const token = tokenIn((invited.data as { inviteUrl: string }).inviteUrl);
  // Longer than a name is kept.
  const input = { token, firstName: 'x'.repeat(101), lastName: 'Mate', password: PASSWORD };
  const joined = joinAsNewUser(api.deps, { ip: '192.0.2.1', userAgent: 'vitest' }, input);
  await expect(joined).rejects.toMatchObject({ code: '23514' });
  expect((await api.call('GET', `/invitations/${token}`)).status).toBe(200);
});
