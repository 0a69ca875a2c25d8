import { markText } from '@placard/contract/wire/ad-styles';
import type { Ad, AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { AD_REPORTS_PER_VIEWER } from '@placard/domain/ad-report';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount, insertServing, insertWebsite, insertWidget } from './testing/network.ts';
import { BROWSER, type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let creative: { id: number; fileKey: string };
let websiteId: number;
let widget: { id: number; key: string };
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ creative, websiteId, widget } = await insertServing(database.pool));
  delivery = await runDelivery({
    databaseUrl: database.url,
    environment: { PLACARD_ALLOW_ANY_SITE: '1', PLACARD_TRUSTED_PROXIES: '127.0.0.1' },
  });
  const answer = (await (await delivery.get(`/a?w=${widget.key}.300`)).json()) as AdsAnswer;
  token = (answer.a[0] as Ad).t;
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

/** A visitor is told by the address that the proxy names. */
const send = (form: Record<string, string>, visitor = '203.0.113.1', headers = {}) =>
  delivery.get(`/r/${token}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'x-forwarded-for': visitor, ...headers },
  });
const kept = async () => {
  const { rows } = await database.pool.query(
    'select creative_id, website_id, widget_id, reason, comment from ad_report order by id',
  );
  return rows;
};

describe('the page of a report', () => {
  test('names the ad, runs no script, and is shown for signed tokens only', async () => {
    const page = await delivery.get(`/r/${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('An ad for shop.example, 300×250.');
    expect(html).not.toContain('<script');
    expect((await delivery.get(`/r/${'A'.repeat(80)}`)).status).toBe(404);
    expect((await delivery.get('/r/short')).status).toBe(404);
    expect(
      (await delivery.get(`/r/${'A'.repeat(80)}`, { method: 'POST', body: 'reason=other' })).status,
    ).toBe(404);
  });

  test('is there for seven days after the ad was chosen', async () => {
    const chosenMs = Date.now();
    delivery.setClock(chosenMs);
    const answer = (await (await delivery.get(`/a?w=${widget.key}.300`)).json()) as AdsAnswer;
    const path = `/r/${(answer.a[0] as Ad).t}`;
    delivery.setClock(chosenMs + 7 * 86_400_000);
    expect((await delivery.get(path)).status).toBe(200);
    delivery.setClock(chosenMs + 7 * 86_400_000 + 1);
    expect((await delivery.get(path)).status).toBe(404);
    delivery.setClock(null);
  });

  test('shows the image only while nothing is to be said against it', async () => {
    const image = `/i/${creative.fileKey}`;
    const html = async () => await (await delivery.get(`/r/${token}`)).text();
    const become = async (status: string) =>
      await database.pool.query('update creative set status = $1 where id = $2', [status, creative.id]);
    expect(await html()).toContain(image);
    await become('rejected');
    await soon(async () => expect(await html()).not.toContain(image));
    await become('active');
    await soon(async () => expect(await html()).toContain(image));
  });

  test('speaks the language that the browser asks for', async () => {
    const said = async (language: string, path = `/r/${token}`) =>
      await (await delivery.get(path, { headers: { 'accept-language': language } })).text();
    const german = await said('fr, de-CH;q=0.8, en;q=0.5');
    expect(german).toContain('<html lang="de">');
    expect(german).toContain('Eine Anzeige für shop.example, 300×250.');
    expect(await said('en, de')).toContain('<html lang="en">');
    expect(await said('de', '/r/short')).toContain('Nichts zu melden');
    const refused = await send({ reason: 'none' }, undefined, { 'accept-language': 'de' });
    expect(await refused.text()).toContain('Bitte wählen Sie, was damit nicht stimmt.');
  });

  test('is named by the ad in the language of its reader', async () => {
    const marks = async (language: string) => {
      const answer = await delivery.get(`/a?w=${widget.key}.300&l=${language}`);
      return ((await answer.json()) as AdsAnswer).a[0]?.m;
    };
    expect(await marks('de-AT')).toEqual([markText('Anzeige'), 'Diese Anzeige melden']);
    for (const language of ['en', 'fr', 'x'])
      expect(await marks(language)).toEqual([markText('Ad'), 'Report this ad']);
  });

  test('keeps a report once a viewer and day, with its words', async () => {
    // Reports have a connection of their own, which may come after the first answer to anybody.
    await soon(async () =>
      expect((await send({ reason: 'misleading', comment: ' No such shop. ' })).status).toBe(200),
    );
    const again = await send({ reason: 'offensive' });
    expect([again.status, (await again.text()).includes('already')]).toEqual([200, true]);
    expect((await send({ reason: 'offensive' }, '203.0.113.2')).status).toBe(200);
    const place = { creative_id: creative.id, website_id: websiteId, widget_id: widget.id };
    expect(await kept()).toEqual([
      { ...place, reason: 'misleading', comment: 'No such shop.' },
      { ...place, reason: 'offensive', comment: '' },
    ]);
  });

  test('keeps what several viewers send at once, each by its own name', async () => {
    const before = (await kept()).length;
    const visitors = Array.from({ length: 8 }, (_, at) => `203.0.113.${20 + at}`);
    const answers = await Promise.all(visitors.map((visitor) => send({ reason: 'other' }, visitor)));
    expect(answers.map(({ status }) => status)).toEqual(visitors.map(() => 200));
    expect(await kept()).toHaveLength(before + visitors.length);
  });

  test('takes five hundred characters, eight kibibytes of a form, and what its own page sends', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const comment = '€'.repeat(500);
    expect((await send({ reason: 'other', comment }, '203.0.113.4', own)).status).toBe(200);
    expect((await kept()).at(-1)).toMatchObject({ comment });
    // As many lines as it has are one character each, as whoever typed them counts.
    const lines = { reason: 'other', comment: 'x\r\n'.repeat(250).slice(0, -2) };
    expect((await send(lines, '203.0.113.5', own)).status).toBe(200);
    const sized = async (bytes: number) => {
      const body = 'reason=other&comment='.padEnd(bytes, 'x');
      return (await delivery.get(`/r/${token}`, { method: 'POST', body })).status;
    };
    // Both are too long as words; the second isn't read as far.
    expect([await sized(8_192), await sized(8_193)]).toEqual([422, 413]);
  });

  test('keeps words without what PostgreSQL has no place for', async () => {
    expect((await send({ reason: 'other', comment: 'No\0thing\0' }, '203.0.113.3')).status).toBe(200);
    expect((await kept()).at(-1)).toMatchObject({ comment: 'Nothing' });
  });

  test('refuses what is no reason, too long, a bot’s or sent by another page', async () => {
    const before = (await kept()).length;
    expect((await send({ reason: 'boring' }, '203.0.113.9')).status).toBe(422);
    expect((await send({ reason: 'other', comment: 'x'.repeat(501) }, '203.0.113.9')).status).toBe(422);
    expect((await send({ reason: 'other', comment: 'x'.repeat(9_000) }, '203.0.113.9')).status).toBe(413);
    // One's own network's other pages among them, and what an app or a bookmark opens.
    for (const site of ['cross-site', 'same-site', 'none']) {
      const sent = await send({ reason: 'other' }, '203.0.113.9', { 'sec-fetch-site': site });
      expect([site, sent.status]).toEqual([site, 403]);
    }
    expect((await send({ reason: 'other' }, '203.0.113.9', { 'user-agent': 'Googlebot/2.1' })).status).toBe(
      200,
    );
    expect(await kept()).toHaveLength(before);
  });

  test('takes so many a day from one viewer, whatever ads they are about', async () => {
    const { pool } = database;
    const visitor = '203.0.113.7';
    await send({ reason: 'other' }, visitor);
    const { rows } = await pool.query<{ viewer_hash: Buffer; creative_id: number }>(
      'select viewer_hash, creative_id from ad_report order by id desc limit 1',
    );
    const mine = rows[0];
    for (let count = 1; count < AD_REPORTS_PER_VIEWER; count += 1) {
      const other = await insertWebsite(pool, { publisherId: await insertAccount(pool) });
      await pool.query(
        `insert into ad_report (creative_id, website_id, widget_id, reason, viewer_hash) values ($1, $2, $3, 'other', $4)`,
        [creative.id, other, widget.id, mine?.viewer_hash],
      );
    }
    await pool.query('delete from ad_report where website_id = $1 and viewer_hash = $2', [
      websiteId,
      mine?.viewer_hash,
    ]);
    expect((await send({ reason: 'other' }, visitor)).status).toBe(200);
    await pool.query('delete from ad_report where website_id = $1 and viewer_hash = $2', [
      websiteId,
      mine?.viewer_hash,
    ]);
    const other = await insertWebsite(pool, { publisherId: await insertAccount(pool) });
    await pool.query(
      `insert into ad_report (creative_id, website_id, widget_id, reason, viewer_hash) values ($1, $2, $3, 'other', $4)`,
      [creative.id, other, widget.id, mine?.viewer_hash],
    );
    expect((await send({ reason: 'other' }, visitor)).status).toBe(429);
    const ago = async (interval: string) =>
      await pool.query('update ad_report set reported_at = now() - $1::interval where viewer_hash = $2', [
        interval,
        mine?.viewer_hash,
      ]);
    await ago('23 hours 59 minutes');
    expect((await send({ reason: 'other' }, visitor)).status).toBe(429);
    await ago('24 hours 1 second');
    expect((await send({ reason: 'other' }, visitor)).status).toBe(200);
  });
});

