import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, type World } from '../../settlement/testing/world.ts';
import { readFilterNames } from './filter-names.ts';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  const advertiser = { timeZone: 'UTC', walletMicros: 0n, campaigns };
  world = await makeWorld(database.db, {
    advertisers: [advertiser, advertiser],
    widgetsOfPublishers: [1, 1],
  });
});
afterAll(async () => await database.drop());

const idsOf = () => {
  const [mine, theirs] = [world.adSets[0], world.adSets[1]];
  const [here, there] = [world.widgets[0], world.widgets[1]];
  if (!(mine && theirs && here && there)) throw new Error('the world is smaller than asked for');
  return { mine, theirs, here, there };
};
const is = (dimension: 'campaign' | 'adSet' | 'creative' | 'website' | 'widget', value: number | string) =>
  ({ dimension, value: String(value) }) as const;

it('names an advertiser’s own records, without a figure of them, and nobody else’s', async () => {
  const { mine, theirs, here } = idsOf();
  const scope = { advertiserId: mine.advertiserId };
  const own = [is('campaign', mine.campaignId), is('adSet', mine.id)];
  const named = await readFilterNames(database.db, scope, [
    ...own,
    is('campaign', theirs.campaignId),
    is('adSet', theirs.id),
    is('website', here.websiteId),
  ]);
  expect(named).toEqual([
    { ...own[0], label: 'Autumn' },
    { ...own[1], label: expect.any(String) },
  ]);
});

it('names a publisher’s own websites and widgets, and nobody else’s', async () => {
  const { mine, here, there } = idsOf();
  const named = await readFilterNames(database.db, { publisherId: here.publisherId }, [
    { ...is('website', here.websiteId), how: 'not' },
    is('website', there.websiteId),
    is('widget', here.id),
    is('widget', there.id),
    is('campaign', mine.campaignId),
  ]);
  expect(named.map(({ dimension, value }) => [dimension, value])).toEqual([
    ['website', String(here.websiteId)],
    ['widget', String(here.id)],
  ]);
  expect(named[0]?.label).toMatch(/\./);
});

it('names everybody’s to the network', async () => {
  const { mine, theirs, there } = idsOf();
  const all = [
    is('campaign', mine.campaignId),
    is('campaign', theirs.campaignId),
    is('website', there.websiteId),
  ];
  expect(await readFilterNames(database.db, { network: true }, all)).toHaveLength(3);
});

it('looks for no text, no number that a record can’t have, and nothing that is no record', async () => {
  const odd = ['0', '-1', '1.5', '2147483648', '9'.repeat(30), 'abc', ''].map((value) =>
    is('campaign', value),
  );
  const contains = { ...is('campaign', '1'), how: 'contains' } as const;
  const weekday = { dimension: 'weekday', value: '1' } as const;
  expect(await readFilterNames(database.db, { network: true }, [...odd, contains, weekday])).toEqual([]);
  expect(await readFilterNames(database.db, { network: true }, [is('campaign', '2147483647')])).toEqual([]);
});
