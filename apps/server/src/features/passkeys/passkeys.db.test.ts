import { PASSKEYS_MOST } from '@placard/domain/account/passkey';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { type Behaviour, SoftAuthenticator } from './testing/soft-authenticator.ts';

type Asked = { readonly options: string; readonly ticket: string };

let api: TestApi;
let user: TestUser;
let device: SoftAuthenticator;
beforeAll(async () => {
  api = await createTestApi({ publicUrl: 'https://dashboard.test' });
});
afterAll(async () => await api.close());
beforeEach(async () => {
  api.now = new Date('2026-03-10T12:00:00Z');
  user = await api.user({ roles: ['operator'] });
  device = new SoftAuthenticator();
});

const post = async (path: string, body: object = {}, token: string | undefined = user.token) =>
  await api.call('POST', path, { token, body });
const begin = async (extra: object = {}) =>
  await post('/auth/passkeys/begin', { currentPassword: PASSWORD, ...extra });
const list = async () =>
  (await api.call('GET', '/auth/passkeys', { token: user.token })).data as {
    items: { id: number; name: string; lastUsedAt: string | null }[];
    possible: boolean;
  };

async function enrol(made: SoftAuthenticator = device, behaviour: Behaviour = {}) {
  const { options, ticket } = (await begin()).data as Asked;
  return await post('/auth/passkeys', { response: made.make(options, behaviour), ticket, name: 'Laptop' });
}
/** As a visitor, who has no session yet. */
async function ask(): Promise<Asked> {
  return (await api.call('POST', '/auth/passkeys/sign-in/begin', {})).data as Asked;
}
const bring = async (body: object) => await api.call('POST', '/auth/passkeys/sign-in', { body });
async function signIn(behaviour: Behaviour = {}) {
  const { options, ticket } = await ask();
  return await bring({ response: device.show(options, behaviour), ticket });
}
const auditOf = async (action: string) =>
  await api.deps.db
    .selectFrom('audit_log')
    .select(['detail', 'actor_user_id'])
    .where('action', '=', action)
    .where('subject_id', '=', user.id)
    .orderBy('id')
    .execute();
const mails = async () =>
  (
    await api.deps.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('to_email', '=', user.email)
      .orderBy('id')
      .execute()
  ).map((mail) => mail.body_text);