test('a widget that a page asked for is noted as seen', async () => {
  await soon(async () => {
    const { rows } = await database.pool.query('select seen_at from widget where id = $1', [widget.id]);
    expect(rows[0].seen_at).not.toBeNull();
  });
});

test('a widget that was seen within the minute is not written again', async () => {
  const { pool } = database;
  const others = await Promise.all([1, 2].map(async () => await insertWidget(pool, { websiteId })));
  const [old, fresh] = others.map(({ id }) => id);
  await soon(() => expect(delivery.snapshot().widgets.byWidgetId(fresh ?? 0)).toBeDefined());
  // The clock of the process is the statement's.
  const nowMs = Date.now() + 3_600_000;
  delivery.setClock(nowMs);
  const seen = async (id: number | undefined) =>
    (await pool.query<{ seen_at: Date }>('select seen_at from widget where id = $1', [id])).rows[0]?.seen_at;
  const was = async (id: number | undefined, agoMs: number) =>
    await pool.query('update widget set seen_at = $2 where id = $1', [id, new Date(nowMs - agoMs)]);
  await was(old, 60_001);
  await was(fresh, 60_000);
  await delivery.get(`/a?w=${others.map(({ key }) => `${key}.300`).join(',')}`);
  await soon(async () => expect(await seen(old)).toEqual(new Date(nowMs)));
  expect(await seen(fresh)).toEqual(new Date(nowMs - 60_000));
  delivery.setClock(null);
});

test('a block on the widget or the website stops the ad at once, and lets it again', async () => {
  const { pool } = database;
  const filled = async () => {
    const answer = await delivery.get(`/a?w=${widget.key}.300`, { headers: { 'user-agent': BROWSER } });
    return ((await answer.json()) as AdsAnswer).a[0] !== null;
  };
  const stops = () => soon(async () => expect(await filled()).toBe(false));
  const lets = () => soon(async () => expect(await filled()).toBe(true));
  const block = async (table: string, owner: number, kind: string, value: string) => {
    await pool.query(`insert into ${table}_block (${table}_id, kind, value) values ($1, $2, $3)`, [
      owner,
      kind,
      value,
    ]);
    await stops();
    await pool.query(`delete from ${table}_block`);
    await lets();
  };
  await lets();
  await block('widget', widget.id, 'creative', String(creative.id));
  await block('widget', widget.id, 'advertiser_domain', 'shop.example');
  await block('website', websiteId, 'category', 'none');
  await pool.query("update campaign set category = 'gambling'");
  await block('website', websiteId, 'category', 'gambling');
});
