import { brotliCompressSync, gzipSync } from 'node:zlib';
import { adsTxtLineOf } from '@placard/domain/ads-txt/verdict';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  OtherPeoplesServers,
  redirect,
  SOMEWHERE,
  status,
  text,
} from '../../safe-fetch/testing/other-peoples-servers.ts';
import { examineWebsite } from './examine.ts';

const ours = { domain: 'ads.network.example', sellerId: 'pub-7' };
const LINE = adsTxtLineOf(ours);
const GOOD = text(`${LINE}\n`);

const internet = new OtherPeoplesServers();
beforeAll(async () => void (await internet.open()));
afterAll(async () => await internet.close());
afterEach(() => {
  expect(internet.trapped).toBe(0);
  internet.reset();
});

async function examine(domain = 'news.example', limits = {}): Promise<[string, string]> {
  const { result, found } = await examineWebsite(internet.fetch(limits), domain, ours);
  return [result, found.outcome];
}

const OK = ['ok', 'line_found'];
const MISSING = ['missing_line', 'line_missing'];
const NOTHING = ['missing_line', 'nothing_declared'];

describe('files', () => {
  const other = 'google.com, pub-1, DIRECT, f08c47fec0942fa0';
  it.each([
    ['the line alone', LINE, OK],
    ['no line ending at the end', `${other}\n${LINE}`, OK],
    ['LF', `# a\n${other}\n${LINE}\n`, OK],
    ['CRLF', `# a\r\n${other}\r\n${LINE}\r\n`, OK],
    ['CR', `# a\r${other}\r${LINE}\r`, OK],
    ['all of them mixed', `# a\r${other}\n\r\n${LINE}\r`, OK],
    ['a BOM', `\uFEFF${LINE}`, OK],
    ['tabs and spaces', `\t ads.network.example\t,  pub-7 ,\tDIRECT \t`, OK],
    ['no spaces', 'ads.network.example,pub-7,DIRECT', OK],
    ['domain in capitals', 'ADS.NETWORK.EXAMPLE, pub-7, DIRECT', OK],
    ['type in small letters', 'ads.network.example, pub-7, direct', OK],
    ['a certification id', `${LINE}, f08c47fec0942fa0`, OK],
    ['a comment behind', `${LINE} # ours`, OK],
    ['a comment right behind', `${LINE}#ours`, OK],
    ['an extension', `${LINE};note=1,2`, OK],
    ['a comment before', `# sellers\n\n   # more\n${LINE}`, OK],
    ['variables around', `CONTACT=a@b.example\nOWNERDOMAIN=b.example\n${LINE}\nSUBDOMAIN=x.news.example`, OK],
    ['broken lines around', `nonsense\n,,,\n=\n${LINE}\nx, y`, OK],
    ['twice', `${LINE}\n${LINE}`, OK],
    ['beside our other accounts', `ads.network.example, pub-8, DIRECT\n${LINE}`, OK],
    ['beside a resale by us', `ads.network.example, pub-7, RESELLER\n${LINE}`, OK],
    ['as a fully qualified name', 'ads.network.example., pub-7, DIRECT', OK],
    ['others only', other, MISSING],
    ['the line in a comment', `${other}\n# ${LINE}`, MISSING],
    ['the line in an extension', `${other};${LINE}`, MISSING],
    ['as RESELLER', 'ads.network.example, pub-7, RESELLER', MISSING],
    ['the id in capitals', 'ads.network.example, PUB-7, DIRECT', MISSING],
    ['another id', 'ads.network.example, pub-77, DIRECT', MISSING],
    ['the parent domain', 'network.example, pub-7, DIRECT', MISSING],
    ['a subdomain of ours', 'x.ads.network.example, pub-7, DIRECT', MISSING],
    ['two fields', 'ads.network.example, pub-7', NOTHING],
    ['an unknown type', 'ads.network.example, pub-7, BOTH', NOTHING],
    ['semicolons for commas', 'ads.network.example; pub-7; DIRECT', NOTHING],
    ['an address for the domain', 'https://ads.network.example, pub-7, DIRECT', NOTHING],
    ['variables only', 'CONTACT=a@b.example\nMANAGERDOMAIN=m.example, DE', NOTHING],
    ['the placeholder', 'placeholder.example.com, placeholder, DIRECT, placeholder', MISSING],
    ['nothing', '', NOTHING],
    ['white space', ' \r\n\t\n', NOTHING],
    ['a comment only', '# nobody sells for us', NOTHING],
  ])('%s', async (_name, body, verdict) => {
    internet.page('https://news.example/ads.txt', text(body));
    expect(await examine()).toEqual(verdict);
  });
});

