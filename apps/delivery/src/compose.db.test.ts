import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { markText } from '@placard/contract/wire/ad-styles';
import { type AdsAnswer, CLICK_HIDDEN_PARAMETER, LATER } from '@placard/contract/wire/tag-protocol';
import { readEventRecords, type TokenEvent } from '@placard/contract/wire/testing/read-event-records';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { normalizeDomain } from '@placard/domain/website/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertServing, insertWebsite, insertWidget } from './testing/network.ts';
import { BROWSER, type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let widget: { id: number; key: string };
let creative: { id: number; publicKey: string; fileKey: string };
let campaignId: number;
let adSetId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ campaignId, adSetId, creative, widget } = await insertServing(database.pool, {
    adSet: { capPerDay: 3 },
    domain: 'news.example.com',
    widget: { heading: 'Sponsored' },
  }));
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_DEFAULT_COUNTRY: 'DE' } });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

/** As a browser sends it with whatever a script of the website's page asks. */
const OWN_PAGE = { headers: { origin: 'https://news.example.com' } };

async function ask(query = `w=${widget.key}.300&l=en`, init: RequestInit = OWN_PAGE): Promise<AdsAnswer> {
  const response = await delivery.get(`/a?${query}`, init);
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return (await response.json()) as AdsAnswer;
}

async function token(): Promise<string> {
  const ad = (await ask()).a[0];
  if (ad === null || ad === undefined) throw new Error('no ad was given');
  return ad.t;
}

async function shippedEvents(): Promise<TokenEvent[]> {
  await delivery.spool.drained();
  const end = delivery.spool.durableEnd;
  return soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
      'select spool_end::text, body from event_batch order by spool_offset',
    );
    expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
    return rows.flatMap(({ body }) => [...readEventRecords(body)]).filter((record) => record.type === 1);
  });
}

