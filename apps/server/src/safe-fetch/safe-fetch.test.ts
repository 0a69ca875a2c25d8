import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemResolve } from './guarded-lookup.ts';
import { isPublicAddress } from './public-address.ts';
import { createSafeFetch, dialInternet, FETCH_LIMITS, type FetchRequest } from './safe-fetch.ts';
import { OtherPeoplesServers, redirect, SOMEWHERE, status, text } from './testing/other-peoples-servers.ts';

const PRIVATE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:93.184.215.14',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::',
  '2620:4f:8000::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];
const PUBLIC = [
  SOMEWHERE,
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2620:4f:8001::1',
  '2a00:1450:4001::1',
];

const internet = new OtherPeoplesServers();
beforeAll(async () => void (await internet.open()));
afterAll(async () => await internet.close());
// Whatever a test was about: nobody may have been connected to who should not have been.
afterEach(() => {
  expect(internet.trapped).toBe(0);
  internet.reset();
});

const ask = async (url: string, more: Partial<FetchRequest> = {}, limits = {}) =>
  await internet.fetch(limits)({ url, accept: 'text/plain', ...more });
const faultOf = async (...args: Parameters<typeof ask>) => {
  const answer = await ask(...args);
  return answer.ok ? answer.status : answer.fault;
};
const inUrl = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe('isPublicAddress', () => {
  it.each(PRIVATE)('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('%s is', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['', 'localhost', 'fe80::1%eth0', '2606:4700::1%lo', '127.1', '0x7f000001'])('%s is not', (name) =>
    expect(isPublicAddress(name)).toBe(false),
  );
});

describe('private addresses', () => {
  it.each(PRIVATE)('a name that leads to %s is refused', async (address) => {
    internet.name('inside.example', [address]).page('http://inside.example/', text('secret'));
    expect(await faultOf('http://inside.example/')).toBe('address_refused');
  });

  it.each(PRIVATE)('http://%s is refused', async (address) => {
    expect(await faultOf(`http://${inUrl(address)}/`)).toBe('address_refused');
  });

  it.each(PRIVATE)('a redirect to %s is refused', async (address) => {
    internet.page('https://news.example/', redirect(`http://${inUrl(address)}/`));
    expect(await faultOf('https://news.example/')).toBe('address_refused');
    expect(internet.asked).toEqual(['https://news.example/']);
  });

  it.each([
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  ])('%s is seen through', async (url) => {
    expect(await faultOf(url)).toBe('address_refused');
  });

  it.each([
    [SOMEWHERE, '127.0.0.1'],
    ['127.0.0.1', SOMEWHERE],
    [SOMEWHERE, '::1'],
  ])('a name with %s and %s is refused whole', async (...addresses) => {
    internet.name('both.example', addresses).page('http://both.example/', text(''));
    expect(await faultOf('http://both.example/')).toBe('address_refused');
  });

  it('a name that turns private between two questions is asked once for each connection', async () => {
    internet.name('turning.example', [SOMEWHERE], ['127.0.0.1']);
    internet.page('https://turning.example/', redirect('https://turning.example/again'));
    expect(await faultOf('https://turning.example/')).toBe('address_refused');
    expect(internet.asked).toEqual(['https://turning.example/']);
    internet.name('still.example', [SOMEWHERE], ['127.0.0.1']).page('https://still.example/', text('a'));
    expect(await faultOf('https://still.example/')).toBe(200);
  });
});

describe('with the sockets of the real thing', () => {
  it('nothing arrives at a listener of this machine, however it is called', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const called = ['127.0.0.1', '::ffff:127.0.0.1', '0.0.0.0', '127.8.8.8', '::1', '::'];
    try {
      for (const scheme of ['http', 'https']) {
        for (const address of called) {
          const family = address.includes(':') ? 6 : 4;
          const fetch = createSafeFetch({
            resolve: async () => [{ address, family }],
            dial: (target, secure) => dialInternet({ ...target, port }, secure),
          });
          expect(await fetch({ url: `${scheme}://any.example/`, accept: '*/*' })).toMatchObject({
            fault: 'address_refused',
          });
          const literal = await fetch({ url: `${scheme}://${inUrl(address)}/`, accept: '*/*' });
          expect(literal).toMatchObject({ fault: 'address_refused' });
        }
        const local = createSafeFetch({
          resolve: systemResolve,
          dial: (target, secure) => dialInternet({ ...target, port }, secure),
        });
        const answer = await local({ url: `${scheme}://localhost/`, accept: '*/*' });
        expect(answer).toMatchObject({ ok: false, fault: 'address_refused' });
      }
      expect(connections).toBe(0);
    } finally {
      await new Promise((resolve) => listener.close(resolve));
    }
  });
});

