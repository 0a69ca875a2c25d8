import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakeProvider,
  type Person,
} from '@placard/tooling/fake-provider/fake-provider';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oidcProvider } from '../../gateways/oidc-provider.ts';
import { PROVIDER_CALLBACK_PATH } from '../../gateways/open-provider.ts';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import {
  type Answer,
  createTestApi,
  PASSWORD,
  type TestApi,
  type TestUser,
} from '../../http/testing/test-api.ts';
import { SoftAuthenticator } from '../passkeys/testing/soft-authenticator.ts';

const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'https://dashboard.test';

let provider: FakeProvider;
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  provider = new FakeProvider();
  await provider.open();
  const settings = {
    ...{ issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: 'the house' },
  };
  const callbackUrl = `${PUBLIC_URL}${PROVIDER_CALLBACK_PATH}`;
  api = await createTestApi({
    ...{ mailServer: true, publicUrl: PUBLIC_URL },
    provider: (clock) => oidcProvider(settings, { callbackUrl, clock }),
  });
  provider.nowSeconds = () => Math.floor(api.now.getTime() / 1_000);
});
beforeEach(async () => {
  // What was asked for before may be asked for again.
  api.now = new Date(api.now.getTime() + HOUR_MS);
  user = await api.user();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const post = async (path: string, body: object, by?: TestUser) =>
  await api.call('POST', path, { token: by?.token, body });
const lastLink = async (to: string) => tokenIn((await mailsTo(api, to)).at(-1));

const changes: readonly [string, () => Promise<Answer>][] = [
  [
    'the password is changed',
    async () => {
      const body = { currentPassword: PASSWORD, newPassword: 'Another-Horse-2' };
      return await api.call('PUT', '/auth/password', { token: user.token, body });
    },
  ],
  [
    'it is chosen anew by a link',
    async () => {
      await post('/auth/forgot-password', { email: user.email });
      const token = await lastLink(user.email);
      return await post('/auth/reset-password', { token, password: 'Another-Horse-2' });
    },
  ],
  [
    'the address becomes another',
    async () => {
      const email = `other-${user.email}`;
      const profile = { firstName: 'Ada', lastName: 'Byron', phone: null, company: null, timeZone: 'UTC' };
      const body = { ...profile, email, currentPassword: PASSWORD };
      await api.call('PUT', '/auth/profile', { token: user.token, body });
      return await post('/auth/confirm-email', { token: await lastLink(email) }, user);
    },
  ],
  [
    'two-factor sign-in is set up',
    async () => {
      const begun = await post('/auth/totp', { currentPassword: PASSWORD }, user);
      const secret = Secret.fromBase32((begun.data as { secret: string }).secret);
      const code = new TOTP({ secret }).generate({ timestamp: api.now.getTime() });
      return await post('/auth/totp/confirm', { code }, user);
    },
  ],
  [
    'somebody suspends and reinstates them',
    async () => {
      const operator = await api.user({ roles: ['operator'] });
      await post(`/operator/users/${user.id}/actions`, { action: 'suspend' }, operator);
      return await post(`/operator/users/${user.id}/actions`, { action: 'reinstate' }, operator);
    },
  ],
];

type Change = () => Promise<Answer>;

/** The change is made while a sign-in waits for the row by which it lets somebody in: it has looked at who they are. */
async function meanwhile(
  table: 'passkey' | 'sign_in_link',
  signIn: () => Promise<Answer>,
  change: Change,
): Promise<Answer> {
  const [held, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = api.deps.db.transaction().execute(async (trx) => {
    await sql`select from ${sql.table(table)} where user_id = ${user.id} for update`.execute(trx);
    held.resolve();
    await changed.promise;
  });
  await held.promise;
  const answer = signIn();
  await expect.poll(waiting).toBe(1);
  expect(await change()).toMatchObject({ status: 200 });
  changed.resolve();
  await holding;
  return await answer;
}

const waiting = async () =>
  (
    await sql`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(api.deps.db)
  ).rows.length;

async function byPassword(change: Change): Promise<Answer> {
  const { verify } = api.passwords;
  api.passwords.verify = async (hash, password) => {
    api.passwords.verify = verify;
    const matches = await verify(hash, password);
    expect(await change()).toMatchObject({ status: 200 });
    return matches;
  };
  return await post('/auth/login', { email: user.email, password: PASSWORD });
}

type AskedKey = { readonly options: string; readonly ticket: string };

async function byPasskey(change: Change): Promise<Answer> {
  const device = new SoftAuthenticator();
  const made = (await post('/auth/passkeys/begin', { currentPassword: PASSWORD }, user)).data as AskedKey;
  await post(
    '/auth/passkeys',
    { response: device.make(made.options), ticket: made.ticket, name: 'Key' },
    user,
  );
  const { options, ticket } = (await post('/auth/passkeys/sign-in/begin', {})).data as AskedKey;
  const shown = { response: device.show(options), ticket };
  return await meanwhile('passkey', () => post('/auth/passkeys/sign-in', shown), change);
}

async function bySingleSignOn(change: Change): Promise<Answer> {
  const person: Person = { sub: `person ${user.id}`, email: user.email, email_verified: true };
  const come = async () => {
    const begun = (await post('/auth/single-sign-on/begin', {})).data as { address: string; ticket: string };
    const cameBack = provider.visit(begun.address, person).search;
    return await post('/auth/single-sign-on', { cameBack, ticket: begun.ticket });
  };
  const { asks } = (await come()).data as { asks: { ticket: string } };
  await post('/auth/single-sign-on/finish', { ticket: asks.ticket, password: PASSWORD });
  // That was a session of its own, which any of the changes ends.
  return await meanwhile('sign_in_link', come, change);
}

const WAYS = [
  { by: 'password', signIn: byPassword, refused: 'login_failed' },
  { by: 'passkey', signIn: byPasskey, refused: 'passkey_refused' },
  { by: 'single sign-on', signIn: bySingleSignOn, refused: 'single_sign_on_refused' },
];

// Whoever knows a password, or has a device or a provider's account, may always have one under way.
describe.each(WAYS)('a sign-in by $by that is under way', ({ by, signIn, refused }) => {
  it.each(changes)('ends like every other session when %s', async (_what, change) => {
    const answer = await signIn(change);
    expect([answer.status, answer.error?.code]).toEqual([400, refused]);
    const others = api.deps.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', user.id)
      .where('id', '!=', user.actor.sessionId);
    expect(await others.execute()).toEqual([]);
    if (by !== 'password') return;
    const { detail } = await api.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'user.login_refused')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ because: 'changed' });
  });
});

it('is signed in by its token, in whatever case the scheme before it is written', async () => {
  const { token } = user;
  const ask = async (authorization: string) =>
    (await api.call('GET', '/auth/profile', { headers: { authorization } })).status;
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer '])
    expect(await ask(`${scheme} ${token}`), scheme).toBe(200);
  for (const wrong of [
    token,
    `Bearer${token}`,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    'Bearer',
    'Bearer ',
  ])
    expect(await ask(wrong), wrong).toBe(401);
});
