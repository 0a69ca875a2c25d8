import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { passwordIssues } from '@placard/domain/account/rules';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agrees, compareLedgerAndReports } from '../analytics/compare-ledger.ts';
import { FactLoader } from '../analytics/loader.ts';
import { type Analytics, openAnalytics } from '../analytics/open-analytics.ts';
import { runReport } from '../analytics/run-report.ts';
import { createPasswords } from '../auth/passwords.ts';
import { readWebsiteStats } from '../features/collector/read-website-stats.ts';
import { listClosings } from '../features/payments/list-closings.ts';
import { listWebsites } from '../features/websites/list-websites.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';
import { type DemoAccount, DemoInterruptedError, type FillDemoDeps, fillDemo } from './fill-demo.ts';

let database: TestDatabase;
let dataDir: string;
let analytics: Analytics;
let loader: FactLoader;
let deps: FillDemoDeps;
let accounts: DemoAccount[] | null;
const NOW = new Date('2026-11-21T09:40:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'placard-demo-'));
  deps = {
    db: database.db,
    clock: () => NOW,
    publicUrl: 'http://dashboard.test',
    deliveryUrl: 'http://ads.test',
    dataDir,
    secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
    passwords: createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    databaseUrl: database.url,
  };
  accounts = await fillDemo(deps);
  analytics = await openAnalytics({ dataDir });
  loader = new FactLoader({ pool: database.pool, analytics });
  await loader.load();
  // Sixty days are settled one after the other: half a minute on a quiet machine, four and more on a very busy one.
}, 240_000);
afterAll(async () => {
  await analytics.close();
  await rm(dataDir, { recursive: true, force: true });
  await database.drop();
});

async function words(query: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ word: string }>(query);
  return rows.map((row) => row.word).sort();
}

