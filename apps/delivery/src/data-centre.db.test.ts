import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEventRecords } from '@placard/contract/wire/event-record';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';
import { soon } from './testing/soon.ts';

let database: TestDatabase;
let delivery: RunningDelivery;

beforeAll(async () => {
  database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-delivery-'));
  await mkdir(join(dataDir, 'networks'));
  await writeFile(
    join(dataDir, 'networks', 'ip2asn-combined.tsv.gz'),
    '3.0.0.0\t3.0.0.255\t16509\tUS\tAMAZON-02\n',
  );
  const environment = { PLACARD_TRUSTED_PROXIES: '127.0.0.1', PLACARD_ALLOW_ANY_SITE: '1' };
  delivery = await runDelivery({ databaseUrl: database.url, dataDir, environment });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

test('events from a data centre are stored as such, those from elsewhere are not; both see ads', async () => {
  const { widget } = await insertServing(database.pool);
  const reasonsFrom: number[][] = [];
  for (const address of ['3.0.0.255', '3.0.1.0']) {
    const headers = { 'x-forwarded-for': address };
    const text = await soon(async () => {
      const answer = await delivery.get(`/a?w=${widget.key}.300&l=en`, { headers });
      const { t } = ((await answer.json()) as AdsAnswer).a[0] ?? {};
      expect(t).toBeDefined();
      return t ?? '';
    });
    const from = delivery.spool.durableEnd;
    await delivery.get('/e', { method: 'POST', body: `i${text}\nv${text}`, headers });
    expect((await delivery.get(`/c/${text}`, { headers })).status).toBe(302);
    await delivery.spool.drained();
    const end = delivery.spool.durableEnd;
    reasonsFrom.push(
      await soon(async () => {
        const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
          'select spool_end::text, body from event_batch order by spool_offset',
        );
        expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
        return rows
          .filter((row) => Number(row.spool_end) > from)
          .flatMap(({ body }) => [...readEventRecords(body)])
          .flatMap((record) => (record.type === 1 ? [record.reason] : []));
      }),
    );
  }
  const { code } = FILTER_REASONS.data_centre;
  expect(reasonsFrom[0]).toEqual([code, code, code]);
  expect(reasonsFrom[1]?.slice(-3)).toEqual([0, 0, 0]);
  expect(await (await delivery.get('/metrics')).text()).toContain('placard_delivery_hosting_networks 1\n');
});
