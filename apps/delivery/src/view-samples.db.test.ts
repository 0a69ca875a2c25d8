import { RECORD_TYPE_VIEW_SAMPLE, readViewSample } from '@placard/contract/wire/view-sample';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { runDelivery } from './testing/running-delivery.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});

test('views reach the event log as samples, filled and unfilled, with what decided about them', async () => {
  const { pool } = database;
  const sizes = [
    [300, 250],
    [728, 90],
  ] as const;
  const { adSetId, widget } = await insertServing(pool, {
    adSet: { bidMicros: 3_000_000, capPerDay: 1 },
    widget: { floorMicros: 1_000_000, sizes },
  });
  const delivery = await runDelivery({
    databaseUrl: database.url,
    environment: { PLACARD_DEFAULT_COUNTRY: 'DE', PLACARD_ALLOW_ANY_SITE: '1' },
  });
  await (await delivery.get(`/a?w=${widget.key}.400&l=en`)).text();
  await (await delivery.get(`/a?w=${widget.key}.0&l=en&x=${adSetId}`)).text();
  await delivery.end();

  const { rows } = await pool.query<{ body: Buffer }>('select body from event_batch order by spool_offset');
  const samples = rows.flatMap(({ body }) => {
    const found = [];
    for (let at = 0; at < body.byteLength; at += body.readUInt16BE(at)) {
      if (body[at + 2] === RECORD_TYPE_VIEW_SAMPLE) found.push(readViewSample(body.subarray(at)));
    }
    return found;
  });
  const view = {
    widgetId: widget.id,
    weight: 1,
    device: 1,
    country: 'DE',
    language: 'en',
    floorMicros: 1_000_000,
  };
  expect(samples).toEqual([
    {
      ...view,
      atMs: expect.any(Number),
      winningEcpmMicros: 3_000_000,
      winningAdSetId: adSetId,
      sizes: [expect.objectContaining({ widthPx: 300, heightPx: 250 })],
      cappedAdSetIds: [],
    },
    {
      ...view,
      atMs: expect.any(Number),
      winningEcpmMicros: 0,
      winningAdSetId: 0,
      sizes: [
        { widthPx: 300, heightPx: 250 },
        { widthPx: 728, heightPx: 90 },
      ],
      cappedAdSetIds: [adSetId],
    },
  ]);
});
