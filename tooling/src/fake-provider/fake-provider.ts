import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'placard';
export const CLIENT_SECRET = 'a client’s secret: +/%';

type Claims = Record<string, unknown>;
type Key = { readonly kid: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** Somebody who is signed in there. */
export type Person = { readonly sub: string; readonly email?: string; readonly email_verified?: boolean };

/** A provider of OpenID Connect on this machine, which can be made to misbehave. */
export class FakeProvider {
  readonly #server: Server;
  readonly #codes = new Map<string, { nonce: string; challenge: string; callback: string; person: Person }>();
  #key: Key = makeKey('first');
  #count = 0;
  /** Whose browser comes to it. */
  person: Person = { sub: 'person-1', email: 'person@example.com', email_verified: true };
  nowSeconds: () => number = () => Math.floor(Date.now() / 1_000);
  /** Changes what the next identities say. */
  claims: (claims: Claims) => Claims = (claims) => claims;
  /** How they are signed. */
  signing: 'rs256' | 'none' | 'hs256' | 'strange key' = 'rs256';
  /** Whether a code counts once there. */
  forgetsCodes = true;
  /** What it answers instead, for each path. */
  readonly instead = new Map<string, (response: ServerResponse) => void>();
  /** Paths asked. */
  readonly asked: string[] = [];
  metadata: (metadata: Claims) => Claims = (metadata) => metadata;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/realms/test/`;
  }

  rotateKey(): void {
    this.#count += 1;
    this.#key = makeKey(`key ${this.#count}`);
  }

  /** As a browser that was sent here, whose person is signed in. @returns the address it is sent back to */
  visit(address: string, person: Person): URL {
    const asked = new URL(address).searchParams;
    const named = (name: string) => asked.get(name) ?? '';
    if (named('client_id') !== CLIENT_ID || named('response_type') !== 'code') throw new Error(address);
    if (named('code_challenge_method') !== 'S256') throw new Error('no PKCE');
    this.#count += 1;
    const code = `code-${this.#count}-${'c'.repeat(600)}`;
    const [nonce, challenge, callback] = [named('nonce'), named('code_challenge'), named('redirect_uri')];
    this.#codes.set(code, { nonce, challenge, callback, person });
    const back = new URL(callback);
    back.search = new URLSearchParams({ code, state: named('state') }).toString();
    return back;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', this.issuer);
    const path = url.pathname.replace('/realms/test/', '');
    this.asked.push(path);
    const instead = this.instead.get(path);
    if (instead !== undefined) return instead(response);
    if (path === 'authorize') {
      response.writeHead(302, { location: this.visit(url.href, this.person).href }).end();
    } else if (path === '.well-known/openid-configuration')
      json(response, 200, this.metadata(this.#metadata()));
    else if (path === 'keys') json(response, 200, { keys: [jwkOf(this.#key)] });
    else if (path === 'token') this.#token(request, new URLSearchParams(body), response);
    else json(response, 404, {});
  }

  #metadata(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}authorize`,
      token_endpoint: `${this.issuer}token`,
      jwks_uri: `${this.issuer}keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    if (this.forgetsCodes) this.#codes.delete(code);
    const [scheme, given] = (request.headers.authorization ?? '').split(' ');
    const known = [CLIENT_ID, CLIENT_SECRET].map(formEncoded).join(':');
    if (scheme !== 'Basic' || Buffer.from(given ?? '', 'base64').toString() !== known) {
      json(response, 401, { error: 'invalid_client' });
      return;
    }
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || proof !== grant.challenge || form.get('redirect_uri') !== grant.callback) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const now = this.nowSeconds();
    const claims = {
      ...{ iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce: grant.nonce },
      ...grant.person,
    };
    json(response, 200, {
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: this.#signed(this.claims(claims)),
    });
  }

  #signed(claims: Claims): string {
    const alg = { rs256: 'RS256', none: 'none', hs256: 'HS256', 'strange key': 'RS256' }[this.signing];
    const head = { alg, kid: this.#key.kid, typ: 'JWT' };
    const text = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${this.#signatureOf(text)}`;
  }

  #signatureOf(text: string): string {
    if (this.signing === 'none') return '';
    if (this.signing === 'hs256') return createHmac('sha256', CLIENT_SECRET).update(text).digest('base64url');
    const { privateKey } = this.signing === 'rs256' ? this.#key : makeKey('strange');
    return sign('sha256', Buffer.from(text), privateKey).toString('base64url');
  }
}

function makeKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) };
}

function jwkOf({ kid, publicKey }: Key): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}

/** As RFC 6749 has a client write its name and secret. */
function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
