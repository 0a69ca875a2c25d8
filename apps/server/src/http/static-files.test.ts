import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveDashboard } from './static-files.ts';

const FILE = '/assets/app-1a2b.js';
const TYPE = 'text/javascript; charset=utf-8';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, FILE), 'export {};');
  writeFileSync(join(folder, `${FILE}.br`), brotliCompressSync('export {};'));
  writeFileSync(join(folder, 'assets', 'other-5e6f.js'), 'there();');
  writeFileSync(join(folder, 'assets', 'notes.txt'), 'notes');
  app = fastify();
  await serveDashboard(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = async (headers: Record<string, string> = {}, url = FILE) =>
  await app.inject({ method: 'GET', url, headers });

it.each([
  ['gzip, br', 'br'],
  ['BR', 'br'],
  ['*', 'br'],
  ['identity;q=0.5, br', 'br'],
  // Built in brotli alone.
  ['gzip', undefined],
  ['br;q=0, gzip', undefined],
  ['zstd', undefined],
  ['', undefined],
  ['\u00ff;q=,,', undefined],
])('sends a hashed file to who accepts “%s” as %s', async (accepted, encoding) => {
  const { statusCode, headers, rawPayload } = await get({ 'accept-encoding': accepted });
  expect([statusCode, headers['content-type'], headers.vary]).toEqual([200, TYPE, 'accept-encoding']);
  expect(headers['content-encoding']).toBe(encoding);
  const body = encoding === undefined ? rawPayload : brotliDecompressSync(rawPayload);
  expect(body.toString()).toBe('export {};');
});

it('sends nothing to who has the file, and the file to who has it in another encoding', async () => {
  const { etag = '' } = (await get({ 'accept-encoding': 'br' })).headers;
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', 'accept-encoding']);
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(200);
});

it('says how long a file is to who asks for its head alone', async () => {
  const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: FILE });
  expect([statusCode, body, headers['content-length']]).toEqual([200, '', '10']);
});

it('sends what no dashboard is made of as it lies there, for ever too', async () => {
  const { body, headers } = await get({}, '/assets/notes.txt');
  expect([body, headers['cache-control']]).toEqual(['notes', 'public, max-age=31536000, immutable']);
});

it('sends no file from elsewhere, whatever the name leads to', async () => {
  const outside = `${folder}-beside.js`;
  writeFileSync(outside, 'secret();');
  const name = encodeURIComponent(`../../${basename(outside)}`);
  const { statusCode, body } = await get({}, `/assets/${name}`);
  rmSync(outside);
  expect([statusCode === 200, body.includes('secret')]).toEqual([false, false]);
});

it('reads a file once, and tries again after it was not there', async () => {
  await get();
  rmSync(join(folder, FILE));
  expect((await get()).body).toBe('export {};');
  const other = '/assets/other-5e6f.js';
  rmSync(join(folder, other));
  expect((await get({}, other)).statusCode).toBe(404);
  writeFileSync(join(folder, other), 'back();');
  expect((await get({}, other)).body).toBe('back();');
  rmSync(join(folder, other));
  expect((await get({}, other)).body).toBe('back();');
});

it('says what to do where the dashboard is not built, and of what is no operation that there is none', async () => {
  const bare = fastify();
  await serveDashboard(bare, join(folder, 'nowhere'));
  const asked = ['/', '/login', '/docs/api', '/api', '/api/nowhere'].map(
    async (url) => await bare.inject({ method: 'GET', url }),
  );
  const answers = await Promise.all(asked);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 404, 404]);
  expect(answers[0]?.body).toContain('npm run build');
  await bare.close();
});