describe('addresses', () => {
  it.each([
    'ftp://news.example/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'http://user:word@news.example/',
    'http://user@news.example/',
    'http://:word@news.example/',
    'gopher://news.example/',
    'nothing',
    '',
    'http://',
  ])('%s is not asked', async (url) => {
    expect(await faultOf(url)).toBe('url_refused');
  });

  const PORTS = ['http://news.example:8080/', 'https://news.example:22/'];
  it.each(PORTS)('the port of %s is not asked, nor followed to', async (url) => {
    expect(await faultOf(url)).toBe('port_refused');
    internet.page('https://shop.example/', redirect(url));
    expect(await ask('https://shop.example/')).toEqual({ ok: false, url, fault: 'port_refused' });
  });

  it.each(['file:///etc/passwd', 'javascript:1', 'https://u:p@news.example/'])(
    'a redirect to %s is not followed',
    async (location) => {
      internet.page('https://news.example/', redirect(location));
      expect(await faultOf('https://news.example/')).toBe('url_refused');
    },
  );

  it('asks by either scheme on either port, and says who it is', async () => {
    internet.page('https://news.example/a?b=c', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(`${request.headers['user-agent']} ${request.headers.accept}`);
    });
    const answer = await ask('https://news.example/a?b=c#part');
    expect(answer).toMatchObject({ ok: true, url: 'https://news.example/a?b=c', contentType: 'text/plain' });
    expect(answer.ok && answer.body.toString()).toMatch(/Placard.* text\/plain$/);
  });

  it('a name that does not exist, and a server that hangs up or talks nonsense', async () => {
    expect(await faultOf('https://nowhere.example/')).toBe('name_not_found');
    internet.page('https://rude.example/', (request) => request.socket.destroy());
    expect(await faultOf('https://rude.example/')).toBe('unreachable');
    internet.page('https://odd.example/', (request) => request.socket.end('SSH-2.0-x\r\n\r\n'));
    expect(await faultOf('https://odd.example/')).toBe('bad_response');
    internet.page('https://wide.example/', (request) =>
      request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
    );
    expect(await faultOf('https://wide.example/')).toBe('bad_response');
  });
});

it('an answer is waited for ten seconds, whatever its parts are', () => {
  expect(FETCH_LIMITS).toEqual({
    ...{ maxRedirects: 5, totalMs: 10_000, maxBytes: 1_048_576, maxDecodedBytes: 2_097_152 },
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is followed, relative too', async (code) => {
    internet
      .page('http://news.example/a', redirect('/b?c', code))
      .page('http://news.example/b?c', text('there'));
    expect(await ask('http://news.example/a')).toMatchObject({ ok: true, url: 'http://news.example/b?c' });
  });

  it('ends after so many', async () => {
    for (let n = 0; n < 8; n += 1) internet.page(`https://n.example/${n}`, redirect(`/${n + 1}`));
    expect(await faultOf('https://n.example/0')).toBe('too_many_redirects');
    expect(internet.asked).toHaveLength(6);
    internet.page('https://loop.example/', redirect('/'));
    expect(await faultOf('https://loop.example/')).toBe('too_many_redirects');
  });

  it('asks whether it may, with what was asked before', async () => {
    internet.page('https://a.example/', redirect('https://b.example/')).name('b.example', [SOMEWHERE]);
    const seen: string[] = [];
    const fault = await faultOf('https://a.example/', {
      mayFollow: (to, asked) => {
        seen.push(to.href, ...asked.map((one) => one.href));
        return false;
      },
    });
    expect([fault, seen]).toEqual(['redirect_refused', ['https://b.example/', 'https://a.example/']]);
    expect(internet.asked).toEqual(['https://a.example/']);
  });

  it('one without a location is an answer', async () => {
    internet.page('https://a.example/', status(302));
    expect(await faultOf('https://a.example/')).toBe(302);
  });
});

