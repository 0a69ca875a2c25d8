import type { Health } from '@placard/contract/health';
import { LATENCY_CLASSES, latencyClass } from '@placard/domain/health/latency';
import { NETWORK_EVENTS } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { watchNetwork } from '../../jobs/watch-network.ts';
import { TEST_NOW } from '../testing/fixtures.ts';
import { addEndpoint } from '../webhooks/testing/receiver.ts';
import { readLately, servedOf } from './served.ts';

const MINUTE_MS = 60_000;

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  api.now = TEST_NOW;
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const read = async (range = 'hour') =>
  (await api.call('GET', `/operator/health?range=${range}`, { token: operator.token })).data as Health;

type Minute = {
  shard?: number;
  views?: number;
  filled?: number;
  events?: number;
  filtered?: number;
  spool?: number;
};

async function served(
  minutesAgo: number,
  { shard = 0, views = 0, filled = 0, events = 0, filtered = 0, spool = 0 }: Minute,
) {
  const at = new Date(TEST_NOW.getTime() - minutesAgo * MINUTE_MS);
  const latency = Array.from({ length: LATENCY_CLASSES }, (_, index) =>
    index === latencyClass(0.1) ? 98 : index === latencyClass(5) ? 2 : 0,
  );
  await sql`
    insert into delivery_minute (minute, shard, requests, views, filled, events, filtered, latency, spool_bytes,
                                 spool_faults, disk_free_bytes, disk_total_bytes, told_at)
    values (date_trunc('minute', ${at}::timestamptz), ${shard}, ${views}, ${views}, ${filled}, ${events}, ${filtered},
            ${latency}::bigint[], ${spool}, 0, 60000000000, 100000000000, ${at})`.execute(api.deps.db);
}

describe('GET /operator/health', () => {
  it('is empty where no ad server ever told of itself', async () => {
    const found = await read();
    expect(found).toMatchObject({ series: [], processes: [], alarms: [], unsettledSince: null });
    const nothing = { requests: 0, views: 0, filled: 0, events: 0, filtered: 0 };
    expect(found.lately).toEqual({ ...nothing, p50Ms: null, p99Ms: null });
    expect((await readLately(api.deps.db, TEST_NOW)).lately).toMatchObject({ timed: 0, spoolBytes: 0 });
  });

  it('adds the ad servers up, over ten minutes and by step, and shows each', async () => {
    await served(70, { views: 7 });
    await served(11, { views: 100, filled: 10, spool: 9_000 });
    await served(10, { views: 1_000, filled: 400, events: 50, filtered: 5 });
    await served(10, { shard: 1, views: 500, filled: 100, spool: 4_096 });
    const found = await read();
    expect(found.lately).toEqual({
      ...{ requests: 1_500, views: 1_500, filled: 500, events: 50, filtered: 5, p50Ms: 0.1, p99Ms: 5 },
    });
    expect(found.series.map(({ views }) => views)).toEqual([100, 1_500]);
    expect(found.processes).toMatchObject([
      { shard: 0, views: 1_000, spoolBytes: 0, diskFreeBytes: 60_000_000_000 },
      { shard: 1, views: 500, spoolBytes: 4_096 },
    ]);
    expect(found.disk).toEqual({ freeBytes: expect.any(Number), totalBytes: expect.any(Number) });
    expect((await read('day')).series.reduce((sum, { views }) => sum + views, 0)).toBe(1_607);
  });
});

it('has as its median what half of the answers took, and of a hundred the last but one', () => {
  const sums = { requests: 0, views: 0, filled: 0, events: 0, filtered: 0 };
  const timed = (quick: number, slow: number) => {
    const counts = new Map([
      [latencyClass(0.1), quick],
      [latencyClass(5), slow],
    ]);
    const latency = Array.from({ length: LATENCY_CLASSES }, (_, at) => counts.get(at) ?? 0);
    const { p50Ms, p99Ms } = servedOf({ ...sums, latency });
    return [p50Ms, p99Ms];
  };
  expect([timed(1, 1), timed(1, 2), timed(99, 1), timed(98, 1)]).toEqual([
    [0.1, 5],
    [5, 5],
    [0.1, 0.1],
    [0.1, 5],
  ]);
});

