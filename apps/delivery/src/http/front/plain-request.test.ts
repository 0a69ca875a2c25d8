import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestHead } from '../request-head.ts';
import { PlainRequest, SENT } from './plain-request.ts';

const COUNTRY = 'x-country-of-a-visitor-as-its-proxy-says';
const TAKEN = new RequestHead(COUNTRY).names;
const LOOKALIKES = [
  'sec-ch-ua',
  'sec-fetch-site',
  'accept-encoding',
  'x-forwarded-foo',
  'used-again',
  'or-n',
];

const anyCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''));
const header = fc.tuple(
  fc.constantFrom(...TAKEN, ...LOOKALIKES).chain(anyCase),
  fc
    .constantFrom('', ' ', '\t ')
    .chain((blank) => fc.stringMatching(/^[!-~]{1,20}$/).map((value) => blank + value)),
);

test('takes each header that delivery looks at, however its name is written, and none that looks like it', () => {
  fc.assert(
    fc.property(fc.array(header, { maxLength: 8 }), (headers) => {
      const lines = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      const text = `GET /a?w=key.300 HTTP/1.1\r\nHost: a\r\n${lines.map(([name, value]) => `${name}:${value}\r\n`).join('')}\r\n`;
      const request = new PlainRequest(COUNTRY);
      const sent = { text, bytes: Buffer.from(text, 'latin1') };
      expect(request.read(sent, 0, '127.0.0.1')).toBe(SENT.whole);
      const wanted = new RequestHead(COUNTRY);
      wanted.begin('127.0.0.1');
      for (const [name, value] of lines) wanted.take(name, value.trim());
      expect({ ...request.head }).toEqual({ ...wanted });
    }),
  );
});

test.each(TAKEN)('takes %s', (name) => {
  const isLength = name === 'content-length';
  const text = `${isLength ? 'POST /e' : 'GET /a'} HTTP/1.1\r\nHost: a\r\n${name}: 2\r\n\r\n${isLength ? 'ab' : ''}`;
  const request = new PlainRequest(COUNTRY);
  expect(request.read({ text, bytes: Buffer.from(text, 'latin1') }, 0, '')).toBe(SENT.whole);
  const { peer: _, ...read } = request.head;
  expect(Object.values(read).map((value) => String(value).trim())).toContain('2');
});

test.each(['heat', 'connexion', 'context-length', 'extent', 'thunder', 'utilise'])(
  'takes %s for what it is: a name that says nothing of how a request goes on',
  (name) => {
    const text = `GET /a HTTP/1.1\r\nHost: a\r\n${name}: close\r\n\r\n`;
    const request = new PlainRequest(null);
    expect(request.read({ text, bytes: Buffer.from(text, 'latin1') }, 0, '')).toBe(SENT.whole);
  },
);

test.each([
  ...['Transfer-Encoding', 'Proxy-Connection', 'HTTP2-Settings', 'Upgrade', 'Expect', 'Trailer', 'TE'],
  ...['Connection', 'Host', 'Content-Length'],
])('leaves a request with %s, which may say how it goes on, to node:http', (name) => {
  for (const spelt of [name, name.toLowerCase(), name.toUpperCase()]) {
    const text = `GET /a HTTP/1.1\r\nHost: a\r\n${spelt}: close\r\n\r\n`;
    const request = new PlainRequest(null);
    expect(request.read({ text, bytes: Buffer.from(text, 'latin1') }, 0, '')).toBe(SENT.foreign);
  }
});
