import { hash } from 'node:crypto';
import { type DecisionPayload, TOKEN_TEXT_LENGTH } from '@placard/contract/wire/decision-token';
import { TRACKING_PATH, trackingTokenBytes } from '@placard/contract/wire/tracking-link';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TokenKeys } from './decide/token.ts';
import { insertCreative, insertServing } from './testing/network.ts';
import { EDITED_URL, type ReviewStep, takeSteps } from './testing/review-steps.ts';
import { type RunningDelivery, runDelivery, TEST_SECRET_KEY } from './testing/running-delivery.ts';

const FIRST_URL = 'https://first.example/';
const LANDING = 'https://landing.example/';

/** What happened to a creative since it was made, and where its clicks go afterwards; `null` = nowhere. */
const STORIES: readonly (readonly [string, readonly ReviewStep[], string | null])[] = [
  ['was never looked at', [], null],
  ['was archived before anybody looked at it', ['archive'], null],
  ['is approved', ['approve'], FIRST_URL],
  ['is paused', ['approve', 'pause'], FIRST_URL],
  ['was archived', ['approve', 'archive'], FIRST_URL],
  ['has an edit that waits', ['approve', 'edit'], FIRST_URL],
  ['was archived with an edit that waited', ['approve', 'edit', 'archive'], FIRST_URL],
  ['has an approved edit', ['approve', 'edit', 'approve'], EDITED_URL],
  ['was rejected at first', ['reject'], null],
  ['was rejected', ['approve', 'reject'], null],
  ['was rejected and archived', ['approve', 'reject', 'archive'], null],
  ['was rejected and waits again', ['approve', 'reject', 'edit'], null],
  ['was rejected, waited again and was archived', ['approve', 'reject', 'edit', 'archive'], null],
  ['was rejected, edited and approved', ['approve', 'reject', 'edit', 'approve'], EDITED_URL],
  ['has a rejected edit', ['approve', 'edit', 'reject'], null],
  ['was taken down', ['approve', 'takeDown'], null],
  ['was taken down and archived', ['approve', 'takeDown', 'archive'], null],
  ['was taken down and reinstated', ['approve', 'takeDown', 'grantAppeal'], FIRST_URL],
  ['was reinstated and has an edit that waits', ['approve', 'reject', 'grantAppeal', 'edit'], FIRST_URL],
  ['was erased with its account', ['approve', 'erase'], 'https://erased.invalid/'],
  ['was erased while an edit waited', ['approve', 'edit', 'erase'], null],
];

let database: TestDatabase;
/** One that was there all along, and one that began afterwards. */
let witness: RunningDelivery;
let latecomer: RunningDelivery;
let secret: Uint8Array;
const signing = new TokenKeys();
const made = new Map<string, { readonly image: number; readonly code: number }>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const { advertiserId, adSetId } = await insertServing(pool);
  witness = await runDelivery({ databaseUrl: database.url });
  const place = { advertiserId, adSetIds: [adSetId], status: 'pending' };
  for (const [name, steps] of STORIES) {
    const image = (await insertCreative(pool, { ...place, clickUrl: FIRST_URL })).id;
    const code = (await insertCreative(pool, { ...place, clickUrl: null, adCode: '<b>ad</b>' })).id;
    made.set(name, { image, code });
    for (const id of [image, code]) await takeSteps(pool, id, steps);
  }
  const last = await insertCreative(pool, place);
  await soon(() => expect(witness.snapshot().creatives.byCreativeId(last.id)).toBeDefined());
  latecomer = await runDelivery({
    databaseUrl: database.url,
    environment: { PLACARD_DELIVERY_PROCESSES: '2', PLACARD_SHARD: '1' },
  });
  const query: RunQuery = async (text, values) => (await pool.query(text, [...values])).rows;
  const [key] = await loadSigningKeys(query, createSecrets(Buffer.from(TEST_SECRET_KEY, 'hex')));
  secret = key?.secret ?? new Uint8Array();
  signing.add(key?.id ?? 1, secret);
});
afterAll(async () => {
  await witness?.end();
  await latecomer?.end();
  await database?.drop();
});