it('shows an ad server that told nothing lately with nothing, one of this minute with it, and alarms by when they began', async () => {
  await served(70, { shard: 7, views: 3 });
  await served(0, { shard: 8, views: 5 });
  await sql`update delivery_minute set spool_faults = 2 where shard in (7, 8)`.execute(api.deps.db);
  const at = (ms: number) => new Date(TEST_NOW.getTime() - ms);
  await sql`insert into network_alarm (kind, level, first_seen_at, last_seen_at) values
    ('mail_stuck', 'look', ${at(1)}, ${TEST_NOW}), ('disk_low', 'stop', ${at(1)}, ${TEST_NOW}),
    ('month_open', 'stop', ${at(2)}, ${TEST_NOW})`.execute(api.deps.db);
  const { processes, alarms } = await read();
  const [away, here] = processes.filter(({ shard }) => shard >= 7);
  expect(away).toMatchObject({ shard: 7, views: 0, spoolFaults: 0 });
  expect(here).toMatchObject({ shard: 8, views: 5, spoolFaults: 2 });
  expect(alarms.map(({ kind }) => kind)).toEqual(['month_open', 'disk_low', 'mail_stuck']);
  await sql`delete from network_alarm`.execute(api.deps.db);
  await sql`delete from delivery_minute where shard >= 7`.execute(api.deps.db);
});

it('shows an hour and a day from their first minutes on, and what ad servers hold back by what they told lately', async () => {
  await sql`delete from delivery_minute`.execute(api.deps.db);
  const ofDay = 24 * 60;
  for (const [shard, minutesAgo] of [59, 60, ofDay - 15, ofDay - 14, ofDay, ofDay + 1].entries())
    await served(minutesAgo, { shard, views: 2 ** shard, spool: 1_000 });
  const points = async (range: string) => (await read(range)).series.map(({ at, views }) => [at, views]);
  expect(await points('hour')).toEqual([['2026-05-13T11:01:00.000Z', 1]]);
  expect(await points('day')).toEqual([
    ['2026-05-12T12:15:00.000Z', 4],
    ['2026-05-13T11:00:00.000Z', 1 + 2],
  ]);
  expect((await read()).processes.map(({ shard }) => shard)).toEqual([0, 1, 2, 3, 4]);
  // What is told of a minute that is to come is that of a clock which is wrong.
  await served(-1, { shard: 0, spool: 9_000, views: 7 });
  await served(10, { shard: 1, spool: 5_000 });
  await served(11, { shard: 2, spool: 7_000 });
  expect((await readLately(api.deps.db, TEST_NOW)).lately).toMatchObject({ spoolBytes: 5_000, views: 0 });
  expect((await read()).processes).toMatchObject([{ shard: 0, spoolBytes: 1_000 }, {}, {}, {}, {}]);
  await sql`delete from delivery_minute`.execute(api.deps.db);
});

