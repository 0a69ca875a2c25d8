import type { OperatorHome } from '@placard/contract/homes';
import type { LookAtDisk } from '@placard/db/process/disks';
import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { LATENCY_CLASSES } from '@placard/domain/health/latency';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { dataDisks, readNetworkState } from '../health/network-state.ts';
import { readHealth } from '../health/read-health.ts';
import { createTestCampaign, TEST_NOW } from '../testing/fixtures.ts';
import { readOperatorHome } from './operator-home.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let api: TestApi;
let operator: TestUser;
let advertiser: TestUser;
let publisher: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  api.now = TEST_NOW;
  operator = await api.user({ roles: ['operator'] });
  advertiser = await api.user({ roles: ['advertiser'], timeZone: 'Asia/Tokyo' });
  publisher = await api.user({ roles: ['publisher'] });
  await delivered(TEST_NOW);
});
afterAll(async () => {
  await api.close();
});

const run = async (statement: ReturnType<typeof sql>) => await statement.execute(api.deps.db);
const ago = (ms: number) => new Date(TEST_NOW.getTime() - ms);
const home = async () =>
  (await api.call('GET', '/operator/home', { token: operator.token })).data as OperatorHome;
const waits = async () =>
  Object.fromEntries((await home()).waits.map(({ kind, count, oldestAt }) => [kind, [count, oldestAt]]));
const alarms = async () => (await home()).alarms;

async function delivered(at: Date): Promise<void> {
  await run(sql`insert into delivery_networks (shard, networks, told_at) values (0, 0, ${at})
                on conflict (shard) do update set told_at = excluded.told_at`);
}

