import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { changeAddress } from './change-email.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ mailServer: true });
});
afterAll(async () => {
  await api.close();
});

const HOUR_MS = 3_600_000;
const SOON = { timeout: 20_000, interval: 5 };

const ask = async (user: TestUser, email: string) =>
  await api.call('PUT', '/auth/profile', {
    token: user.token,
    body: {
      ...{ firstName: 'Ada', lastName: 'Byron', email, phone: null, company: null, timeZone: 'UTC' },
      currentPassword: PASSWORD,
    },
  });
const confirm = async (token: string, by?: string) =>
  await api.call('POST', '/auth/confirm-email', { body: { token }, token: by });
const login = async (email: string) =>
  (await api.call('POST', '/auth/login', { body: { email, password: PASSWORD } })).status;

it('a new address is the account’s once it was confirmed there, and the old one is told of both', async () => {
  const user = await api.user({ email: 'old@example.com' });
  const other = (await api.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } }))
    .data as { token: string };
  expect((await ask(user, 'fresh@example.com')).data).toMatchObject({ email: 'old@example.com' });
  const token = tokenIn((await mailsTo(api, 'fresh@example.com'))[0]);
  expect((await mailsTo(api, 'old@example.com')).at(-1)).toContain('fresh@example.com');
  expect((await api.call('GET', `/auth/links/${token}`)).data).toEqual({
    kind: 'verify',
    email: 'fresh@example.com',
  });
  // It is no way in: neither an invitation nor a new password.
  const password = 'Another-Horse-2';
  expect((await api.call('POST', '/auth/reset-password', { body: { token, password } })).status).toBe(404);
  const accepted = { token, password, firstName: 'A', lastName: 'B' };
  expect((await api.call('POST', '/auth/links/accept', { body: accepted })).status).toBe(404);
  expect([await login('old@example.com'), await login('fresh@example.com')]).toEqual([200, 400]);

  expect((await confirm(token, user.token)).data).toEqual({ email: 'fresh@example.com' });
  expect((await confirm(token)).error?.code).toBe('link_invalid');
  expect([await login('old@example.com'), await login('fresh@example.com')]).toEqual([400, 200]);
  expect((await mailsTo(api, 'old@example.com')).at(-1)).toContain('now has the address fresh@example.com');
  // The session that confirmed goes on, others end.
  expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
  expect((await api.call('GET', '/auth/profile', { token: other.token })).status).toBe(401);
});

it('ends what was mailed to the old one: whoever reads that chooses no new password', async () => {
  const user = await api.user({ email: 'before@example.com' });
  await ask(user, 'after@example.com');
  const token = tokenIn((await mailsTo(api, 'after@example.com'))[0]);
  await api.call('POST', '/auth/forgot-password', { body: { email: user.email } });
  const reset = await vi.waitFor(async () => {
    const mail = (await mailsTo(api, user.email)).at(-1) ?? '';
    expect(mail).toContain('/reset-password');
    return tokenIn(mail);
  }, SOON);
  expect((await api.call('GET', `/auth/links/${reset}`)).status).toBe(200);
  expect((await confirm(token, user.token)).status).toBe(200);
  const body = { token: reset, password: 'Another-Horse-2' };
  expect((await api.call('POST', '/auth/reset-password', { body })).error?.code).toBe('link_invalid');
});

it('that somebody else asked for is none any more once its person chose a new password', async () => {
  const user = await api.user({ email: 'theirs@example.com' });
  await ask(user, 'thief@example.com');
  const token = tokenIn((await mailsTo(api, 'thief@example.com'))[0]);
  await api.call('POST', '/auth/forgot-password', { body: { email: user.email } });
  const reset = await vi.waitFor(async () => {
    const mail = (await mailsTo(api, user.email)).at(-1) ?? '';
    expect(mail).toContain('/reset-password');
    return tokenIn(mail);
  }, SOON);
  const body = { token: reset, password: 'Another-Horse-2' };
  expect((await api.call('POST', '/auth/reset-password', { body })).status).toBe(200);
  expect((await confirm(token)).error?.code).toBe('link_invalid');
});

