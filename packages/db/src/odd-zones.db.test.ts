import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { dropDatabase, withDatabase } from './testing/cluster.ts';

const MENDING = '0076_zones_that_are_read';
/** As they could be kept before, and what becomes of them in a network of Madrid. */
const ZONES = [
  ['UTC', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['America/North_Dakota/New_Salem', 'America/North_Dakota/New_Salem'],
  ['Antarctica/DumontDUrville', 'Antarctica/DumontDUrville'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['europe/berlin', 'Europe/Berlin'],
  ['EUROPE/MADRID', 'Europe/Madrid'],
  ['AET', 'Europe/Madrid'],
  ['IST', 'Europe/Madrid'],
  ['utc', 'Europe/Madrid'],
  ['Canada/East-Saskatchewan', 'Europe/Madrid'],
  ['+01:00', 'Europe/Madrid'],
  ["'; drop table account", 'Europe/Madrid'],
] as const;

let name: string;
let client: pg.Client;
let url: string;
beforeEach(async () => {
  name = `zones_${randomBytes(6).toString('hex')}`;
  const { superuserUrl, appUrl } = inject('testCluster');
  const creator = new pg.Client({ connectionString: superuserUrl });
  await creator.connect();
  await creator.query(`create database ${name} owner placard`);
  await creator.end();
  url = withDatabase(appUrl, name);
  await migrate(
    url,
    readMigrations().filter((each) => each.name < MENDING),
  );
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await dropDatabase(inject('testCluster'), name);
});

const mend = async (network: string) => {
  await client.query('update network_settings set time_zone = $1', [network]);
  for (const [zone] of ZONES) await client.query('insert into account (time_zone) values ($1)', [zone]);
  await migrate(url);
  const { rows } = await client.query<{ time_zone: string; version: number }>(
    'select time_zone, version from account order by id',
  );
  return rows;
};

it('gives each account with a zone that is not read by all the one that was meant, or the network’s, and says so', async () => {
  const rows = await mend('Europe/Madrid');
  expect(rows).toEqual(
    ZONES.map(([before, after]) => ({ time_zone: after, version: before === after ? 1 : 2 })),
  );
  const { rows: audited } = await client.query(
    `select detail from audit_log where action = 'account.update' and actor_kind = 'system' order by id`,
  );
  expect(audited.map(({ detail }) => [detail.time_zone.before, detail.time_zone.after])).toEqual(
    ZONES.filter(([before, after]) => before !== after),
  );
});

it('mends the network’s first', async () => {
  const rows = await mend('EUROPE/LISBON');
  expect(rows.at(-1)?.time_zone).toBe('Europe/Lisbon');
  const { rows: settings } = await client.query('select time_zone from network_settings');
  expect(settings).toEqual([{ time_zone: 'Europe/Lisbon' }]);
});

it('takes UTC where the network’s says nothing', async () => {
  expect((await mend('CET')).at(-1)?.time_zone).toBe('UTC');
});

it('knows the day in a zone, and none in one that is not known', async () => {
  await migrate(url);
  const { rows } = await client.query<{ day: string | null }>(
    `select day_in_zone('2026-03-10 23:30Z', zone)::text as day
       from unnest(array['UTC', 'Europe/Berlin', 'America/New_York', 'AET', '']) with ordinality as z (zone, place) order by place`,
  );
  expect(rows.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11', '2026-03-10', null, null]);
});