describe('what a check says it found', () => {
  const ADDRESS = 'https://news.example/ads.txt';
  const found = async (body: string) => {
    internet.page(ADDRESS, text(body));
    return await examineWebsite(internet.fetch(), 'news.example', ours);
  };

  it('is the line, where it stands, and how much there is beside it', async () => {
    const body = `a.example, 1, DIRECT\nnonsense\n${LINE}\n`;
    expect(await found(body)).toEqual({
      ...{ result: 'ok', text: body },
      found: {
        ...{ outcome: 'line_found', url: ADDRESS, httpStatus: 200, line: 3, nearMisses: [], recordCount: 2 },
        ...{ invalidLines: [{ line: 2, text: 'nonsense' }], bySubdomain: false },
      },
    });
  });

  it('names twenty of what is nearly ours and of what is no line, as they are written, and shortened', async () => {
    const near = `  ads.network.example, pub-8, DIRECT # ${'x'.repeat(300)}`;
    const { found: said } = await found([...Array(21).fill(near), ...Array(21).fill('nonsense')].join('\n'));
    expect(said.nearMisses).toEqual(
      Array.from({ length: 20 }, (_, index) => ({
        ...{ line: index + 1, why: 'other_account', text: near.trim().slice(0, 200) },
      })),
    );
    expect(said.invalidLines).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ line: index + 22, text: 'nonsense' })),
    );
    expect([said.line, said.recordCount]).toEqual([null, 21]);
  });

  it('is no file where there is none, and the website’s own where its root hands over', async () => {
    internet.page(ADDRESS, status(404));
    internet.page('http://news.example/ads.txt', status(404));
    const none = { line: null, nearMisses: [], recordCount: 0, invalidLines: [] };
    expect(await examineWebsite(internet.fetch(), 'news.example', ours)).toEqual({
      ...{ result: 'missing_line', text: null },
      found: { outcome: 'file_missing', url: ADDRESS, httpStatus: 404, ...none, bySubdomain: false },
    });
    internet.page(ADDRESS, text('SUBDOMAIN=blog.news.example'));
    const OWN = 'https://blog.news.example/ads.txt';
    for (const own of [OWN, OWN.replace('https', 'http')]) internet.page(own, status(503));
    expect(await examineWebsite(internet.fetch(), 'blog.news.example', ours)).toEqual({
      ...{ result: 'unknown', text: null },
      found: { outcome: 'http_status', url: OWN, httpStatus: 503, ...none, bySubdomain: true },
    });
  });
});

