import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakeProvider,
  type Person,
} from '@placard/tooling/fake-provider/fake-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isIssuer, oidcProvider } from './oidc-provider.ts';
import { ProviderFailure, type SignInProvider, type Vouched } from './sign-in-provider.ts';

it.each([
  ['https://id.example.com', 'https://id.example.com/', true],
  ['https://id.example.com/realms/a', 'https://id.example.com/realms/a', true],
  ['https://id.example.com/realms/a/', 'https://id.example.com/realms/a', false],
  ['https://id.example.com/realms/b', 'https://id.example.com/realms/a', false],
  ['https://id.example.com/{tenantid}/v2.0', 'https://id.example.com/common/v2.0', false],
  ['nobody', 'https://id.example.com/', false],
])('%s is the issuer %s: %s', (named, issuer, same) => {
  expect(isIssuer(named, new URL(issuer))).toBe(same);
});

describe('a provider', () => {
  const CHECKS = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
  const PERSON: Person = { sub: 'person-1', email: ' Ada@Example.com ', email_verified: true };
  const server = new FakeProvider();
  let now: Date;
  let provider: SignInProvider;
  beforeAll(async () => await server.open());
  afterAll(async () => await server.close());
  beforeEach(() => {
    now = new Date('2026-03-10T12:00:00Z');
    server.nowSeconds = () => Math.floor(now.getTime() / 1_000);
    server.claims = (claims) => claims;
    server.metadata = (metadata) => metadata;
    server.asked.length = 0;
    provider = oidcProvider(
      { issuer: server.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: 'the house' },
      { callbackUrl: 'http://dashboard.test/back', clock: () => now },
    );
  });

  const vouched = async (person: Person = PERSON): Promise<Vouched> =>
    await provider.takeAnswer(server.visit(await provider.addressOf(CHECKS), person).search, CHECKS);
  const failure = async (work: Promise<unknown>) => {
    const error = await work.catch((cause: unknown) => cause);
    return error instanceof ProviderFailure ? `${error.kind}: ${error.message}` : error;
  };

  it('vouches for somebody and for the address that it has verified, and for no other', async () => {
    const { issuer } = server;
    expect(await vouched()).toEqual({
      ...{ issuer, subject: 'person-1', email: 'ada@example.com', authTimeSeconds: null },
    });
    server.claims = (claims) => ({ ...claims, auth_time: 1_700_000_000 });
    expect((await vouched()).authTimeSeconds).toBe(1_700_000_000);
    for (const verified of [false, 'true', 1, undefined]) {
      server.claims = (claims) => ({ ...claims, email_verified: verified });
      expect([verified, (await vouched()).email]).toEqual([verified, null]);
    }
    for (const email of [undefined, '', 7, 'a\0@example.com', 'a\ud800@example.com']) {
      server.claims = (claims) => ({ ...claims, email });
      expect([email, (await vouched()).email]).toEqual([email, null]);
    }
  });

  it('names people by what a database keeps, and no longer than a name may be', async () => {
    expect((await vouched({ ...PERSON, sub: 's'.repeat(255) })).subject).toHaveLength(255);
    for (const sub of ['s'.repeat(256), ''])
      expect(await failure(vouched({ ...PERSON, sub }))).toMatch(/^refused/);
  });

  it('is believed half a minute beside our clock', async () => {
    const ending = async (secondsAgo: number) => {
      server.claims = (claims) => ({ ...claims, exp: Number(claims.iat) - secondsAgo });
      return await failure(vouched());
    };
    expect(await ending(29)).toMatchObject({ subject: 'person-1' });
    expect(await ending(31)).toMatch(/^refused/);
  });

  it('is believed by its own signature, though the connection is its own as well', async () => {
    for (const signing of ['none', 'hs256', 'strange key', 'rs256'] as const) {
      server.signing = signing;
      const outcome = await failure(vouched());
      if (signing === 'rs256') expect(outcome).toMatchObject({ subject: 'person-1' });
      else expect([signing, outcome]).toEqual([signing, expect.stringMatching(/^refused/)]);
    }
  });

  it('is shown our secret in the way it takes', async () => {
    const taking = async (...methods: string[]) => {
      server.metadata = (metadata) => ({ ...metadata, token_endpoint_auth_methods_supported: methods });
      now = new Date(now.getTime() + 3_600_000);
      return await failure(vouched());
    };
    expect(await taking('client_secret_post', 'client_secret_basic')).toMatchObject({ subject: 'person-1' });
    // This one takes only the other, whatever it says.
    expect(await taking('client_secret_post')).toMatch(/^refused: .*invalid_client/);
  });

  it('is away, and no refusal, where it says itself that something of it does not work', async () => {
    for (const status of [500, 503]) {
      server.instead.set('token', (response) => void response.writeHead(status).end());
      expect(await failure(vouched())).toBe(`away: it answered ${status}`);
    }
    server.instead.set('token', (response) => void response.writeHead(400).end());
    expect(await failure(vouched())).toMatch(/^refused/);
    server.instead.clear();
  });

  it('may send browsers to an address with https, though it is itself asked without', async () => {
    const authorization_endpoint = 'https://id.example/in';
    server.metadata = (metadata) => ({ ...metadata, authorization_endpoint });
    expect(await provider.addressOf(CHECKS)).toMatch(/^https:\/\/id\.example\/in\?/);
  });

  it('is asked for its configuration again after five minutes, or where the clock was set back', async () => {
    const askedAfter = async (ms: number) => {
      now = new Date(now.getTime() + ms);
      await provider.addressOf(CHECKS);
      return server.asked.length;
    };
    for (const [ms, asked] of [
      [0, 1],
      [0, 1],
      [299_999, 1],
      [1, 2],
    ] as const)
      expect(await askedAfter(ms)).toBe(asked);
    expect(await askedAfter(-1)).toBe(3);
  });
});
