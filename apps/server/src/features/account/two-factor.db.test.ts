import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  user = await api.user();
});
afterAll(async () => {
  await api.close();
});

const STEP_MS = 30_000;
const SOON = { timeout: 20_000, interval: 5 };
const post = async (path: string, body: object, by = user) =>
  await api.call('POST', path, { token: by.token, body });
const login = async (totp?: string, by = user) =>
  await api.call('POST', '/auth/login', {
    body: { email: by.email, password: PASSWORD, ...(totp === undefined ? {} : { totp }) },
  });
const digitsOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.now.getTime() + steps * STEP_MS,
  });
const later = (ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

type Begun = { secret: string; uri: string };
const begin = async (by = user) =>
  (await post('/auth/totp', { currentPassword: PASSWORD }, by)).data as Begun;

/** Sets it up and lets the step of its first code pass. */
async function setUp(by = user): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await begin(by);
  const confirmed = await post('/auth/totp/confirm', { code: digitsOf(secret) }, by);
  later(STEP_MS);
  return { secret, codes: (confirmed.data as { recoveryCodes: string[] }).recoveryCodes };
}

describe('setting it up', () => {
  it('wants the password, and counts for nothing before its first code', async () => {
    expect((await post('/auth/totp', { currentPassword: 'Wrong-Horse-1' })).status).toBe(422);
    const { secret, uri } = await begin();
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(user.email);
    expect((await login()).status).toBe(200);
    const digits = digitsOf(secret);
    const wrong = await post('/auth/totp/confirm', { code: digits === '000000' ? '111111' : '000000' });
    expect([wrong.status, wrong.error?.issues?.[0]?.code]).toEqual([422, 'totp_wrong']);
    expect((await post('/auth/totp/confirm', { code: digits })).data).toMatchObject({
      user: { totpEnabled: true },
    });
    expect((await login()).error?.code).toBe('totp_required');
  });

  it('and being asked for the code, is no wrong guess, however often', async () => {
    const { secret } = await setUp();
    for (let turn = 0; turn < 12; turn += 1) expect((await login()).error?.code).toBe('totp_required');
    expect((await login(digitsOf(secret))).status).toBe(200);
  });

  it('keeps neither secret nor codes in the clear, shows ten codes once, and ends other sessions', async () => {
    const { token: other } = (await login()).data as { token: string };
    const { secret, codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
    const tables = ['app_user', 'recovery_code', 'audit_log', 'mail_outbox'] as const;
    for (const table of tables) {
      const stored = JSON.stringify(
        await api.deps.db.selectFrom(table).selectAll().execute(),
        (_key, value) => (typeof value === 'bigint' ? String(value) : value),
      );
      for (const kept of [secret, ...codes]) expect(stored).not.toContain(kept);
    }
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
    expect((await mailsTo(api, user.email)).at(-1)).toContain('switched on');
  });

  it('is not done twice over one that is there, nor without a start', async () => {
    expect((await post('/auth/totp/confirm', { code: '123456' })).error?.code).toBe('conflict_status');
    await setUp();
    expect((await post('/auth/totp', { currentPassword: PASSWORD })).error?.code).toBe('conflict_status');
  });

  it('is not begun again beside a first code that is confirmed meanwhile', async () => {
    await begin();
    const { waited, result } = await whileHeld(
      api.pool,
      `select id from app_user where id = ${user.id} for no key update`,
      async () => await post('/auth/totp', { currentPassword: PASSWORD }),
      1,
      `update app_user set totp_secret_sealed = totp_pending_sealed, totp_pending_sealed = null where id = ${user.id}`,
    );
    expect([waited, result.error?.reason]).toEqual([true, 'totp_on']);
  });

  it('gives codes once, also where its first code comes twice at once', async () => {
    const { secret } = await begin();
    const confirm = async () => await post('/auth/totp/confirm', { code: digitsOf(secret) });
    const { db } = api.deps;
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { both } = await db.transaction().execute(async (trx) => {
      await sql`select from app_user where id = ${user.id} for update`.execute(trx);
      const asked = [confirm(), confirm()];
      await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(2), SOON);
      return { both: asked };
    });
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('signing in', () => {
  it('takes a code of half a minute before or after, and none of further away', async () => {
    const { secret } = await setUp();
    later(10 * STEP_MS);
    expect((await login(digitsOf(secret, -2))).status).toBe(400);
    expect((await login(digitsOf(secret, 2))).status).toBe(400);
    expect((await login(digitsOf(secret, -1))).status).toBe(200);
    expect((await login(digitsOf(secret, 1))).status).toBe(200);
  });

  it('takes a code once, also of many at once, and none of before the last one', async () => {
    const { secret } = await setUp();
    const digits = digitsOf(secret);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await login(digits)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login(digitsOf(secret, -1))).status).toBe(400);
    expect((await login(digitsOf(secret, 1))).status).toBe(200);
    expect((await login(digits)).status).toBe(400);
  });

  it('does not take the code that confirmed it', async () => {
    const { secret } = await begin();
    const code = digitsOf(secret);
    await post('/auth/totp/confirm', { code });
    expect((await login(code)).status).toBe(400);
  });

  it('takes each recovery code once, however it is typed, and writes that it did', async () => {
    const { codes } = await setUp();
    const [first = '', second = ''] = codes;
    const typed = ` ${first.replaceAll('-', ' ').toUpperCase()} `;
    const answers = await Promise.all([login(typed), login(first), login(first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const other = await api.user();
    await setUp(other);
    expect((await login(second, other)).status).toBe(400);
    expect((await login(second)).status).toBe(200);
    const signedIn = await api.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'user.login')
      .where('actor_user_id', '=', user.id)
      .execute();
    expect(signedIn.map(({ detail }) => detail)).toEqual([
      { secondFactor: 'recovery' },
      { secondFactor: 'recovery' },
    ]);
  });

  it('is slowed down when codes are guessed', async () => {
    const { secret } = await setUp();
    const right = digitsOf(secret);
    for (let count = 0; count < 10; count += 1) {
      expect((await login(right === '000000' ? '111111' : '000000')).status).toBe(400);
    }
    expect((await login(right)).status).toBe(429);
    later(10 * 60_000);
  });
});

describe('changing it', () => {
  it('makes new recovery codes, which end those of before and other sessions', async () => {
    const { codes } = await setUp();
    const { token: other } = (await login(codes[1])).data as { token: string };
    const renewed = await post('/auth/totp/recovery-codes', { currentPassword: PASSWORD });
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
    const [fresh] = (renewed.data as { recoveryCodes: string[] }).recoveryCodes;
    expect((await login(codes[0])).status).toBe(400);
    expect((await login(fresh)).status).toBe(200);
  });

  it('is switched off with the password and a code that was not used', async () => {
    const { secret, codes } = await setUp();
    const off = async (code: string | undefined, currentPassword = PASSWORD) =>
      await post('/auth/totp/off', { currentPassword, code });
    const digits = digitsOf(secret);
    expect((await login(digits)).status).toBe(200);
    expect((await off(digits)).status).toBe(422);
    expect((await off(codes[0], 'Wrong-Horse-1')).status).toBe(422);
    const { token: other } = (await login(codes[1])).data as { token: string };
    expect((await off(codes[0])).data).toMatchObject({ totpEnabled: false });
    const kept = api.deps.db.selectFrom('recovery_code').select('user_id').where('user_id', '=', user.id);
    expect(await kept.execute()).toEqual([]);
    expect((await api.call('GET', '/auth/profile', { token: other })).status).toBe(401);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(200);
    expect((await login()).status).toBe(200);
    expect((await post('/auth/totp/recovery-codes', { currentPassword: PASSWORD })).status).toBe(409);
  });

  it('is asked for also after the password was chosen anew', async () => {
    const { secret } = await setUp();
    await api.call('POST', '/auth/forgot-password', { body: { email: user.email } });
    const token = tokenIn((await mailsTo(api, user.email)).at(-1));
    const password = 'Another-Horse-2';
    const reset = await api.call('POST', '/auth/reset-password', { body: { token, password } });
    expect(reset.status).toBe(200);
    const again = async (totp?: string) =>
      await api.call('POST', '/auth/login', {
        body: { email: user.email, password, ...(totp === undefined ? {} : { totp }) },
      });
    expect((await again()).error?.code).toBe('totp_required');
    expect((await again(digitsOf(secret))).status).toBe(200);
  });

  it('is taken off by another operator, with a password; all sessions end, everybody concerned is told', async () => {
    const operator = await api.user({ roles: ['operator'] });
    const lost = await api.user({ roles: ['operator'] });
    const path = `/operator/users/${lost.id}/totp/reset`;
    const reset = async (by: TestUser) => await post(path, { currentPassword: PASSWORD }, by);
    expect((await reset(operator)).error?.code).toBe('conflict_status');
    await setUp(lost);
    expect((await reset(lost)).error?.code).toBe('conflict_status');
    expect((await post(path, { currentPassword: 'Wrong-Horse-1' }, operator)).status).toBe(422);
    expect((await reset(operator)).data).toMatchObject({ totpEnabled: false });
    expect((await api.call('GET', '/auth/profile', { token: lost.token })).status).toBe(401);
    expect((await login(undefined, lost)).status).toBe(200);
    for (const email of [operator.email, lost.email]) {
      expect((await mailsTo(api, email)).join()).toContain('took two-factor sign-in off');
    }
    const tie = await api.deps.db
      .selectFrom('account_tie')
      .selectAll()
      .where('user_id', '=', lost.id)
      .execute();
    expect(tie).toMatchObject([{ by_user_id: operator.id, kind: 'totp_reset' }]);
  });

  it('is taken off once by two operators at once', async () => {
    const [one, other] = [await api.user({ roles: ['operator'] }), await api.user({ roles: ['operator'] })];
    await setUp();
    const reset = async (by: TestUser) =>
      (await post(`/operator/users/${user.id}/totp/reset`, { currentPassword: PASSWORD }, by)).status;
    const { result } = await whileHeld(
      api.pool,
      `select id from app_user where id = ${user.id} for no key update`,
      async () => await Promise.all([reset(one), reset(other)]),
      2,
    );
    expect(result.sort()).toEqual([200, 409]);
  });
});

describe('where the network requires it', () => {
  const demand = async (totpRequired: 'nobody' | 'operators' | 'everybody') =>
    await api.deps.db.updateTable('network_settings').set({ totp_required: totpRequired }).execute();
  const profile = async (by: TestUser) => (await api.call('GET', '/auth/profile', { token: by.token })).data;

  it.each([
    ['nobody', [false, false]],
    ['operators', [true, false]],
    ['everybody', [true, true]],
  ] as const)('of %s, who has none can only set it up', async (requirement, expected) => {
    await demand(requirement);
    const operator = await api.user({ roles: ['operator'] });
    for (const [index, who] of [operator, user].entries()) {
      expect(await profile(who)).toMatchObject({ mustEnrol: expected[index] });
      const notices = await api.call('GET', '/notices/unread', { token: who.token });
      expect(notices.error?.code).toBe(expected[index] ? 'totp_enrolment_required' : undefined);
      await setUp(who);
      expect(await profile(who)).toMatchObject({ mustEnrol: false });
      expect((await api.call('GET', '/notices/unread', { token: who.token })).status).toBe(200);
    }
    await demand('nobody');
  });

  it('is not switched off', async () => {
    const { codes } = await setUp();
    await demand('everybody');
    const answer = await post('/auth/totp/off', { currentPassword: PASSWORD, code: codes[0] });
    expect(answer.error?.code).toBe('conflict_status');
    await demand('nobody');
  });
});
