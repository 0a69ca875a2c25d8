import { IMAGE_MAX_BYTES } from '@placard/domain/creative/rules';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import {
  addBodyParsers,
  FORM_PARTS,
  JSON_LIMIT_BYTES,
  mayUpload,
  PART_HEAD_BYTES,
  UPLOAD_LIMIT_BYTES,
} from './body-parsers.ts';

async function read(
  payload: Buffer,
  type = 'application/json; charset=utf-8',
  count = (_bytes: number) => {},
) {
  const app = fastify();
  addBodyParsers(app, (_request, bytes) => count(bytes));
  app.post('/', async (request) => ({ read: request.body }));
  const answer = await app.inject({
    ...{ method: 'POST', url: '/', payload },
    headers: { 'content-type': type },
  });
  return [answer.statusCode, answer.json()];
}

it('reads JSON in UTF-8, also with a byte order mark', async () => {
  expect(await read(Buffer.from('{"name":"Größe 🌊"}'))).toEqual([200, { read: { name: 'Größe 🌊' } }]);
  expect(await read(Buffer.from('\uFEFF{"name":"a"}'))).toEqual([200, { read: { name: 'a' } }]);
});

it.each([
  ['Latin-1', Buffer.from('{"name":"Größe"}', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFF{"name":"a"}', 'utf16le')],
  ['half a letter', Buffer.from('{"name":"ö').subarray(0, -1)],
])('refuses %s', async (_, payload) => {
  const [status, answer] = await read(payload);
  expect([status, answer.message]).toEqual([400, 'The body is not written in UTF-8.']);
});

it.each(['{', '{"__proto__":{"x":1}}', '['.repeat(1_000)])('refuses %.20j', async (text) => {
  expect((await read(Buffer.from(text)))[0]).toBe(400);
});

it('refuses a form that is none', async () => {
  expect((await read(Buffer.from('name=x'), 'multipart/form-data; boundary=b'))[0]).toBe(400);
  expect((await read(Buffer.from('--b--'), 'multipart/form-data'))[0]).toBe(400);
});

const part = (name: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\nx\r\n`;

/** From behind the line that begins a part to the end of the empty line behind its head. */
const HEAD_BYTES = part('a', 'X: \r\n').indexOf('\r\n\r\n') + '\r\n\r\n'.length - '--b'.length;

it.each([
  ['as many parts as a form has', part('a').repeat(FORM_PARTS), 200],
  ['one part more', part('a').repeat(FORM_PARTS + 1), 400],
  ['a head as long as it may be', part('a', `X: ${'y'.repeat(PART_HEAD_BYTES - HEAD_BYTES)}\r\n`), 200],
  [
    'a head that is one byte longer',
    part('a', `X: ${'y'.repeat(PART_HEAD_BYTES - HEAD_BYTES + 1)}\r\n`),
    400,
  ],
  ['a head of a million lines', `--b\r\n${'A: b\r\n'.repeat(900_000)}\r\n`, 400],
])('reads a form of parts that one of ours may have: %s', async (_what, parts, status) => {
  const form = Buffer.from(`${parts}--b--\r\n`);
  expect((await read(form, 'multipart/form-data; boundary=b'))[0]).toBe(status);
});

it.each(['boundary="b"', 'charset=utf-8; Boundary=b', 'boundary=b; charset=utf-8'])(
  'reads what a form says of its parts in whatever way: %s',
  async (said) => {
    const form = Buffer.from(`${part('a')}--b--\r\n`);
    expect((await read(form, `multipart/form-data; ${said}`))[0]).toBe(200);
  },
);

it('tells the bytes of each, and reads none of what is too much', async () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
    const counted: number[] = [];
    const tooMany = (bytes: number) => {
      counted.push(bytes);
      throw new AppError('rate_limited');
    };
    expect((await read(Buffer.from('{"a":1}'), type, tooMany))[0]).toBe(429);
    expect(counted).toEqual([7]);
  }
});

it('takes the header without a body', async () => {
  expect(await read(Buffer.alloc(0))).toEqual([200, {}]);
});

it('takes forms from who is signed in, where a file belongs, and nowhere else', () => {
  expect(mayUpload('/api/advertiser/images', true)).toBe(true);
  expect(mayUpload('/api/advertiser/images', false)).toBe(false);
  expect(mayUpload('/api/advertiser/images/', true)).toBe(false);
});

it('reads a body up to its limit, which leaves room for a form around the largest image', async () => {
  expect([JSON_LIMIT_BYTES, UPLOAD_LIMIT_BYTES]).toEqual([256 * 1_024, IMAGE_MAX_BYTES + 1_024 * 1_024]);
  const app = fastify();
  addBodyParsers(app, () => {});
  app.post('/', async () => 'read');
  const post = async (type: string, around: readonly [string, string], bytes: number) => {
    const payload = around.join('x'.repeat(bytes - around.join('').length));
    const headers = { 'content-type': type };
    return (await app.inject({ method: 'POST', url: '/', payload, headers })).statusCode;
  };
  const form = ['--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n', '\r\n--b--\r\n'] as const;
  for (const [type, around, most] of [
    ['application/json', ['"', '"'], JSON_LIMIT_BYTES],
    ['multipart/form-data; boundary=b', form, UPLOAD_LIMIT_BYTES],
  ] as const)
    expect([await post(type, around, most), await post(type, around, most + 1)]).toEqual([200, 413]);
});
