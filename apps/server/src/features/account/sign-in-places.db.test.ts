import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { SIGN_IN_PLACE_DAYS, SIGN_IN_PLACES_MOST } from '@placard/domain/account/sign-in-place';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepExpired } from '../../auth/sweep-expired.ts';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { inTransaction } from '../in-transaction.ts';
import { enterFrom } from './enter-from.ts';

const DAY_MS = 86_400_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const signIn = async (user: TestUser, ip = '192.0.2.7', userAgent = CHROME) => {
  const body = { email: user.email, password: PASSWORD };
  const answer = await api.call('POST', '/auth/login', { body, ip, headers: { 'user-agent': userAgent } });
  expect(answer.status).toBe(200);
};
const later = () => {
  api.now = new Date(api.now.getTime() + 3_600_000);
};
const mailed = async (user: TestUser) =>
  (await mailsTo(api, user.email)).filter((text) => text.startsWith('Somebody signed in')).length;
const atTheBell = async (user: TestUser) => {
  const notices = await api.deps.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', user.id)
    .where('kind', '=', 'sign_in.new')
    .where('account_id', 'is', null)
    .execute();
  return notices.length;
};
const told = async (user: TestUser) => {
  const count = await atTheBell(user);
  expect(await mailed(user)).toBe(count);
  return count;
};
const places = async (user: TestUser) =>
  await api.deps.db.selectFrom('sign_in_place').selectAll().where('user_id', '=', user.id).execute();

it('tells nobody of their first sign-in, nor of one from where they were seen', async () => {
  const user = await api.user();
  await signIn(user);
  await signIn(user, '192.0.99.1', CHROME.replace('140.0', '141.0'));
  expect([await told(user), (await places(user)).length]).toEqual([0, 1]);
});

it('tells of another network and of another browser, each once, with the device and the way to the sessions', async () => {
  const user = await api.user();
  await signIn(user);
  await signIn(user, '203.0.113.9');
  await signIn(user, '203.0.113.9');
  expect(await told(user)).toBe(1);
  await signIn(user, '192.0.2.7', FIREFOX);
  await signIn(user, '192.0.2.7', 'a program');
  expect(await told(user)).toBe(3);
  const mails = await mailsTo(api, user.email);
  expect(mails.join()).toMatch(/Firefox on Linux.*a device that is not known/s);
  for (const text of mails) expect(text).toContain('http://dashboard.test/account#sessions');
  // Nobody ends these: whoever has a stolen password would do that first.
  const body = { items: [{ kind: 'sign_in.new', inApp: true, mail: 'never' }] };
  expect((await api.call('PUT', '/notices/preferences', { token: user.token, body })).status).toBe(422);
  await signIn(user, '198.51.100.1');
  expect(await told(user)).toBe(4);
});

it('tells once of two sign-ins at the same moment, and nothing of one that was refused', async () => {
  const user = await api.user();
  await signIn(user);
  await Promise.all([signIn(user, '203.0.113.9'), signIn(user, '203.0.113.9')]);
  expect(await told(user)).toBe(1);
  const body = { email: user.email, password: 'Wrong-Horse-1' };
  await api.call('POST', '/auth/login', { body, ip: '198.51.100.77' });
  expect([await told(user), (await places(user)).length]).toEqual([1, 2]);
});

it('keeps no more of what a browser calls itself than the list of sessions needs', async () => {
  const user = await api.user();
  await signIn(user, '192.0.2.7', 'b'.repeat(401));
  const { items } = (await api.call('GET', '/auth/sessions', { token: user.token })).data as {
    items: { current: boolean; userAgent: string }[];
  };
  expect(items.find(({ current }) => !current)?.userAgent).toBe('b'.repeat(400));
});

it('knows a place by the person: what is stored of two at one place has nothing in common, and no address', async () => {
  const [ann, bob] = [await api.user(), await api.user()];
  for (const user of [ann, bob]) await signIn(user);
  const [[one], [other]] = [await places(ann), await places(bob)];
  expect(one?.place_hash.equals(other?.place_hash ?? Buffer.alloc(32))).toBe(false);
  expect(one?.place_hash.toString('latin1')).not.toContain('192');
});

it('knows places by a key of before as well, and writes them anew by the one of now', async () => {
  const user = await api.user();
  const [old, next] = [Buffer.alloc(SECRET_KEY_BYTES, 7), Buffer.alloc(SECRET_KEY_BYTES, 8)];
  const enter = async (secrets: ReturnType<typeof createSecrets>) =>
    await inTransaction(
      api.deps.db,
      async (trx) =>
        await enterFrom(
          trx,
          { secrets, publicUrl: 'http://dashboard.test' },
          { userId: user.id, request: { ip: '192.0.2.7', userAgent: CHROME }, now: api.now },
        ),
    );
  await enter(createSecrets(old));
  await enter(createSecrets(next, [old]));
  await enter(createSecrets(next));
  expect(await told(user)).toBe(0);
});

it('remembers so many places, those used last, and forgets what was not used for long but for the newest', async () => {
  const user = await api.user();
  for (let count = 0; count <= SIGN_IN_PLACES_MOST; count += 1) {
    later();
    await signIn(user, `10.${count}.0.1`);
  }
  expect((await places(user)).length).toBe(SIGN_IN_PLACES_MOST);
  const before = await told(user);
  // The oldest made room.
  later();
  await signIn(user, '10.1.0.1');
  expect(await told(user)).toBe(before);
  later();
  await signIn(user, '10.0.0.1');
  expect(await told(user)).toBe(before + 1);
  const oldest = Math.min(...(await places(user)).map(({ last_at }) => last_at.getTime()));
  for (const [afterMs, left] of [
    [SIGN_IN_PLACE_DAYS * DAY_MS, SIGN_IN_PLACES_MOST],
    [SIGN_IN_PLACE_DAYS * DAY_MS + 1, SIGN_IN_PLACES_MOST - 1],
    [2 * SIGN_IN_PLACE_DAYS * DAY_MS, 1],
  ] as const) {
    api.now = new Date(oldest + afterMs);
    await sweepExpired(api.deps);
    expect((await places(user)).length).toBe(left);
  }
  await signIn(user, '203.0.113.200');
  expect(await atTheBell(user)).toBe(before + 2);
  // Those of before are kept for as long as a place alone.
  expect(await mailed(user)).toBe(1);
});

it('where somebody is signed in is listed, last used first, without what has run out', async () => {
  const user = await api.user();
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into session (token_sha256, user_id, created_at, last_seen_at, expires_at, user_agent)
     select sha256(gen_random_uuid()::text::bytea), $1, $2::timestamptz - interval '1 day', $2::timestamptz + n * interval '1 minute',
            $2::timestamptz + case n when 3 then interval '0' else interval '1 ms' end, 'Browser ' || n
       from unnest(array[1, 2, 2, 3]) n returning id`,
    [user.id, api.now],
  );
  const [first, second, third] = rows.map(({ id }) => id);
  const { data } = await api.call('GET', '/auth/sessions', { token: user.token });
  const { items } = data as {
    items: { id: number; current: boolean; createdAt: string; userAgent: string }[];
  };
  expect(items.map(({ id, current }) => [id, current])).toEqual([
    [third, false],
    [second, false],
    [first, false],
    [user.actor.sessionId, true],
  ]);
  const dayBefore = new Date(api.now.getTime() - 86_400_000).toISOString();
  expect(items[2]).toMatchObject({ userAgent: 'Browser 1', createdAt: dayBefore });
});