describe('GET /operator/home', () => {
  it('is calm where nothing waits', async () => {
    const found = await home();
    expect(found.waits.every(({ count, more, oldestAt }) => count === 0 && !more && oldestAt === null)).toBe(
      true,
    );
    expect(found.steps?.map(({ state }) => state)).toEqual([
      'next',
      'done',
      'later',
      'later',
      'later',
      'later',
    ]);
    expect(found).toMatchObject({ alarms: [], unsettledSince: null, unloadedSince: null });
  });

  it('counts what waits by kind, with the age of the oldest', async () => {
    const first = await createTestCampaign(api.deps, advertiser.actor, 'First');
    const second = await createTestCampaign(api.deps, advertiser.actor, 'Second');
    await createTestCampaign(api.deps, advertiser.actor, 'Not submitted');
    await run(
      sql`update campaign set status = 'pending', submitted_at = ${ago(HOUR_MS)} where id = ${first.campaignId}`,
    );
    await run(
      sql`update campaign set status = 'pending', submitted_at = ${ago(5 * HOUR_MS)} where id = ${second.campaignId}`,
    );
    // Who has not confirmed their address waits for nobody here.
    await run(sql`insert into sign_up_request (email, roles, token_sha256, expires_at, confirmed_at, password_hash)
      values ('asks@example.com', '{advertiser}', sha256('token'), ${ago(-HOUR_MS)}, null, null),
             ('waits@example.com', '{publisher}', null, ${ago(-HOUR_MS)}, ${ago(2 * HOUR_MS)}, 'hash')`);
    await run(sql`insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key, updated_at)
      select ${advertiser.accountId}, 'Tower', 'third_party', 300, 250, '<i>', s.status, s.status || '-creative-key-1234', ${ago(HOUR_MS)}
        from unnest(array['pending', 'active']) s(status)`);
    await run(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status, updated_at)
      select ${publisher.accountId}, s.status || '.example', '{politics}', 5, s.status || '-website-key-1234', s.status, ${ago(HOUR_MS)}
        from unnest(array['pending', 'active']) s(status)`);
    await run(sql`insert into deposit (advertiser_id, gateway, amount_micros, reference, status, created_at)
      select ${advertiser.accountId}, d.gateway, 10000, d.gateway || d.status, d.status, ${ago(HOUR_MS)}
        from (values ('manual', 'pending'), ('stripe', 'pending'), ('manual', 'confirmed')) d(gateway, status)`);
    await run(sql`insert into payment_profile (publisher_id, name, type, details_sealed, masked)
                  values (${publisher.accountId}, 'Bank', 'paypal', '', '{}')`);
    await run(sql`insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at, processed_at)
      select ${publisher.accountId}, 10000, 'paypal', (select id from payment_profile), '', s.status, ${ago(3 * HOUR_MS)},
             case when s.status <> 'pending' then ${ago(HOUR_MS)}::timestamptz end
        from unnest(array['pending', 'processing', 'completed']) s(status)`);
    await run(sql`insert into money_correction (kind, account_id, amount_micros, reason, status, approval_limit_micros, requested_by, requested_at)
      values ('wallet', ${advertiser.accountId}, 10000, 'abc', 'pending', 0, ${operator.id}, ${ago(4 * HOUR_MS)})`);
    await run(sql`insert into deposit_dispute (gateway_id, deposit_id, amount_micros, stage, reason, due_at, opened_at)
      select d.name, (select id from deposit where status = 'confirmed'), 10000, d.stage, 'general', ${TEST_NOW}::timestamptz + d.due, ${TEST_NOW}::timestamptz - d.opened
        from (values ('asked', 'inquiry', interval '2 days', interval '2 hours'), ('taken', 'answer_due', interval '1 day', interval '1 hour'),
                     ('late', 'answer_due', interval '0', interval '9 hours'), ('sent', 'under_review', interval '1 hour', interval '9 hours')) d(name, stage, due, opened)`);
    const hourAgo = ago(HOUR_MS).toISOString();
    expect(await waits()).toEqual({
      campaign: [2, ago(5 * HOUR_MS).toISOString()],
      creative: [1, hourAgo],
      website: [1, hourAgo],
      reported_ad: [0, null],
      appeal: [0, null],
      dispute: [2, ago(2 * HOUR_MS).toISOString()],
      deposit: [1, hourAgo],
      payout_decision: [1, ago(3 * HOUR_MS).toISOString()],
      payout_transfer: [1, hourAgo],
      correction: [1, ago(4 * HOUR_MS).toISOString()],
      sign_up: [1, ago(2 * HOUR_MS).toISOString()],
    });
    const due = (await home()).waits.flatMap(({ kind, dueAt }) => (dueAt === null ? [] : [[kind, dueAt]]));
    expect(due).toEqual([['dispute', ago(-24 * HOUR_MS).toISOString()]]);
  });

  it('counts an ad once as many viewers reported it as bring it to review', async () => {
    await run(sql`insert into widget (website_id, publisher_id, type, name, embed_key)
      select id, publisher_id, 'banner', 'Beside', 'embed-key-12345678' from website where status = 'active'`);
    const reported = async (viewer: number) =>
      await run(sql`insert into ad_report (creative_id, website_id, widget_id, reason, viewer_hash, reported_at)
        select c.id, w.website_id, w.id, 'other', decode(lpad(to_hex(${viewer}::int), 16, '0'), 'hex'), ${ago(viewer * MINUTE_MS)}
          from creative c, widget w where c.status = 'active'`);
    for (let viewer = 1; viewer < AD_REPORTS_FOR_REVIEW; viewer += 1) await reported(viewer);
    expect((await waits()).reported_ad).toEqual([0, null]);
    await reported(AD_REPORTS_FOR_REVIEW);
    expect((await waits()).reported_ad).toEqual([1, ago(AD_REPORTS_FOR_REVIEW * MINUTE_MS).toISOString()]);
  });

  it('counts as far as lists do and says that there are more', async () => {
    await run(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, updated_at)
      select ${publisher.accountId}, n || '.many.example', '{politics}', 5, 'many-website-key-' || n, ${TEST_NOW}
        from generate_series(1, 999) n`);
    const websites = async () => (await home()).waits.find(({ kind }) => kind === 'website');
    expect(await websites()).toMatchObject({ count: 1_000, more: false });
    await run(sql`update website set status = 'pending' where domain = 'active.example'`);
    expect(await websites()).toMatchObject({
      count: 1_000,
      more: true,
      oldestAt: ago(HOUR_MS).toISOString(),
    });
    await run(sql`delete from website where domain like '%.many.example'`);
  });
});

