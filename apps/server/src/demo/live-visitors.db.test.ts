import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDb } from '@placard/db/database';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLiveVisitors, livePages, visitPage } from './live-visitors.ts';
import { createRandom } from './random.ts';

const PAGE = { domain: 'harbour.example', siteKey: 'site-key', embedKeys: ['a', 'b', 'c', 'd', 'e'] };
const GOES_ON = new AbortController().signal;

type Asked = {
  readonly line: string;
  readonly body: string;
  readonly origin: string;
  readonly browser: string;
};

let database: TestDatabase;
let adServer: Server;
let deliveryUrl: string;
let asked: Asked[];
let answer: (url: string) => { readonly status: number; readonly body: string };

beforeAll(async () => {
  database = await createTestDatabase();
  adServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url = '', headers } = request;
    asked.push({
      line: `${method} ${url}`,
      body: Buffer.concat(chunks).toString(),
      origin: headers.origin ?? '',
      browser: headers['user-agent'] ?? '',
    });
    const { status, body } = answer(url);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => adServer.listen(0, '127.0.0.1', resolve));
  deliveryUrl = `http://127.0.0.1:${(adServer.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
  answer = (url) =>
    url.startsWith('/a?')
      ? { status: 200, body: '{"a":[{"t":"one"},null,{"t":"two"},null]}' }
      : { status: url.startsWith('/c/') ? 302 : 204, body: '' };
});

afterAll(async () => {
  adServer.closeAllConnections();
  adServer.close();
  await database?.drop();
});

/** Sees everything, and clicks where `clicks`. */
const visitor = (clicks: boolean) => ({
  ...createRandom(1),
  below: () => 0,
  chance: (share: number) => share > 0.5 || clicks,
});

test('a visitor calls the ad server as the tag and the analytics code do', async () => {
  await visitPage(PAGE, { deliveryUrl, random: visitor(true) }, GOES_ON);
  expect(asked.map(({ line, body }) => [line, body])).toEqual([
    ['POST /collect', '{"s":"site-key","p":"/"}'],
    ['GET /a?w=a.970,b.970,c.970,d.970&l=en', ''],
    ['POST /e', 'ione\nitwo'],
    ['POST /e', 'vone\nvtwo'],
    ['GET /c/one', ''],
  ]);
  expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set(['https://harbour.example']));
  expect(new Set(asked.map(({ browser }) => browser)).size).toBe(1);
});

test('a visitor who gets no ads leaves, and one that is told off says so', async () => {
  answer = () => ({ status: 200, body: '{"a":[null,null]}' });
  await visitPage(PAGE, { deliveryUrl, random: visitor(true) }, GOES_ON);
  expect(asked.map(({ line }) => line.slice(0, 7))).toEqual(['POST /c', 'GET /a?']);
  answer = () => ({ status: 503, body: '' });
  await expect(visitPage(PAGE, { deliveryUrl, random: visitor(false) }, GOES_ON)).rejects.toThrow(
    'answered 503 to /c',
  );
});

test('visitors leave at once when the server ends', async () => {
  const db = createDb(database.pool);
  await insertWebsites();
  expect(await livePages(db)).toEqual([
    {
      domain: 'harbour.example',
      siteKey: 'website-analytics-1',
      embedKeys: ['widget-embed-key-1', 'widget-embed-key-2'],
    },
  ]);
  const faults: unknown[] = [];
  const visitors = createLiveVisitors({
    db,
    deliveryUrl,
    random: visitor(false),
    perMinute: 60,
    onError: (cause) => faults.push(cause),
  });
  visitors.start();
  await vi.waitFor(() => expect(asked.map(({ line }) => line)).toContain('POST /e'), { timeout: 10_000 });
  // It looks at the ads for seconds.
  await visitors.stop();
  expect([faults, asked.filter(({ body }) => body.startsWith('v'))]).toEqual([[], []]);
});

/** One active website with two active widgets and one that is not, and a website that waits for its review. */
async function insertWebsites(): Promise<void> {
  const { pool } = database;
  await pool.query("insert into account (id, status) overriding system value values (7001, 'active')");
  await pool.query(
    `insert into website (id, publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     overriding system value values (1, 7001, 'harbour.example', '{news}', 1000, 'active', 'website-analytics-1'),
            (2, 7001, 'waits.example', '{news}', 1000, 'pending', 'website-analytics-2')`,
  );
  await pool.query(
    `insert into widget (website_id, type, name, embed_key, status)
     values (1, 'banner', 'One', 'widget-embed-key-1', 'active'), (1, 'banner', 'Two', 'widget-embed-key-2', 'active'),
            (1, 'banner', 'Three', 'widget-embed-key-3', 'suspended'), (2, 'banner', 'Four', 'widget-embed-key-4', 'active')`,
  );
}