describe('PUT /operator/health/thresholds', () => {
  const save = async (change: object) => {
    const { thresholds } = await read();
    const body = { ...thresholds, ...change };
    return await api.call('PUT', '/operator/health/thresholds', { token: operator.token, body });
  };

  it('keeps what was set, also nothing, and says in the audit log who set it', async () => {
    const { data } = await save({ fillPercent: 12.5, latencyMs: null });
    expect(data).toMatchObject({ fillPercent: 12.5, latencyMs: null, settlementSeconds: 60, version: 2 });
    expect((await read()).thresholds).toEqual(data);
    const row = await api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'detail'])
      .where('action', '=', 'alarms.update')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      actor_user_id: operator.id,
      detail: { fillPercent: { before: null, after: 12.5 }, latencyMs: { before: 100, after: null } },
    });
  });

  it('refuses what is out of bounds, and who has not seen the newest', async () => {
    expect((await save({ settlementSeconds: 9 })).status).toBe(422);
    expect((await save({ settlementSeconds: 10 })).status).toBe(200);
    expect((await save({ latencyMs: 501 })).status).toBe(422);
    expect((await save({ latencyMs: 500 })).status).toBe(200);
    expect((await save({ version: 1 })).error).toMatchObject({ code: 'conflict_version' });
  });

  it('is done by one of two who save at once, and the other is told', async () => {
    const { result } = await whileHeld(
      api.pool,
      'select from alarm_settings for update',
      async () => await Promise.all([save({}), save({})]),
      2,
    );
    expect(result.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('an alarm', () => {
  const watch = async (atMs: number) =>
    await watchNetwork({ ...api.deps, mailServer: false, clock: () => new Date(TEST_NOW.getTime() + atMs) });
  const told = async () =>
    (
      await api.deps.db
        .selectFrom('notification')
        .select(['user_id', 'kind', 'detail'])
        .where('kind', 'like', 'alarm.%')
        .orderBy('id')
        .execute()
    ).map(({ user_id, kind, detail }) => [user_id, kind, detail]);

  it('is told to operators and webhooks once it has lasted, and when it is over', async () => {
    const url = 'https://watch.example/hooks';
    await addEndpoint(api, operator, url, NETWORK_EVENTS, '/operator/webhooks');
    await api.user({ roles: ['advertiser'] });
    await api.deps.db
      .insertInto('delivery_networks')
      .values({ shard: 0, networks: 0, told_at: TEST_NOW })
      .execute();
    await served(0, { spool: 300_000_000 });
    expect(await watch(0)).toEqual({ begun: [], over: [] });
    expect(await told()).toEqual([]);
    expect((await read()).alarms).toMatchObject([{ kind: 'spool_full', level: 'stop', toldAt: null }]);
    expect(await watch(MINUTE_MS)).toEqual({ begun: ['spool_full'], over: [] });
    expect(await watch(2 * MINUTE_MS)).toEqual({ begun: [], over: [] });
    await sql`update delivery_minute set spool_bytes = 0`.execute(api.deps.db);
    expect(await watch(6 * MINUTE_MS)).toEqual({ begun: [], over: [] });
    expect(await watch(7 * MINUTE_MS)).toEqual({ begun: [], over: ['spool_full'] });
    const detail = { alarm: 'spool_full' };
    expect(await told()).toEqual([
      [operator.id, 'alarm.begin', detail],
      [operator.id, 'alarm.end', detail],
    ]);
    const mails = await api.deps.db.selectFrom('mail_outbox').select(['subject', 'to_email']).execute();
    expect(mails).toEqual([
      { subject: 'Placard: events pile up at the ad servers', to_email: operator.email },
      { subject: 'Over at Placard: events pile up at the ad servers', to_email: operator.email },
    ]);
    const events = await api.deps.db
      .selectFrom('webhook_event')
      .select(['type', 'data'])
      .where('type', 'like', 'network.%')
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { type: 'network.alarm_begun', data: detail },
      { type: 'network.alarm_over', data: detail },
    ]);
    expect((await read()).alarms).toEqual([]);
  });

  it('comes once from two workers', async () => {
    await sql`update delivery_minute set spool_bytes = 300000000`.execute(api.deps.db);
    await watch(8 * MINUTE_MS);
    const both = await Promise.all([watch(9 * MINUTE_MS), watch(9 * MINUTE_MS)]);
    expect(both.flatMap(({ begun }) => begun)).toEqual(['spool_full']);
  });

  it('forgets minutes that no chart shows any more', async () => {
    await watch(2 * 24 * 3_600_000);
    const rows = await api.deps.db.selectFrom('delivery_minute').select('minute').execute();
    expect(rows.map(({ minute }) => minute.toISOString())).toEqual([TEST_NOW.toISOString()]);
  });
});
