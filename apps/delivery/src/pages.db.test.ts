import { readDecisionPayload, TOKEN_FLAG_VIDEO } from '@placard/contract/wire/decision-token';
import { viewOf } from '@placard/contract/wire/layout';
import { readShownPlace, shownPlaceOf } from '@placard/contract/wire/shown-place';
import type { Ad, AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Numbering } from './decide/numbering.ts';
import {
  insertAccount,
  insertAdSet,
  insertCampaign,
  insertCreative,
  insertWebsite,
  insertWidget,
} from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

/** Advertisers, what they bid, the category of their campaign, and how many creatives it has: the first would win every place. */
const ADVERTISERS = [
  { bidMicros: 9_000_000, category: 'travel', creatives: 5 },
  { bidMicros: 3_000_000, category: 'travel', creatives: 1 },
  { bidMicros: 2_000_000, category: 'pets', creatives: 1 },
  { bidMicros: 1_000_000, category: null, creatives: 1 },
] as const;

let database: TestDatabase;
let delivery: RunningDelivery;
let websiteId: number;
let key: string;
const advertiserOf = new Map<number, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  for (const [index, { bidMicros, category, creatives }] of ADVERTISERS.entries()) {
    const advertiserId = await insertAccount(pool, { walletMicros: 50_000_000 });
    const campaignId = await insertCampaign(pool, { advertiserId });
    await pool.query('update campaign set category = $2 where id = $1', [campaignId, category]);
    const adSetId = await insertAdSet(pool, { campaignId, bidMicros });
    for (let count = 0; count < creatives; count += 1) {
      const { id } = await insertCreative(pool, { advertiserId, adSetIds: [adSetId] });
      advertiserOf.set(id, index);
    }
  }
  const publisherId = await insertAccount(pool);
  websiteId = await insertWebsite(pool, { publisherId, domain: 'news.example' });
  ({ key } = await insertWidget(pool, { websiteId }));
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_ALLOW_ANY_SITE: '1' } });
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

async function ask(places: number, shown: readonly Ad[] = []): Promise<(Ad | null)[]> {
  const widgets = Array.from({ length: places }, () => `${key}.300`).join();
  const on = shown.map((ad) => shownPlaceOf(ad.t)).join();
  const response = await delivery.get(`/a?w=${widgets}${on === '' ? '' : `&p=${on}`}`);
  return [...((await response.json()) as AdsAnswer).a];
}

const adsOf = (answer: readonly (Ad | null)[]) => answer.filter((ad) => ad !== null);
const creativesOf = (answer: readonly (Ad | null)[]) =>
  adsOf(answer).map((ad) => readShownPlace(shownPlaceOf(ad.t))?.creativeId ?? 0);
const advertisersOf = (answer: readonly (Ad | null)[]) =>
  creativesOf(answer).map((id) => advertiserOf.get(id));

describe('a page of several places', () => {
  test('has each advertiser once while there is another, then whoever is left, and no creative twice', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answer = await ask(10);
      expect(advertisersOf(answer.slice(0, 4))).toEqual([0, 1, 2, 3]);
      expect(advertisersOf(answer.slice(4))).toEqual([0, 0, 0, 0]);
      expect(new Set(creativesOf(answer)).size).toBe(8);
    }
  });

  test('is one page through several calls that say what it shows', async () => {
    const first = adsOf(await ask(2));
    expect(advertisersOf(first)).toEqual([0, 1]);
    const second = adsOf(await ask(2, first));
    expect(advertisersOf(second)).toEqual([2, 3]);
    const third = adsOf(await ask(6, [...first, ...second]));
    expect(advertisersOf(third)).toEqual([0, 0, 0, 0]);
    expect(new Set(creativesOf([...first, ...second, ...third])).size).toBe(8);
    expect(await ask(1, [...first, ...second, ...third])).toEqual([null]);
    // Another page view begins anew.
    expect(advertisersOf(await ask(1))).toEqual([0]);
  });

  test('has an ad set with a cap once, in several calls too, and one without as often as nobody else is left', async () => {
    const places = async () => {
      const first = adsOf(await ask(2));
      const second = adsOf(await ask(10, first));
      return [...advertisersOf(first), ...advertisersOf(second)].filter((index) => index === 0).length;
    };
    expect(await places()).toBe(5);
    const cap = (views: number | null) =>
      database.pool.query('update ad_set set frequency_cap_per_day = $2 where bid_micros = $1', [
        ADVERTISERS[0].bidMicros,
        views,
      ]);
    await cap(3);
    await soon(async () => expect(adsOf(await ask(10))).toHaveLength(4));
    expect(await places()).toBe(1);
    await cap(null);
    await soon(async () => expect(adsOf(await ask(10))).toHaveLength(8));
  });

  test('keeps categories apart where the website wants that, as soon as it does', async () => {
    await database.pool.query('update website set separate_categories = true where id = $1', [websiteId]);
    await soon(async () => {
      expect(advertisersOf(await ask(10))).toEqual([0, 2, 3]);
    });
    await database.pool.query('update website set separate_categories = false where id = $1', [websiteId]);
    await soon(async () => {
      expect(adsOf(await ask(10))).toHaveLength(8);
    });
  });
});