describe('the demo', () => {
  it('gives accounts for every role', () => {
    expect(accounts?.map((one) => one.role)).toEqual([
      'operator',
      'advertiser',
      'publisher',
      'advertiser and publisher',
    ]);
    expect(passwordIssues(DEMO_PASSWORD)).toEqual([]);
  });

  it('has campaigns and websites in every status and widgets of every type', async () => {
    expect(await words('select distinct status as word from campaign')).toEqual(
      [...CAMPAIGN_STATUSES].sort(),
    );
    expect(await words('select distinct status as word from website')).toEqual([...WEBSITE_STATUSES].sort());
    expect(await words("select distinct type as word from widget where status = 'active'")).toEqual(
      [...WIDGET_TYPES].sort(),
    );
    expect(await words('select distinct status as word from creative')).toEqual([
      'active',
      'archived',
      'completed',
      'paused',
      'pending',
      'rejected',
    ]);
    expect(await words('select distinct status as word from widget')).toEqual([
      'active',
      'archived',
      'suspended',
    ]);
  });

  it('lets an active campaign be shown in every size of its widgets', async () => {
    const missing = await words(
      `select distinct z.width_px || 'x' || z.height_px as word from widget_size z join widget w on w.id = z.widget_id
        where w.status = 'active' and not exists (
          select from creative k join creative_ad_set ca on ca.creative_id = k.id join ad_set a on a.id = ca.ad_set_id
            join campaign c on c.id = a.campaign_id join ledger_account l on l.owner_id = c.advertiser_id
           where k.status = 'active' and c.status = 'active' and l.kind = 'advertiser_wallet' and l.balance_micros > 0
             and k.width_px = z.width_px and k.height_px = z.height_px)`,
    );
    expect(missing).toEqual([]);
  });

  it('has books that balance and reports that agree with them to the micro', async () => {
    const { rows } = await database.pool.query('select sum(balance_micros)::int8 as sum from ledger_account');
    expect(rows[0].sum).toBe(0n);
    expect(agrees(await compareLedgerAndReports({ pool: database.pool, analytics, loader }))).toBe(true);
  });

  it('has figures on each of sixty days, plausible ones', async () => {
    const report = await runReport(
      { analytics },
      { network: true },
      {
        from: '2026-09-22',
        to: '2026-11-21',
        timeZone: 'UTC',
        grain: 'day',
        metrics: [
          'impressions',
          'viewableRate',
          'ctr',
          'fillRate',
          'spend',
          'filteredEvents',
          'overDelivered',
        ],
      },
    );
    const { totals } = report;
    expect(report.series).toHaveLength(61);
    expect(report.series.slice(1).filter((one) => Number(one.metrics.impressions) < 500)).toEqual([]);
    expect(totals.viewableRate).toBeGreaterThan(0.55);
    expect(totals.viewableRate).toBeLessThan(0.8);
    expect(totals.ctr).toBeGreaterThan(0.003);
    expect(totals.ctr).toBeLessThan(0.012);
    expect(totals.fillRate).toBeGreaterThan(0.7);
    expect(Number(totals.spend)).toBeGreaterThan(500_000_000);
    expect(Number(totals.filteredEvents)).toBeGreaterThan(1_000);
    expect(Number(totals.overDelivered)).toBeLessThan(Number(totals.impressions) * 0.002);
  });

  it('has page views, visits and conversions, and codes that were seen and not', async () => {
    const owner = async (role: string, table: string) =>
      Number((await words(`select ${role}_id::text as word from ${table} order by id limit 1`))[0]);
    const actor = (accountId: number) => ({
      userId: 0,
      accountId,
      member: 'owner' as const,
      sessionId: 0,
      roles: [],
      timeZone: 'UTC',
    });
    const days = { from: '2026-09-22', to: '2026-11-21', grain: 'day' as const, limit: 20 };
    const publisher = actor(await owner('publisher', 'website'));
    const stats = await readWebsiteStats({ ...deps, analytics }, publisher, days);
    expect(stats.series.slice(1, -1).filter((point) => point.views < 100)).toEqual([]);
    expect(stats.totals.visitors).toBeLessThan(stats.totals.views);
    expect(stats.pages.length).toBeGreaterThan(8);
    expect(stats.filtered.map((row) => row.reason)).toEqual(['bot']);
    const { items } = await listWebsites(deps, publisher, { page: 1, pageSize: 50 });
    expect(new Set(items.map((item) => item.trafficSource))).toEqual(new Set(['measured', 'declared']));
    const { totals } = await runReport(
      { analytics },
      { network: true },
      {
        ...days,
        timeZone: 'UTC',
        metrics: ['visits', 'clicks', 'conversions', 'conversionValue', 'conversionRate'],
      },
    );
    expect(Number(totals.visits)).toBeGreaterThan(Number(totals.clicks) * 0.4);
    expect(Number(totals.conversionRate)).toBeGreaterThan(0.02);
    expect(Number(totals.conversionValue)).toBeGreaterThan(Number(totals.conversions) * 15_000_000);
    expect(await words('select distinct problem as word from code_problem')).toContain('other_currency');
    expect(await words('select count(*)::text as word from campaign_code')).not.toEqual(
      await words('select count(*)::text as word from campaign'),
    );
  });

  it('closed the months that are over and left work for the operator', async () => {
    const open = await words(
      "select to_char(month, 'YYYY-MM') as word from earning_month where closed_at is null",
    );
    expect(new Set(open)).toEqual(new Set(['2026-11']));
    const pending = await words(`
      select 'campaign' as word from campaign where status = 'pending'
      union select 'creative' from creative where status = 'pending'
      union select 'website' from website where status = 'pending'
      union select 'deposit' from deposit where status = 'pending'`);
    expect(pending).toEqual(['campaign', 'creative', 'deposit', 'website']);
  });

  it('has payouts in every status, exports, closed months that add up, and checks of every outcome', async () => {
    expect(await words('select distinct status as word from payout')).toEqual([...PAYOUT_STATUSES].sort());
    expect(await words('select distinct type as word from payment_profile')).toEqual([
      'bank_account',
      'paypal',
    ]);
    expect(await words('select count(*)::text as word from payout_export')).not.toEqual(['0']);
    expect(
      await words(`select count(*)::text as word from payout_approval a join payout p on p.id = a.payout_id
                    where p.status = 'pending'`),
    ).toEqual(['1']);
    const { items, stats } = await listClosings(deps, { page: 1, pageSize: 100 });
    expect(stats).toMatchObject({ notClosed: 0, exceptions: 0 });
    expect(new Set(items.map((item) => item.month))).toEqual(new Set(['2026-09', '2026-10']));
    expect(await words(`select distinct found ->> 'outcome' as word from ads_txt_check`)).toEqual([
      'line_found',
      'line_missing',
      'timed_out',
    ]);
  });

  it('writes a page with the real script and one widget of every type', async () => {
    const html = await readFile(join(dataDir, 'demo', 'index.html'), 'utf8');
    expect(html).toContain('src="./sdk.js"');
    expect(html).not.toContain('http://ads.test');
    const keys = [...html.matchAll(/data-placard="([0-9A-Za-z]{22})"/g)].map((match) => match[1]);
    const { rows } = await database.pool.query(
      "select distinct type from widget where embed_key = any($1) and status = 'active'",
      [keys],
    );
    expect(rows).toHaveLength(4);
    expect((await readdir(join(dataDir, 'images'))).length).toBeGreaterThan(20);
  });
});

describe('filling again', () => {
  it('leaves a filled demo alone, and anything else too', async () => {
    const before = await words('select count(*)::text as word from campaign');
    expect(await fillDemo(deps)).toEqual(accounts);
    expect(await words('select count(*)::text as word from campaign')).toEqual(before);
    const other = await createTestDatabase();
    try {
      await other.db.insertInto('app_user').values({ email: 'own@company.test' }).execute();
      expect(await fillDemo({ ...deps, db: other.db, databaseUrl: other.url })).toBeNull();
      await other.db.updateTable('network_settings').set({ demo: true }).execute();
      await expect(fillDemo({ ...deps, db: other.db, databaseUrl: other.url })).rejects.toThrow(
        DemoInterruptedError,
      );
    } finally {
      await other.drop();
    }
  });
});
