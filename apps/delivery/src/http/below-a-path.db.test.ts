import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertServing } from '../testing/network.ts';
import { type RunningDelivery, runDelivery } from '../testing/running-delivery.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({
    widget: { key },
  } = await insertServing(database.pool));
  delivery = await runDelivery({
    databaseUrl: database.url,
    environment: { PLACARD_DELIVERY_URL: 'https://ads.example/placard/ads/', PLACARD_ALLOW_ANY_SITE: '1' },
  });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

test.each([
  ['leaves the path of the public address', '/placard/ads'],
  ['takes it off', ''],
])('an ad is given, told of and clicked behind a proxy that %s', async (_name, path) => {
  expect((await delivery.get(`${path}/health`)).status).toBe(200);
  const answer = (await (await delivery.get(`${path}/a?w=${key}.300`)).json()) as AdsAnswer;
  const token = answer.a[0]?.t ?? '';
  expect(token).toHaveLength(80);
  const told = await delivery.get(`${path}/e`, { method: 'POST', body: `i${token}` });
  expect(told.ok).toBe(true);
  expect((await delivery.get(`${path}/c/${token}`)).status).toBe(302);
});

test('crawlers are told of the addresses as they are outside', async () => {
  const robots = await delivery.get('/robots.txt');
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const closed = (await robots.text()).matchAll(/^Disallow: (.*)$/gm);
  expect([...closed].map(([, path]) => path)).toEqual(
    ['/c/', '/e', '/f/', '/p', '/t/', '/collect'].map((path) => `/placard/ads${path}`),
  );
});

test('a path of its own leads nowhere else', async () => {
  for (const path of [
    '/placard/health',
    '/placard/ads',
    '/placard/adsx/health',
    '/placard/ads/placard/ads/health',
  ])
    expect((await delivery.get(path)).status, path).toBe(404);
});
