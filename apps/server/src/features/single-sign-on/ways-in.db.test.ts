import { SIGN_IN_LINKS_MOST } from '@placard/domain/account/single-sign-on';
import { CLIENT_ID, CLIENT_SECRET, FakeProvider } from '@placard/tooling/fake-provider/fake-provider';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDER_LIMITS } from '../../gateways/oidc-fetch.ts';
import { oidcProvider } from '../../gateways/oidc-provider.ts';
import { PROVIDER_CALLBACK_PATH } from '../../gateways/open-provider.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';

type Came = {
  readonly signedIn: { readonly token: string } | null;
  readonly asks: { readonly ticket: string } | null;
};

const SECRET = 'JBSWY3DPEHPK3PXP';
let provider: FakeProvider;
let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  provider = new FakeProvider();
  await provider.open();
  const settings = {
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    label: 'the house',
  };
  const callbackUrl = `http://dashboard.test${PROVIDER_CALLBACK_PATH}`;
  api = await createTestApi({
    provider: (clock) => oidcProvider(settings, { callbackUrl, clock, limits: PROVIDER_LIMITS }),
  });
  provider.nowSeconds = () => Math.floor(api.now.getTime() / 1_000);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(async () => {
  user = await api.user({ roles: ['operator'] });
});

const post = async (path: string, body: object = {}, token?: string) =>
  await api.call('POST', `/auth/single-sign-on${path}`, { token, body });
/** Comes back from the provider as the user, with the session that the browser has. */
async function come(token?: string, sub = `person-${user.id}`) {
  const { address, ticket } = (await post('/begin')).data as { address: string; ticket: string };
  const person = { sub, email: user.email, email_verified: true };
  return await post('', { cameBack: provider.visit(address, person).search, ticket }, token);
}
const asked = async () => ((await come()).data as Came).asks?.ticket;
const link = async () => await post('/finish', { ticket: await asked(), password: PASSWORD });
const profile = async (token: string | undefined) =>
  (await api.call('GET', '/auth/profile', { token })).status;
const setUpCode = async (secret: string | null = SECRET) =>
  await api.deps.db
    .updateTable('app_user')
    .set({ totp_secret_sealed: secret === null ? null : api.deps.secrets.seal(secret, `totp:${user.id}`) })
    .where('id', '=', user.id)
    .execute();
const code = () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: api.now.getTime() });

it('ends the session that the call came with', async () => {
  await link();
  const came = (await come(user.token)).data as Came;
  expect([await profile(user.token), await profile(came.signedIn?.token)]).toEqual([401, 200]);
});

it('is written down as done by whoever it is, among others who are something else', async () => {
  user = await api.user({ roles: ['publisher'] });
  expect((await link()).status).toBe(200);
  const { rows } = await api.pool.query(
    "select actor_kind, actor_user_id from audit_log where action = 'user.sign_in_linked' and subject_id = $1",
    [user.id],
  );
  expect(rows).toEqual([{ actor_kind: 'publisher', actor_user_id: user.id }]);
});

it('links as many persons of providers with an account as it may have', async () => {
  await sql`insert into sign_in_link (user_id, issuer, subject, created_at)
    select ${user.id}, 'https://other.example/' || n, 'somebody', ${api.now}
      from generate_series(1, ${SIGN_IN_LINKS_MOST}::int) n`.execute(api.deps.db);
  const { error } = await link();
  expect([error?.code, error?.message]).toEqual(['conflict_status', expect.stringContaining('10')]);
  const last = sql`delete from sign_in_link where user_id = ${user.id} and issuer = 'https://other.example/1'`;
  await last.execute(api.deps.db);
  expect((await link()).status).toBe(200);
});

it('links the last that an account may have once, of two at once too', async () => {
  await sql`insert into sign_in_link (user_id, issuer, subject, created_at)
    select ${user.id}, 'https://other.example/' || n, ${`somebody ${user.id}`}, ${api.now}
      from generate_series(2, ${SIGN_IN_LINKS_MOST}::int) n`.execute(api.deps.db);
  const tickets = [];
  for (const sub of ['one', 'two'])
    tickets.push(((await come(undefined, `${sub} ${user.id}`)).data as Came).asks?.ticket);
  const waiting = async () =>
    (
      await api.pool.query(`select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`)
    ).rowCount;
  const client = await api.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from app_user where id = $1 for update', [user.id]);
    const coming = tickets.map(async (ticket) => await post('/finish', { ticket, password: PASSWORD }));
    await expect.poll(waiting).toBe(2);
    await client.query('commit');
    const answers = await Promise.all(coming);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('a code that is asked for after the provider', () => {
  beforeEach(async () => {
    await link();
    await setUpCode();
  });

  it('is guessed ten times in ten minutes, whoever begins how often', async () => {
    const guess = async (totp: string) =>
      (await post('/finish', { ticket: await asked(), totp })).error?.code;
    const wrong = code() === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 10; tries += 1) expect(await guess(wrong)).toBe('login_failed');
    expect(await guess(code())).toBe('rate_limited');
    api.now = new Date(api.now.getTime() + 600_000);
    expect(await guess(code())).toBeUndefined();
  });

  it('shows who is there as it does before money moves', async () => {
    const { token } = (await post('/finish', { ticket: await asked(), totp: code() })).data as {
      token: string;
    };
    const renewed = await api.call('POST', '/operator/signing-keys', { token });
    expect(renewed.error?.code).not.toBe('step_up_required');
  });

  it('is of whoever is linked still, and has a second factor', async () => {
    const ticket = await asked();
    const finish = async () => (await post('/finish', { ticket, totp: code() })).error?.code;
    await setUpCode(null);
    expect(await finish()).toBe('single_sign_on_refused');
    await setUpCode();
    await api.deps.db.deleteFrom('sign_in_link').where('user_id', '=', user.id).execute();
    expect(await finish()).toBe('single_sign_on_refused');
  });
});

it('is linked whatever is done with somebody else at the moment', async () => {
  const other = await api.user();
  const held = `select from app_user where id = ${other.id} for update`;
  expect(await whileHeld(api.pool, held, async () => (await link()).status)).toEqual({
    waited: false,
    result: 200,
  });
});

it('is written down of persons who are nobody here so many times an hour', async () => {
  user = { ...user, email: `nobody-${user.email}` };
  const refused = async () => (await come(undefined, 'nobody')).error?.code;
  const lines = async () =>
    (
      await api.pool.query(
        `select detail from audit_log where action = 'user.login_refused' and subject_id is null`,
      )
    ).rows.map(({ detail }) => detail);
  const line = { because: 'unknown', by: 'single sign-on' };
  expect([await refused(), await lines()]).toEqual(['single_sign_on_unknown', [line]]);
  const guessed = { ip: '192.0.2.1', email: '', nowMs: api.now.getTime() };
  for (let left = true; left; ) left = api.deps.signInLimits.noteUnknown(guessed);
  expect([await refused(), await lines()]).toEqual(['single_sign_on_unknown', [line]]);
});
