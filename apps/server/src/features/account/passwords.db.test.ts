import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords, type PasswordCost } from '../../auth/passwords.ts';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

const COMMON = 'Password1!';
/** What tests hash with, and more and less of each. */
const TODAY = { memoryCost: 8, timeCost: 1, parallelism: 1 };

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await createTestApi({ mailServer: true });
  await api.deps.db.updateTable('network_settings').set({ sign_up: 'open' }).execute();
});
beforeEach(async () => {
  user = await api.user();
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, body: object, by?: TestUser) =>
  await api.call('POST', path, { token: by?.token, body });
const name = { firstName: 'Ada', lastName: 'Byron' };
const lastLink = async (to: string) => tokenIn((await mailsTo(api, to)).at(-1));

describe('a password that is tried first', () => {
  /** The common one is refused at its field and uses nothing up, another one is taken. */
  async function expectRefused(choose: (password: string) => Promise<{ status: number; error?: unknown }>) {
    const field = { code: 'password_common', path: expect.stringMatching(/^(newP|p)assword$/) };
    expect(await choose(COMMON)).toMatchObject({
      status: 422,
      error: { code: 'invalid_input', issues: [field] },
    });
    expect((await choose('Another-Horse-2')).status).toBe(200);
  }

  it('is not taken when a password is changed', async () => {
    await expectRefused(
      async (newPassword) =>
        await api.call('PUT', '/auth/password', {
          token: user.token,
          body: { currentPassword: PASSWORD, newPassword },
        }),
    );
  });

  it('is not taken when a forgotten one is chosen anew', async () => {
    await post('/auth/forgot-password', { email: user.email });
    const token = await lastLink(user.email);
    await expectRefused(async (password) => await post('/auth/reset-password', { token, password }));
  });

  it('is not compared with the one that somebody has: a link is no leave to try them all', async () => {
    const old = await api.user({ password: COMMON });
    await post('/auth/forgot-password', { email: old.email });
    const token = await lastLink(old.email);
    const answer = await post('/auth/reset-password', { token, password: COMMON });
    expect(answer.error?.issues).toMatchObject([{ path: 'password', code: 'password_common' }]);
  });

  it('is not taken with an invitation of the operator', async () => {
    const operator = await api.user({ roles: ['operator'] });
    const email = 'invited@example.com';
    await post('/operator/users/invite', { email, roles: ['publisher'] }, operator);
    const token = await lastLink(email);
    await expectRefused(async (password) => await post('/auth/links/accept', { token, ...name, password }));
  });

  it('is not taken with an invitation into an account', async () => {
    const email = 'member@example.com';
    await post('/account/invitations', { email, role: 'viewer' }, user);
    const token = await lastLink(email);
    await expectRefused(async (password) => await post('/invitations/accept', { token, ...name, password }));
  });

  it('is not taken at sign-up', async () => {
    const email = 'new@example.com';
    await post('/auth/sign-up', { email, roles: ['advertiser'], company: 'Lanterns' });
    const token = await lastLink(email);
    await expectRefused(
      async (password) => await post('/auth/sign-up/confirm', { token, ...name, password }),
    );
  });

  it('still opens the account of whoever has it already', async () => {
    const old = await api.user({ password: COMMON });
    expect((await post('/auth/login', { email: old.email, password: COMMON })).status).toBe(200);
  });
});

describe('a hash', () => {
  const hashOf = async () =>
    (
      await api.deps.db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).password_hash;
  /** The account's hash before and after a sign-in, of what cost it was. */
  async function afterSignIn(cost: PasswordCost, password = PASSWORD) {
    const had = await createPasswords(cost).hash(PASSWORD);
    await api.deps.db.updateTable('app_user').set({ password_hash: had }).where('id', '=', user.id).execute();
    const answer = await post('/auth/login', { email: user.email, password });
    return { had, has: await hashOf(), status: answer.status };
  }

  it('that cost less than today is made anew at sign-in, and opens the same account', async () => {
    const dearer = { memoryCost: 16, timeCost: 2, parallelism: 1 };
    const today = api.passwords.isCheaper;
    for (const cost of [
      { ...dearer, memoryCost: 8 },
      { ...dearer, timeCost: 1 },
    ]) {
      const passwords = createPasswords(dearer);
      Object.assign(api.passwords, { isCheaper: passwords.isCheaper, hash: passwords.hash });
      const { had, has, status } = await afterSignIn(cost);
      expect([status, has === had]).toEqual([200, false]);
      expect(has).toContain('$m=16,t=2,p=1$');
      expect((await post('/auth/login', { email: user.email, password: PASSWORD })).status).toBe(200);
      expect(await hashOf()).toBe(has);
    }
    Object.assign(api.passwords, { isCheaper: today, hash: createPasswords(TODAY).hash });
  });

  it('that costs as much or more stays, and so does one whose password was wrong', async () => {
    for (const cost of [TODAY, { ...TODAY, memoryCost: 16 }, { ...TODAY, timeCost: 2 }]) {
      const { had, has, status } = await afterSignIn(cost);
      expect([status, has]).toEqual([200, had]);
    }
    const cheap = createPasswords({ ...TODAY, timeCost: 2 }).isCheaper;
    const today = api.passwords.isCheaper;
    api.passwords.isCheaper = cheap;
    const { had, has, status } = await afterSignIn(TODAY, 'Wrong-Horse-1');
    expect([status, has]).toEqual([400, had]);
    api.passwords.isCheaper = today;
  });
});
