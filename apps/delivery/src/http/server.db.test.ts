import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AD_STYLES, FRAME_ATTRIBUTES } from '@placard/contract/wire/ad-styles';
import { type Ad, type AdsAnswer, FRAME_EMBEDDED_PARAMETER } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCreative, insertServing, insertWidget } from '../testing/network.ts';
import { type RunningDelivery, runDelivery } from '../testing/running-delivery.ts';

/** Where the creatives' clicks go: their own address with the click's id. */
const LANDING_WITH_ID = /^https:\/\/shop\.example\/landing\?placard_click=[\w-]{80}$/;
const IMAGE = `${'ab'.repeat(32)}.webp`;
const AD_CODE =
  '<a href="{{CLICK_URL}}">x</a><script>go("{{CLICK_URL_ESC}}", {{CACHEBUSTER}}, "$&{{OTHER}}")</script>';

let database: TestDatabase;
let delivery: RunningDelivery;
let folder: string;
let advertiserId: number;
let publisherId: number;
let websiteId: number;
let campaignId: number;
let widget: { id: number; key: string };
let thirdParty: { id: number; publicKey: string };
let thirdPartyWidget: { id: number; key: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-http-'));
  for (const name of ['data/images', 'data/demo', 'tag']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'data/images', IMAGE), 'an image');
  writeFileSync(join(folder, 'data/images/secret.txt'), 'no image');
  writeFileSync(join(folder, 'data/demo/index.html'), '<!doctype html>demo');
  writeFileSync(join(folder, 'tag/sdk.js'), `let tag = "${'x'.repeat(500)}";`);
  writeFileSync(join(folder, 'tag/look.js'), 'export let s;');
  database = await createTestDatabase();
  const { pool } = database;
  const serving = await insertServing(pool, {
    campaign: { objective: 'TRAFFIC' },
    widget: { heading: 'Anzeige: süß ☂' },
  });
  ({ advertiserId, publisherId, campaignId, websiteId, widget } = serving);
  thirdParty = await insertCreative(pool, {
    ...{ advertiserId, adSetIds: [serving.adSetId], adCode: AD_CODE, widthPx: 160, heightPx: 600 },
    clickUrl: null,
  });
  thirdPartyWidget = await insertWidget(pool, { websiteId, type: 'floating_sticky_ad', sizes: [[160, 600]] });
  delivery = await runDelivery({
    databaseUrl: database.url,
    dataDir: join(folder, 'data'),
    environment: {
      PLACARD_DEMO: '1',
      PLACARD_TAG_DIR: join(folder, 'tag'),
      PLACARD_DELIVERY_URL: 'https://ads.example/',
      PLACARD_URL: 'https://panel.example/',
    },
  });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function adOf(key: string, query = ''): Promise<Ad | null> {
  const response = await delivery.get(`/a?w=${key}.1000${query}`);
  return ((await response.json()) as AdsAnswer).a[0] ?? null;
}

async function tokenOf(key: string): Promise<string> {
  const ad = await adOf(key);
  if (ad === null) throw new Error('no ad was given');
  return ad.t;
}

