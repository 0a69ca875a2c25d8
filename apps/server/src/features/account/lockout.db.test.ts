import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

const WRONG = 'Wrong-Horse-1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOME = '192.0.2.7';
const ELSEWHERE = '203.0.113.9';

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  // The counts of before are over.
  api.now = new Date(api.now.getTime() + 3_600_000);
  owner = await api.user();
});
afterAll(async () => {
  await api.close();
});

const login = async (email: string, password: string, ip: string) => {
  const body = { email, password };
  const answer = await api.call('POST', '/auth/login', { body, ip, headers: { 'user-agent': FIREFOX } });
  return answer.error?.code ?? answer.status;
};
/** Guesses ten times from each of so many addresses: counted, without the work of a password. */
const guess = (email: string, addresses: readonly string[]) => {
  for (const ip of addresses) {
    for (let count = 0; count < 10; count += 1) {
      api.deps.signInLimits.trySignIn({ ip, email, nowMs: api.now.getTime() });
    }
  }
};
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
/** Two of each of five networks. */
const EVERYWHERE = numbers(10).map((number) => `198.18.${number >> 1}.${number & 1}`);

describe('strangers who guess', () => {
  it('from a /48 lock nobody out', async () => {
    guess(
      owner.email,
      numbers(11).map((connection) => `2001:db8:1:${connection.toString(16)}::1`),
    );
    expect(await login(owner.email, PASSWORD, ELSEWHERE)).toBe(200);
  });

  it('from everywhere keep out nobody at a place where they were seen before', async () => {
    expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
    guess(owner.email, EVERYWHERE);
    expect(await login(owner.email, PASSWORD, ELSEWHERE)).toBe('rate_limited');
    expect(await login(owner.email, PASSWORD, '192.0.99.1')).toBe(200);
    expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
  });

  it('learn neither which places are known nor whether there is an account', async () => {
    const nobody = `nobody-${owner.email}`;
    expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
    for (const email of [owner.email, nobody]) {
      expect(await login(email, WRONG, '198.18.9.1')).toBe('login_failed');
      guess(email, EVERYWHERE);
      for (const ip of [HOME, ELSEWHERE]) expect(await login(email, WRONG, ip)).toBe('rate_limited');
      api.now = new Date(api.now.getTime() + 3_600_000);
    }
  });

  it('guess from a known place no more often than elsewhere', async () => {
    expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
    guess(owner.email, EVERYWHERE);
    for (const number of numbers(100)) {
      expect(await login(owner.email, WRONG, `192.0.${100 + number}.1`)).toBe('rate_limited');
    }
    expect(await login(owner.email, PASSWORD, HOME)).toBe('rate_limited');
  });

  it('do not use up what somebody who is signed in may try', async () => {
    guess(owner.email, [...EVERYWHERE, HOME]);
    expect(await login(owner.email, PASSWORD, HOME)).toBe('rate_limited');
    const { token } = owner;
    const stepUp = { token, ip: HOME, body: { currentPassword: PASSWORD } };
    expect((await api.call('POST', '/auth/step-up', stepUp)).status).toBe(200);
    const change = { currentPassword: PASSWORD, newPassword: 'Another-Horse-1' };
    const changed = await api.call('PUT', '/auth/password', { token, ip: HOME, body: change });
    expect([changed.status, changed.error]).toEqual([200, undefined]);
  });
});

it('who guesses with one session leaves the others and sign-in alone', async () => {
  const { token: stolen } = owner;
  const mine = (await api.call('POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } }))
    .data as { token: string };
  const confirm = async (token: string, currentPassword: string) =>
    (await api.call('POST', '/auth/step-up', { token, body: { currentPassword } })).status;
  for (let count = 0; count < 10; count += 1) expect(await confirm(stolen, WRONG)).toBe(422);
  expect(await confirm(stolen, PASSWORD)).toBe(429);
  expect(await confirm(mine.token, PASSWORD)).toBe(200);
  expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
});

describe('strangers who ask for new passwords', () => {
  const forgot = async (ip: string, email = owner.email) => {
    const headers = { 'user-agent': FIREFOX };
    const { status } = await api.call('POST', '/auth/forgot-password', { body: { email }, ip, headers });
    await api.deps.afterAnswer.idle();
    return status;
  };
  const mails = async () =>
    (await mailsTo(api, owner.email)).filter((text) => text.includes('/reset-password')).length;

  it('from one network leave the owner theirs', async () => {
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push(await forgot(`2001:db8:1:${count}::1`));
    expect([statuses, await mails()]).toEqual([[200, 200, 200, 429], 3]);
    expect([await forgot(ELSEWHERE), await mails()]).toEqual([200, 4]);
  });

  it('from many get no more than six sent, and the owner three more from a known place', async () => {
    expect(await login(owner.email, PASSWORD, HOME)).toBe(200);
    for (let network = 0; network < 4; network += 1) {
      for (let count = 0; count < 3; count += 1) expect(await forgot(`198.18.${network}.1`)).toBe(200);
    }
    expect(await mails()).toBe(6);
    expect([await forgot(ELSEWHERE), await mails()]).toEqual([200, 6]);
    expect([await forgot(HOME), await mails()]).toEqual([200, 7]);
    for (const host of [1, 2, 3]) expect(await forgot(`192.0.${90 + host}.1`)).toBe(200);
    expect(await mails()).toBe(9);
  });
});

it('the log of addresses that nobody has ends somewhere, and goes on an hour later', async () => {
  const lines = async () =>
    (
      await api.deps.db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'user.login_refused')
        .where('subject_id', 'is', null)
        .execute()
    ).length;
  const before = await lines();
  const nobody = `nobody-${owner.email}`;
  const guessed = { ip: HOME, email: nobody, nowMs: api.now.getTime() };
  let left = 0;
  while (api.deps.signInLimits.noteUnknown(guessed)) left += 1;
  expect(left).toBeGreaterThan(0);
  expect(await login(nobody, WRONG, HOME)).toBe('login_failed');
  expect(await lines()).toBe(before);
  api.now = new Date(api.now.getTime() + 3_600_000);
  expect(await login(nobody, WRONG, HOME)).toBe('login_failed');
  expect(await lines()).toBe(before + 1);
});
