import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupTime } from '@placard/db/backup/backups';
import { createPool } from '@placard/db/database';
import { metricsText } from '@placard/db/process/metrics-text';
import { withDatabase } from '@placard/db/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeManifest } from '../backup/manifest.ts';
import { makeWorld } from '../settlement/testing/world.ts';
import { networkFigures, WorkerFigures } from './network-figures.ts';
import { RequestFigures } from './request-figures.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'placard-watch-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function figures(backupsDir: string | null = null): Promise<Map<string, number>> {
  const metrics = await networkFigures({ pool: database.pool, dataDir: folder, backupsDir });
  return new Map(metrics.map(({ name, samples }) => [name, samples[0]?.value ?? Number.NaN]));
}
const one = async (name: string) => (await figures()).get(name);

it('tells of a network where nothing waits', async () => {
  const calm = await figures();
  for (const name of [
    'settlement_waiting_batches',
    'settlement_waiting_parts',
    'settlement_lag_seconds',
    'analytics_lag_seconds',
    'ledger_total_micros',
    'ledger_differences',
    'mails_waiting',
    'mails_given_up',
  ])
    expect([name, calm.get(`placard_${name}`)]).toEqual([name, 0]);
  expect(calm.get('placard_database_up')).toBe(1);
  expect(calm.get('placard_disk_free_bytes')).toBeGreaterThan(0);
  expect(calm.has('placard_last_backup_timestamp_seconds')).toBe(false);
  // No plan yet: nothing to tell its age of.
  expect(calm.has('placard_pacing_plan_age_seconds')).toBe(false);
});

it('tells how long events wait for settlement, and settlements for reports', async () => {
  await database.pool.query(
    "insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at) values (0, 0, 64, 1, '', now() - interval '90 s'), (0, 64, 128, 1, '', now())",
  );
  expect(await one('placard_settlement_waiting_batches')).toBe(2);
  expect(await one('placard_settlement_lag_seconds')).toBeGreaterThanOrEqual(90);
  // Of another ad server nothing waits before what is settled of its own.
  await database.pool.query(
    `with made as (insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
                   values (1, 0, 64, 1, '', now() - interval '1 hour'), (1, 64, 128, 1, '', now() - interval '30 s') returning 1)
     insert into settlement_checkpoint (shard, spool_offset) select 1, 64 from made limit 1`,
  );
  expect(await one('placard_settlement_waiting_batches')).toBe(3);
  expect(await one('placard_settlement_lag_seconds')).toBeLessThan(1_800);
  await database.pool.query('update settlement_checkpoint set spool_offset = 128');
  await database.pool.query('insert into settlement_checkpoint (shard, spool_offset) values (0, 128)');
  expect(await one('placard_settlement_waiting_batches')).toBe(0);
  expect(await one('placard_settlement_lag_seconds')).toBe(0);
  await database.pool.query(
    "insert into settlement_part values (1, 2, 0, now() - interval '20 s', 1, ''), (2, 2, 1, now(), 1, '')",
  );
  expect(await one('placard_settlement_waiting_parts')).toBe(2);
  expect(await one('placard_settlement_lag_seconds')).toBeGreaterThanOrEqual(20);
  await database.pool.query('delete from settlement_part');
  expect(await one('placard_settlement_waiting_parts')).toBe(0);
  await database.pool.query(
    `with made as (insert into settlement (settled_at, event_count, charged_micros) values (now() - interval '40 s', 1, 0) returning id)
     insert into fact_batch (settlement_id, fact_count, body) select id, 1, '' from made`,
  );
  expect(await one('placard_analytics_lag_seconds')).toBeGreaterThanOrEqual(40);
  await database.pool.query(
    'update analytics_checkpoint set settlement_id = (select max(id) from settlement)',
  );
  expect(await one('placard_analytics_lag_seconds')).toBe(0);
});

it('tells of the books, of mails, of the plan and of what the nightly comparison found', async () => {
  const advertisers = [{ timeZone: 'UTC', walletMicros: 5_000_000n, campaigns: [] }];
  await makeWorld(database.db, { advertisers, widgetsOfPublishers: [] });
  expect(await one('placard_ledger_total_micros')).toBe(0);
  await database.pool.query(
    'update ledger_account set balance_micros = balance_micros + 7 where id = (select min(id) from ledger_account)',
  );
  expect(await one('placard_ledger_total_micros')).toBe(7);
  await database.pool.query(
    "insert into audit_log (actor_kind, action, subject_kind, at) values ('system', 'ledger.differs', 'ledger', now() - interval '47 hours'), ('system', 'ledger.differs', 'ledger', now() - interval '49 hours'), ('system', 'ledger.agrees', 'ledger', now()), ('system', 'ledger.differs', 'month', now())",
  );
  expect(await one('placard_ledger_differences')).toBe(1);
  await database.pool.query(
    `insert into mail_outbox (to_email, subject, body_text, attempts, created_at)
     select 'a@example.test', 's', 'b', attempts, now() - age
       from (values (9, interval '23 hours'), (19, '23 hours'), (0, '25 hours'), (1, '25 hours'), (10, '169 hours')) mail (attempts, age)`,
  );
  await database.pool.query(
    `insert into mail_outbox (to_email, subject, body_text, attempts, created_at, sent_at)
     select 'a@example.test', 's', 'b', 1, now() - age, now()
       from unnest(array[interval '1 hour', '25 hours']) age`,
  );
  // However often one is refused, it is tried until it is a day old.
  expect([await one('placard_mails_waiting'), await one('placard_mails_given_up')]).toEqual([2, 1]);
  await database.pool.query("update pacing_plan set version = 1, computed_at = now() - interval '15 s'");
  expect(await one('placard_pacing_plan_age_seconds')).toBeGreaterThanOrEqual(15);
});