describe('a passkey', () => {
  it('is added by whoever knows the password, told and audited, and signs in without one', async () => {
    const added = await enrol();
    expect(added.data).toMatchObject({ name: 'Laptop', lastUsedAt: null });
    expect(await mails()).toEqual([expect.stringContaining('“Laptop” was added')]);
    const came = await signIn();
    expect(came.data).toMatchObject({ user: { email: user.email } });
    const { token } = came.data as { token: string };
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    const { items, possible } = await list();
    expect([items, possible]).toEqual([
      [expect.objectContaining({ name: 'Laptop', lastUsedAt: '2026-03-10T12:00:00.000Z' })],
      true,
    ]);
    expect(await auditOf('user.passkey_added')).toEqual([
      { actor_user_id: user.id, detail: { passkey: items[0]?.id, name: 'Laptop' } },
    ]);
    expect(await auditOf('user.login')).toEqual([
      { actor_user_id: user.id, detail: { passkey: items[0]?.id } },
    ]);
  });

  it('is not added with a wrong password, nor for another session, nor twice', async () => {
    expect((await begin({ currentPassword: 'Wrong-Horse-1' })).error?.code).toBe('current_password_wrong');
    const { options, ticket } = (await begin()).data as Asked;
    const body = { response: device.make(options), ticket, name: 'Laptop' };
    const other = await api.user({ roles: ['advertiser'] });
    expect((await post('/auth/passkeys', body, other.token)).error?.code).toBe('passkey_refused');
    expect((await post('/auth/passkeys', body)).status).toBe(200);
    expect((await post('/auth/passkeys', body)).error?.code).toBe('passkey_refused');
    const again = (await begin()).data as Asked;
    expect(JSON.parse(again.options).excludeCredentials).toHaveLength(1);
    const known = { response: device.make(again.options), ticket: again.ticket, name: 'Again' };
    expect((await post('/auth/passkeys', known)).error?.code).toBe('passkey_refused');
    expect((await list()).items).toHaveLength(1);
  });

  it.each<[string, Behaviour]>([
    ['of another address', { origin: 'https://dashboard.test.evil.example' }],
    ['without https', { origin: 'http://dashboard.test' }],
    ['that was not unlocked', { verified: false }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s is not added, and signs nobody in', async (_what, behaviour) => {
    expect((await enrol(device, behaviour)).error?.code).toBe('passkey_refused');
    expect((await enrol()).status).toBe(200);
    expect((await signIn(behaviour)).error?.code).toBe('passkey_refused');
    expect((await signIn()).status).toBe(200);
  });

  it('is of somebody who has the second factor, where it is set up', async () => {
    const sealed = api.deps.secrets.seal('JBSWY3DPEHPK3PXP', `totp:${user.id}`);
    const totp = { totp_secret_sealed: sealed };
    await api.deps.db.updateTable('app_user').set(totp).where('id', '=', user.id).execute();
    expect((await begin()).error?.issues).toEqual([
      expect.objectContaining({ path: 'code', code: 'totp_invalid' }),
    ]);
    expect((await begin({ code: '000000' })).error?.code).toBe('invalid_input');
    await api.deps.db
      .updateTable('app_user')
      .set({ totp_secret_sealed: null })
      .where('id', '=', user.id)
      .execute();
    await enrol();
    await api.deps.db.updateTable('app_user').set(totp).where('id', '=', user.id).execute();
    // It is both factors: no code is asked for.
    expect((await signIn()).status).toBe(200);
  });

  it('stands in the list where it was added, however often it is used', async () => {
    await enrol();
    await enrol(new SoftAuthenticator());
    const ids = async () => (await list()).items.map(({ id }) => id);
    const before = await ids();
    expect(before).toEqual(before.toSorted((one, other) => one - other));
    expect((await signIn()).status).toBe(200);
    expect(await ids()).toEqual(before);
  });

  it.each([
    [10, 40, 200],
    [11, 40, 400],
    [10, 41, 400],
  ])(
    'that is reached in %i ways, each named by %i letters, is answered by %i',
    async (ways, letters, status) => {
      const transports = Array.from({ length: ways }, (_, way) => String(way).padEnd(letters, 'x'));
      const { options, ticket } = (await begin()).data as Asked;
      const made = JSON.parse(device.make(options));
      const response = JSON.stringify({ ...made, response: { ...made.response, transports } });
      expect((await post('/auth/passkeys', { response, ticket, name: 'Laptop' })).status).toBe(status);
      const kept = api.deps.db.selectFrom('passkey').select('transports').where('user_id', '=', user.id);
      expect(await kept.execute()).toEqual(status === 200 ? [{ transports }] : []);
    },
  );

  it('is one of 20 at most', async () => {
    for (let count = 0; count < PASSKEYS_MOST; count += 1)
      expect((await enrol(new SoftAuthenticator())).status).toBe(200);
    expect((await begin()).error).toMatchObject({
      code: 'conflict_status',
      message: expect.stringContaining('20 passkeys'),
    });
  });

  it('is one of 20 at most, also of two that were begun before and are brought at once', async () => {
    for (let count = 0; count < PASSKEYS_MOST - 1; count += 1) await enrol(new SoftAuthenticator());
    const bodies = [];
    for (const one of [device, new SoftAuthenticator()]) {
      const { options, ticket } = (await begin()).data as Asked;
      bodies.push({ response: one.make(options), ticket, name: 'Last' });
    }
    const answers = await Promise.all(bodies.map(async (body) => await post('/auth/passkeys', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list()).items).toHaveLength(PASSKEYS_MOST);
  });

  it('is taken away with the password, by its owner alone, told and audited, and then signs nobody in', async () => {
    const { id } = (await enrol()).data as { id: number };
    const another = (await enrol(new SoftAuthenticator())).data as { id: number };
    const path = `/auth/passkeys/${id}/remove`;
    const other = await api.user({ roles: ['advertiser'] });
    expect((await post(path, { currentPassword: PASSWORD }, other.token)).status).toBe(404);
    expect((await post(path, { currentPassword: 'Wrong-Horse-1' })).error?.code).toBe(
      'current_password_wrong',
    );
    expect((await post(path, { currentPassword: PASSWORD })).status).toBe(200);
    expect(await auditOf('user.passkey_removed')).toHaveLength(1);
    expect((await mails()).at(-1)).toContain('“Laptop” was removed');
    expect((await list()).items).toEqual([expect.objectContaining({ id: another.id })]);
    expect((await signIn()).error?.code).toBe('passkey_refused');
  });
});

describe('signing in by a passkey', () => {
  beforeEach(async () => void (await enrol()));

  it('takes an answer once, of many at once too', async () => {
    const { options, ticket } = await ask();
    const body = { response: device.show(options), ticket };
    const all = await Promise.all([1, 2, 3, 4].map(async () => (await bring(body)).status));
    expect(all.sort()).toEqual([200, 400, 400, 400]);
    expect((await bring(body)).error?.code).toBe('passkey_refused');
  });

  it('ends the session that the call came with', async () => {
    const { options, ticket } = await ask();
    const answer = await post('/auth/passkeys/sign-in', { response: device.show(options), ticket });
    expect(answer.status).toBe(200);
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(401);
  });

  it('takes no counter that stands still or goes back, and any of a device that counts nothing', async () => {
    expect((await signIn({ counter: 50 })).status).toBe(200);
    expect((await signIn({ counter: 50 })).error?.code).toBe('passkey_refused');
    expect((await signIn({ counter: 49 })).error?.code).toBe('passkey_refused');
    expect((await signIn({ counter: 51 })).status).toBe(200);
    await api.deps.db.updateTable('passkey').set({ counter: 0n }).where('user_id', '=', user.id).execute();
    const { options, ticket } = await ask();
    const body = { response: device.show(options, { counter: 0 }), ticket };
    expect((await bring(body)).status).toBe(200);
    expect((await bring(body)).error?.code).toBe('passkey_refused');
    expect((await signIn({ counter: 0 })).status).toBe(200);
  });

  it('ends five minutes after it began', async () => {
    const { options, ticket } = await ask();
    const body = { response: device.show(options), ticket };
    api.now = new Date(api.now.getTime() + 300_000);
    expect((await bring(body)).error?.code).toBe('passkey_refused');
    api.now = new Date(api.now.getTime() - 1);
    expect((await bring(body)).status).toBe(200);
  });

  it('is of whom the device says', async () => {
    const other = await api.user({ roles: ['advertiser'] });
    const userHandle = Buffer.from(`user ${other.id}`).toString('base64url');
    expect((await signIn({ userHandle })).error?.code).toBe('passkey_refused');
  });

  it.each(['', '{}', 'null', 'no json', '{"id":"x"}'])('refuses %j with a sentence', async (response) => {
    const { ticket } = await ask();
    const { status, error } = await bring({ response: response.padEnd(2), ticket });
    expect([status, error?.code]).toEqual([400, 'passkey_refused']);
  });

  it('refuses what was asked for another purpose', async () => {
    const asked = (await post('/auth/passkeys/step-up/begin')).data as Asked;
    const body = { response: device.show(asked.options), ticket: asked.ticket };
    expect((await bring(body)).error?.code).toBe('passkey_refused');
  });

  it('lets nobody in who is suspended or not verified yet, and notes it', async () => {
    const set = async (status: 'suspended' | 'inactive') =>
      await api.deps.db.updateTable('app_user').set({ status }).where('id', '=', user.id).execute();
    await set('suspended');
    expect((await signIn()).error?.code).toBe('account_suspended');
    // Whose own account ended their sign-in is told so.
    await api.pool.query(
      `insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
       values ($1, $2, 'owner', $3, 0, 'active', $4)`,
      [user.accountId, api.now, user.id, JSON.stringify([{ id: user.id, status: 'active' }])],
    );
    expect((await signIn()).error?.code).toBe('sign_in_closed');
    await api.pool.query('delete from account_closing');
    await set('inactive');
    expect((await signIn()).error?.code).toBe('passkey_refused');
    expect((await auditOf('user.login_refused')).map(({ detail }) => detail)).toEqual([
      { because: 'suspended', by: 'passkey' },
      { because: 'suspended', by: 'passkey' },
      { because: 'inactive', by: 'passkey' },
    ]);
  });
});

describe('showing again who one is by a passkey', () => {
  const settings = async () =>
    (await api.call('POST', '/operator/signing-keys', { token: user.token })).error?.code;

  it('holds for this session, and is audited', async () => {
    await enrol();
    api.now = new Date(api.now.getTime() + 11 * 60_000);
    expect(await settings()).toBe('step_up_required');
    const { options, ticket } = (await post('/auth/passkeys/step-up/begin')).data as Asked;
    expect(JSON.parse(options).allowCredentials).toHaveLength(1);
    const body = { response: device.show(options), ticket };
    expect((await post('/auth/passkeys/step-up', body)).status).toBe(200);
    expect(await settings()).not.toBe('step_up_required');
    expect((await post('/auth/passkeys/step-up', body)).error?.code).toBe('passkey_refused');
    expect((await auditOf('user.step_up')).map(({ detail }) => detail)).toEqual([{ by: 'passkey' }]);
  });

  it('takes nobody else’s passkey, and none where somebody has none', async () => {
    expect((await post('/auth/passkeys/step-up/begin')).error?.code).toBe('conflict_status');
    await enrol();
    const owner = device;
    user = await api.user({ roles: ['operator'] });
    device = new SoftAuthenticator();
    await enrol();
    const { options, ticket } = (await post('/auth/passkeys/step-up/begin')).data as Asked;
    const body = { response: owner.show(options), ticket };
    expect((await post('/auth/passkeys/step-up', body)).error?.code).toBe('passkey_refused');
  });
});

it('is impossible at an address without a name or https, and says so', async () => {
  const plain = await createTestApi();
  const somebody = await plain.user();
  const { data } = await plain.call('GET', '/auth/passkeys', { token: somebody.token });
  expect(data).toEqual({ items: [], possible: false });
  const { error } = await plain.call('POST', '/auth/passkeys/sign-in/begin', {});
  expect(error).toMatchObject({ code: 'conflict_status', message: expect.stringContaining('https') });
  await plain.close();
});
