import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

/** Who changed what decides over who may do what: a thief’s acts have to stand there, and their victim to be told. */
let api: TestApi;
let user: TestUser;
let operator: TestUser;
let since: Date;

const IP = '203.0.113.50';
const proof = { currentPassword: PASSWORD };
const name = { firstName: 'Ada', lastName: 'Byron' };

beforeAll(async () => {
  api = await createTestApi({ mailServer: true });
  await api.deps.db.updateTable('network_settings').set({ sign_up: 'approval' }).execute();
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  // Mails are counted by the hour.
  api.now = new Date(api.now.getTime() + 3_600_000);
  user = await api.user({ roles: ['advertiser'] });
  operator = await api.user({ roles: ['operator'] });
  since = api.now;
});

async function call(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | undefined,
  by?: TestUser,
) {
  const answer = await api.call(method, path, {
    token: by?.token,
    ip: IP,
    ...(body === undefined ? {} : { body }),
  });
  expect([path, answer.status, answer.error]).toEqual([path, 200, undefined]);
  return answer.data;
}
const linkTo = async (email: string) => tokenIn((await mailsTo(api, email)).at(-1));

/** Each line: what was done, by whom, about whom, in what detail; all from one address. */
async function written() {
  const rows = await api.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  expect(new Set(rows.map(({ ip }) => ip))).toEqual(new Set([IP]));
  return rows.map((row) => [
    row.action,
    row.actor_user_id,
    `${row.subject_kind} ${row.subject_id}`,
    row.detail,
  ]);
}

it('what somebody does to their own ways in', async () => {
  const later = () => {
    api.now = new Date(api.now.getTime() + 60_000);
  };
  await call('PUT', '/auth/password', { ...proof, newPassword: PASSWORD.replace('1', '2') }, user);
  const changed = { currentPassword: PASSWORD.replace('1', '2') };
  const { secret } = (await call('POST', '/auth/totp', changed, user)) as { secret: string };
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.now.getTime() });
  await call('POST', '/auth/totp/confirm', { code: code() }, user);
  await call('POST', '/auth/totp/recovery-codes', changed, user);
  later();
  await call('POST', '/auth/totp/off', { ...changed, code: code() }, user);
  await call('POST', '/auth/forgot-password', { email: user.email });
  await call('POST', '/auth/reset-password', { token: await linkTo(user.email), password: PASSWORD });
  const own = `user ${user.id}`;
  expect(await written()).toEqual([
    ['user.change_password', user.id, own, {}],
    ['user.totp_on', user.id, own, {}],
    ['user.totp_codes', user.id, own, {}],
    ['user.totp_off', user.id, own, {}],
    ['user.reset_password', null, own, {}],
  ]);
  expect((await mailsTo(api, user.email)).map((text) => text.split('\n')[0])).toEqual([
    'The password of your account at Placard was changed, and all other sessions were ended.',
    'Two-factor sign-in of your account at Placard was switched on, and all other sessions were ended.',
    'Two-factor sign-in of your account at Placard was given new recovery codes; those of before do not work any more.',
    'Two-factor sign-in of your account at Placard was switched off.',
    'Somebody, hopefully you, asked for a new password for your account at Placard.',
    'The password of your account at Placard was changed, and all other sessions were ended.',
  ]);
});

it('another address, asked for and confirmed', async () => {
  const email = `other-${user.email}`;
  const profile = { ...name, phone: null, company: null, timeZone: 'UTC', email, ...proof };
  await call('PUT', '/auth/profile', profile, user);
  await call('POST', '/auth/confirm-email', { token: await linkTo(email) });
  const own = `user ${user.id}`;
  expect(await written()).toEqual([
    ['user.update', user.id, own, expect.objectContaining({ newAddressAsked: email })],
    ['user.confirm_email', user.id, own, { email: { before: user.email, after: email } }],
  ]);
});

