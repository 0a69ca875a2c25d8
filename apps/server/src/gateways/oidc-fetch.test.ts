import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf } from '../safe-fetch/fetch-failure.ts';
import { mayAsk, PROVIDER_LIMITS, providerFetch } from './oidc-fetch.ts';

it.each([
  ['https://id.example.com/token', 'https://id.example.com/', true],
  // Another name is looked up, and only what is public answers to it.
  ['https://keys.example.net/', 'https://id.example.com/', true],
  ['https://1.1.1.1/', 'https://id.example.com/', true],
  ['https://10.0.0.1/', 'https://id.example.com/', false],
  ['https://169.254.169.254/', 'https://id.example.com/', false],
  ['https://[fd12:3456::1]/', 'https://id.example.com/', false],
  ['http://id.example.com/token', 'https://id.example.com/', false],
  ['https://somebody@id.example.com/', 'https://id.example.com/', false],
  ['file:///etc/passwd', 'https://id.example.com/', false],
  // What the operator has set may be in their own network.
  ['https://10.0.0.1/token', 'https://10.0.0.1/realm', true],
  ['https://10.0.0.2/token', 'https://10.0.0.1/realm', false],
  ['http://127.0.0.1:8080/token', 'http://127.0.0.1:8080/', true],
  ['http://127.0.0.2:8080/token', 'http://127.0.0.1:8080/', false],
  ['http://127.0.0.1:8080/token', 'https://127.0.0.1:8080/', false],
])('%s may be asked for %s: %s', (url, issuer, good) => {
  expect(mayAsk(new URL(url), new URL(issuer))).toBe(good);
});

describe('what is asked of a provider', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const sockets: Socket[] = [];
  const server = createServer((request, response) => answer(request, response));
  server.on('connection', (socket) => void sockets.push(socket));
  let issuer: URL;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(() => void server.close());

  const ask = async (
    change: Partial<{ method: string; body: string; path: string }> = {},
    limits = PROVIDER_LIMITS,
  ) => {
    const { method = 'GET', body = null, path = '/a?b=c' } = change;
    const asked = { method, body, headers: { accept: 'application/json' }, redirect: 'manual' } as const;
    return await providerFetch(issuer, limits)(new URL(path, issuer).href, asked);
  };

  it('has its time and its size', () => {
    expect(PROVIDER_LIMITS).toEqual({ totalMs: 8_000, maxBytes: 262_144 });
  });

  it('is sent whole, and its connection ends with the answer', async () => {
    const got: unknown[] = [];
    answer = async (request, response) => {
      const { host, accept, 'accept-encoding': encoding, 'content-length': length } = request.headers;
      let body = '';
      for await (const chunk of request) body += String(chunk);
      got.push([request.method, request.url, host, accept, encoding, length, body]);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    };
    const posted = await ask({ method: 'POST', body: 'größe=1' });
    expect([posted.status, posted.headers.get('content-type'), await posted.text()]).toEqual([
      ...[201, 'application/json', '{}'],
    ]);
    await ask();
    const head = [issuer.host, 'application/json', 'identity'];
    expect(got).toEqual([
      ['POST', '/a?b=c', ...head, '9', 'größe=1'],
      ['GET', '/a?b=c', ...head, undefined, ''],
    ]);
    await Promise.all(sockets.map(async (socket) => socket.closed || (await once(socket, 'close'))));
  });

  it('is looked for by its name where the operator has set it, and by no other’s in this network', async () => {
    answer = (_request, response) => void response.writeHead(204).end();
    const { port } = issuer;
    const named = new URL(`http://localhost:${port}/`);
    const none = { method: 'GET', body: null, headers: {}, redirect: 'manual' } as const;
    expect((await providerFetch(named, PROVIDER_LIMITS)(named.href, none)).status).toBe(204);
    const other = providerFetch(new URL('https://id.example.com/'), PROVIDER_LIMITS);
    const asked = await other(`https://localhost:${port}/`, none).catch((cause: unknown) => cause);
    expect(faultOf(asked)).toBe('address_refused');
  });

  it('may be answered by nothing, of no type, or by another place, where nobody goes', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: '/b' }).end();
    const answered = await ask();
    expect([answered.status, answered.headers.get('content-type'), await answered.text()]).toEqual([
      ...[302, null, ''],
    ]);
  });

  it('is read up to its size, in its time, and is no other protocol', async () => {
    const fault = async (...asked: Parameters<typeof ask>) =>
      faultOf(await ask(...asked).catch((cause: unknown) => cause));
    answer = (_request, response) => void response.writeHead(200).end('x'.repeat(100));
    expect((await ask({}, { totalMs: 8_000, maxBytes: 100 })).status).toBe(200);
    expect(await fault({}, { totalMs: 8_000, maxBytes: 99 })).toBe('too_large');
    answer = (request) =>
      void request.socket.end('HTTP/1.1 101 Else\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    expect(await fault()).toBe('bad_response');
    answer = () => undefined;
    const silent = await ask({}, { totalMs: 20, maxBytes: 100 }).catch((cause: Error) => cause);
    expect(silent).toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(await fault({ path: 'https://10.0.0.1/' })).toBe('url_refused');
  });
});