test('gives the other widgets of a page their ads where one has a key that is none', async () => {
  const answers = async (widgets: string) => {
    const response = await delivery.get(`/a?w=${widgets}`);
    return ((await response.json()) as AdsAnswer).a.map((ad) => ad !== null);
  };
  expect(await answers(`${key}.300,foo.bar.300,${key}.300`)).toEqual([true, false, true]);
  expect(await answers(`${key}.300,${key},${key}.300,${key}.300`)).toEqual([true, false, true]);
  expect(await answers('foo.bar.300')).toEqual([false]);
});

test('refuses what is no part of a token, and takes a hundred places', async () => {
  const [ad] = adsOf(await ask(1));
  if (ad === undefined) throw new Error('no ad was given');
  expect((await delivery.get(`/a?w=${key}.300&p=short`)).status).toBe(400);
  expect((await delivery.get(`/a?w=${key}.300&p=!${'A'.repeat(11)}`)).status).toBe(400);
  const many = Array.from({ length: 100 }, () => shownPlaceOf(ad.t)).join();
  expect((await delivery.get(`/a?w=${key}.300&p=${many}`)).status).toBe(200);
});

test('passes over an ad set that it does not know, as one that is gone, and knows the others on the page', async () => {
  const [first] = adsOf(await ask(1));
  const [second] = adsOf(
    await ask(1, [{ t: 'A'.repeat(80) } as Ad, ...(first === undefined ? [] : [first])]),
  );
  expect(advertisersOf([first ?? null, second ?? null])).toEqual([0, 1]);
});

test('without a number nothing is shown: its events could not be told from another’s', async () => {
  const take = vi.spyOn(Numbering.prototype, 'take').mockReturnValue(false);
  expect(await ask(2)).toEqual([null, null]);
  take.mockRestore();
  expect(adsOf(await ask(2))).toHaveLength(2);
});

test('a video is scaled into any container, and any other ad has to fit', async () => {
  const of = async (type: string) => (await insertWidget(database.pool, { websiteId, type })).key;
  const [banner, video] = [await of('banner'), await of('video')];
  const asked = async (width: number) => {
    const answer = await delivery.get(`/a?w=${banner}.${width},${video}.${width}`);
    return ((await answer.json()) as AdsAnswer).a;
  };
  const shown = async (width: number) => (await asked(width)).map((ad) => ad !== null);
  await soon(async () => expect(await shown(300)).toEqual([true, true]));
  expect(await shown(299)).toEqual([false, true]);
  // Two seconds of it have to be seen, of any other ad one: the token says so to who judges that.
  const isVideo = (await asked(300)).map((ad) => {
    const { flags = 0 } = readDecisionPayload(viewOf(Buffer.from(ad?.t ?? '', 'base64url')), 0) ?? {};
    return (flags & TOKEN_FLAG_VIDEO) !== 0;
  });
  expect(isVideo).toEqual([false, true]);
});