describe('its alarms', () => {
  it('tell since when events wait for settlement, by the shard that is furthest behind', async () => {
    await run(sql`insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
      values (3, 0, 64, 1, '', ${ago(9 * MINUTE_MS)}), (3, 64, 128, 1, '', ${ago(MINUTE_MS)}),
             (5, 0, 64, 1, '', ${ago(MINUTE_MS)})`);
    expect(await alarms()).toEqual([
      { kind: 'settlement_behind', level: 'stop', since: ago(9 * MINUTE_MS).toISOString(), count: null },
    ]);
    await run(sql`insert into settlement_checkpoint (shard, spool_offset) values (3, 64)`);
    expect(await home()).toMatchObject({ unsettledSince: ago(MINUTE_MS).toISOString(), alarms: [] });
    // What is judged waits for one of several settlers.
    await run(sql`insert into settlement_part values
      (1, 2, 1, ${ago(8 * MINUTE_MS)}, 1, ''), (2, 2, 1, ${ago(2 * MINUTE_MS)}, 1, '')`);
    expect(await home()).toMatchObject({ unsettledSince: ago(8 * MINUTE_MS).toISOString() });
    await run(sql`delete from settlement_part`);
    await run(sql`delete from event_batch`);
  });

  it('tell that reports lack what was settled', async () => {
    await run(
      sql`insert into settlement (settled_at, event_count, charged_micros) values (${ago(6 * MINUTE_MS)}, 1, 0)`,
    );
    await run(sql`insert into fact_batch select id, 1, '' from settlement`);
    expect(await alarms()).toEqual([
      { kind: 'reports_behind', level: 'look', since: ago(6 * MINUTE_MS).toISOString(), count: null },
    ]);
    await run(sql`update analytics_checkpoint set settlement_id = (select max(id) from settlement)`);
    expect(await home()).toMatchObject({ unloadedSince: null, alarms: [] });
  });

  it('tell that the books differ by the newest look that ended, whatever one before it found', async () => {
    const looked = async (minutesAgo: number, differing: readonly number[]) =>
      await run(sql`insert into reconciliation (day, asked_at, started_at, finished_at, is_green, checks)
        values ('2026-05-13', ${ago(HOUR_MS)}, ${ago(minutesAgo * MINUTE_MS)}, ${TEST_NOW}, ${differing.length === 0},
                ${JSON.stringify(differing.map((count) => ({ differing: count })))}::jsonb)`);
    const since = ago(20 * MINUTE_MS).toISOString();
    await looked(30, [7]);
    await looked(20, [2, 3]);
    await run(sql`insert into reconciliation (day, asked_at) values ('2026-05-13', ${TEST_NOW})`);
    expect(await alarms()).toEqual([{ kind: 'books_differ', level: 'stop', since, count: 5 }]);
    await looked(10, []);
    expect(await alarms()).toEqual([]);
  });

  it('tell that no ad server has told of itself', async () => {
    await delivered(ago(31 * MINUTE_MS));
    expect((await alarms()).map(({ kind }) => kind)).toEqual(['delivery_silent']);
    await delivered(TEST_NOW);
  });

  it('count mails that the server refused or that are stale, where there is a mail server', async () => {
    const mail = async (attempts: number, ageMs: number, sent = false) =>
      await run(sql`insert into mail_outbox (to_email, subject, body_text, created_at, attempts, sent_at)
        values ('a@b.test', '', '', ${ago(ageMs)}, ${attempts}, ${sent ? TEST_NOW : null})`);
    await mail(2, HOUR_MS);
    await mail(3, HOUR_MS, true);
    await mail(0, 24 * HOUR_MS - 1);
    await mail(9, 7 * 24 * HOUR_MS);
    const withServer = async () => (await readOperatorHome({ ...api.deps, mailServer: true })).alarms;
    expect(await withServer()).toEqual([]);
    await mail(3, HOUR_MS);
    await mail(0, 24 * HOUR_MS);
    expect(await withServer()).toEqual([
      { kind: 'mail_stuck', level: 'look', since: ago(24 * HOUR_MS).toISOString(), count: 2 },
    ]);
    expect(await alarms()).toEqual([]);
    // As far as lists count, and one more, so that it shows.
    const many = async (ageMs: number) =>
      await run(sql`insert into mail_outbox (to_email, subject, body_text, created_at, attempts)
        select 'a@b.test', '', '', ${ago(ageMs)}, 3 from generate_series(1, 1002)`);
    await many(HOUR_MS);
    expect(await withServer()).toMatchObject([{ kind: 'mail_stuck', count: 1_001 }]);
    await run(sql`delete from mail_outbox`);
    // However many there are of before that nobody waits for.
    await many(8 * 24 * HOUR_MS);
    await mail(3, HOUR_MS);
    expect(await withServer()).toMatchObject([{ kind: 'mail_stuck', count: 1 }]);
    await run(sql`delete from mail_outbox`);
  });

  it("tell of months that are over in the network's zone and not closed", async () => {
    await run(sql`update network_settings set time_zone = 'Europe/Berlin'`);
    await run(sql`insert into earning_month (publisher_id, month, closed_at) values
      (${publisher.accountId}, '2026-03-01', now()), (${publisher.accountId}, '2026-05-01', null)`);
    expect(await alarms()).toEqual([]);
    await run(
      sql`insert into earning_month (publisher_id, month) values (${publisher.accountId}, '2026-04-01')`,
    );
    expect(await alarms()).toEqual([
      { kind: 'month_open', level: 'stop', since: '2026-04-30T22:00:00.000Z', count: 1 },
    ]);
    // Of several months the first; who waits is counted once.
    await run(
      sql`insert into earning_month (publisher_id, month) values (${publisher.accountId}, '2026-02-01')`,
    );
    expect(await alarms()).toMatchObject([{ since: '2026-02-28T23:00:00.000Z', count: 1 }]);
    await run(sql`update earning_month set closed_at = now()`);
  });

  it("count empty wallets of accounts with a campaign whose days include today, in the account's zone", async () => {
    await run(sql`insert into wallet_watch values (${advertiser.accountId}, 'empty', ${ago(HOUR_MS)})`);
    expect(await alarms()).toEqual([]);
    // It is 21:00 of the 13th in Tokyo.
    const until = async (day: string) =>
      await run(sql`update campaign set status = 'active', end_date = ${day} where name = 'First'`);
    // The list that the alarm leads to has the same.
    const listed = async () => {
      const path = '/operator/campaigns?limitedBy=wallet_empty';
      const { items } = (await api.call('GET', path, { token: operator.token })).data as {
        items: { name: string }[];
      };
      return items.map(({ name }) => name);
    };
    const from = async (day: string) =>
      await run(sql`update campaign set start_date = ${day} where name = 'First'`);
    await from('2026-05-13');
    await until('2026-05-13');
    expect(await listed()).toEqual(['First']);
    expect(await alarms()).toEqual([
      { kind: 'wallets_empty', level: 'look', since: ago(HOUR_MS).toISOString(), count: 1 },
    ]);
    await run(sql`update campaign set end_date = null where name = 'First'`);
    expect(await alarms()).toHaveLength(1);
    await run(sql`update campaign set start_date = '2026-05-14' where name = 'First'`);
    expect(await alarms()).toEqual([]);
    await from('2026-05-12');
    await until('2026-05-12');
    expect([...(await alarms()), ...(await listed())]).toEqual([]);
    await until('2026-05-13');
    // What is suspended would not run with money either.
    const stands = async (status: string) =>
      await run(sql`update account set status = ${status} where id = ${advertiser.accountId}`);
    await stands('suspended');
    expect([...(await alarms()), ...(await listed())]).toEqual([]);
    await stands('active');
    expect(await alarms()).toHaveLength(1);
    await run(sql`update wallet_watch set level = 'low'`);
    expect(await listed()).toEqual([]);
    expect(await alarms()).toEqual([]);
  });

  it('tell of the fullest disk, whichever machine has it, as it was told last', async () => {
    const told = async (shard: number, minutesAgo: number, freePercent: number) =>
      await run(sql`
        insert into delivery_minute (minute, shard, requests, views, filled, events, filtered, latency, spool_bytes,
                                     spool_faults, disk_free_bytes, disk_total_bytes, told_at)
        values (date_trunc('minute', ${ago(minutesAgo * MINUTE_MS)}::timestamptz), ${shard}, 0, 0, 0, 0, 0,
                array_fill(0::bigint, array[${LATENCY_CLASSES}::int]), 0, 0, ${freePercent * 1e9}::float8, 1e11, ${TEST_NOW})`);
    await told(0, 3, 2);
    await told(0, 1, 90);
    expect(await alarms()).toEqual([]);
    await told(1, 1, 4);
    await told(2, 1, 80);
    expect(await alarms()).toMatchObject([{ kind: 'disk_low' }]);
    await run(sql`delete from delivery_minute`);
    const disk = async () => (await readNetworkState({ ...api.deps, mailServer: false })).disk;
    const [own] = await dataDisks(api.deps);
    await told(0, 1, 100);
    expect(await disk()).toMatchObject({ totalBytes: own?.totalBytes });
    await told(1, 1, 0);
    expect(await disk()).toEqual({ freeBytes: 0, totalBytes: 1e11 });
    // PostgreSQL may be mounted apart; what is on the data folder's disk is told by that.
    const apart: LookAtDisk = async (folder) =>
      /postgres$/.test(folder)
        ? { device: 2, freeBytes: 1, totalBytes: 1e9 }
        : { device: 1, freeBytes: 9e11, totalBytes: 1e12 };
    await run(sql`delete from delivery_minute`);
    const mounted = { ...api.deps, mailServer: false, lookAtDisk: apart };
    expect((await readNetworkState(mounted)).disk).toEqual({
      freeBytes: 1,
      totalBytes: 1e9,
      folder: 'postgres',
    });
    expect((await readHealth(mounted, operator.actor, { range: 'hour' })).otherDisks).toEqual([
      { folder: 'postgres', freeBytes: 1, totalBytes: 1e9 },
    ]);
    await told(0, 1, 100);
    await told(1, 1, 0);
    // Of a folder that the system tells nothing of nothing is told.
    const nowhere = { ...api.deps, mailServer: false, dataDir: '/nowhere/placard' };
    expect(await dataDisks(nowhere)).toEqual([]);
    expect((await readNetworkState(nowhere)).disk).toMatchObject({ totalBytes: 1e11 });
    for (const bytes of [0, null]) {
      await run(
        sql`update delivery_minute set disk_free_bytes = ${bytes}::bigint, disk_total_bytes = ${bytes}::bigint`,
      );
      expect((await readNetworkState(nowhere)).disk).toBeNull();
    }
    await run(sql`delete from delivery_minute`);
  });

  it('leads an operator to the first charge, and is silent from then on', async () => {
    const { campaignId } = await createTestCampaign(api.deps, advertiser.actor, 'Charged');
    const states = async () => (await home()).steps?.map(({ step, state }) => `${step} ${state}`);
    await run(sql`update network_settings set bank_transfer_details = 'DE02'`);
    expect(await states()).toContain('money done');
    await run(sql`insert into campaign_spend (campaign_id, spent_micros) values (${campaignId}, 0)
                  on conflict (campaign_id) do update set spent_micros = 0`);
    expect(await states()).toHaveLength(6);
    await run(sql`update campaign_spend set spent_micros = 1 where campaign_id = ${campaignId}`);
    expect(await states()).toBeUndefined();
  });
});
