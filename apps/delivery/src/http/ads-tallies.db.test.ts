import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { TALLY_OUTCOME_KEYS, TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Numbering } from '../decide/numbering.ts';
import { insertServing, insertWidget } from '../testing/network.ts';
import { type RunningDelivery, runDelivery } from '../testing/running-delivery.ts';

const OWN_PAGE = 'https://news.example';
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

let database: TestDatabase;
let delivery: RunningDelivery;
let adSetId: number;
const widgets: Record<'plain' | 'suspended' | 'odd' | 'dear', { id: number; key: string }> = {
  ...{ plain: { id: 0, key: '' }, suspended: { id: 0, key: '' } },
  ...{ odd: { id: 0, key: '' }, dear: { id: 0, key: '' } },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const serving = await insertServing(pool, {
    domain: 'news.example',
    adSet: { capPerDay: 3 },
    widget: {
      sizes: [
        [300, 250],
        [728, 90],
      ],
    },
  });
  const { websiteId } = serving;
  adSetId = serving.adSetId;
  widgets.plain = serving.widget;
  widgets.suspended = await insertWidget(pool, { websiteId });
  widgets.odd = await insertWidget(pool, { websiteId, sizes: [[160, 600]] });
  widgets.dear = await insertWidget(pool, { websiteId, floorMicros: 900_000_000 });
  await pool.query("update widget set status = 'suspended' where id = $1", [widgets.suspended.id]);
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_DEFAULT_COUNTRY: 'DE' } });
});
afterAll(async () => {
  await database?.drop();
});

async function ask(query: string, headers: Record<string, string> = {}): Promise<boolean[]> {
  const answer = await delivery.get(`/a?${query}`, { headers: { origin: OWN_PAGE, ...headers } });
  return ((await answer.json()) as AdsAnswer).a.map((ad) => ad !== null);
}

test('each view is counted once by what it came to, with its device, its country and the size that was filled', async () => {
  const { plain, suspended, odd, dear } = widgets;
  // As wide as the narrower of its sizes: that one fits.
  expect(await ask(`w=${plain.key}.300`)).toEqual([true]);
  expect(await ask(`w=${plain.key}.299`)).toEqual([false]);
  expect(await ask(`w=${plain.key}.300`, { 'user-agent': PHONE })).toEqual([true]);
  expect(await ask(`w=${plain.key}.300&x=${adSetId}`)).toEqual([false]);
  expect(await ask(`w=${plain.key}.300`, { origin: 'https://elsewhere.example' })).toEqual([false]);
  expect(await ask(`w=${suspended.key}.300,${odd.key}.300,${dear.key}.300`)).toEqual([false, false, false]);
  expect(await ask('w=nobody.300')).toEqual([false]);
  const take = vi.spyOn(Numbering.prototype, 'take').mockReturnValue(false);
  expect(await ask(`w=${plain.key}.300`)).toEqual([false]);
  take.mockRestore();
  const metrics = await (await delivery.get('/metrics')).text();
  expect(metrics).toMatch(/^placard_delivery_filled_total 2$/m);
  expect(metrics).toMatch(/^placard_delivery_unfilled_total 7$/m);
  await delivery.end();

  const { rows } = await database.pool.query<{ body: Buffer }>('select body from event_batch');
  const tallies = rows.flatMap(({ body }) => [...readEventRecords(body)]).filter(({ type }) => type === 2);
  const counted = tallies.flatMap((tally) =>
    tally.type === 2
      ? [
          [
            ...[tally.widgetId, TALLY_OUTCOME_KEYS.find((key) => TALLY_OUTCOMES[key] === tally.outcome)],
            ...[tally.device, tally.country, tally.widthPx, tally.heightPx, tally.count],
          ],
        ]
      : [],
  );
  const unfilled = [1, 'DE', 0, 0, 1];
  expect(counted.map(String).sort()).toEqual(
    [
      [plain.id, 'filled', 1, 'DE', 300, 250, 1],
      [plain.id, 'filled', 2, 'DE', 300, 250, 1],
      [plain.id, 'too_narrow', ...unfilled],
      [plain.id, 'frequency', ...unfilled],
      [plain.id, 'wrong_site', ...unfilled],
      [plain.id, 'no_candidate', ...unfilled],
      [suspended.id, 'not_serving', ...unfilled],
      [odd.id, 'no_candidate', ...unfilled],
      [dear.id, 'floor', ...unfilled],
    ]
      .map(String)
      .sort(),
  );
});
