import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialInternet } from './safe-fetch.ts';
import { POST_LIMITS } from './safe-post.ts';
import { OtherPeoplesServers, redirect, status, turnsAway } from './testing/other-peoples-servers.ts';

const servers = new OtherPeoplesServers();
beforeAll(async () => await servers.open());
beforeEach(() => servers.reset());
afterAll(async () => await servers.close());

const sent = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"größe":1}' };
const URL = 'https://shop.example/hooks?a=1';
/** Longer than a test may take: what ends sooner ends by the rule that it is about. */
const PATIENT = { totalMs: 600_000, bodyMs: 600_000 };

describe('sending to an address of somebody else', () => {
  it('posts headers and body as they are, and says what was answered', async () => {
    const got: unknown[] = [];
    servers.page(URL, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers } = request;
        got.push(request.method, headers['webhook-id'], headers['content-type'], headers.host);
        got.push(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(202).end('taken');
      });
    });
    const answer = await servers.post()({ url: URL, ...sent });
    expect(answer).toEqual({ ok: true, status: 202, head: Buffer.from('taken') });
    expect(got).toEqual(['POST', 'evt_1', 'application/json', 'shop.example', '{"größe":1}']);
  });

  it('sends to whom it connects, and as much as there is, whatever the headers say', async () => {
    const got: unknown[] = [];
    servers.page(URL, (request, response) => {
      got.push(request.headers.host, request.headers['content-length']);
      response.writeHead(204).end();
    });
    const headers = { host: 'elsewhere.example', 'content-length': '1' };
    expect(await servers.post()({ url: URL, ...sent, headers })).toMatchObject({ status: 204 });
    expect(got).toEqual(['shop.example', String(Buffer.byteLength(sent.body))]);
  });

  it('waits ten seconds for an answer and one for its body, of which it keeps a kilobyte', () => {
    expect(POST_LIMITS).toEqual({ totalMs: 10_000, keptBytes: 1_024, bodyMs: 1_000 });
  });

  it('keeps so many bytes of an answer and does not wait for the rest', async () => {
    const left = Promise.withResolvers<void>();
    servers.page(URL, (request, response) => {
      request.socket.once('close', left.resolve);
      response.writeHead(200);
      response.write('x'.repeat(9));
      response.write('y'.repeat(9));
      // … and never ends.
    });
    const answer = await servers.post({ keptBytes: 10, ...PATIENT })({ url: URL, ...sent });
    expect(answer).toEqual({ ok: true, status: 200, head: Buffer.from('xxxxxxxxxy') });
    await left.promise;
  });

  it('takes a status as told once its head is there, however slowly a body drips', async () => {
    servers.page(URL, (_request, response) => {
      response.writeHead(200).flushHeaders();
    });
    const answer = await servers.post({ ...PATIENT, bodyMs: 20 })({ url: URL, ...sent });
    expect(answer).toEqual({ ok: true, status: 200, head: Buffer.alloc(0) });
  });

  it('takes what turns into something else than HTTP for no answer, as whoever only asks does', async () => {
    servers.page(URL, turnsAway);
    expect(await servers.fetch()({ url: URL, accept: '*/*' })).toMatchObject({ fault: 'bad_response' });
    expect(await servers.post()({ url: URL, ...sent })).toEqual({ ok: false, fault: 'bad_response' });
  });

  it('follows no redirect', async () => {
    servers
      .page(URL, redirect('https://elsewhere.example/', 307))
      .page('https://elsewhere.example/', status(200));
    expect(await servers.post()({ url: URL, ...sent })).toMatchObject({ ok: true, status: 307 });
    expect(servers.asked).toEqual([URL]);
  });

  it.each([
    ['https://127.0.0.1/', 'address_refused'],
    ['https://[::1]/', 'address_refused'],
    ['https://169.254.169.254/latest', 'address_refused'],
    ['https://home.example/', 'address_refused'],
    ['https://half.example/', 'address_refused'],
    ['https://shop.example:8443/', 'port_refused'],
    ['https://me:secret@shop.example/', 'url_refused'],
    ['file:///etc/passwd', 'url_refused'],
    ['https://nobody.example/', 'name_not_found'],
  ])('%s is refused: %s', async (url, fault) => {
    servers.name('home.example', ['10.0.0.1']).name('half.example', ['93.184.215.14', '192.168.0.1']);
    servers.page('https://shop.example/', status(200));
    expect(await servers.post()({ url, ...sent })).toEqual({ ok: false, fault });
    expect(servers.asked).toEqual([]);
  });

  it('waits for an answer so long', async () => {
    servers.page(URL, () => undefined);
    expect(await servers.post({ totalMs: 50 })({ url: URL, ...sent })).toEqual({
      ok: false,
      fault: 'timed_out',
    });
  });
});

it('names of which fault whoever was asked last is, be it after a redirect', async () => {
  servers.page('https://a.example/', redirect('https://b.example/')).name('b.example', ['10.0.0.1']);
  expect(await servers.fetch()({ url: 'https://a.example/', accept: '*/*' })).toEqual({
    ...{ ok: false, fault: 'address_refused', url: 'https://b.example/' },
  });
  servers
    .page('https://a.example/', redirect('/b'))
    .page('https://a.example/b', (request) => request.socket.destroy());
  expect(await servers.fetch()({ url: 'https://a.example/', accept: '*/*' })).toEqual({
    ...{ ok: false, fault: 'unreachable', url: 'https://a.example/b' },
  });
});

it('says by TLS which name it means, where it means one, and speaks HTTP/1.1', async () => {
  const heard: unknown[] = [];
  const server = createServer({
    SNICallback: (name, done) => {
      heard.push(name);
      done(new Error('that is all'));
    },
    ALPNCallback: ({ protocols }) => {
      heard.push(protocols);
      return protocols[0];
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of ['shop.example', '127.0.0.1']) {
    const lookup: LookupFunction = (_name, _options, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const socket = dialInternet({ host, port, lookup }, true);
    await once(socket, 'secureConnect').catch(() => undefined);
    socket.destroy();
  }
  await new Promise((resolve) => server.close(resolve));
  expect(heard.filter((each) => typeof each === 'string')).toEqual(['shop.example']);
  expect(heard).toContainEqual(['http/1.1']);
});
