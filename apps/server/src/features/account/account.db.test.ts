import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_MAX_DAYS } from '../../auth/sessions.ts';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const login = async (email: string, password: string = PASSWORD, ip = '127.0.0.1') =>
  await api.call('POST', '/auth/login', { body: { email, password }, ip });

const minutes = (count: number) => count * 60_000;
const later = (ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

describe('POST /auth/login', () => {
  it('answers user and token, which opens the profile until one signs in anew with it', async () => {
    const { email, id } = await api.user({ roles: ['advertiser', 'publisher'] });
    const answer = await login(` ${email.toUpperCase()} `);
    const { user, token } = answer.data as { user: object; token: string };
    expect(user).toMatchObject({
      id,
      email,
      roles: ['advertiser', 'publisher'],
      lastLogin: api.now.toISOString(),
    });
    const profile = await api.call('GET', '/auth/profile', { token });
    expect([answer.status, profile.data]).toEqual([200, user]);
    const again = { token, body: { email, password: PASSWORD } };
    expect((await api.call('POST', '/auth/login', again)).status).toBe(200);
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(401);
  });

  it('stores the hash of the token only', async () => {
    const { email, id } = await api.user();
    const { token } = (await login(email)).data as { token: string };
    const rows = await api.deps.db.selectFrom('session').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('says "Login failed" to a wrong password, an unknown address and an account that is not verified', async () => {
    const { email } = await api.user();
    const { email: invited } = await api.user({ status: 'inactive', password: null });
    const { email: unverified } = await api.user({ status: 'inactive' });
    for (const [who, password] of [
      [email, 'Wrong-Horse-1'],
      ['nobody@example.com', PASSWORD],
      [invited, PASSWORD],
      [unverified, PASSWORD],
    ] as const) {
      const answer = await login(who, password);
      expect([answer.status, answer.error]).toEqual([400, { code: 'login_failed', message: 'Login failed' }]);
    }
  });

  it('hashes a password also where there is no account', async () => {
    const seen: (string | null)[] = [];
    const passwords = api.deps.passwords;
    const { verify } = passwords;
    passwords.verify = async (passwordHash, password) => {
      seen.push(passwordHash);
      return await verify(passwordHash, password);
    };
    await login('no-such-account@example.com');
    passwords.verify = verify;
    expect(seen).toEqual([null]);
  });

  it('tells a suspended account that it is, but only with its password', async () => {
    const { email } = await api.user({ status: 'suspended' });
    expect((await login(email)).error?.code).toBe('account_suspended');
    expect((await login(email, 'Wrong-Horse-1')).error?.code).toBe('login_failed');
  });

  it('asks for the six digits where an authenticator is set up', async () => {
    const { Secret, TOTP } = await import('otpauth');
    const { email, id } = await api.user();
    const secret = new Secret({ size: 20 });
    const sealed = api.deps.secrets.seal(secret.base32, `totp:${id}`);
    await api.deps.db
      .updateTable('app_user')
      .set({ totp_secret_sealed: sealed })
      .where('id', '=', id)
      .execute();
    expect((await login(email)).error?.code).toBe('totp_required');
    const digits = new TOTP({ secret }).generate({ timestamp: api.now.getTime() });
    const wrong = digits === '000000' ? '111111' : '000000';
    const attempt = async (totp: string) =>
      await api.call('POST', '/auth/login', { body: { email, password: PASSWORD, totp } });
    expect((await attempt(wrong)).error?.code).toBe('login_failed');
    expect((await attempt(digits)).status).toBe(200);
  });

  it('slows down guessing one account from one place, and lets its owner in from another', async () => {
    const { email } = await api.user();
    for (let count = 0; count < 10; count += 1) await login(email, 'Wrong-Horse-1', '198.51.100.1');
    const refused = await login(email, PASSWORD, '198.51.100.1');
    expect([refused.status, refused.error?.message]).toEqual([429, expect.stringContaining('10 minutes')]);
    expect((await login(email, PASSWORD, '198.51.100.2')).status).toBe(200);
    later(minutes(10));
    expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
  });

  it('counts one connection of IPv6 as one place, whichever of its addresses it uses', async () => {
    const { email } = await api.user();
    for (let count = 0; count < 10; count += 1) {
      await login(email, 'Wrong-Horse-1', `2001:db8:0:1::${count.toString(16)}`);
    }
    expect((await login(email, PASSWORD, '2001:db8:0:1:ffff::1')).status).toBe(429);
    expect((await login(email, PASSWORD, '2001:db8:0:2::1')).status).toBe(200);
  });

  it('slows down an address that tries many accounts, and never one that signs in rightly', async () => {
    const { email } = await api.user();
    for (let count = 0; count < 60; count += 1) {
      expect((await login(email, PASSWORD, '198.51.100.3')).status).toBe(200);
    }
    for (let count = 0; count < 50; count += 1) {
      await login(`guess-${count}@example.com`, PASSWORD, '198.51.100.3');
    }
    expect((await login(email, PASSWORD, '198.51.100.3')).status).toBe(429);
  });
});

describe('a session', () => {
  it('ends with POST /auth/logout', async () => {
    const { token } = await api.user();
    expect(await api.call('POST', '/auth/logout', { token })).toMatchObject({ status: 200, data: {} });
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(401);
  });

  it('lasts 30 days after it was used last', async () => {
    const { token } = await api.user();
    const day = 24 * 60;
    later(minutes(29 * day));
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    later(minutes(29 * day));
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    later(minutes(30 * day));
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(401);
  });

  it('ends 90 days after sign-in, however often it is used', async () => {
    const { token } = await api.user();
    const day = 24 * 60;
    for (let days = 0; days < 80; days += 20) {
      later(minutes(20 * day));
      expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    }
    later(minutes((SESSION_MAX_DAYS - 80) * day) - 1);
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    later(1);
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(401);
  });

  it('writes when it was seen at most once a minute', async () => {
    const { token, id } = await api.user();
    const start = api.now;
    const seen = async () => {
      const query = api.deps.db.selectFrom('session').select('last_seen_at').where('user_id', '=', id);
      return (await query.executeTakeFirstOrThrow()).last_seen_at;
    };
    later(59_000);
    await api.call('GET', '/auth/profile', { token });
    expect(await seen()).toEqual(start);
    later(1_000);
    await api.call('GET', '/auth/profile', { token });
    expect(await seen()).toEqual(api.now);
  });

  it('is listed and revoked by its owner only', async () => {
    const owner = await api.user();
    const stranger = await api.user();
    const { token: other } = (await login(owner.email)).data as { token: string };
    const list = async () =>
      (await api.call('GET', '/auth/sessions', { token: owner.token })).data as {
        items: { id: number; current: boolean; userAgent: string }[];
      };
    const { items } = await list();
    expect(items.map((item) => item.current).sort()).toEqual([false, true]);
    const second = items.find((item) => !item.current);
    const path = `/auth/sessions/${second?.id}`;
    const refused = await api.call('DELETE', path, { token: stranger.token });
    expect([refused.status, refused.error?.code]).toEqual([404, 'not_found']);
    expect((await api.call('DELETE', path, { token: owner.token })).status).toBe(200);
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await list()).items).toHaveLength(1);
    expect((await api.call('DELETE', '/auth/sessions/abc', { token: owner.token })).status).toBe(422);
  });
});

describe('PUT /auth/profile', () => {
  const fields = (user: TestUser, changes: object = {}) => ({
    firstName: 'Ada',
    lastName: 'Byron',
    email: user.email,
    phone: '',
    company: 'Engines Ltd',
    timeZone: 'Europe/London',
    ...changes,
  });
  const put = async (user: TestUser, changes: object = {}) =>
    await api.call('PUT', '/auth/profile', { token: user.token, body: fields(user, changes) });

  it('changes the fields and writes what changed', async () => {
    const user = await api.user();
    // What is no field of this call changes nothing.
    const answer = await put(user, { id: 1, status: 'suspended', roles: ['operator'], password_hash: 'x' });
    expect(answer.data).toMatchObject({
      ...{ id: user.id, status: 'active', roles: user.actor.roles },
      firstName: 'Ada',
      lastName: 'Byron',
      phone: null,
      company: 'Engines Ltd',
      timeZone: 'Europe/London',
    });
    expect((await api.call('GET', '/auth/profile', { token: user.token })).data).toEqual(answer.data);
    const audit = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', user.id)
      .execute();
    expect(audit).toEqual([
      {
        action: 'user.update',
        detail: expect.objectContaining({ time_zone: { before: 'UTC', after: 'Europe/London' } }),
      },
    ]);
  });

  it('wants the current password for a new address', async () => {
    const user = await api.user();
    const missing = await put(user, { email: 'new@example.com' });
    expect([missing.status, missing.error?.issues?.[0]]).toEqual([
      422,
      {
        path: 'currentPassword',
        code: 'current_password_required_for_email',
        message: 'Current password is required when changing email',
      },
    ]);
    const wrong = await put(user, { email: 'new@example.com', currentPassword: 'Wrong-Horse-1' });
    expect([wrong.status, wrong.error?.code]).toEqual([422, 'current_password_wrong']);
    const right = await put(user, { email: 'New@Example.com', currentPassword: PASSWORD });
    expect(right.data).toMatchObject({ email: 'new@example.com' });
  });

  it('refuses an address that has an account, and broken fields', async () => {
    const user = await api.user();
    const other = await api.user();
    const taken = await put(user, { email: other.email, currentPassword: PASSWORD });
    expect([taken.status, taken.error?.code]).toEqual([409, 'email_taken']);
    const broken = await put(user, { firstName: ' ', email: 'x', timeZone: 'Mars/Base' });
    expect(broken.error?.issues?.map((one) => one.message)).toEqual([
      'First name is required',
      'Please enter a valid email address',
      'Choose a time zone from the list',
    ]);
  });
});

describe('PUT /auth/password', () => {
  const change = async (token: string, currentPassword: string, newPassword: string) =>
    await api.call('PUT', '/auth/password', { token, body: { currentPassword, newPassword } });

  it('sets the new one and ends all other sessions', async () => {
    const user = await api.user();
    const { token: other } = (await login(user.email)).data as { token: string };
    expect((await change(user.token, PASSWORD, 'Another-Horse-2')).status).toBe(200);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await login(user.email)).status).toBe(400);
    expect((await login(user.email, 'Another-Horse-2')).status).toBe(200);
  });

  it('refuses a wrong current password and a weak new one', async () => {
    const user = await api.user();
    const wrong = await change(user.token, 'Wrong-Horse-1', 'Another-Horse-2');
    expect([wrong.status, wrong.error?.message]).toEqual([
      422,
      'Failed to change password. Please check your current password.',
    ]);
    const weak = await change(user.token, PASSWORD, 'weak');
    expect(weak.error?.issues?.map((one) => one.code)).toEqual([
      'password_too_short',
      'password_needs_uppercase',
      'password_needs_number',
      'password_needs_special',
    ]);
  });
});