it('what operators do to others', async () => {
  const email = `guest-${user.email}`;
  const invited = await call('POST', '/operator/users/invite', { email, roles: ['publisher'] }, operator);
  const { id } = (invited as { user: { id: number } }).user;
  await call('PUT', `/operator/users/${user.id}/roles`, { roles: ['publisher'] }, operator);
  await call('POST', `/operator/users/${user.id}/reset-link`, proof, operator);
  const { secret } = (await call('POST', '/auth/totp', proof, user)) as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.now.getTime() });
  await call('POST', '/auth/totp/confirm', { code }, user);
  await call('POST', `/operator/users/${user.id}/totp/reset`, proof, operator);
  for (const action of ['suspend', 'reinstate']) {
    await call('POST', `/operator/users/${user.id}/actions`, { action }, operator);
  }
  await call('POST', '/auth/links/accept', { token: await linkTo(email), ...name, password: PASSWORD });
  const other = `user ${user.id}`;
  const status = (before: string, after: string) => ({ status: { before, after } });
  expect(await written()).toEqual([
    ['user.invite', operator.id, `user ${id}`, { email, roles: ['publisher'] }],
    ['user.set_roles', operator.id, other, { roles: { before: ['advertiser'], after: ['publisher'] } }],
    ['user.give_reset_link', operator.id, other, {}],
    ['user.totp_on', user.id, other, {}],
    ['user.totp_reset', operator.id, other, {}],
    ['user.suspend', operator.id, other, status('active', 'suspended')],
    ['user.reinstate', operator.id, other, status('suspended', 'active')],
    ['user.accept_invite', id, `user ${id}`, {}],
  ]);
  expect((await mailsTo(api, user.email)).at(-1)).toContain('was taken off by an operator');
});

it('who asked for an account, and who let them in or not', async () => {
  const emails = [`first-${user.email}`, `second-${user.email}`];
  for (const email of emails) {
    await call('POST', '/auth/sign-up', { email, roles: ['advertiser'], company: 'Lanterns' });
    await call('POST', '/auth/sign-up/confirm', { token: await linkTo(email), ...name, password: PASSWORD });
  }
  const { data } = await api.call('GET', '/operator/sign-ups', { token: operator.token });
  const [first, second] = (data as { items: { id: number }[] }).items;
  await call('POST', `/operator/sign-ups/${first?.id}/approve`, {}, operator);
  await call('POST', `/operator/sign-ups/${second?.id}/refuse`, {}, operator);
  const { id } = await api.deps.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', emails[0] ?? '')
    .executeTakeFirstOrThrow();
  const [of, notOf] = emails.map((email) => ({ email, roles: ['advertiser'] }));
  expect(await written()).toEqual([
    ['user.sign_up', null, 'user null', of],
    ['user.sign_up', null, 'user null', notOf],
    ['user.confirm_sign_up', id, `user ${id}`, of],
    ['user.approve_sign_up', operator.id, `user ${id}`, of],
    ['user.refuse_sign_up', operator.id, 'user null', notOf],
  ]);
});

it('what becomes of an account’s members, invitations and keys', async () => {
  const [mate, gone] = [`mate-${user.email}`, `gone-${user.email}`];
  await call('POST', '/account/invitations', { email: mate, role: 'manager' }, user);
  const joined = await call('POST', '/invitations/accept', {
    token: await linkTo(mate),
    ...name,
    password: PASSWORD,
  });
  const member = joined as { user: { id: number }; token: string };
  const { invitation } = (await call(
    'POST',
    '/account/invitations',
    { email: gone, role: 'viewer' },
    user,
  )) as {
    invitation: { id: number };
  };
  await call('DELETE', `/account/invitations/${invitation.id}`, undefined, user);
  const key = { name: 'Program', scopes: ['read'], lifetime: 'never', ...proof };
  const { apiKey } = (await call('POST', '/api-keys', key, { ...user, token: member.token })) as {
    apiKey: { id: number };
  };
  await call('DELETE', `/api-keys/${apiKey.id}`, undefined, user);
  await call('POST', '/account/owner', { userId: member.user.id, ...proof }, user);
  const account = `account ${user.accountId}`;
  expect(await written()).toEqual([
    ['account.invite', user.id, account, { email: mate, role: 'manager' }],
    ['account.join', member.user.id, account, { email: mate, role: 'manager' }],
    ['account.invite', user.id, account, { email: gone, role: 'viewer' }],
    ['account.revoke_invitation', user.id, account, { email: gone, role: 'viewer' }],
    [
      'api_key.create',
      member.user.id,
      `api_key ${apiKey.id}`,
      { name: 'Program', scopes: ['read'], expiresAt: null },
    ],
    ['api_key.revoke', user.id, `api_key ${apiKey.id}`, { name: 'Program', makerUserId: member.user.id }],
    ['account.hand_over', user.id, account, { owner: { before: user.email, after: mate } }],
  ]);
});