describe('an answer', () => {
  test.each(['/a?w=x.1', '/a', '/sdk.js', '/health', '/nothing', '/demo', `/i/${IMAGE}`])(
    'of an https address asks browsers for https for a year: %s',
    async (path) => {
      const { headers } = await delivery.get(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect([...headers.keys()]).toEqual(expect.arrayContaining(['content-type', 'x-content-type-options']));
    },
  );

  test('has as many bytes as it says, whatever letters are in it', async () => {
    const response = await delivery.get(`/a?w=${widget.key}.300`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect((JSON.parse(bytes.toString()) as AdsAnswer).a[0]?.n).toBe('Anzeige: süß ☂');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('to a preflight allows reading from anywhere, without credentials', async () => {
    const response = await delivery.get('/e', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([
    ['GET', '/', 404],
    ['GET', '/demo/../etc/passwd', 404],
    ['POST', '/a', 404],
    ['PUT', '/e', 405],
    ['GET', '/e/x/abc', 404],
    ['GET', '/f/nobody', 404],
  ])('to %s %s is %i', async (method, path, status) => {
    const response = await delivery.get(path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('to broken HTTP is 400, and the next request is served', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(delivery.address).port), '127.0.0.1', () =>
        socket.write('nonsense\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect((await delivery.get('/health')).status).toBe(200);
  });
});

describe('third-party code', () => {
  test('comes in a frame without an origin of ours, its macros filled in', async () => {
    const token = await tokenOf(thirdPartyWidget.key);
    const ad = await adOf(thirdPartyWidget.key);
    const frame = { f: `/f/${thirdParty.publicKey}`, b: FRAME_ATTRIBUTES };
    expect(ad).toMatchObject({ k: 'f', w: 160, h: 600, ...frame, y: AD_STYLES.f });
    const response = await delivery.get(`${ad?.f}?t=${token}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toBe('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox');
    const html = await response.text();
    expect(html).toContain(`<a href="https://ads.example/c/${token}">`);
    expect(html).toContain(`go("https%3A%2F%2Fads.example%2Fc%2F${token}"`);
    expect(html).toMatch(/, \d+, "\$&\{\{OTHER\}\}"\)/);
  });

  test('says its token to the page around it once it has loaded, before any of the code is read', async () => {
    const token = await tokenOf(thirdPartyWidget.key);
    const html = await (await delivery.get(`/f/${thirdParty.publicKey}?t=${token}`)).text();
    const said = `addEventListener("load",()=>parent.postMessage("${token}","*"))`;
    expect(html).toContain(said);
    expect(html.indexOf(said)).toBeLessThan(html.indexOf('<a href='));
    expect(await (await delivery.get(`/f/${thirdParty.publicKey}`)).text()).not.toContain('postMessage');
  });

  test('carries what a page under an embedder policy asks, where the tag says that it is in one', async () => {
    const frame = `/f/${thirdParty.publicKey}?t=${await tokenOf(thirdPartyWidget.key)}`;
    const policy = async (path: string) =>
      (await delivery.get(path)).headers.get('cross-origin-embedder-policy');
    expect(await policy(`${frame}&${FRAME_EMBEDDED_PARAMETER}`)).toBe('credentialless');
    // With it the code could load no frames of others that do without, which most do.
    expect(await policy(frame)).toBeNull();
  });

  test('is previewed in an empty frame that only the dashboard may use, without an origin either', async () => {
    const response = await delivery.get('/p');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors https://panel.example',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await delivery.get('/p?x=1')).status).toBe(200);
    expect((await delivery.get('/p/x')).status).toBe(404);
  });

  test('takes nothing into its document that is no token', async () => {
    const response = await delivery.get(`/f/${thirdParty.publicKey}?t=${encodeURIComponent('"><script>x')}`);
    expect(response.status).toBe(400);
    const preview = await (await delivery.get(`/f/${thirdParty.publicKey}`)).text();
    expect(preview).toContain('<a href="#">');
  });

  test('may name where its click goes, with a token of its own only, and only to the web', async () => {
    const own = await tokenOf(thirdPartyWidget.key);
    const other = await tokenOf(widget.key);
    const location = async (token: string, target: string) =>
      (await delivery.get(`/c/${token}?u=${encodeURIComponent(target)}`)).headers.get('location');
    expect(await location(own, 'https://landing.example/?a=1')).toMatch(
      /^https:\/\/landing\.example\/\?a=1&placard_click=[\w-]{80}$/,
    );
    expect(await location(own, 'javascript:alert(1)')).toBeNull();
    expect(await location(other, 'https://evil.example/')).toMatch(LANDING_WITH_ID);
    const forged = `${own.slice(0, 79)}${own.endsWith('A') ? 'B' : 'A'}`;
    expect(await location(forged, 'https://evil.example/')).toBeNull();
  });

  test('may name it for as long as the click may count; later the visitor is told that the link has ended', async () => {
    const token = await tokenOf(thirdPartyWidget.key);
    const click = () => delivery.get(`/c/${token}?u=${encodeURIComponent('https://anywhere.example/')}`);
    const decided = Date.now();
    const day = 24 * 60 * 60_000;
    try {
      delivery.setClock(decided + day - 60_000);
      expect((await click()).headers.get('location')).toContain('https://anywhere.example/');
      delivery.setClock(decided + day + 1_000);
      const gone = await click();
      expect([gone.status, gone.headers.get('location')]).toEqual([410, null]);
      expect(await gone.text()).toContain('This link has expired');
      const german = { headers: { 'accept-language': 'de-CH, en;q=0.8' } };
      expect(await (await delivery.get(`/c/${'A'.repeat(token.length)}`, german)).text()).toContain(
        'Diese Anzeige ist beendet',
      );
    } finally {
      delivery.setClock(null);
    }
  });
});

test('whatever a page embeds or beacons to may be in a page under an embedder policy', async () => {
  const token = await tokenOf(thirdPartyWidget.key);
  for (const path of [`/f/${thirdParty.publicKey}?t=${token}`, `/i/${IMAGE}`, '/sdk.js', `/e/i/${token}`]) {
    const response = await delivery.get(path);
    expect([path, response.headers.get('cross-origin-resource-policy')]).toEqual([path, 'cross-origin']);
  }
  const beacon = await delivery.get('/e', { method: 'POST', body: `i${token}` });
  expect(beacon.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

describe('files', () => {
  test('of images never change and are nothing but images', async () => {
    const response = await delivery.get(`/i/${IMAGE}`);
    expect(await response.text()).toBe('an image');
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['secret.txt', '..%2f..%2fetc%2fpasswd', `${'cd'.repeat(32)}.png`, `${IMAGE}.svg`]) {
      expect((await delivery.get(`/i/${name}`)).status).toBe(404);
    }
    const head = await delivery.get(`/i/${IMAGE}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('8');
  });

  test('of the tag are compressed, checked by ETag, and read again when they change', async () => {
    const plain = await delivery.get('/sdk.js', { headers: { 'accept-encoding': 'identity' } });
    const text = await plain.text();
    const raw = await fetch(`${delivery.address}/sdk.js`, { headers: { 'accept-encoding': 'br' } });
    expect(raw.headers.get('content-encoding')).toBe('br');
    expect(await raw.text()).toBe(text);
    const older = await fetch(`${delivery.address}/sdk.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(older.headers.get('content-encoding')).toBe('gzip');
    expect(await older.text()).toBe(text);
    const etags = [plain, raw, older].map((response) => response.headers.get('etag'));
    expect(new Set(etags).size).toBe(3);
    const etag = plain.headers.get('etag') ?? '';
    const held = { 'accept-encoding': 'identity', 'if-none-match': etag };
    expect((await delivery.get('/sdk.js', { headers: held })).status).toBe(304);
    writeFileSync(join(folder, 'tag/sdk.js'), 'let changed;');
    delivery.setClock(Date.now() + 10_000);
    expect(await (await delivery.get('/sdk.js')).text()).toBe('let changed;');
    delivery.setClock(null);
    expect((await delivery.get('/analytics.js')).status).toBe(404);
    // Imported from pages of other origins, which a module may only be where it says so. Some caches go by the path alone.
    for (const [path, kept] of Object.entries({ '/look.js': 'public', '/sdk.js?look': 'private' })) {
      const module = await delivery.get(path);
      expect(await module.text()).toBe('export let s;');
      expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(module.headers.get('access-control-allow-origin')).toBe('*');
      expect(module.headers.get('cache-control')).toMatch(new RegExp(`^${kept}, max-age=600`));
    }
  });

  test('of the demo are there in a demo', async () => {
    expect(await (await delivery.get('/demo')).text()).toBe('<!doctype html>demo');
  });
});

describe('the operator', () => {
  test('sees health and figures', async () => {
    await delivery.get('/e', { method: 'POST', body: `i${await tokenOf(widget.key)}` });
    const health = async () => ((await (await delivery.get('/health')).json()) as { data: object }).data;
    // What it sends to the database by may still be connecting.
    await expect.poll(health).toMatchObject({
      status: 'ok',
      checks: { disk: 'ok', database: 'ok' },
      adSets: 1,
      widgets: 2,
      spoolWritable: true,
      databaseConnected: true,
    });
    const text = await (await delivery.get('/metrics')).text();
    expect(text).toMatch(/^placard_delivery_filled_total [1-9]\d*$/m);
    expect(text).toMatch(/^placard_delivery_events_total\{reason="accepted"\} [1-9]\d*$/m);
  });
});

describe('what changes in the network', () => {
  const filled = async () => (await adOf(widget.key)) !== null;
  const change = (sql: string, ...values: unknown[]) => database.pool.query(sql, values);

  test.each([
    [
      'the wallet is empty',
      "update ledger_account set balance_micros = $2 where owner_id = $1 and kind = 'advertiser_wallet'",
      () => advertiserId,
      0,
      9,
    ],
    [
      'the advertiser is suspended',
      'update account set status = $2 where id = $1',
      () => advertiserId,
      'suspended',
      'active',
    ],
    [
      'the publisher is suspended',
      'update account set status = $2 where id = $1',
      () => publisherId,
      'suspended',
      'active',
    ],
    [
      'the creative is under review',
      'update creative set status = $2 where advertiser_id = $1',
      () => advertiserId,
      'pending',
      'active',
    ],
    [
      'the widget is suspended',
      'update widget set status = $2 where id = $1',
      () => widget.id,
      'suspended',
      'active',
    ],
    [
      'the widget asks more',
      'update widget set floor_cpm_micros = $2 where id = $1',
      () => widget.id,
      1_000_001,
      1_000_000,
    ],
    [
      'the campaign begins later',
      'update campaign set start_date = $2::date where id = $1',
      () => campaignId,
      '2099-01-01',
      '2020-01-01',
    ],
    [
      'the campaign is for others',
      'update ad_set set locations = $2::text[] where campaign_id = $1',
      () => campaignId,
      '{JP}',
      '{}',
    ],
  ])('counts within a moment: %s', async (_name, sql, id, stopped, running) => {
    expect(await filled()).toBe(true);
    await change(sql, id(), stopped);
    await soon(async () => expect(await filled()).toBe(false));
    await change(sql, id(), running);
    await soon(async () => expect(await filled()).toBe(true));
  });

  test('counts for blocks and sizes too', async () => {
    await change(
      "insert into website_block (website_id, kind, value) values ($1, 'advertiser_domain', 'shop.example')",
      websiteId,
    );
    await soon(async () => expect(await filled()).toBe(false));
    await change('delete from website_block where website_id = $1', websiteId);
    await soon(async () => expect(await filled()).toBe(true));
    await change('update widget_size set width_px = 301 where widget_id = $1', widget.id);
    await soon(async () => expect(await filled()).toBe(false));
    await change('update widget_size set width_px = 300 where widget_id = $1', widget.id);
    await soon(async () => expect(await filled()).toBe(true));
  });

  test('follows commits in their order, also of a transaction that began before others and ends after them', async () => {
    const slow = await database.pool.connect();
    try {
      await slow.query('begin');
      await slow.query("update widget set status = 'suspended' where id = $1", [widget.id]);
      for (let quick = 0; quick < 5; quick += 1) {
        await change('update campaign set version = version + 1 where id = $1', campaignId);
      }
      expect(await filled()).toBe(true);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    await soon(async () => expect(await filled()).toBe(false));
    await change("update widget set status = 'active' where id = $1", widget.id);
    await soon(async () => expect(await filled()).toBe(true));
  });
});