describe('the audit log of signing in', () => {
  const entriesOf = async (id: number) =>
    (
      await api.deps.db
        .selectFrom('audit_log')
        .select(['action', 'detail', 'ip'])
        .where('subject_kind', '=', 'user')
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ action, detail, ip }) => [action, (detail as { because?: string }).because, ip]);

  it('has each sign-in, and each refusal with its reason and place', async () => {
    const user = await api.user();
    const [there, ip] = ['192.0.2.77', '192.0.2.78'];
    await login(user.email, PASSWORD, there);
    await login(user.email, 'Wrong-Horse-1', ip);
    expect(await entriesOf(user.id)).toEqual([
      ['user.login', undefined, there],
      ['user.login_refused', 'password', ip],
    ]);
    for (const status of ['suspended', 'inactive'] as const) {
      const other = await api.user({ status });
      await login(other.email, PASSWORD, ip);
      expect(await entriesOf(other.id)).toEqual([['user.login_refused', status, ip]]);
    }
  });

  it('has a lock once, not each try against it', async () => {
    const user = await api.user();
    for (let count = 0; count < 15; count += 1) await login(user.email, 'Wrong-Horse-1', '192.0.2.79');
    const reasons = (await entriesOf(user.id)).map(([, because]) => because);
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'password'), 'locked']);
  });

  it('keeps nothing of what was typed where there is no such account', async () => {
    await login('My-Secret-9@example.com', 'Wrong-Horse-1', '192.0.2.80');
    const last = await api.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([last.action, last.subject_id, last.detail]).toEqual([
      'user.login_refused',
      null,
      { because: 'unknown' },
    ]);
  });
});

