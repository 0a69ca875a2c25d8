import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { SoftAuthenticator } from '../passkeys/testing/soft-authenticator.ts';

const NEW_PASSWORD = 'Another-Horse-2';
/** What there is of a person, by the column that says whose it is. */
const OF_PERSONS = {
  app_user: 'id',
  ...{ session: 'user_id', user_link: 'user_id', recovery_code: 'user_id', user_role: 'user_id' },
  ...{ passkey: 'user_id', sign_in_link: 'user_id', sign_in_place: 'user_id', api_key: 'user_id' },
  ...{ account_member: 'user_id', account_tie: 'user_id', notification: 'user_id' },
};
const OF_ACCOUNTS = { account: 'id', account_role: 'account_id', account_invitation: 'account_id' };

let api: TestApi;
let bystander: TestUser;
let user: TestUser;
let operator: TestUser;
let device: SoftAuthenticator;

beforeAll(async () => {
  api = await createTestApi({ publicUrl: 'https://dashboard.test' });
  bystander = await api.user({ roles: ['advertiser', 'publisher'] });
  await owns(bystander);
});
beforeEach(async () => {
  api.now = new Date(api.now.getTime() + 3_600_000);
  user = await api.user({ roles: ['advertiser'] });
  operator = await api.user({ roles: ['operator'] });
  device = new SoftAuthenticator();
});
afterAll(async () => {
  await api.close();
});

