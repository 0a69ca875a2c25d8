import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

let database: TestDatabase;
let delivery: RunningDelivery;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into traffic_rule (field, value, label, enabled, created_at)
     values ('network', '203.0.113.0/25', 'Click farm', true, now()), ('country', 'US', 'Off', false, now())`,
  );
  const environment = { PLACARD_TRUSTED_PROXIES: '127.0.0.1', PLACARD_ALLOW_ANY_SITE: '1' };
  delivery = await runDelivery({ databaseUrl: database.url, environment });
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

test('events that a rule names are stored as such, those beside it count; both leave a coarse sample', async () => {
  const { widget } = await insertServing(database.pool);
  const reasons: number[] = [];
  for (const address of ['203.0.113.127', '203.0.113.128']) {
    const headers = { 'x-forwarded-for': address, 'user-agent': AGENT };
    const token = await soon(async () => {
      const answer = await delivery.get(`/a?w=${widget.key}.300&l=en`, { headers });
      const { t } = ((await answer.json()) as AdsAnswer).a[0] ?? {};
      expect(t).toBeDefined();
      return t ?? '';
    });
    const from = delivery.spool.durableEnd;
    await delivery.get('/e', { method: 'POST', body: `i${token}`, headers });
    await delivery.spool.drained();
    const end = delivery.spool.durableEnd;
    reasons.push(
      await soon(async () => {
        const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
          'select spool_end::text, body from event_batch order by spool_offset',
        );
        expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
        const records = rows
          .filter((row) => Number(row.spool_end) > from)
          .flatMap(({ body }) => [...readEventRecords(body)])
          .flatMap((record) => (record.type === 1 ? [record.reason] : []));
        return records.at(-1) ?? -1;
      }),
    );
  }
  expect(reasons).toEqual([FILTER_REASONS.traffic_rule.code, 0]);
  await soon(async () => {
    const { rows } = await database.pool.query<object>(
      'select kind, reason, weight, widget_id, network, user_agent from traffic_sample order by id',
    );
    expect(rows).toEqual(
      reasons.map((reason) => ({
        ...{ kind: 1, reason, weight: 1, widget_id: widget.id },
        ...{ network: '203.0.113.0/24', user_agent: AGENT },
      })),
    );
  });
});