describe('bodies', () => {
  it.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['identity', Buffer.from('hello')],
  ])('%s is read', async (encoding, body) => {
    internet.page('https://a.example/', text(body, { 'content-encoding': encoding }));
    const answer = await ask('https://a.example/');
    expect(answer.ok && answer.body.toString()).toBe('hello');
  });

  it.each([
    ['unasked', Buffer.from('x')],
    ['gzip, gzip', gzipSync(gzipSync('x'))],
    ['gzip', Buffer.from('not gzip')],
    ['br', Buffer.from('not brotli at all')],
    ['gzip', gzipSync('hello').subarray(0, 15)],
  ])('%s that is none is refused', async (encoding, body) => {
    internet.page('https://a.example/', text(body, { 'content-encoding': encoding }));
    expect(await faultOf('https://a.example/')).toBe('bad_encoding');
  });

  it('a bomb, a body too long and one without end are cut', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    internet.page('https://bomb.example/', text(bomb, { 'content-encoding': 'gzip' }));
    expect(await faultOf('https://bomb.example/')).toBe('too_large');
    internet.page(
      'https://brotli.example/',
      text(brotliCompressSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'br' }),
    );
    expect(await faultOf('https://brotli.example/')).toBe('too_large');
    internet.page('https://long.example/', text('x'.repeat(1_100_000)));
    expect(await faultOf('https://long.example/')).toBe('too_large');
    internet.page('https://endless.example/', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        if (request.socket.destroyed) return;
        response.write('x'.repeat(65_536), () => setImmediate(more));
      };
      more();
    });
    expect(await faultOf('https://endless.example/')).toBe('too_large');
  });

  it.each([
    ['as it was sent', { maxBytes: 500, maxDecodedBytes: 500 }, 200],
    ['with a byte more than may be sent', { maxBytes: 499, maxDecodedBytes: 500 }, 'too_large'],
    ['with a byte more than may be unpacked', { maxBytes: 500, maxDecodedBytes: 499 }, 'too_large'],
  ])('one of 500 bytes that is %s is %s', async (_name, limits, expected) => {
    internet.page('https://a.example/', text(Buffer.alloc(500, 'x')));
    expect(await faultOf('https://a.example/', {}, limits)).toBe(expected);
  });

  it('what was packed is counted as it comes and as it is', async () => {
    const chance = randomBytes(500);
    const packed = gzipSync(chance);
    internet.page('https://a.example/', text(packed, { 'content-encoding': 'gzip' }));
    const of = async (maxBytes: number, maxDecodedBytes: number) =>
      await faultOf('https://a.example/', {}, { maxBytes, maxDecodedBytes });
    expect(await of(packed.length, 500)).toBe(200);
    expect(await of(packed.length - 1, 500)).toBe('too_large');
    expect(await of(packed.length, 499)).toBe('too_large');
  });

  it('silence, a slow drip of a head and of a body, and a name server that is silent are cut', async () => {
    const soon = { totalMs: 150 };
    internet.page('https://silent.example/', () => undefined);
    expect(await faultOf('https://silent.example/', {}, soon)).toBe('timed_out');
    const drip = (write: () => void) => {
      const timer = setInterval(write, 20);
      return () => clearInterval(timer);
    };
    internet.page('https://drip.example/', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      request.socket.once(
        'close',
        drip(() => response.write('x')),
      );
    });
    expect(await faultOf('https://drip.example/', {}, soon)).toBe('timed_out');
    internet.page('https://head.example/', (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n');
      request.socket.once(
        'close',
        drip(() => request.socket.write('x: y\r\n')),
      );
    });
    expect(await faultOf('https://head.example/', {}, soon)).toBe('timed_out');
    const fetch = createSafeFetch({ limits: soon, resolve: () => new Promise(() => undefined) });
    expect(await fetch({ url: 'https://a.example/', accept: '*/*' })).toMatchObject({ fault: 'timed_out' });
  });

  it('a connection that breaks within the body is no answer', async () => {
    internet.page('https://a.example/', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    expect(await faultOf('https://a.example/')).toBe('unreachable');
  });

  it('one whose head has no end is none', async () => {
    for (const length of [15_000, 17_000])
      internet.page(`https://b${length}.example/`, text('', { 'x-long': 'x'.repeat(length) }));
    expect(await faultOf('https://b15000.example/')).toBe(200);
    expect(await faultOf('https://b17000.example/')).toBe('bad_response');
  });

  it('what is said of an address is what a server was told of it, and no more than fits', async () => {
    internet.page('https://a.example/', status(200));
    expect((await ask('https://a.example/#part')).url).toBe('https://a.example/');
    expect((await ask(`ftp://${'x'.repeat(3_000)}`)).url).toHaveLength(2_000);
  });

  it('only that of a 200 is read', async () => {
    internet.page('https://a.example/', status(500, 'long story'));
    const answer = await ask('https://a.example/');
    expect(answer).toMatchObject({ ok: true, status: 500 });
    expect(answer.ok && answer.body.length).toBe(0);
  });
});