function manifestOf(takenAt: Date) {
  const figures = { accounts: 0, entries: 0, totalMicros: '0', unbalanced: 0, drifted: 0 };
  return {
    takenAt: takenAt.toISOString(),
    program: '0.1.0',
    figures: { ...figures, balancesDigest: '0'.repeat(64) },
    ...{ schema: [], tables: [], sequences: [], files: [], encryption: null },
  };
}

it('tells of backups, and of having none where there should be some', async () => {
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  expect((await figures(backups)).get('placard_last_backup_timestamp_seconds')).toBe(0);
  // The last one was made while a clock was ahead; one has lost its manifest.
  for (const name of ['placard-20261122T020000500Z', 'placard-29991231T000000000Z']) {
    mkdirSync(join(backups, name));
    await writeManifest(join(backups, name), manifestOf(backupTime(name)), null);
  }
  // Damaged: it must not quieten the alarm for old backups.
  const damaged = join(backups, 'placard-20261122T030000000Z');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'manifest.json'), '{}');
  for (const name of ['placard-20261123T020000000Z', 'unfinished-placard-20261123T020000000Z'])
    mkdirSync(join(backups, name));
  const found = await figures(backups);
  expect(found.get('placard_last_backup_timestamp_seconds')).toBe(Date.UTC(2026, 10, 22, 2) / 1_000 + 0.5);
  expect(found.get('placard_backups')).toBe(2);
  // By what it says, not by what it is called.
  const late = 'placard-20261121T020000000Z';
  mkdirSync(join(backups, late));
  await writeManifest(join(backups, late), manifestOf(new Date(Date.UTC(2026, 10, 22, 3))), null);
  expect((await figures(backups)).get('placard_last_backup_timestamp_seconds')).toBe(
    Date.UTC(2026, 10, 22, 3) / 1_000,
  );
  rmSync(join(backups, late), { recursive: true });
  // What is seen once is seen again when it has changed.
  writeFileSync(join(backups, 'placard-20261122T020000500Z', 'manifest.json'), '{');
  expect((await figures(backups)).get('placard_backups')).toBe(1);
});

it('says that PostgreSQL is away, and goes on telling the rest', async () => {
  const pool = createPool({ url: withDatabase(database.url, 'gone'), name: 'placard-watch', max: 1 });
  const metrics = await networkFigures({ pool, dataDir: folder, backupsDir: null });
  expect(metricsText(metrics)).toContain('\nplacard_database_up 0\n');
  expect(metricsText(metrics)).toContain('\nplacard_disk_free_bytes ');
  // Each other disk has a label, what is on one of them none.
  const text = metricsText(
    await networkFigures({
      ...{ pool, dataDir: folder, backupsDir: '/backups', momentsDir: '/moments' },
      lookAtDisk: async (at) => ({ device: at.length, freeBytes: 5, totalBytes: at === folder ? 6 : 9 }),
    }),
  );
  expect(text).toMatch(/\nplacard_disk_free_bytes 5\nplacard_disk_free_bytes\{folder="postgres"\} 5\n/);
  expect(text).toContain('\nplacard_disk_size_bytes 6\n');
  expect(text).toContain('\nplacard_disk_size_bytes{folder="backups"} 9\n');
  expect(text).not.toContain('{folder="moments"}');
  await pool.end();
});

it('counts answers by class and time, each bound belonging to its bucket', () => {
  const requests = new RequestFigures();
  for (const [status, ms] of [
    [200, 10],
    [204, 10.1],
    [201, 24],
    [404, 99],
    [503, 20_000],
  ] as const)
    requests.add(status, ms);
  const text = metricsText(requests.metrics());
  for (const line of [
    'placard_http_requests_total{class="2xx"} 3',
    'placard_http_requests_total{class="4xx"} 1',
    'placard_http_requests_total{class="5xx"} 1',
    'placard_http_request_seconds_bucket{le="0.01"} 1',
    'placard_http_request_seconds_bucket{le="0.025"} 3',
    'placard_http_request_seconds_bucket{le="0.1"} 4',
    'placard_http_request_seconds_bucket{le="10"} 4',
    'placard_http_request_seconds_bucket{le="+Inf"} 5',
    'placard_http_request_seconds_count 5',
  ])
    expect(text.split('\n')).toContain(line);
  expect(Number(/request_seconds_sum (.*)/.exec(text)?.[1])).toBeCloseTo(20.1431, 6);
  // What nobody sends is a fault of ours; a bound that goes would leave a hole in who watches.
  requests.add(99, 0);
  const [classes, times] = requests.metrics();
  expect(classes?.samples.map(({ value }) => value)).toEqual([0, 3, 0, 1, 2]);
  expect(times?.samples.map(({ labels }) => labels?.le).slice(0, -2)).toEqual([
    '0.01',
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '0.5',
    '1',
    '2.5',
    '10',
    '+Inf',
  ]);
});

it('tells what a worker has done', () => {
  const worker = new WorkerFigures();
  expect(worker.metrics().map(({ samples }) => samples[0]?.value)).toEqual([0, 0, 0]);
  Object.assign(worker, { leading: true, events: 3, chargedMicros: 4_000n });
  const text = metricsText(worker.metrics());
  for (const line of [
    'placard_worker_leading 1',
    'placard_settled_events_total 3',
    'placard_charged_micros_total 4000',
  ])
    expect(text.split('\n')).toContain(line);
});
