import { hash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  RECORD_TYPE_PAGE_VIEW,
  RECORD_TYPE_VISIT,
  readPageView,
  readVisit,
} from '@placard/contract/wire/collect-record';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import {
  RECORD_TYPE_TRACKING,
  TRACKING_PATH,
  trackingTokenBytes,
} from '@placard/contract/wire/tracking-link';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery, TEST_SECRET_KEY } from './testing/running-delivery.ts';

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

/** Bodies that reached the event log behind `from`. */
async function shippedSince(from: number): Promise<Buffer[]> {
  await delivery.spool.drained();
  const end = delivery.spool.durableEnd;
  return await soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
      'select spool_end::text, body from event_batch order by spool_offset',
    );
    expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
    return rows.filter((row) => Number(row.spool_end) > from).map(({ body }) => body);
  });
}

function* recordsOf(bodies: readonly Buffer[]): Generator<Buffer> {
  for (const body of bodies) {
    for (let at = 0; at < body.length; at += body.readUInt16BE(at)) {
      yield body.subarray(at, at + body.readUInt16BE(at));
    }
  }
}

const IN_DATA_CENTRE = { 'x-forwarded-for': '3.0.0.255' };
const ELSEWHERE = { 'x-forwarded-for': '3.0.1.0' };

test('page views and visits from a data centre are kept as such, those from elsewhere count', async () => {
  const serving = await insertServing(database.pool);
  const { rows } = await database.pool.query<{ site: string; campaign: string }>(
    `select (select analytics_key from website where id = $1) as site,
            (select analytics_key from campaign where id = $2) as campaign`,
    [serving.websiteId, serving.campaignId],
  );
  const { site = '', campaign = '' } = rows[0] ?? {};
  const from = delivery.spool.durableEnd;
  for (const headers of [IN_DATA_CENTRE, ELSEWHERE]) {
    for (const body of [
      { s: site, p: '/' },
      { c: campaign, k: 'v' },
    ]) {
      await soon(async () => {
        const answer = await delivery.get('/collect', {
          method: 'POST',
          body: JSON.stringify(body),
          // Any website may ask here, for page views too.
          headers: { ...headers, origin: 'https://any.example' },
        });
        expect(answer.status).toBe(204);
      });
    }
  }
  const records = [...recordsOf(await shippedSince(from))];
  const views = records.filter((record) => record[2] === RECORD_TYPE_PAGE_VIEW).map(readPageView);
  const visits = records.filter((record) => record[2] === RECORD_TYPE_VISIT).map(readVisit);
  const { code } = FILTER_REASONS.data_centre;
  expect(views.map((view) => view?.reason)).toEqual([code, 0]);
  expect(visits.map((visit) => visit?.reason)).toEqual([code, 0]);
});

test('tracking URLs count nothing from a data centre, and send the visitor on', async () => {
  const { adSetId, creative } = await insertServing(database.pool);
  const query: RunQuery = async (text, values) => (await database.pool.query(text, [...values])).rows;
  const keys = await loadSigningKeys(query, createSecrets(Buffer.from(TEST_SECRET_KEY, 'hex')));
  const token = trackingTokenBytes(
    { keyId: 1, adSetId, creativeId: creative.id },
    keys[0]?.secret ?? Buffer.alloc(0),
    (input) => hash('sha512-256', input, 'buffer'),
  );
  const address = (letter: 'i' | 'c') =>
    `${TRACKING_PATH}/${letter}/${Buffer.from(token).toString('base64url')}`;
  // The creative may come a moment before its place in the ad set: it leads somewhere then, but does not count yet.
  await soon(() => {
    const known = delivery.snapshot().creatives.byCreativeId(creative.id)?.row;
    expect(known?.adSetIds).toEqual([adSetId]);
  });
  const counted = async (headers: Record<string, string>) => {
    const from = delivery.spool.durableEnd;
    expect((await delivery.get(address('c'), { headers })).status).toBe(302);
    expect((await delivery.get(address('i'), { headers })).status).toBe(200);
    const records = [...recordsOf(await shippedSince(from))];
    return records.filter((record) => record[2] === RECORD_TYPE_TRACKING).length;
  };
  expect(await counted(IN_DATA_CENTRE)).toBe(0);
  expect(await counted(ELSEWHERE)).toBe(2);
});

test('the operator is told of the file and its networks', async () => {
  await soon(async () => {
    const { rows } = await database.pool.query('select shard, networks, file_at from delivery_networks');
    expect(rows).toEqual([{ shard: 0, networks: 1, file_at: expect.any(Date) }]);
  });
});