describe('answers', () => {
  const unknown = (outcome: string) => ['unknown', outcome];
  const asText =
    (type: string | null, body = LINE): Behaviour =>
    (_request, response) => {
      response.writeHead(200, type === null ? {} : { 'content-type': type }).end(body);
    };
  it.each<[string, Behaviour, string[]]>([
    ['404', status(404), ['missing_line', 'file_missing']],
    ['404 with the line in its body', status(404, LINE), ['missing_line', 'file_missing']],
    ['400', status(400, LINE), unknown('http_status')],
    ['401', status(401, LINE), unknown('http_status')],
    ['403', status(403, LINE), unknown('http_status')],
    ['410', status(410), unknown('http_status')],
    ['429', status(429), unknown('http_status')],
    ['500', status(500, LINE), unknown('http_status')],
    ['503', status(503), unknown('http_status')],
    ['204', status(204), unknown('http_status')],
    ['206', status(206, LINE), unknown('http_status')],
    ['304', status(304), unknown('redirect')],
    ['HTML with 200', asText('text/html; charset=utf-8', '<h1>Hello</h1>'), unknown('html')],
    ['the line as HTML', asText('text/html'), unknown('html')],
    ['another HTML', asText('application/xhtml+xml'), unknown('html')],
    ['XML that calls itself text', asText('text/plain', '\uFEFF<?xml version="1.0"?>'), unknown('html')],
    ['a comment of HTML that calls itself text', asText('text/plain', '<!-- gone -->'), unknown('html')],
    ['a tag that is none, then the line', asText('text/plain', `<us>\n${LINE}`), OK],
    ['HTML that calls itself text', asText('text/plain', '\n<!DOCTYPE html><p>'), unknown('html')],
    ['JSON', asText('application/json'), unknown('not_plain_text')],
    ['octets', asText('application/octet-stream'), unknown('not_plain_text')],
    ['no type', asText(null), unknown('not_plain_text')],
    ['TEXT/PLAIN', asText('TEXT/PLAIN;charset=ISO-8859-1'), OK],
    ['zeros', asText('text/plain', `\0${LINE}`), unknown('not_plain_text')],
    ['gzip', text(gzipSync(LINE), { 'content-encoding': 'gzip' }), OK],
    ['brotli', text(brotliCompressSync(LINE), { 'content-encoding': 'br' }), OK],
    ['gzip that is none', text(LINE, { 'content-encoding': 'gzip' }), unknown('bad_answer')],
    [
      'a gzip bomb',
      text(gzipSync(Buffer.alloc(9_000_000)), { 'content-encoding': 'gzip' }),
      unknown('too_large'),
    ],
    ['a body without end', text(`${LINE}\n`.repeat(60_000)), unknown('too_large')],
    ['silence', () => undefined, unknown('timed_out')],
    ['a connection that is hung up', (request) => request.socket.destroy(), unknown('unreachable')],
    ['no HTTP', (request) => request.socket.end('220 mail\r\n'), unknown('bad_answer')],
    [
      'a slow drip',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        const timer = setInterval(() => response.write('#'), 30);
        request.socket.once('close', () => clearInterval(timer));
      },
      unknown('timed_out'),
    ],
  ])('%s', async (_name, behaviour, verdict) => {
    internet.page('https://news.example/ads.txt', behaviour).page('http://news.example/ads.txt', behaviour);
    // Only what never comes is waited for in vain.
    const totalMs = verdict[1] === 'timed_out' ? 400 : 10_000;
    expect(await examine('news.example', { totalMs })).toEqual(verdict);
  });

  it('a name that does not exist', async () => {
    expect(await examine('nowhere.example')).toEqual(['unknown', 'name_not_found']);
  });
});

describe('schemes', () => {
  const HTTPS = 'https://news.example/ads.txt';
  const HTTP = 'http://news.example/ads.txt';
  it('HTTPS is asked first, and alone where it has the file', async () => {
    internet.page(HTTPS, text('a.example, 1, DIRECT')).page(HTTP, GOOD);
    expect(await examine()).toEqual(MISSING);
    expect(internet.asked).toEqual([HTTPS]);
  });

  it.each<[string, Behaviour, Behaviour, string[]]>([
    ['not there, then the file', (request) => request.socket.destroy(), GOOD, OK],
    ['5xx, then the file', status(500), GOOD, OK],
    ['404, then the file', status(404), GOOD, OK],
    [
      'not there, then 404',
      (request) => request.socket.destroy(),
      status(404),
      ['missing_line', 'file_missing'],
    ],
    ['5xx, then 404', status(500), status(404), ['unknown', 'http_status']],
    ['404, then 5xx', status(404), status(500), ['missing_line', 'file_missing']],
    ['HTML, then 404', text('<html>', { 'content-type': 'text/html' }), status(404), ['unknown', 'html']],
    ['HTTP that leads to a broken HTTPS', status(500), redirect(HTTPS), ['unknown', 'http_status']],
  ])('%s', async (_name, secure, plain, verdict) => {
    internet.page(HTTPS, secure).page(HTTP, plain);
    expect(await examine()).toEqual(verdict);
  });
});