describe.each([
  [
    'PUT /auth/password',
    async (user: TestUser, currentPassword: string) =>
      await api.call('PUT', '/auth/password', {
        token: user.token,
        body: { currentPassword, newPassword: 'Another-Horse-2' },
      }),
  ],
  [
    'a new address',
    async (user: TestUser, currentPassword: string) =>
      await api.call('PUT', '/auth/profile', {
        token: user.token,
        body: {
          firstName: 'A',
          lastName: 'B',
          email: `new-${user.email}`,
          phone: null,
          company: null,
          timeZone: 'UTC',
          currentPassword,
        },
      }),
  ],
] as const)('%s', (_what, change) => {
  it('is limited like sign-in, apart from it', async () => {
    const user = await api.user();
    for (let count = 0; count < 10; count += 1) {
      expect((await change(user, 'Wrong-Horse-1')).error?.code).toBe('current_password_wrong');
    }
    expect((await change(user, PASSWORD)).status).toBe(429);
    expect((await login(user.email)).status).toBe(200);
    later(minutes(10));
    expect((await change(user, PASSWORD)).status).toBe(200);
  });

  it('ends every other session and every open link', async () => {
    const user = await api.user();
    const { token: other } = (await login(user.email)).data as { token: string };
    await api.call('POST', '/auth/forgot-password', { body: { email: user.email } });
    const link = tokenIn((await mailsTo(api, user.email)).at(-1));
    expect((await api.call('GET', `/auth/links/${link}`)).status).toBe(200);
    expect((await change(user, PASSWORD)).status).toBe(200);
    expect((await api.call('GET', `/auth/links/${link}`)).status).toBe(404);
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
  });
});
