import { hash } from 'node:crypto';
import { viewOf } from '@placard/contract/wire/layout';
import { TRACKING_PATH, TRACKING_RECORD, trackingTokenBytes } from '@placard/contract/wire/tracking-link';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertAccount, insertAdSet, insertCampaign, insertCreative } from './testing/network.ts';
import { takeSteps } from './testing/review-steps.ts';
import { type RunningDelivery, runDelivery, TEST_SECRET_KEY } from './testing/running-delivery.ts';

const LANDING = 'https://shop.example/landing';
const SHA = (input: Uint8Array) => hash('sha512-256', input, 'buffer');

let database: TestDatabase;
let delivery: RunningDelivery;
let advertiserId: number;
let adSetId: number;
let creativeId: number;
let secret: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  advertiserId = await insertAccount(pool, { walletMicros: 50_000_000 });
  const campaignId = await insertCampaign(pool, { advertiserId });
  adSetId = await insertAdSet(pool, { campaignId });
  creativeId = (await insertCreative(pool, { advertiserId, adSetIds: [adSetId] })).id;
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_DEFAULT_COUNTRY: 'DE' } });
  const secrets = createSecrets(Buffer.from(TEST_SECRET_KEY, 'hex'));
  const query: RunQuery = async (text, values) => (await pool.query(text, [...values])).rows;
  secret = (await loadSigningKeys(query, secrets))[0]?.secret ?? Buffer.alloc(0);
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

function address(
  letter: 'i' | 'c',
  of: { adSetId?: number; creativeId?: number; key?: Uint8Array } = {},
): string {
  const link = { keyId: 1, adSetId: of.adSetId ?? adSetId, creativeId: of.creativeId ?? creativeId };
  const token = trackingTokenBytes(link, of.key ?? secret, SHA);
  return `${TRACKING_PATH}/${letter}/${Buffer.from(token).toString('base64url')}`;
}

/** What reached the event log since the last call, as kind, ad set and creative. */
async function counted(): Promise<number[][]> {
  return (await recorded()).map((record) => [record.kind, record.adSetId, record.creativeId]);
}

let read = 0;
async function recorded(): Promise<ReturnType<typeof TRACKING_RECORD.read>[]> {
  await delivery.spool.drained();
  const end = delivery.spool.durableEnd;
  const bodies = await soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
      'select spool_end::text, body from event_batch order by spool_offset',
    );
    expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
    return rows.map(({ body }) => body);
  });
  const found: ReturnType<typeof TRACKING_RECORD.read>[] = [];
  for (const body of bodies) {
    for (let at = 0; at < body.byteLength; at += body.readUInt16BE(at)) {
      if (body[at + 2] !== 6) continue;
      found.push(TRACKING_RECORD.read(viewOf(body), at));
    }
  }
  const fresh = found.slice(read);
  read = found.length;
  return fresh;
}