describe('redirects', () => {
  const ROOT = 'https://news.example/ads.txt';
  const chain = (...addresses: string[]) => {
    for (const [index, from] of addresses.entries()) {
      const to = addresses[index + 1];
      internet.page(from, to === undefined ? GOOD : redirect(to));
    }
  };
  it.each<[string, string[], string[]]>([
    ['within the host', [ROOT, 'https://news.example/files/ads.txt'], OK],
    ['to www and on', [ROOT, 'https://www.news.example/ads.txt', 'https://cdn.news.example/a'], OK],
    ['from www back', [ROOT, 'https://www.news.example/a', 'https://news.example/b'], OK],
    ['one step outside', [ROOT, 'https://manager.example/news'], OK],
    [
      'outside after a step within',
      [ROOT, 'https://www.news.example/ads.txt', 'https://manager.example/n'],
      OK,
    ],
    [
      'two steps outside',
      [ROOT, 'https://manager.example/a', 'https://other.example/b'],
      ['unknown', 'redirect'],
    ],
    [
      'outside and on there',
      [ROOT, 'https://manager.example/a', 'https://manager.example/b'],
      ['unknown', 'redirect'],
    ],
    [
      'outside and back',
      [ROOT, 'https://manager.example/a', 'https://news.example/b'],
      ['unknown', 'redirect'],
    ],
  ])('%s', async (_name, addresses, verdict) => {
    chain(...addresses);
    internet.page('http://news.example/ads.txt', status(500));
    expect(await examine()).toEqual(verdict);
  });

  it.each(['http://localhost/ads.txt', 'http://127.0.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://0.0.0.0/'])(
    'to %s is refused',
    async (location) => {
      internet.name('localhost', ['127.0.0.1']).page('http://localhost/ads.txt', GOOD);
      internet.page(ROOT, redirect(location)).page('http://news.example/ads.txt', redirect(location));
      expect(await examine()).toEqual(['unknown', 'address_refused']);
      expect(internet.asked).toEqual([ROOT, 'http://news.example/ads.txt']);
    },
  );

  it('a loop, another port and no location are no answer', async () => {
    for (const location of [ROOT, 'https://news.example:8443/ads.txt']) {
      internet.page(ROOT, redirect(location)).page('http://news.example/ads.txt', redirect(location));
      expect(await examine()).toEqual(['unknown', 'redirect']);
    }
  });
});

describe('names that lead inside', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1', '::ffff:10.0.0.1', '169.254.169.254', '64:ff9b::a00:1'])(
    '%s is not asked',
    async (address) => {
      internet.page('https://news.example/ads.txt', GOOD).name('news.example', [address]);
      expect(await examine()).toEqual(['unknown', 'address_refused']);
      expect(internet.asked).toEqual([]);
    },
  );

  it('nor one that turns private for the second question', async () => {
    internet.page('https://news.example/ads.txt', status(500)).page('http://news.example/ads.txt', GOOD);
    internet.name('news.example', [SOMEWHERE], ['192.168.0.1']);
    expect(await examine()).toEqual(['unknown', 'http_status']);
    expect(internet.asked).toEqual(['https://news.example/ads.txt']);
  });
});

describe('subdomains', () => {
  const ROOT = 'https://news.example/ads.txt';
  const OWN = 'https://blog.news.example/ads.txt';
  it('the root’s file decides', async () => {
    internet.page(ROOT, GOOD).page(OWN, text(''));
    expect(await examine('blog.news.example')).toEqual(OK);
    expect(internet.asked).toEqual([ROOT]);
  });

  it.each<[string, string, Behaviour, string[]]>([
    ['that names it hands over', 'SUBDOMAIN=Blog.news.example', GOOD, OK],
    [
      'hands over also what it declares itself',
      `${LINE}\nSUBDOMAIN=blog.news.example`,
      status(404),
      ['missing_line', 'file_missing'],
    ],
    ['that names another does not', 'a.example, 1, DIRECT\nsubdomain=shop.news.example', GOOD, MISSING],
    [
      'hands over to what cannot be read',
      'SUBDOMAIN=blog.news.example',
      status(503),
      ['unknown', 'http_status'],
    ],
  ])('a root’s file %s', async (_name, root, own, verdict) => {
    internet.page(ROOT, text(root)).page(OWN, own).page(OWN.replace('https', 'http'), own);
    expect(await examine('blog.news.example')).toEqual(verdict);
  });

  it('SUBDOMAIN in the file of a subdomain is not heeded', async () => {
    internet.page(ROOT, text('SUBDOMAIN=blog.news.example')).page(OWN, text('SUBDOMAIN=a.blog.news.example'));
    internet.page('https://a.blog.news.example/ads.txt', GOOD);
    expect(await examine('a.blog.news.example')).toEqual(NOTHING);
    expect(internet.asked).toEqual([ROOT]);
  });

  it('a root without a file declares nothing for its subdomains', async () => {
    internet.name('news.example', [SOMEWHERE]).page(OWN, GOOD);
    expect(await examine('blog.news.example')).toEqual(['missing_line', 'file_missing']);
  });

  it.each([
    ['me.github.io', 'me.github.io'],
    ['a.me.github.io', 'me.github.io'],
    ['news.co.uk', 'news.co.uk'],
    ['x.y.news.co.uk', 'news.co.uk'],
  ])('%s belongs to %s', async (domain, root) => {
    internet.page(`https://${root}/ads.txt`, GOOD);
    expect(await examine(domain)).toEqual(OK);
  });
});
