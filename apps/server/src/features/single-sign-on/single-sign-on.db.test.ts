import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakeProvider,
  type Person,
} from '@placard/tooling/fake-provider/fake-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDER_LIMITS } from '../../gateways/oidc-fetch.ts';
import { oidcProvider } from '../../gateways/oidc-provider.ts';
import { PROVIDER_CALLBACK_PATH } from '../../gateways/open-provider.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

type Begun = { readonly address: string; readonly ticket: string };
type Came = {
  readonly signedIn: { readonly user: { readonly email: string }; readonly token: string } | null;
  readonly asks: { readonly what: string; readonly email: string; readonly ticket: string } | null;
};

let provider: FakeProvider;
let api: TestApi;
let user: TestUser;
let person: Person;
let count = 0;

beforeAll(async () => {
  provider = new FakeProvider();
  await provider.open();
  api = await openApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(async () => {
  api.now = new Date(api.now.getTime() + 3_600_000);
  provider.nowSeconds = () => Math.floor(api.now.getTime() / 1_000);
  provider.claims = (claims) => claims;
  provider.signing = 'rs256';
  limits.totalMs = PROVIDER_LIMITS.totalMs;
  provider.forgetsCodes = true;
  provider.metadata = (metadata) => metadata;
  provider.instead.clear();
  provider.asked.length = 0;
  user = await api.user({ roles: ['operator'] });
  count += 1;
  person = { sub: `person-${count}`, email: user.email.toUpperCase(), email_verified: true };
});

const limits = { totalMs: PROVIDER_LIMITS.totalMs, maxBytes: 10_000 };

async function openApi(): Promise<TestApi> {
  const { issuer } = provider;
  const settings = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: 'the house' };
  const callbackUrl = `http://dashboard.test${PROVIDER_CALLBACK_PATH}`;
  return await createTestApi({ provider: (clock) => oidcProvider(settings, { callbackUrl, clock, limits }) });
}

const post = async (path: string, body: object = {}, token?: string) =>
  await api.call('POST', `/auth/single-sign-on${path}`, { token, body });
const begin = async () => (await post('/begin')).data as Begun;
async function answered(who: Person = person) {
  const { address, ticket } = await begin();
  return { cameBack: provider.visit(address, who).search, ticket };
}
const signIn = async (who: Person = person) => await post('', await answered(who));
const came = async (who: Person = person) => (await signIn(who)).data as Came;
async function link(password = PASSWORD, extra: object = {}) {
  const { asks } = await came();
  return await post('/finish', { ticket: asks?.ticket, password, ...extra });
}
const links = async (token = user.token) =>
  (await api.call('GET', '/auth/single-sign-on/links', { token })).data as {
    items: { id: number; issuer: string; lastUsedAt: string }[];
    singleSignOn: string | null;
  };
const auditOf = async (action: string, subject: number | null = user.id) =>
  (
    await api.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', action)
      .where('subject_id', 'is not distinct from', subject)
      .orderBy('id')
      .execute()
  ).map(({ detail }) => detail);
const mails = async () =>
  (
    await api.deps.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('to_email', '=', user.email)
      .orderBy('id')
      .execute()
  ).map((mail) => mail.body_text);
const set = async (values: object) =>
  await api.deps.db.updateTable('app_user').set(values).where('id', '=', user.id).execute();

describe('single sign-on', () => {
  it('links an account whose password is shown once, and signs in by it from then on', async () => {
    const first = await came();
    expect(first).toMatchObject({ signedIn: null, asks: { what: 'password', email: user.email } });
    const linked = await post('/finish', { ticket: first.asks?.ticket, password: PASSWORD });
    expect(linked.data).toMatchObject({ user: { email: user.email } });
    const second = await came();
    expect(second).toMatchObject({ signedIn: { user: { email: user.email } }, asks: null });
    const token = second.signedIn?.token;
    expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    const { items, singleSignOn } = await links();
    expect([items, singleSignOn]).toEqual([
      [expect.objectContaining({ issuer: provider.issuer, lastUsedAt: api.now.toISOString() })],
      'the house',
    ]);
    const id = items[0]?.id;
    expect(await auditOf('user.sign_in_linked')).toEqual([{ link: id, issuer: provider.issuer }]);
    expect(await auditOf('user.login')).toEqual([{ by: 'single sign-on' }, { singleSignOn: id }]);
    expect(await mails()).toEqual([expect.stringContaining('127.0.0.1')]);
  });

  it('knows whom it linked by another address too, and nobody else by theirs', async () => {
    await link();
    const other = await api.user();
    expect(await came({ sub: person.sub, email: other.email, email_verified: true })).toMatchObject({
      signedIn: { user: { email: user.email } },
    });
    expect(await came({ sub: 'another', email: user.email, email_verified: true })).toMatchObject({
      signedIn: null,
      asks: { what: 'password' },
    });
  });

  it('does not link a second person of the provider with an account', async () => {
    await link();
    person = { ...person, sub: `${person.sub} again` };
    expect((await link()).error?.code).toBe('conflict_status');
    expect((await links()).items).toHaveLength(1);
  });

  it.each<[string, (known: Person) => Person]>([
    ['whose address nobody has verified', (known) => ({ ...known, email_verified: false })],
    ['whose address nobody says is verified', ({ sub, email = '' }) => ({ sub, email })],
    ['who has another address', (known) => ({ ...known, email: 'nobody@example.com' })],
    ['who has none', ({ sub }) => ({ sub, email_verified: true })],
  ])('knows nobody %s, makes no account, and notes it', async (_what, other) => {
    const users = async () => (await api.pool.query('select count(*) from app_user')).rows[0];
    const [before, noted] = [await users(), (await auditOf('user.login_refused', null)).length];
    expect((await signIn(other(person))).error?.code).toBe('single_sign_on_unknown');
    expect(await users()).toEqual(before);
    const after = await auditOf('user.login_refused', null);
    expect(after.slice(noted)).toEqual([{ because: 'unknown', by: 'single sign-on' }]);
  });

  it('links nobody without the right password, and counts guesses', async () => {
    const { asks } = await came();
    const guess = async (password?: string) =>
      (await post('/finish', { ticket: asks?.ticket, password })).error;
    expect((await guess())?.code).toBe('login_failed');
    for (let tries = 0; tries < 9; tries += 1)
      expect((await guess('Wrong-Horse-1'))?.code).toBe('login_failed');
    expect((await guess('Wrong-Horse-1'))?.code).toBe('rate_limited');
    expect((await links()).items).toEqual([]);
  });

  it('does not link whoever has the address by then', async () => {
    const { asks } = await came();
    await set({ email: `gone-${user.email}` });
    const other = await api.user({ email: user.email });
    const { error } = await post('/finish', { ticket: asks?.ticket, password: PASSWORD });
    expect(error?.code).toBe('single_sign_on_refused');
    expect((await links(other.token)).items).toEqual([]);
    expect((await links()).items).toEqual([]);
  });

  it('ends the link with the password, by its owner alone, told and audited', async () => {
    const { asks } = await came();
    const linking = { ticket: asks?.ticket, password: PASSWORD };
    expect((await post('/finish', linking)).status).toBe(200);
    const id = (await links()).items[0]?.id;
    const end = async (currentPassword: string, token = user.token) =>
      await post(`/links/${id}/remove`, { currentPassword }, token);
    const other = await api.user();
    expect((await end(PASSWORD, other.token)).status).toBe(404);
    expect((await end('Wrong-Horse-1')).error?.code).toBe('current_password_wrong');
    expect((await end(PASSWORD)).status).toBe(200);
    expect(await auditOf('user.sign_in_unlinked')).toEqual([{ link: id, issuer: provider.issuer }]);
    expect((await mails()).at(-1)).toContain('unlinked');
    // What linked it once links it no more.
    expect((await post('/finish', linking)).error?.code).toBe('single_sign_on_refused');
    expect((await came()).asks?.what).toBe('password');
  });
});

describe('what came back from the provider', () => {
  beforeEach(async () => void (await link()));

  it('counts once, of many at once too, whatever the provider takes', async () => {
    provider.forgetsCodes = false;
    const body = await answered();
    const all = await Promise.all([1, 2, 3, 4].map(async () => (await post('', body)).status));
    expect(all.sort()).toEqual([200, 400, 400, 400]);
    expect((await post('', body)).error?.code).toBe('single_sign_on_refused');
  });

  it('counts with what the same browser was given alone', async () => {
    const [mine, theirs] = [await answered(), await answered()];
    const mixed = { cameBack: mine.cameBack, ticket: theirs.ticket };
    expect((await post('', mixed)).error?.code).toBe('single_sign_on_refused');
    expect((await post('', { ...mine, ticket: 'x'.repeat(60) })).error?.code).toBe('single_sign_on_refused');
    expect((await post('', mine)).status).toBe(200);
  });

  it('counts with its own code alone: another’s fails by its PKCE', async () => {
    const [mine, theirs] = [await answered(), await answered()];
    const [own, other] = [new URLSearchParams(mine.cameBack), new URLSearchParams(theirs.cameBack)];
    own.set('code', other.get('code') ?? '');
    const { error } = await post('', { cameBack: own.toString(), ticket: mine.ticket });
    expect(error?.code).toBe('single_sign_on_refused');
  });

  it('ends ten minutes after it began', async () => {
    const [late, just] = [await answered(), await answered()];
    api.now = new Date(api.now.getTime() + 600_000);
    expect((await post('', late)).error?.code).toBe('single_sign_on_refused');
    api.now = new Date(api.now.getTime() - 1);
    expect((await post('', just)).status).toBe(200);
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['for another sign-in', (claims) => ({ ...claims, nonce: 'another' })],
    ['for no sign-in', ({ nonce: _nonce, ...claims }) => claims],
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['by another provider', (claims) => ({ ...claims, iss: 'http://127.0.0.1:9/' })],
    ['that has run out', (claims) => ({ ...claims, exp: Number(claims.iat) - 31 })],
    ['of nobody', ({ sub: _sub, ...claims }) => claims],
    ['of half a sign', (claims) => ({ ...claims, sub: 'person\ud800' })],
    ['of what no database keeps', (claims) => ({ ...claims, sub: 'person\0' })],
  ])('is refused %s, and noted', async (_what, change) => {
    provider.claims = change;
    const noted = (await auditOf('user.login_refused', null)).length;
    expect((await signIn()).error?.code).toBe('single_sign_on_refused');
    expect((await auditOf('user.login_refused', null)).slice(noted)).toEqual([
      { because: 'provider', by: 'single sign-on' },
    ]);
    provider.claims = (claims) => claims;
    expect((await signIn()).status).toBe(200);
  });

  it.each(['none', 'hs256', 'strange key'] as const)('is refused signed by %s', async (signing) => {
    provider.signing = signing;
    expect((await signIn()).error?.code).toBe('single_sign_on_refused');
  });

  it('counts by a new key at once', async () => {
    provider.rotateKey();
    expect((await signIn()).status).toBe(200);
    provider.rotateKey();
    expect((await signIn()).status).toBe(200);
  });

  it.each(['?error=access_denied', '?', 'x', '?code=1', '?state=1'])('is refused as %j', async (cameBack) => {
    const { ticket } = await begin();
    expect((await post('', { cameBack, ticket })).error?.code).toBe('single_sign_on_refused');
  });

  it('is tried 50 times in ten minutes from one place', async () => {
    const call = async (body: object) =>
      await api.call('POST', '/auth/single-sign-on', { body, ip: '198.51.100.7' });
    const wrong = async () => (await call({ cameBack: '?x', ticket: (await begin()).ticket })).error?.code;
    for (let tries = 0; tries < 49; tries += 1) expect(await wrong()).toBe('single_sign_on_refused');
    // One that is right is not counted.
    expect((await call(await answered())).status).toBe(200);
    expect(await wrong()).toBe('single_sign_on_refused');
    expect(await wrong()).toBe('rate_limited');
  });
});

describe('whom the provider vouches for', () => {
  beforeEach(async () => void (await link()));

  it('is not let in suspended or not verified yet, as by password', async () => {
    await set({ status: 'suspended' });
    expect((await signIn()).error?.code).toBe('account_suspended');
    await set({ status: 'inactive' });
    expect((await signIn()).error?.code).toBe('single_sign_on_refused');
    expect(await auditOf('user.login_refused')).toEqual([
      { because: 'suspended', by: 'single sign-on' },
      { because: 'inactive', by: 'single sign-on' },
    ]);
  });

  it('is asked for the second factor, whatever the provider asked, and one code counts once', async () => {
    const sealed = api.deps.secrets.seal('JBSWY3DPEHPK3PXP', `totp:${user.id}`);
    await set({ totp_secret_sealed: sealed });
    provider.claims = (claims) => ({ ...claims, amr: ['mfa', 'otp'] });
    const { signedIn, asks } = await came();
    expect([signedIn, asks?.what]).toEqual([null, 'code']);
    const finish = async (totp?: string) => await post('/finish', { ticket: asks?.ticket, totp });
    expect((await finish()).error?.code).toBe('totp_required');
    expect((await finish('000000')).error?.code).toBe('login_failed');
    expect(await auditOf('user.login_refused')).toEqual([{ because: 'code', by: 'single sign-on' }]);
    const { TOTP, Secret } = await import('otpauth');
    const at = (ms: number) =>
      new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') }).generate({ timestamp: ms });
    expect((await finish(at(api.now.getTime()))).data).toMatchObject({ user: { email: user.email } });
    // With another code: what the provider said was used.
    api.now = new Date(api.now.getTime() + 60_000);
    expect((await finish(at(api.now.getTime()))).error?.code).toBe('single_sign_on_refused');
  });

  it('moves money without being asked again only where they showed who they are ten minutes ago at most', async () => {
    const asks = async (authTime: number | null) => {
      provider.claims = (claims) => (authTime === null ? claims : { ...claims, auth_time: authTime });
      const token = (await came()).signedIn?.token;
      return (await api.call('POST', '/operator/signing-keys', { token })).error?.code === 'step_up_required';
    };
    const nowSeconds = Math.floor(api.now.getTime() / 1_000);
    expect(await asks(null)).toBe(true);
    expect(await asks(nowSeconds - 600)).toBe(true);
    expect(await asks(nowSeconds - 599)).toBe(false);
  });
});

describe('a provider', () => {
  const codeOf = async () => (await post('/begin')).error?.code;
  // Each with a configuration that nobody has kept.
  beforeEach(() => {
    api.now = new Date(api.now.getTime() + 86_400_000);
  });

  it.each<[string, Parameters<FakeProvider['instead']['set']>[1]]>([
    ['away', (response) => void response.destroy()],
    ['broken', (response) => void response.writeHead(500).end()],
    ['slow', () => undefined],
    ['endless', (response) => void response.writeHead(200).end('x'.repeat(10_001))],
  ])('that is %s is told in a sentence, and passwords go on', async (_what, instead) => {
    provider.instead.set('.well-known/openid-configuration', instead);
    limits.totalMs = 300;
    expect(await codeOf()).toBe('single_sign_on_away');
    limits.totalMs = PROVIDER_LIMITS.totalMs;
    const body = { email: user.email, password: PASSWORD };
    expect((await api.call('POST', '/auth/login', { body })).status).toBe(200);
    provider.instead.clear();
    expect(await codeOf()).toBeUndefined();
    const asked = await answered();
    provider.instead.set('token', instead);
    limits.totalMs = 300;
    expect((await post('', asked)).error?.code).toBe('single_sign_on_away');
  });
  it.each<[string, Record<string, string>]>([
    ['of another name', { issuer: 'https://other.example' }],
    ['that sends browsers to a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s is none', async (_what, change) => {
    provider.metadata = (metadata) => ({ ...metadata, ...change });
    expect(await codeOf()).toBe('single_sign_on_away');
  });

  it('is not followed to another machine of ours, nor elsewhere', async () => {
    for (const token_endpoint of ['http://127.0.0.2:9/token', 'http://10.0.0.1/token', 'https://10.0.0.1/']) {
      provider.metadata = (metadata) => ({ ...metadata, token_endpoint });
      api.now = new Date(api.now.getTime() + 3_600_000);
      expect((await signIn()).error?.code).toBe('single_sign_on_away');
    }
    provider.metadata = (metadata) => metadata;
    api.now = new Date(api.now.getTime() + 3_600_000);
    provider.instead.set('token', (response) => void response.writeHead(302, { location: '/keys' }).end());
    expect((await signIn()).error?.code).toBe('single_sign_on_refused');
    expect(provider.asked).not.toContain('keys');
  });

  it('is asked for its configuration once in five minutes', async () => {
    await Promise.resolve(begin());
    await begin();
    api.now = new Date(api.now.getTime() + 299_999);
    await begin();
    expect(provider.asked).toHaveLength(1);
    api.now = new Date(api.now.getTime() + 1);
    await begin();
    expect(provider.asked).toHaveLength(2);
  });

  it('sends browsers back to the page that began, with nothing that a server would see', async () => {
    const back = provider.visit((await begin()).address, person);
    const { statusCode, headers } = await api.app.inject({ method: 'GET', url: back.pathname + back.search });
    expect([statusCode, headers.location]).toEqual([
      303,
      `http://dashboard.test/login#sign-in${back.search}`,
    ]);
    const long = await api.app.inject({ method: 'GET', url: `${back.pathname}?${'x'.repeat(8_001)}` });
    expect(long.headers.location).toBe('http://dashboard.test/login#sign-in?');
  });
});

it('is none where none is set, and says so', async () => {
  const plain = await createTestApi();
  const somebody = await plain.user();
  const { data } = await plain.call('GET', '/auth/single-sign-on/links', { token: somebody.token });
  expect(data).toEqual({ items: [], singleSignOn: null });
  expect((await plain.call('POST', '/auth/single-sign-on/begin', {})).error?.code).toBe('conflict_status');
  await plain.close();
});