const idsOf = (story: string) => made.get(story) ?? { image: 0, code: 0 };

function tokenOf(creativeId: number): string {
  const nowMs = Date.now();
  const payload: DecisionPayload = {
    ...{ keyId: signing.newestId, shard: 1, minute: Math.floor(nowMs / 60_000), msOfMinute: nowMs % 60_000 },
    ...{ sequence: creativeId, adSetId: 1, creativeId, widgetId: 1, priceMicros: 1, shareBp: 1, flags: 0 },
    ...{ device: 0, country: 'DE', language: 'de', widthPx: 300, heightPx: 250 },
  };
  return signing.sign(payload);
}

/** As anybody can make them up. */
function forgedTokenOf(creativeId: number): string {
  const bytes = Buffer.alloc((TOKEN_TEXT_LENGTH * 3) / 4);
  bytes[0] = 1;
  bytes.writeUInt32BE(creativeId, 16);
  return bytes.toString('base64url');
}

function trackingPathOf(creativeId: number): string {
  const link = { keyId: signing.newestId, adSetId: 1, creativeId };
  const token = trackingTokenBytes(link, secret, (input) => hash('sha512-256', input, 'buffer'));
  return `${TRACKING_PATH}/c/${Buffer.from(token).toString('base64url')}`;
}

/** Where it leads, without the click's id, or the status of the answer. */
async function ledTo(delivery: RunningDelivery, path: string): Promise<string | number> {
  const response = await delivery.get(path);
  const location = response.headers.get('location');
  return location === null ? response.status : location.replace(/[?&]placard_click=.*/, '');
}

describe.each([
  ['that saw it all happen', () => witness],
  ['that began afterwards', () => latecomer],
])('an ad server %s', (_name, delivery) => {
  test.each(STORIES)('sends clicks on a creative that %s: %j', async (story, _steps, url) => {
    const { image } = idsOf(story);
    const expected = url ?? 404;
    expect(await ledTo(delivery(), `/c/${tokenOf(image)}`)).toBe(expected);
    expect(await ledTo(delivery(), `/c/${forgedTokenOf(image)}`)).toBe(expected);
    expect(await ledTo(delivery(), trackingPathOf(image))).toBe(expected);
  });

  test.each([
    ['is approved', LANDING],
    ['was archived', LANDING],
    ['has an edit that waits', LANDING],
    ['was taken down and reinstated', LANDING],
    ['was rejected', 404],
    ['was rejected and waits again', 404],
    ['was taken down', 404],
    ['was taken down and archived', 404],
  ])('lets the code of a creative that %s name where its clicks go: %s', async (story, expected) => {
    const path = `/c/${tokenOf(idsOf(story).code)}?u=${encodeURIComponent(LANDING)}`;
    expect(await ledTo(delivery(), path)).toBe(expected);
  });

  test.each([
    [2_000, 302],
    [2_001, 404],
  ])('takes an address of %i characters from such code: %i', async (length, status) => {
    const landing = LANDING.padEnd(length, 'x');
    const path = `/c/${tokenOf(idsOf('is approved').code)}?u=${encodeURIComponent(landing)}`;
    expect((await delivery().get(path)).status).toBe(status);
  });

  test.each([
    ['is approved', 1],
    ['has an edit that waits', 1],
    ['was rejected', 0],
    ['was taken down', 0],
  ])('stores a click on a creative that %s: %i', async (story, stored) => {
    await delivery().spool.drained();
    const before = delivery().spool.recordsWritten;
    await delivery().get(`/c/${tokenOf(idsOf(story).image)}`);
    await delivery().spool.drained();
    expect(delivery().spool.recordsWritten - before).toBe(stored);
  });
});