const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object | undefined, by = user) => {
  const answer = await api.call(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.data as Record<string, unknown>;
};
const post = async (path: string, body: object = {}, by = user) => await call('POST', path, body, by);
const currentPassword = PASSWORD;

/** Somebody who has one of each, and a member beside them. */
async function owns(owner: TestUser): Promise<void> {
  const mine = (path: string, body: object) => post(path, body, owner);
  const key = new SoftAuthenticator();
  const { options, ticket } = await mine('/auth/passkeys/begin', { currentPassword });
  await mine('/auth/passkeys', { response: key.make(String(options)), ticket, name: 'Key' });
  await mine('/account/invitations', { email: `guest-of-${owner.email}`, role: 'viewer' });
  await mine('/api-keys', { name: 'Nightly', scopes: ['read'], lifetime: 'never', currentPassword });
  await api.call('POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } });
  await api.call('POST', '/auth/forgot-password', { body: { email: owner.email } });
  await api.deps.afterAnswer.idle();
  await api.pool.query(
    `insert into sign_in_link (user_id, issuer, subject, created_at) values ($1, 'https://id.example', $2, now())`,
    [owner.id, owner.email],
  );
  await api.pool.query(
    'insert into account_member (account_id, user_id, role) select $1, id, $2 from app_user where id <> $3 order by id limit 1',
    [owner.accountId, 'viewer', owner.id],
  );
  await setUpCode(owner);
}

async function setUpCode(of: TestUser): Promise<Secret> {
  const begun = await post('/auth/totp', { currentPassword }, of);
  const secret = Secret.fromBase32(String(begun.secret));
  await post('/auth/totp/confirm', { code: codeOf(secret) }, of);
  return secret;
}
const codeOf = (secret: Secret) => new TOTP({ secret }).generate({ timestamp: api.now.getTime() });
const linkTo = async (email: string) => tokenIn((await mailsTo(api, email)).at(-1));

/** All that is somebody's, as text. */
async function belongings({ id, accountId }: TestUser): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const read = async (tables: Readonly<Record<string, string>>, of: number) => {
    for (const [table, column] of Object.entries(tables)) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(table)} t where ${sql.ref(column)} = ${of} order by 1`.execute(
        api.deps.db,
      );
      found[table] = rows.map(({ row }) => row);
    }
  };
  await read(OF_PERSONS, id);
  await read(OF_ACCOUNTS, accountId);
  return found;
}

/** The member's token, who was invited and came. */
async function newMember(): Promise<TestUser> {
  const email = `mate-${user.id}@example.com`;
  const { inviteUrl } = await post('/account/invitations', { email, role: 'viewer' });
  const names = { firstName: 'Carl', lastName: 'Mate', password: PASSWORD };
  const came = await post('/invitations/accept', { token: tokenIn(String(inviteUrl)), ...names });
  return { ...user, id: (came.user as { id: number }).id, token: String(came.token) };
}

it('somebody has one of each that could be touched', async () => {
  const empty = Object.entries(await belongings(bystander)).filter(([, rows]) => rows.length === 0);
  // They run no network, and nobody had the means to be them or has told them anything yet.
  expect(empty.map(([table]) => table).sort()).toEqual(['account_tie', 'notification', 'user_role']);
});

const fields = { firstName: 'Ada', lastName: 'New', phone: null, company: 'Changed', timeZone: 'Asia/Tokyo' };

it.each<[string, () => Promise<unknown>]>([
  [
    'signs in and out',
    async () => {
      const { token } = await post('/auth/login', { email: user.email, password: PASSWORD });
      await post('/auth/logout', {}, { ...user, token: String(token) });
    },
  ],
  ['changes a password', () => call('PUT', '/auth/password', { currentPassword, newPassword: NEW_PASSWORD })],
  [
    'chooses a password anew',
    async () => {
      await post('/auth/forgot-password', { email: user.email });
      await api.deps.afterAnswer.idle();
      await post('/auth/reset-password', { token: await linkTo(user.email), password: NEW_PASSWORD });
    },
  ],
  [
    'changes profile and address',
    () => call('PUT', '/auth/profile', { ...fields, email: `new-${user.email}`, currentPassword }),
  ],
  [
    'sets up, renews and ends a second factor',
    async () => {
      const secret = await setUpCode(user);
      await post('/auth/totp/recovery-codes', { currentPassword });
      api.now = new Date(api.now.getTime() + 60_000);
      await post('/auth/totp/off', { currentPassword, code: codeOf(secret) });
    },
  ],
  [
    'adds, uses and removes a passkey',
    async () => {
      const begun = await post('/auth/passkeys/begin', { currentPassword });
      const response = device.make(String(begun.options));
      const { id } = await post('/auth/passkeys', { response, ticket: begun.ticket, name: 'Key' });
      const asked = (await api.call('POST', '/auth/passkeys/sign-in/begin', {})).data as typeof begun;
      await post('/auth/passkeys/sign-in', {
        response: device.show(String(asked.options)),
        ticket: asked.ticket,
      });
      user = { ...user, token: await freshToken() };
      await post(`/auth/passkeys/${id}/remove`, { currentPassword });
    },
  ],
  [
    'makes and revokes a key',
    async () => {
      const body = { name: 'Mine', scopes: ['read'], lifetime: '30_days', currentPassword };
      const { apiKey } = await post('/api-keys', body);
      await call('DELETE', `/api-keys/${(apiKey as { id: number }).id}`, undefined);
    },
  ],
  [
    'invites, changes and removes a member',
    async () => {
      const { id } = await newMember();
      await call('PUT', `/account/members/${id}`, { role: 'manager' });
      await call('DELETE', `/account/members/${id}`, undefined);
      const { invitation } = await post('/account/invitations', {
        email: `x-${user.email}`,
        role: 'finance',
      });
      await call('DELETE', `/account/invitations/${(invitation as { id: number }).id}`, undefined);
    },
  ],
  [
    'hands the account over',
    async () => post('/account/owner', { userId: (await newMember()).id, currentPassword }),
  ],
  ['is left by a member', async () => post('/account/leave', {}, await newMember())],
  [
    'is suspended and reinstated',
    async () => {
      for (const action of ['suspend', 'reinstate'])
        await post(`/operator/users/${user.id}/actions`, { action }, operator);
    },
  ],
  [
    'is made an operator, and is one no more',
    async () => {
      for (const roles of [['operator', 'publisher'], ['publisher']])
        await call('PUT', `/operator/users/${user.id}/roles`, { roles, currentPassword }, operator);
    },
  ],
  [
    'is given a link and loses the second factor',
    async () => {
      await setUpCode(user);
      await post(`/operator/users/${user.id}/reset-link`, { currentPassword }, operator);
      await post(`/operator/users/${user.id}/totp/reset`, { currentPassword }, operator);
    },
  ],
  [
    'is invited and comes',
    async () => {
      const body = { email: `invited-${user.email}`, roles: ['publisher'] };
      const { inviteUrl } = await post('/operator/users/invite', body, operator);
      const names = { firstName: 'Nora', lastName: 'New', password: PASSWORD };
      await post('/auth/links/accept', { token: tokenIn(String(inviteUrl)), ...names });
    },
  ],
])('whoever %s changes nothing of anybody else', async (_what, act) => {
  const before = await belongings(bystander);
  await act();
  expect(await belongings(bystander)).toEqual(before);
});

async function freshToken(): Promise<string> {
  const body = { email: user.email, password: PASSWORD };
  return ((await api.call('POST', '/auth/login', { body })).data as { token: string }).token;
}
