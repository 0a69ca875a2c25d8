import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { dropDatabase, withDatabase } from './testing/cluster.ts';

it('campaigns of impossible days come within the bounds, and no new ones get in', async () => {
  const name = `days_${randomBytes(6).toString('hex')}`;
  const { superuserUrl, appUrl } = inject('testCluster');
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query(`CREATE DATABASE ${name} OWNER placard`);
  await superuser.end();
  const url = withDatabase(appUrl, name);
  const bounds = readMigrations().findIndex((migration) => migration.name.endsWith('_campaign_days'));
  await migrate(url, readMigrations().slice(0, bounds));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "insert into app_user (email, first_name, last_name) values ('a@b.example', 'A', 'B')",
    );
    const insert = async (start: string, end: string | null) =>
      await client.query(
        `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, end_date, analytics_key)
           values (1, 'Days', 'TRAFFIC', 1, $1, $2, gen_random_uuid()::text)`,
        [start, end],
      );
    const before = [
      ['0001-01-01', '0005-01-01'],
      ['1999-12-31', null],
      ['2026-01-01', '9999-12-31'],
      ['9990-01-01', '9999-12-31'],
      ['2000-01-01', '2009-12-31'],
      ['2026-01-01', '2035-12-31'],
    ] as const;
    for (const [start, end] of before) await insert(start, end);
    await migrate(url);
    const { rows } = await client.query<{ days: (string | null)[] }>(
      'select array[start_date::text, end_date::text] as days from campaign order by id',
    );
    expect(rows.map(({ days }) => days)).toEqual([
      ['2000-01-01', '2000-01-01'],
      ['2000-01-01', null],
      ['2026-01-01', '2036-01-01'],
      ['2100-12-31', '2100-12-31'],
      ['2000-01-01', '2009-12-31'],
      ['2026-01-01', '2035-12-31'],
    ]);
    await expect(insert('1999-12-31', null)).rejects.toThrow('campaign_days_check');
    await expect(insert('2100-01-01', '2101-01-01')).rejects.toThrow('campaign_days_check');
    await expect(insert('2026-01-01', '2036-01-02')).rejects.toThrow('campaign_days_check');
    await insert('2026-01-01', '2036-01-01');
  } finally {
    await client.end();
    await dropDatabase(inject('testCluster'), name);
  }
});