describe('a tracking address', () => {
  test('counts an impression with a pixel that nobody keeps, whatever its cache buster', async () => {
    const response = await delivery.get(`${address('i')}?cb=8364862`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 6)
        .toString('latin1'),
    ).toBe('GIF89a');
    expect(await counted()).toEqual([[EVENT_KIND_CODES.impression, adSetId, creativeId]]);
  });

  test('says when, where and on what it was shown, and how large', async () => {
    const atMs = Date.now() - 3_000;
    delivery.setClock(atMs);
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
    await delivery.get(address('i'), { headers: { 'accept-language': 'fr-CH', 'user-agent': agent } });
    delivery.setClock(null);
    const where = { device: 2, country: 'DE', language: 'fr', widthPx: 300, heightPx: 250 };
    const kind = EVENT_KIND_CODES.impression;
    expect(await recorded()).toMatchObject([{ kind, atMs, adSetId, creativeId, ...where }]);
  });

  test('sends a click to the creative’s click URL, whatever the query asks for', async () => {
    const response = await delivery.get(
      `${address('c')}?u=https%3A%2F%2Fevil.example&redirect=//evil.example`,
    );
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(LANDING);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await counted()).toEqual([[EVENT_KIND_CODES.click, adSetId, creativeId]]);
  });

  test('answers bots and HEAD, does not count them, and sends nobody on who asks ahead', async () => {
    const ahead = { headers: { 'sec-purpose': 'prefetch' } };
    expect((await delivery.get(address('i'), ahead)).status).toBe(200);
    expect((await delivery.get(address('c'), ahead)).status).toBe(503);
    const asked: RequestInit[] = [
      { method: 'HEAD' },
      { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } },
    ];
    for (const init of asked) {
      expect((await delivery.get(address('i'), init)).status).toBe(200);
      expect((await delivery.get(address('c'), init)).headers.get('location')).toBe(LANDING);
    }
    expect(await counted()).toEqual([]);
  });

  test('is told to come again where the disk takes nothing; a click goes on', async () => {
    for (const breakIt of [
      () => vi.spyOn(delivery.spool, 'reserve').mockReturnValue(-1),
      () => vi.spyOn(delivery.spool, 'whenWritten').mockImplementation((written) => written(false)),
    ]) {
      const broken = breakIt();
      const shown = await delivery.get(address('i'));
      expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await delivery.get(address('c'))).headers.get('location')).toBe(LANDING);
      broken.mockRestore();
    }
    // Those of the second time had a place: they are counted, though nobody was told so.
    expect(await counted()).toHaveLength(2);
  });

  test('that is forged, changed, or of another kind leads nowhere and counts nothing', async () => {
    const forged = address('c', { key: Buffer.alloc(32, 1) });
    const changed = address('c').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const decision = `${TRACKING_PATH}/c/${'A'.repeat(80)}`;
    const paths = [
      forged,
      changed,
      decision,
      `${TRACKING_PATH}/x/abc`,
      `${TRACKING_PATH}/c/`,
      `${TRACKING_PATH}/c`,
    ];
    for (const path of [...paths, address('i', { key: Buffer.alloc(32, 1) })]) {
      const response = await delivery.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('location')).toBeNull();
    }
    expect((await delivery.get(address('c', { creativeId: 999_999 }))).status).toBe(404);
    // Nor does it pass for a decision's token: the click is sent on by nobody's word, and nothing of it counts.
    const asDecision = await delivery.get(`/c/${address('c').slice(TRACKING_PATH.length + 3)}`);
    expect(asDecision.headers.get('location') ?? LANDING).toBe(LANDING);
    expect(await counted()).toEqual([]);
  });

  test('of a creative that was taken down leads nowhere and counts no more', async () => {
    const { pool } = database;
    const { id } = await insertCreative(pool, { advertiserId, adSetIds: [adSetId] });
    const row = () => delivery.snapshot().creatives.byCreativeId(id)?.row;
    await soon(() => expect(row()?.adSetIds).toEqual([adSetId]));
    await takeSteps(pool, id, ['takeDown']);
    await soon(() => expect(row()?.status).toBe('cancelled'));
    expect((await delivery.get(address('c', { creativeId: id }))).status).toBe(404);
    expect((await delivery.get(address('i', { creativeId: id }))).status).toBe(200);
    expect(await counted()).toEqual([]);
  });

  test('of a removed assignment or an archived creative sends on and counts no more', async () => {
    const { pool } = database;
    const other = (
      await insertCreative(pool, {
        advertiserId,
        adSetIds: [adSetId],
        clickUrl: 'https://shop.example/other',
      })
    ).id;
    const location = async () =>
      (await delivery.get(address('c', { creativeId: other }))).headers.get('location');
    await soon(() =>
      expect(delivery.snapshot().creatives.byCreativeId(other)?.row.adSetIds).toEqual([adSetId]),
    );
    expect(await location()).toBe('https://shop.example/other');
    expect(await counted()).toEqual([[EVENT_KIND_CODES.click, adSetId, other]]);

    await pool.query('delete from creative_ad_set where creative_id = $1', [other]);
    await soon(() => expect(delivery.snapshot().creatives.byCreativeId(other)?.row.adSetIds).toEqual([]));
    expect(await location()).toBe('https://shop.example/other');
    await pool.query('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', [
      other,
      adSetId,
    ]);
    await pool.query("update creative set status = 'archived' where id = $1", [other]);
    await soon(() => expect(delivery.snapshot().creatives.byCreativeId(other)?.row.status).toBe('archived'));
    expect(await location()).toBe('https://shop.example/other');
    expect((await delivery.get(address('i', { creativeId: other }))).status).toBe(200);
    expect(await counted()).toEqual([]);
  });
});
