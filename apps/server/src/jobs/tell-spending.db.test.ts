import { type ViewSample, viewSampleRecord } from '@placard/contract/wire/view-sample';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { LIMIT_OVER_AFTER_MS } from '@placard/domain/campaign/limit';
import { depositEntries } from '@placard/domain/ledger/postings';
import { addDays } from '@placard/domain/time-zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { randomKey } from '../features/random-key.ts';
import { createActor, createTestCampaign, TEST_NOW, testDeps } from '../features/testing/fixtures.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { settleAvailable } from '../settlement/settle-available.ts';
import { shipBatch } from '../settlement/testing/world.ts';
import { inTurn, tellLimits } from './tell-limits.ts';
import { tellSpikes } from './tell-spikes.ts';

const RECTANGLE = { widthPx: 300, heightPx: 250 };
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let now: Date;
let me: Actor;
let campaignId: number;
let adSetId: number;
let widgetId: number;
let offset = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  widgetId = await makeWidget();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  now = TEST_NOW;
  await start();
});

const deps = () => ({ ...testDeps(database.db), clock: () => now });
const dollars = (amount: number) => BigInt(Math.round(amount * 1e6));

/** An active campaign that runs around the clock, with a budget of 50 a day and one creative. */
async function start(timeZone = 'UTC'): Promise<void> {
  const { db } = database;
  await db.updateTable('campaign').set({ status: 'paused' }).where('status', '=', 'active').execute();
  await db.deleteFrom('view_sample').execute();
  me = await createActor(db, ['advertiser'], timeZone);
  ({ campaignId, adSetId } = await createTestCampaign(deps(), me));
  await db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'deposit',
      reference: `deposit:test:${campaignId}`,
      entries: depositEntries({ advertiserId: me.accountId, amountMicros: dollars(400) }),
    }),
  );
  await db
    .updateTable('campaign')
    .set({ status: 'active', approved_at: new Date('2026-05-01T00:00Z'), submitted_at: TEST_NOW })
    .where('id', '=', campaignId)
    .execute();
  await db
    .updateTable('ad_set')
    .set({ days_of_week: [1, 2, 3, 4, 5, 6, 7], start_minute: 0, end_minute: 1_439, bid_micros: dollars(2) })
    .where('id', '=', adSetId)
    .execute();
  const { id } = await db
    .insertInto('creative')
    .values({
      ...{ advertiser_id: me.accountId, name: 'Autumn sale', type: 'third_party', ad_code: '<b>Sale</b>' },
      ...{ width_px: 300, height_px: 250, click_url: 'https://www.shop.example/sale' },
      ...{ status: 'active', public_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('creative_ad_set').values({ creative_id: id, ad_set_id: adSetId }).execute();
}

async function makeWidget(): Promise<number> {
  const { db } = database;
  const publisher = await createActor(db, ['publisher']);
  const website = await db
    .insertInto('website')
    .values({
      ...{ publisher_id: publisher.accountId, domain: 'news.test', categories: ['news'], status: 'active' },
      ...{ monthly_traffic: 1_000, analytics_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('widget')
    .values({ website_id: website.id, type: 'banner', name: 'Top', embed_key: randomKey() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('widget_size')
    .values({ widget_id: id, position: 0, width_px: 300, height_px: 250 })
    .execute();
  return id;
}

async function spent(day: string, amount: number): Promise<void> {
  const values = { ad_set_id: adSetId, day, spent_micros: dollars(amount) };
  await database.db
    .insertInto('ad_set_day_spend')
    .values(values)
    .onConflict((conflict) => conflict.columns(['ad_set_id', 'day']).doUpdateSet(values))
    .execute();
}

async function told(kind: string) {
  const { db } = database;
  const notices = await db
    .selectFrom('notification')
    .select(['detail', 'account_id'])
    .where('user_id', '=', me.userId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text'])
    .where('notice_user_id', '=', me.userId)
    .where('notice_kind', '=', kind)
    .orderBy('id')
    .execute();
  expect(mails).toHaveLength(notices.length);
  for (const { body_text } of mails)
    expect(body_text).toContain(`https://dashboard.test/advertiser/campaigns/${campaignId}`);
  return { details: notices.map(({ detail }) => detail), mails };
}

describe('a spend spike', () => {
  const usual = async (today: string, amount = 20, days = 5) => {
    for (let ago = 1; ago <= days; ago += 1) await spent(addDays(today, -ago), amount);
  };

  it('is told from three times the usual on, once a day, by two that look at once as well', async () => {
    await usual('2026-05-13');
    await spent('2026-05-13', 59.999999);
    expect(await tellSpikes(deps())).toBe(0);
    await spent('2026-05-13', 60);
    expect((await Promise.all([tellSpikes(deps()), tellSpikes(deps())])).toSorted()).toEqual([0, 1]);
    await spent('2026-05-13', 90);
    expect(await tellSpikes(deps())).toBe(0);
    const { details, mails } = await told('campaign.spike');
    expect(details).toEqual([
      { subjectId: campaignId, name: 'Spring', amount: 60, usual: 20, currency: 'USD' },
    ]);
    expect(mails[0]?.body_text).toContain('has spent USD 60.00 today. On a usual day it spends USD 20.00.');
    now = new Date('2026-05-14T09:00Z');
    await spent('2026-05-14', 95);
    expect(await tellSpikes(deps())).toBe(1);
  });

  it('goes by the days of the account’s zone: yesterday’s spend is none of today', async () => {
    await start('Pacific/Auckland');
    // Noon in UTC on the 13th is the 14th there.
    await usual('2026-05-14');
    await spent('2026-05-13', 900);
    expect(await tellSpikes(deps())).toBe(0);
    await spent('2026-05-14', 80);
    expect(await tellSpikes(deps())).toBe(1);
  });

  it('counts all ad sets together, the days of two weeks only, and campaigns that are active only', async () => {
    await usual('2026-05-13', 20, 4);
    await spent('2026-04-28', 20);
    await spent('2026-05-13', 80);
    expect(await tellSpikes(deps())).toBe(0);
    await spent('2026-04-29', 20);
    await database.db
      .updateTable('campaign')
      .set({ status: 'paused' })
      .where('id', '=', campaignId)
      .execute();
    expect(await tellSpikes(deps())).toBe(0);
    await database.db
      .updateTable('campaign')
      .set({ status: 'active' })
      .where('id', '=', campaignId)
      .execute();
    expect(await tellSpikes(deps())).toBe(1);
  });
});

describe('a campaign limited by its budget', () => {
  it('is told early in the day, once for days on end, and again after a day and a half without', async () => {
    await spent('2026-05-13', 50);
    expect((await Promise.all([tellLimits(deps()), tellLimits(deps())])).toSorted()).toEqual([0, 1]);
    const { details, mails } = await told('campaign.limit');
    expect(details).toEqual([{ subjectId: campaignId, name: 'Spring', reason: 'budget' }]);
    expect(mails[0]?.body_text).toContain('its budget of today was spent long before');
    // It goes on from where it was seen last, not from where it was told.
    for (const day of ['2026-05-14', '2026-05-15']) {
      now = new Date(`${day}T12:00:00Z`);
      await spent(day, 50);
      expect(await tellLimits(deps())).toBe(0);
    }
    now = new Date(now.getTime() + LIMIT_OVER_AFTER_MS);
    await spent('2026-05-17', 50);
    expect(await tellLimits(deps())).toBe(1);
  });

  it('is no campaign that still has budget, nor one that spent it at the end of its day', async () => {
    await spent('2026-05-13', 49.999999);
    expect(await tellLimits(deps())).toBe(0);
    await spent('2026-05-13', 50);
    // Nobody is told of an account that is suspended.
    const stands = async (status: 'active' | 'suspended') =>
      await database.db.updateTable('account').set({ status }).where('id', '=', me.accountId).execute();
    await stands('suspended');
    expect(await tellLimits(deps())).toBe(0);
    await stands('active');
    now = new Date('2026-05-13T18:30:00Z');
    expect(await tellLimits(deps())).toBe(0);
  });
});

it('looks at a hundred campaigns an hour, of more at each in its turn', () => {
  const behind = Array.from({ length: 250 }, (_, index) => index);
  const at = (hour: number) => inTurn(behind, new Date(hour * HOUR_MS));
  expect([at(0), at(1), at(2)]).toEqual([
    behind.slice(0, 100),
    behind.slice(100, 200),
    [...behind.slice(200), ...behind.slice(0, 50)],
  ]);
  expect(at(3)).toEqual(behind.slice(50, 150));
  expect(inTurn(behind.slice(0, 100), new Date(7 * HOUR_MS))).toEqual(behind.slice(0, 100));
});

describe('a campaign limited by its bid', () => {
  async function seen(view: Partial<ViewSample>): Promise<void> {
    const record = viewSampleRecord({
      ...{ atMs: now.getTime() - 60_000, widgetId, weight: 10, device: 1, country: 'DE', language: 'de' },
      ...{ floorMicros: 0, winningEcpmMicros: 0, winningAdSetId: 0, sizes: [RECTANGLE], cappedAdSetIds: [] },
      ...view,
    });
    const body = Buffer.from(record);
    const batch = { shard: 1, spoolOffset: offset, body, recordCount: 1, receivedAt: now };
    await shipBatch(database.pool, batch);
    offset += body.byteLength;
    await settleAvailable({ pool: database.pool, clock: () => now });
  }

  it('is far behind its plan and outbid in the last hour’s views; told once', async () => {
    await seen({ winningEcpmMicros: 9_000_000, winningAdSetId: 999_999 });
    expect(await tellLimits(deps())).toBe(1);
    expect((await told('campaign.limit')).details).toEqual([
      { subjectId: campaignId, name: 'Spring', reason: 'bid' },
    ]);
    now = new Date(now.getTime() + HOUR_MS);
    await seen({ winningEcpmMicros: 9_000_000, winningAdSetId: 999_999 });
    expect(await tellLimits(deps())).toBe(0);
  });

  it('is one below the floor as well; none that is shown, and none without a view', async () => {
    expect(await tellLimits(deps())).toBe(0);
    await seen({ winningEcpmMicros: 1_000_000, winningAdSetId: adSetId });
    expect(await tellLimits(deps())).toBe(0);
    await start();
    await seen({ floorMicros: 9_000_000 });
    expect(await tellLimits(deps())).toBe(1);
  });

  it('is none that is on its plan, whoever else wins', async () => {
    await spent('2026-05-13', 25);
    await seen({ winningEcpmMicros: 9_000_000, winningAdSetId: 999_999 });
    expect(await tellLimits(deps())).toBe(0);
  });
});
