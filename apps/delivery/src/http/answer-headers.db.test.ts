import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCreative, insertServing, insertWidget } from '../testing/network.ts';
import { type RunningDelivery, runDelivery } from '../testing/running-delivery.ts';

const IMAGE = `${'ab'.repeat(32)}.webp`;
/** What Node writes by itself, and what differs from one answer to the next. */
const UNHEARD = [
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'location',
  'transfer-encoding',
];

let database: TestDatabase;
let delivery: RunningDelivery;
let folder: string;
let token: string;
let codeKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-headers-'));
  for (const name of ['data/images', 'data/demo', 'tag']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'data/images', IMAGE), 'an image');
  writeFileSync(join(folder, 'data/demo/index.html'), '<!doctype html>demo');
  for (const name of ['sdk.js', 'look.js']) writeFileSync(join(folder, 'tag', name), 'let tag;');
  database = await createTestDatabase();
  const serving = await insertServing(database.pool, { domain: 'news.example' });
  const { advertiserId, adSetId, websiteId } = serving;
  const code = { advertiserId, adSetIds: [adSetId], adCode: '<b>x</b>', widthPx: 160, heightPx: 600 };
  ({ publicKey: codeKey } = await insertCreative(database.pool, code));
  await insertWidget(database.pool, { websiteId, type: 'floating_sticky_ad', sizes: [[160, 600]] });
  delivery = await runDelivery({
    databaseUrl: database.url,
    dataDir: join(folder, 'data'),
    environment: { PLACARD_TAG_DIR: join(folder, 'tag'), PLACARD_URL: 'https://panel.example/' },
  });
  const headers = { referer: 'https://news.example/' };
  const { a } = (await (
    await delivery.get(`/a?w=${serving.widget.key}.1000`, { headers })
  ).json()) as AdsAnswer;
  token = a[0]?.t ?? '';
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const NOT_SNIFFED = { 'x-content-type-options': 'nosniff' };
const NOT_KEPT = { ...NOT_SNIFFED, 'cache-control': 'no-store' };
const READ_BY_ALL = { 'access-control-allow-origin': '*' };
const EMBEDDED_BY_ALL = { ...READ_BY_ALL, 'cross-origin-resource-policy': 'cross-origin' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox';
const NO_DEVICES = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()';

const PAGE = {
  ...{ ...NOT_KEPT, ...HTML_TYPE, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  ),
};

/** Paths hold `TOKEN` and `KEY` for those of an ad and of third-party code. */
const ANSWERS: Readonly<
  Record<string, readonly [status: number, headers: Readonly<Record<string, string>>]>
> = {
  'GET /a?w=x.1': [200, { ...NOT_KEPT, ...READ_BY_ALL, 'content-type': 'application/json' }],
  'GET /a': [400, { ...NOT_KEPT, ...READ_BY_ALL, ...JSON_TYPE }],
  'GET /c/x': [404, PAGE],
  'GET /c/TOKEN': [302, { ...NOT_KEPT, 'referrer-policy': 'no-referrer-when-downgrade' }],
  'POST /e': [204, { ...NOT_KEPT, ...EMBEDDED_BY_ALL }],
  'GET /e/v/TOKEN': [200, { ...NOT_KEPT, ...EMBEDDED_BY_ALL, 'content-type': 'image/gif' }],
  'GET /r/TOKEN': [200, PAGE],
  'GET /nothing': [404, { ...NOT_KEPT, ...READ_BY_ALL, ...JSON_TYPE }],
  'GET /health': [200, { ...NOT_KEPT, ...JSON_TYPE }],
  'GET /metrics': [200, { ...NOT_KEPT, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }],
  'OPTIONS /e': [
    204,
    {
      ...{ ...NOT_SNIFFED, ...READ_BY_ALL, 'access-control-allow-methods': 'GET, POST' },
      ...{ 'access-control-allow-headers': 'Content-Type', 'access-control-max-age': '86400' },
    },
  ],
  'GET /f/KEY?t=TOKEN': [
    200,
    {
      ...{ ...NOT_KEPT, ...HTML_TYPE, 'cross-origin-resource-policy': 'cross-origin' },
      ...{ 'content-security-policy': SANDBOX, 'permissions-policy': NO_DEVICES },
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  ],
  [`GET /i/${IMAGE}`]: [
    200,
    {
      ...{ ...NOT_SNIFFED, ...EMBEDDED_BY_ALL, 'content-type': 'image/webp' },
      ...{ 'cache-control': 'public, max-age=31536000, immutable' },
      'content-security-policy': "default-src 'none'",
    },
  ],
};

test.each(Object.entries(ANSWERS))(
  'the answer to %s has these headers and no others',
  async (call, [status, headers]) => {
    const [method = '', path = ''] = call.replace('TOKEN', token).replace('KEY', codeKey).split(' ');
    const body = method === 'POST' ? { body: `i${token}` } : {};
    const answer = await delivery.get(path, { method, ...body });
    const told = Object.fromEntries([...answer.headers].filter(([name]) => !UNHEARD.includes(name)));
    expect([answer.status, told]).toEqual([status, headers]);
  },
);

test('the page of the demo is none of a network that is no demo', async () => {
  expect((await delivery.get('/demo')).status).toBe(404);
});

test.each([
  ['PATCH /e', 'content-length: 5', /^HTTP\/1\.1 405 /],
  ['POST /e', 'content-length: 65537', /^HTTP\/1\.1 413 /],
])(
  'a connection ends with the refusal of %s, whose body may still be on its way',
  async (call, header, status) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(delivery.address).port), '127.0.0.1', () =>
        socket.write(`${call} HTTP/1.1\r\nhost: ads.example\r\n${header}\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\r\n\r\n')) socket.end();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(status);
    // Of the refusal itself: what comes after it is of a request that was cut off.
    expect(answer.slice(0, answer.indexOf('\r\n\r\n'))).toMatch(/\r\nconnection: close(?:\r\n|$)/i);
  },
);
