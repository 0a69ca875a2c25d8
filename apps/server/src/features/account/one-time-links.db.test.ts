import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueLink, readLink } from '../../auth/links.ts';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { ensureOperator } from '../users/first-operator.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const NEW_PASSWORD = 'Another-Horse-2';
const name = { firstName: 'Ada', lastName: 'Byron' };

const accept = async (body: object) => await api.call('POST', '/auth/links/accept', { body });
const later = (hours: number) => {
  api.now = new Date(api.now.getTime() + hours * 3_600_000);
};

// First: the installation has no operator yet.
describe('the first operator', () => {
  it('is made by a link that works once; each start makes a new one', async () => {
    const first = tokenIn(await ensureOperator(api.deps, null));
    const link = await ensureOperator(api.deps, null);
    expect(link).toMatch(/^http:\/\/dashboard\.test\/invite\?token=/);
    const token = tokenIn(link);
    expect((await api.call('GET', `/auth/links/${first}`)).error?.code).toBe('link_invalid');
    expect((await api.call('GET', `/auth/links/${token}`)).data).toEqual({ kind: 'bootstrap', email: null });

    const awaits = async () =>
      ((await api.call('GET', '/auth/config')).data as { awaitsOperator: boolean }).awaitsOperator;
    expect(await awaits()).toBe(true);
    const incomplete = await accept({ token, ...name, password: NEW_PASSWORD });
    expect(incomplete.error?.issues).toEqual([
      { path: 'email', code: 'email_required', message: 'Email is required' },
    ]);
    const body = { token, ...name, password: NEW_PASSWORD, email: 'Boss@example.com' };
    const answers = await Promise.all([accept(body), accept({ ...body, email: 'rival@example.com' })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    const made = answers.find((answer) => answer.status === 200)?.data as { token: string; user: object };
    expect(made.user).toMatchObject({ roles: ['operator'], status: 'active', firstName: 'Ada' });
    expect((await api.call('GET', '/operator/overview', { token: made.token })).status).toBe(200);
    expect(await awaits()).toBe(false);
    expect(await ensureOperator(api.deps, null)).toBeNull();
    expect(await ensureOperator(api.deps, { email: 'x@example.com', password: NEW_PASSWORD })).toBeNull();
  });

  it('is made from the environment', async () => {
    const other = await createTestApi();
    const given = { email: 'boss@example.com', password: NEW_PASSWORD };
    expect(await ensureOperator(other.deps, given)).toBeNull();
    const answer = await other.call('POST', '/auth/login', { body: given });
    expect(answer.data).toMatchObject({ user: { roles: ['operator'] } });
    await other.close();
  });
});

describe('an invitation', () => {
  let operator: TestUser;
  beforeAll(async () => {
    operator = await api.user({ roles: ['operator'] });
  });
  const invite = async (email: string) => {
    const body = { email, roles: ['advertiser'] };
    const answer = await api.call('POST', '/operator/users/invite', { token: operator.token, body });
    return tokenIn((answer.data as { inviteUrl: string }).inviteUrl);
  };

  it('opens an account with a name and a password, once', async () => {
    const token = await invite('guest@example.com');
    expect((await api.call('GET', `/auth/links/${token}`)).data).toEqual({
      kind: 'invite',
      email: 'guest@example.com',
    });
    const weak = await accept({ token, ...name, password: 'weak' });
    expect(weak.status).toBe(422);
    const answer = await accept({ token, ...name, password: NEW_PASSWORD });
    expect(answer.data).toMatchObject({
      user: { email: 'guest@example.com', status: 'active', roles: ['advertiser'], firstName: 'Ada' },
    });
    expect((await accept({ token, ...name, password: NEW_PASSWORD })).error?.code).toBe('link_invalid');
  });

  it('gives its roles from the moment on that somebody is there: until then nobody had them', async () => {
    const body = { email: 'second@example.com', roles: ['operator', 'publisher'], currentPassword: PASSWORD };
    const invited = await api.call('POST', '/operator/users/invite', { token: operator.token, body });
    const token = tokenIn((invited.data as { inviteUrl: string }).inviteUrl);
    later(1);
    const { user } = (await accept({ token, ...name, password: NEW_PASSWORD })).data as {
      user: { id: number; accountId: number };
    };
    const { db } = api.deps;
    const operates = db.selectFrom('user_role').select('granted_at').where('user_id', '=', user.id);
    const publishes = db
      .selectFrom('account_role')
      .select('granted_at')
      .where('account_id', '=', user.accountId);
    expect([await operates.execute(), await publishes.execute()]).toEqual([
      [{ granted_at: api.now }],
      [{ granted_at: api.now }],
    ]);
  });

  it('ends after 14 days, when a newer one was sent, and when the account was suspended', async () => {
    const old = await invite('late@example.com');
    later(14 * 24);
    expect((await accept({ token: old, ...name, password: NEW_PASSWORD })).error?.code).toBe('link_invalid');
    operator = await api.user({ roles: ['operator'] });
    const first = await invite('late@example.com');
    const second = await invite('late@example.com');
    expect((await api.call('GET', `/auth/links/${first}`)).status).toBe(404);
    const user = await api.deps.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', 'late@example.com')
      .executeTakeFirstOrThrow();
    const path = `/operator/users/${user.id}/actions`;
    await api.call('POST', path, { token: operator.token, body: { action: 'suspend' } });
    expect((await accept({ token: second, ...name, password: NEW_PASSWORD })).status).toBe(404);
  });
});

describe('a forgotten password', () => {
  const forgot = async (email: string, ip = '203.0.113.1') =>
    await api.call('POST', '/auth/forgot-password', { body: { email }, ip });
  const reset = async (token: string, password = NEW_PASSWORD) =>
    await api.call('POST', '/auth/reset-password', { body: { token, password } });

  it('is chosen anew by a mailed link that works once; all sessions end', async () => {
    const user = await api.user();
    expect((await forgot(user.email)).status).toBe(200);
    const [mail] = await mailsTo(api, user.email);
    const token = tokenIn(mail);
    expect((await api.call('GET', `/auth/links/${token}`)).data).toEqual({
      kind: 'reset',
      email: user.email,
    });
    expect((await accept({ token, ...name, password: NEW_PASSWORD })).status).toBe(404);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).error?.code).toBe('link_invalid');
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(401);
    const login = async (password: string) =>
      (await api.call('POST', '/auth/login', { body: { email: user.email, password } })).status;
    expect([await login(PASSWORD), await login(NEW_PASSWORD)]).toEqual([400, 200]);
    // To the letter: nothing is trimmed, cut or put into other letters.
    const nearly = [`${NEW_PASSWORD} `, ` ${NEW_PASSWORD}`, `${NEW_PASSWORD}x`, NEW_PASSWORD.slice(0, -1)];
    for (const other of [...nearly, NEW_PASSWORD.replace('A', 'Á')])
      expect([other, await login(other)]).not.toEqual([other, 200]);
  });

  it('is not the same again; the link still works for another one', async () => {
    const user = await api.user();
    await forgot(user.email);
    const token = tokenIn((await mailsTo(api, user.email))[0]);
    const body = { token, password: PASSWORD };
    const same = await api.call('POST', '/auth/reset-password', { body });
    expect([same.status, same.error?.issues]).toEqual([
      422,
      [
        {
          path: 'password',
          code: 'password_unchanged',
          message: 'Choose another password than the current one',
        },
      ],
    ]);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it('answers the same where there is no account, or none that may sign in', async () => {
    const suspended = await api.user({ status: 'suspended' });
    const user = await api.user();
    const answers = [
      await forgot('nobody@example.com'),
      await forgot(suspended.email),
      await forgot(user.email),
    ];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, {}],
      [200, {}],
      [200, {}],
    ]);
    expect(await mailsTo(api, 'nobody@example.com')).toEqual([]);
    expect(await mailsTo(api, suspended.email)).toEqual([]);
    expect(await mailsTo(api, user.email)).toHaveLength(1);
  });

  it('is answered before anything is looked up, for whoever asks: the time tells nothing', async () => {
    const user = await api.user();
    const { db, afterAnswer } = api.deps;
    const forgotten = async (email: string) =>
      await api.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    await db.transaction().execute(async (trx) => {
      // Whoever looks for an account waits here.
      await sql`lock table app_user in access exclusive mode`.execute(trx);
      const answers = [await forgotten(user.email), await forgotten('stranger@example.com')];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    });
    await afterAnswer.idle();
    expect(await mailsTo(api, user.email)).toHaveLength(1);
  });

  it('is chosen once of two who follow the link at once', async () => {
    const user = await api.user();
    await forgot(user.email);
    const token = tokenIn((await mailsTo(api, user.email)).at(-1));
    // The second may look at the password when the first has changed it already: the same one would be no change.
    const answers = await Promise.all([reset(token), reset(token, `${NEW_PASSWORD}-2`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is not chosen for somebody who is suspended, nor by a link of before that', async () => {
    const user = await api.user();
    await forgot(user.email);
    const token = tokenIn((await mailsTo(api, user.email)).at(-1));
    const { db } = api.deps;
    const stored = async () =>
      await db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    const before = await stored();
    // Past what ends the link as well.
    await db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', user.id).execute();
    expect((await reset(token)).error?.code).toBe('link_invalid');
    expect(await stored()).toEqual(before);
    await db.updateTable('app_user').set({ status: 'active' }).where('id', '=', user.id).execute();
    const boss = await api.user({ roles: ['operator'] });
    const path = `/operator/users/${user.id}/actions`;
    for (const action of ['suspend', 'reinstate']) {
      expect((await api.call('POST', path, { token: boss.token, body: { action } })).status).toBe(200);
    }
    expect((await reset(token)).error?.code).toBe('link_invalid');
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(401);
  });

  it('is not promised to whom nothing would be sent: too much waits already', async () => {
    const user = await api.user();
    vi.spyOn(api.deps.afterAnswer, 'take').mockReturnValueOnce(false);
    expect((await forgot(user.email)).error?.code).toBe('rate_limited');
    expect((await forgot(user.email)).status).toBe(200);
  });

  it('ends after an hour, and is mailed at most three times an hour', async () => {
    const user = await api.user();
    for (let count = 0; count < 3; count += 1) expect((await forgot(user.email)).status).toBe(200);
    expect((await forgot(user.email)).status).toBe(429);
    const token = tokenIn((await mailsTo(api, user.email)).at(-1));
    later(1);
    expect((await reset(token)).status).toBe(404);
    expect((await forgot(user.email)).status).toBe(200);
  });
});

it('GET /auth/config tells what the sign-in pages need', async () => {
  expect((await api.call('GET', '/auth/config')).data).toEqual({
    networkName: 'Placard',
    signupEnabled: false,
    signUp: 'closed',
    termsUrl: '',
    currency: 'USD',
    deliveryUrl: 'http://ads.test',
    demo: false,
    awaitsOperator: false,
    sendsMail: false,
    // By http, or without a name, browsers give none.
    passkeys: false,
    singleSignOn: null,
  });
});

it.each([
  ['invite', 14 * 24],
  ['reset', 1],
  ['verify', 24],
  ['bootstrap', 365 * 24],
] as const)('a link of kind %s works for %d hours, to the millisecond', async (kind, hours) => {
  const user = await api.user();
  const userId = kind === 'bootstrap' ? null : user.id;
  const about = kind === 'verify' ? { newEmail: `other-${user.email}` } : {};
  const token = await issueLink(api.deps.db, { kind, userId, now: api.now, ...about });
  const read = async (afterMs: number) =>
    await readLink(api.deps.db, token, new Date(api.now.getTime() + afterMs));
  expect(await read(hours * 3_600_000 - 1)).toMatchObject({ kind, userId });
  expect((await refusalOf(read(hours * 3_600_000))).code).toBe('link_invalid');
});