describe('one ad from request to event log', () => {
  test('asks for https only where the address is https', async () => {
    const { headers } = await delivery.get('/sdk.js');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('is chosen, rendered, seen and clicked, and each event reaches the event log', async () => {
    const answer = await ask();
    expect(answer.a).toEqual([
      {
        m: [markText('Ad'), 'Report this ad'],
        t: expect.stringMatching(/^[\w-]{80}$/),
        k: 'b',
        w: 300,
        h: 250,
        s: `/i/${creative.fileKey}`,
        a: 'Alt "text"',
        n: 'Sponsored',
        c: [adSetId, 3],
      },
    ]);
    const text = answer.a[0]?.t ?? '';
    const stored = await delivery.get('/e', { method: 'POST', body: `i${text}\nv${text}`, ...OWN_PAGE });
    expect(stored.status).toBe(204);
    const click = await delivery.get(`/c/${text}`);
    expect(click.status).toBe(302);
    expect(click.headers.get('location')).toMatch(
      /^https:\/\/shop\.example\/landing\?placard_click=[\w-]{80}$/,
    );

    const events = await shippedEvents();
    expect(events.map(({ kind, reason }) => [kind, reason])).toEqual([
      [EVENT_KIND_CODES.impression, 0],
      [EVENT_KIND_CODES.viewable, 0],
      [EVENT_KIND_CODES.click, 0],
    ]);
    expect(events[0]?.decision).toMatchObject({
      adSetId,
      creativeId: creative.id,
      widgetId: widget.id,
      priceMicros: 2_000_000,
      shareBp: 7_000,
      flags: 0,
      country: 'DE',
      language: 'en',
      device: 1,
      widthPx: 300,
      heightPx: 250,
    });
  });

  test('filters what is not to be billed, with its reason, and sends the visitor on all the same', async () => {
    const before = (await shippedEvents()).length;
    const text = await token();
    const forged = `${text.slice(0, 79)}${text.endsWith('A') ? 'B' : 'A'}`;
    await delivery.get(`/c/${text}`, { method: 'HEAD' });
    // It would be kept, and the visitor's own click never be asked for.
    const ahead = await delivery.get(`/c/${text}`, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    expect([ahead.status, ahead.headers.get('cache-control')]).toEqual([503, 'no-store']);
    await delivery.get(`/c/${text}`, {
      headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    });
    const sent = await delivery.get(`/c/${forged}`);
    expect(sent.headers.get('location')).toBe('https://shop.example/landing');
    await delivery.get('/e', {
      method: 'POST',
      body: `i${text}`,
      headers: { origin: 'https://elsewhere.example' },
    });
    // A page that hides where it is: a sandboxed frame.
    await delivery.get('/e', { method: 'POST', body: `v${text}`, headers: { origin: 'null' } });
    for (const path of [`/e/v/${text}`, `/c/${text}`])
      await delivery.get(path, { headers: { referer: 'https://elsewhere.example/' } });
    const pressed = await delivery.get(`/c/${text}?${CLICK_HIDDEN_PARAMETER}`);
    expect(pressed.headers.get('location')).toMatch(/^https:\/\/shop\.example\/landing\?placard_click=/);
    delivery.setClock(Date.now() + 61 * 60_000);
    await delivery.get(`/e/i/${text}`);
    delivery.setClock(Date.now() - 60_000);
    await delivery.get(`/e/i/${text}`);
    delivery.setClock(null);
    const reasons = (await shippedEvents()).slice(before).map(({ reason }) => reason);
    const codes = [
      'wrong_method',
      'prefetch',
      'bot',
      'forged_token',
      ...['wrong_site', 'wrong_site', 'wrong_site', 'wrong_site'],
      'hidden_ad',
      'expired_token',
      'clock_skew',
    ] as const;
    expect(reasons).toEqual(codes.map((name) => FILTER_REASONS[name].code));
  });

  test('bills a viewer so many impressions a minute, and another viewer’s all the same', async () => {
    const text = await token();
    const before = (await shippedEvents()).length;
    // The middle of the next minute: after the decision, and the post is judged within it.
    delivery.setClock(Math.floor(Date.now() / 60_000) * 60_000 + 90_000);
    const post = async (browser: string, count: number) => {
      const body = Array.from({ length: count }, () => `i${text}`).join('\n');
      const headers = { ...OWN_PAGE.headers, 'user-agent': `${BROWSER} Edg/${browser}` };
      expect((await delivery.get('/e', { method: 'POST', body, headers })).status).toBe(204);
    };
    await post('1.0', 121);
    await post('2.0', 1);
    delivery.setClock(null);
    const reasons = (await shippedEvents()).slice(before).map((event) => event.reason);
    const limited = FILTER_REASONS.rate_limit.code;
    expect(reasons).toEqual([...Array.from({ length: 120 }, () => 0), limited, 0]);
  });

  test('takes as many events in a post as 64 KB of lines hold, all of them or none', async () => {
    const text = await token();
    const before = (await shippedEvents()).length;
    // The second address is not the front's own, but the server's behind it.
    const post = async (path: string, count: number, end = '') => {
      const body = Array.from({ length: count }, () => `v${text}`).join('\n') + end;
      return (await delivery.get(path, { method: 'POST', body, ...OWN_PAGE })).status;
    };
    for (const path of ['/e', '/e?']) {
      const answers = [await post(path, 799), await post(path, 799, '\n'), await post(path, 800)];
      expect([path, ...answers]).toEqual([path, 204, 204, 413]);
    }
    expect((await shippedEvents()).length - before).toBe(4 * 799);
  });

  test('signs the share that holds at the decision, whatever holds when its events come', async () => {
    const before = (await shippedEvents()).length;
    const old = await token();
    await database.pool.query("insert into app_user (email) values ('shares@example.com')");
    await database.pool.query(`insert into share_rate (website_id, share_bp, from_at, reason, created_at, created_by)
      select website_id, 8123, now(), 'As agreed', now(), (select max(id) from app_user) from widget limit 1`);
    const shareOf = () => delivery.snapshot().widgets.byKey(widget.key)?.share.at(Date.now());
    await soon(async () => expect(shareOf()).toBe(8_123));
    await delivery.get('/e', { method: 'POST', body: `i${old}\ni${await token()}`, ...OWN_PAGE });
    const shares = (await shippedEvents()).slice(before).map(({ decision }) => decision?.shareBp);
    expect(shares).toEqual([7_000, 8_123]);
  });

  test('shows nobody below the minimum bid of the widget and country, within a moment and without a restart', async () => {
    const filled = async () => (await ask(`w=${widget.key}.300`)).a[0] !== null;
    expect(await filled()).toBe(true);
    await database.pool.query("insert into app_user (email) values ('bids@example.com')");
    const begin = async (micros: number | null) =>
      await database.pool.query(
        `with card as (
           insert into minimum_bid_card (from_at, reason, created_at, created_by)
           values (clock_timestamp(), 'Dearer places', now(), (select max(id) from app_user)) returning id)
         insert into minimum_bid (card_id, widget_type, tier, cpm_micros, cpc_micros)
         select card.id, g.type, 0, $1, $1 from card, widget g where g.id = $2 and $1::bigint is not null`,
        [micros, widget.id],
      );
    await begin(1_000_000_000);
    await soon(async () => expect(await filled()).toBe(false));
    await begin(1);
    await soon(async () => expect(await filled()).toBe(true));
    await begin(1_000_000_000);
    await soon(async () => expect(await filled()).toBe(false));
    await begin(null);
    await soon(async () => expect(await filled()).toBe(true));
  });

  test('does not show a capped ad set twice on a page, nor where the browser says its cap is reached', async () => {
    const two = await ask(`w=${widget.key}.300,${widget.key}.300`);
    expect(two.a.map((ad) => ad !== null)).toEqual([true, false]);
    expect((await ask(`w=${widget.key}.300&x=7,${adSetId}`)).a).toEqual([null]);
  });

  test('decides nothing for a widget far below the window that may wait, and sees that it is there', async () => {
    const shape = async (query: string) =>
      (await ask(query)).a.map((ad: unknown) => (ad === LATER ? 'later' : ad && 'ad'));
    const before = delivery.snapshot().widgets.byKey(widget.key);
    expect(before?.waits).toBe(true);
    expect(await shape(`w=${widget.key}.300~,${widget.key}.300`)).toEqual(['later', 'ad']);
    expect(await shape(`w=${widget.key}.300~`)).toEqual(['later']);
    // No sooner is anything said of a page that is not the website's.
    const elsewhere = await ask(`w=${widget.key}.300~`, { headers: { origin: 'https://elsewhere.example' } });
    expect(elsewhere.a).toEqual([null]);
    await database.pool.query('update widget set lazy = false where id = $1', [widget.id]);
    await soon(async () => expect(await shape(`w=${widget.key}.300~`)).toEqual(['ad']));
    await database.pool.query("update widget set lazy = true, type = 'floating_sticky_ad' where id = $1", [
      widget.id,
    ]);
    await soon(() =>
      expect(delivery.snapshot().widgets.byKey(widget.key)?.jsonKind.de).toContain('Anzeige schlie'),
    );
    expect(await shape(`w=${widget.key}.300~`)).toEqual(['ad']);
    await database.pool.query("update widget set type = 'banner' where id = $1", [widget.id]);
    await soon(() => expect(delivery.snapshot().widgets.byKey(widget.key)?.jsonKind.en).toContain('"b"'));
  });

  test('gives nothing where the container is too narrow, the key unknown or the page another site', async () => {
    expect((await ask(`w=${widget.key}.299,nobody.300`)).a).toEqual([null, null]);
    const other = await ask(`w=${widget.key}.300`, { headers: { origin: 'https://elsewhere.example' } });
    expect(other.a).toEqual([null]);
    const own = await ask(`w=${widget.key}.300`, {
      headers: { origin: 'https://sub.news.example.com:8080' },
    });
    expect(own.a[0]).not.toBeNull();
  });

  test('is given to a page of a domain in another alphabet, whose origin is ASCII as the stored domain is', async () => {
    const [publisherId] = (
      await database.pool.query<{ id: number }>('select publisher_id as id from website')
    ).rows;
    const domain = normalizeDomain('Bücher.example') ?? '';
    const websiteId = await insertWebsite(database.pool, { publisherId: publisherId?.id ?? 0, domain });
    const { key } = await insertWidget(database.pool, { websiteId });
    const origin = new URL('https://bücher.example/').origin;
    const on = async (page: string) => (await ask(`w=${key}.300`, { headers: { origin: page } })).a[0];
    expect(origin).toBe('https://xn--bcher-kva.example');
    // The widget may be followed before its sizes.
    await soon(async () => expect(await on(origin)).not.toBeNull());
    expect(await on(new URL('https://straße.bücher.example/').origin)).not.toBeNull();
    expect(await on(new URL('https://büchér.example/').origin)).toBeNull();
  });

  test.each([
    ['a page that hides where it is', { origin: 'null' }, '', false],
    ['who names no page at all', {}, '', false],
    [
      'a sandboxed frame of another site’s page',
      { origin: 'null', referer: 'https://elsewhere.example/' },
      '',
      false,
    ],
    [
      'a sandboxed frame of the website’s own page',
      { origin: 'null', referer: 'https://news.example.com/a' },
      '',
      true,
    ],
    ['a frame in a page of the website', {}, 'https://news.example.com,https://www.news.example.com', true],
    ['a page of the website that another site frames', {}, 'https://elsewhere.example', false],
    [
      'one that another site frames through a page of the website',
      {},
      'https://news.example.com,https://elsewhere.example',
      false,
    ],
    ['one that a page which hides where it is frames', {}, 'null', false],
    ['a site whose name only ends like the website’s', { origin: 'https://badnews.example.com' }, '', false],
  ])(
    'serves as the registered website, or not: %s',
    async (_name, headers: Record<string, string>, around, served) => {
      const own = Object.keys(headers).length > 0 || around === '' ? headers : OWN_PAGE.headers;
      const answer = await ask(`w=${widget.key}.300&l=en&o=${around}`, { headers: own });
      expect(answer.a[0] !== null).toBe(served);
    },
  );

  test('follows the database: a paused campaign stops, an active one starts', async () => {
    const filled = async () => (await ask()).a[0] !== null;
    await database.pool.query("update campaign set status = 'paused' where id = $1", [campaignId]);
    await soon(async () => expect(await filled()).toBe(false));
    await database.pool.query("update campaign set status = 'active' where id = $1", [campaignId]);
    await soon(async () => expect(await filled()).toBe(true));
  });

  test('says which field breaks which rule', async () => {
    const response = await delivery.get('/a?w=');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 'invalid_request',
        message: 'The query is not valid.',
        issues: [{ path: 'w', message: 'names at least one widget as KEY.WIDTH' }],
      },
    });
    const events = await delivery.get('/e', { method: 'POST', body: 'nonsense' });
    expect(events.status).toBe(400);
    const text = await token();
    for (const between of [' ', 'i', '\0']) {
      const apart = await delivery.get('/e', { method: 'POST', body: `i${text}${between}v${text}` });
      expect(await apart.json()).toMatchObject({
        error: { issues: [{ path: 'body', message: 'separates lines by a line feed' }] },
      });
    }
    const longest = `/a?w=${widget.key}.300&utm=`.padEnd(4_096, 'x');
    expect((await delivery.get(longest)).status).toBe(200);
    expect((await delivery.get(`${longest}x`)).status).toBe(414);
    const flood = await delivery.get('/e', { method: 'POST', body: 'x'.repeat(70_000) });
    expect(flood.status).toBe(413);
  });

  test('says nothing of its business to visitors, and has no demo', async () => {
    expect((await delivery.get('/metrics')).status).toBe(200);
    const visitor = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    expect((await delivery.get('/metrics', visitor)).status).toBe(404);
    const { data } = (await (await delivery.get('/health', visitor)).json()) as { data: object };
    expect(Object.keys(data).sort()).toEqual(['checks', 'status']);
    expect((await delivery.get('/demo')).status).toBe(404);
  });

  test('keeps no address: neither the spool nor the event log holds it', async () => {
    const { rows } = await database.pool.query<{ body: Buffer }>('select body from event_batch');
    for (const { body } of rows) {
      expect(body.includes('127.0.0.1')).toBe(false);
      expect(body.includes(BROWSER)).toBe(false);
    }
  });
});

describe('connections that do not obey', () => {
  test('are cut, also where the other side keeps its half open', async () => {
    const { port } = delivery.server.address() as AddressInfo;
    const sockets = Array.from({ length: 50 }, () =>
      connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
    );
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        socket.write('this is no request\r\n\r\n');
        const [chunk] = await once(socket, 'data');
        return String(chunk).slice(0, 12);
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 400']));
    const open = () =>
      new Promise<number>((resolve) => delivery.server.getConnections((_, count) => resolve(count)));
    // Those of the other tests are kept alive; these are more.
    await soon(async () => expect(await open()).toBeLessThan(sockets.length));
    for (const socket of sockets) socket.destroy();
  });

  test('have ten seconds for a request and its head', () => {
    const { headersTimeout, requestTimeout } = delivery.http;
    expect([headersTimeout, requestTimeout]).toEqual([5_000, 10_000]);
  });
});