it('works for a day, for the last address asked for, and not once the password was changed', async () => {
  const user = await api.user();
  const tokens: string[] = [];
  for (const email of ['one@example.com', 'two@example.com']) {
    await ask(user, email);
    tokens.push(tokenIn((await mailsTo(api, email))[0]));
  }
  const [first = '', second = ''] = tokens;
  expect((await confirm(first)).status).toBe(404);
  const start = api.now;
  api.now = new Date(start.getTime() + 24 * HOUR_MS);
  expect((await confirm(second)).status).toBe(404);
  api.now = new Date(start.getTime() + 24 * HOUR_MS - 1);
  const body = { currentPassword: PASSWORD, newPassword: 'Another-Horse-2' };
  expect((await api.call('PUT', '/auth/password', { token: user.token, body })).status).toBe(200);
  expect((await confirm(second)).status).toBe(404);
});

it('is not confirmed for somebody who may not sign in, whose link waits', async () => {
  const user = await api.user();
  await ask(user, 'waits@example.com');
  const token = tokenIn((await mailsTo(api, 'waits@example.com'))[0]);
  const set = async (status: 'active' | 'suspended') =>
    await api.deps.db.updateTable('app_user').set({ status }).where('id', '=', user.id).execute();
  await set('suspended');
  expect((await confirm(token)).error?.code).toBe('link_invalid');
  await set('active');
  expect([await login(user.email), await login('waits@example.com')]).toEqual([200, 400]);
  expect((await confirm(token)).status).toBe(200);
});

it('says of nothing else that it was taken or ended: what fails otherwise is thrown as it is', async () => {
  const { id: userId, email: from } = await api.user();
  // No address is kept in large letters.
  const change = { userId, from, to: 'LARGE@example.com', now: api.now };
  const changed = api.deps.db
    .transaction()
    .execute(async (trx) => await changeAddress(trx, change, undefined));
  await expect(changed).rejects.toMatchObject({ code: '23514' });
});

it('goes to one of two who ask for the same address at once', async () => {
  const users = [await api.user(), await api.user()];
  for (const user of users) expect((await ask(user, 'same@example.com')).status).toBe(200);
  const tokens = (await mailsTo(api, 'same@example.com')).map((mail) => tokenIn(mail));
  const answers = await Promise.all(tokens.map(async (token) => await confirm(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('the sign-in pages are told that mails are sent', async () => {
  expect((await api.call('GET', '/auth/config')).data).toMatchObject({ sendsMail: true });
});

it('is asked for three times an hour at one address, whoever may have it, and sixty times a day', async () => {
  const user = await api.user();
  const taken = await api.user();
  const statuses = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask(user, 'wanted@example.com')).status);
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask(user, taken.email)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 409, 409, 409, 429]);
  expect(await mailsTo(api, 'wanted@example.com')).toHaveLength(3);
  expect(await mailsTo(api, taken.email)).toEqual([]);
  // Who keeps their address, changes what they want.
  expect((await ask(user, user.email)).status).toBe(200);
});

it('sends no new password to an address that becomes another while it is asked for', async () => {
  const { id: userId, email: from } = await api.user();
  const { db } = api.deps;
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { asked } = await db.transaction().execute(async (trx) => {
    await changeAddress(trx, { userId, from, to: 'newest@example.com', now: api.now }, undefined);
    const forgotten = api.call('POST', '/auth/forgot-password', { body: { email: from } });
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), SOON);
    return { asked: forgotten };
  });
  expect((await asked).status).toBe(200);
  expect((await mailsTo(api, from)).filter((text) => text.includes('/reset-password'))).toEqual([]);
  const open = await db.selectFrom('user_link').select('id').where('user_id', '=', userId).execute();
  expect(open).toEqual([]);
});
