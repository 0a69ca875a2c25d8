import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REST_PACE } from './decide/shelf.ts';
import { insertServing, insertWidget, type Serving } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

/** More than the log of changes is read at once, and by far more than a slice of a millisecond puts up. */
const AD_SETS = 1_500;

let database: TestDatabase;
let delivery: RunningDelivery;
let serving: Serving;
let ids: readonly number[];

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await insertServing(database.pool);
  delivery = await runDelivery({ databaseUrl: database.url });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

test('all that one transaction changed reaches the ad server, also where it is more than is read at once', async () => {
  // The log's numbers get another digit on the way.
  const { rows } = await database.pool.query<{ id: number }>(
    `with made as (
       insert into ad_set (campaign_id, name, total_budget_micros)
       select $1, 'Ad set', 1000000000 from generate_series(1, $2) returning id),
     assigned as (insert into creative_ad_set (creative_id, ad_set_id) select $3, id from made)
     select id from made`,
    [serving.campaignId, AD_SETS - 1, serving.creative.id],
  );
  ids = [serving.adSetId, ...rows.map(({ id }) => id)];
  await soon(() => expect(delivery.snapshot().index.adSetCount).toBe(AD_SETS));
});

test('ad sets that rest until a time that is far off once the clock was set back are all awake soon, however many', async () => {
  // What was read of the changes with the first of them is put up before the second is read.
  for (const _ of ['first', 'second']) {
    const { key } = await insertWidget(database.pool, { websiteId: serving.websiteId });
    await soon(() => expect(delivery.snapshot().widgets.byKey(key)).toBeDefined());
  }
  const { index } = delivery.snapshot();
  for (const id of ids) {
    const adSet = index.standing(id)?.adSet;
    if (adSet !== undefined) index.rest(adSet, REST_PACE, Date.now() + 86_400_000);
  }
  expect(index.restingCount).toBe(AD_SETS);
  delivery.setClock(Date.now() - 10_000);
  await soon(() => expect(delivery.snapshot().index.restingCount).toBe(0));
});
