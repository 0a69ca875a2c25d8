import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { depositEntries, refundEntries } from '@placard/domain/ledger/postings';
import { MAX_API_MICROS } from '@placard/domain/micros';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { readBillingSummary } from '../features/billing/read-billing-summary.ts';
import { listCampaigns } from '../features/campaigns/list-campaigns.ts';
import { notify } from '../features/notices/notify.ts';
import { createActor, createTestCampaign, TEST_NOW, testDeps } from '../features/testing/fixtures.ts';
import { whileHeld } from '../http/testing/while-held.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { tellReviewers } from './tell-reviewers.ts';
import { watch } from './watch.ts';
import { watchWallets } from './watch-wallets.ts';

let database: TestDatabase;
let now: Date;
let bookings = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  now = TEST_NOW;
});
afterAll(async () => {
  await database.drop();
});

const deps = () => ({ ...testDeps(database.db), clock: () => now });
const dollars = (amount: number) => BigInt(Math.round(amount * 1e6));

/** Adds to a wallet, or takes from it. */
async function move(actor: Actor, amount: number): Promise<void> {
  bookings += 1;
  const money = { advertiserId: actor.accountId, amountMicros: dollars(Math.abs(amount)) };
  const entries = amount > 0 ? depositEntries(money) : refundEntries(money);
  await database.db
    .transaction()
    .execute(
      async (trx) =>
        await postTransaction(trx, { kind: 'adjustment', reference: `test:${bookings}`, entries }),
    );
}

const kindsOf = async (actor: Actor) =>
  (
    await database.db
      .selectFrom('notification')
      .select(['kind'])
      .where('user_id', '=', actor.userId)
      .orderBy('id')
      .execute()
  ).map((row) => row.kind);
const mailsOf = async (actor: Actor) =>
  await database.db
    .selectFrom('mail_outbox')
    .innerJoin('app_user', 'app_user.email', 'mail_outbox.to_email')
    .select('subject')
    .where('app_user.id', '=', actor.userId)
    .orderBy('mail_outbox.id')
    .execute();

async function steps(actor: Actor, amounts: readonly number[]): Promise<string[]> {
  for (const amount of amounts) {
    await move(actor, amount);
    await watchWallets(deps());
  }
  return await kindsOf(actor);
}

describe('a wallet', () => {
  it('is told once a fall, at exactly the threshold not yet, and again only after it was above', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    expect(await steps(actor, [100, -50])).toEqual([]);
    expect(await steps(actor, [-0.000001])).toEqual(['balance.low']);
    expect(await steps(actor, [-10, 5, -20])).toEqual(['balance.low']);
    expect(await steps(actor, [100, -90])).toEqual(['balance.low', 'balance.low']);
    const [mail] = await mailsOf(actor);
    expect(mail?.subject).toBe('Low balance: USD 49.99 left at Placard');
  });

  it('is told another time when it is used up, and after each filling that is used up', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    expect(await steps(actor, [60, -20, -40])).toEqual(['balance.low', 'balance.empty']);
    expect(await steps(actor, [20])).toEqual(['balance.low', 'balance.empty']);
    expect(await steps(actor, [-20])).toEqual(['balance.low', 'balance.empty', 'balance.empty']);
    expect(await steps(actor, [70, -70])).toHaveLength(4);
    expect((await mailsOf(actor)).at(-1)?.subject).toBe('Your balance at Placard is used up');
  });

  it('is not told of a first deposit below the threshold, nor without any', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    await watchWallets(deps());
    expect(await steps(actor, [20])).toEqual([]);
    expect(await steps(actor, [-20])).toEqual(['balance.empty']);
  });

  it('is told of its first fall, also where a first deposit was all that moved it before', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    expect(await steps(actor, [100, -60])).toEqual(['balance.low']);
  });

  it('is told once by workers that look at once', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    await steps(actor, [60]);
    await move(actor, -20);
    const watched = `select from wallet_watch where advertiser_id = ${actor.accountId} for update`;
    const look = async () => await Promise.all([1, 2, 3].map(async () => await watchWallets(deps())));
    await whileHeld(database.pool, watched, look, 3);
    expect(await kindsOf(actor)).toEqual(['balance.low']);
    expect(await mailsOf(actor)).toHaveLength(1);
  });

  it('is low below two days of what runs today in the account’s zone, as Billing says', async () => {
    const actor = await createActor(database.db, ['advertiser'], 'Pacific/Auckland');
    // 50 a day, from 2026-05-01 to 2026-06-30.
    const { campaignId } = await createTestCampaign(deps(), actor);
    const low = async () => (await readBillingSummary({ ...deps(), cards: null }, actor)).lowBalance;
    expect(await steps(actor, [90])).toEqual([]);
    expect(await low()).toBe(false);
    await database.db
      .updateTable('campaign')
      .set({ status: 'active' })
      .where('id', '=', campaignId)
      .execute();
    await watchWallets(deps());
    expect([await kindsOf(actor), await low()]).toEqual([['balance.low'], true]);
    const { data } = await database.db
      .selectFrom('notification')
      .select('detail as data')
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    expect(data).toEqual({ amount: 90, currency: 'USD', threshold: 100 });
    // July has begun in Auckland: nothing runs, and the floor is what counts.
    now = new Date('2026-06-30T12:30:00Z');
    await watchWallets(deps());
    expect(await low()).toBe(false);
    now = new Date('2026-06-30T11:30:00Z');
    await watchWallets(deps());
    expect(await kindsOf(actor)).toEqual(['balance.low', 'balance.low']);
  });

  it('follows the operator’s floor', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    await steps(actor, [70]);
    await database.db
      .updateTable('network_settings')
      .set({ low_balance_micros: dollars(80) })
      .execute();
    await watchWallets(deps());
    await database.db
      .updateTable('network_settings')
      .set({ low_balance_micros: dollars(50) })
      .execute();
    expect(await kindsOf(actor)).toEqual(['balance.low']);
  });

  it('of budgets that nobody has is low too, and keeps nobody else from being told', async () => {
    const [boastful, other] = [
      await createActor(database.db, ['advertiser']),
      await createActor(database.db, ['advertiser']),
    ];
    for (const name of ['First', 'Second']) {
      const { campaignId } = await createTestCampaign(deps(), boastful, name);
      await database.db
        .updateTable('campaign')
        .set({
          status: 'active',
          total_budget_micros: MAX_API_MICROS,
          daily_budget_micros: MAX_API_MICROS,
        })
        .where('id', '=', campaignId)
        .execute();
    }
    await move(boastful, 100);
    expect(await steps(other, [100, -60])).toEqual(['balance.low']);
    const summary = await readBillingSummary({ ...deps(), cards: null }, boastful);
    expect(summary).toMatchObject({ lowBalance: true, lowBalanceThreshold: 999_999_999.999_999 });
    const { stats } = await listCampaigns(deps(), boastful, { page: 1, pageSize: 10 });
    expect(stats.totalBudget).toBe(1_999_999_999.999_998);
  });

  it('that cannot be told keeps nobody else from being told, nor what waits for review', async () => {
    const operator = await createActor(database.db, ['operator']);
    const [failing, other] = [
      await createActor(database.db, ['advertiser']),
      await createActor(database.db, ['advertiser']),
    ];
    for (const actor of [failing, other]) await steps(actor, [100]);
    for (const actor of [failing, other]) await move(actor, -60);
    const { campaignId } = await createTestCampaign(deps(), other);
    const campaign = database.db.updateTable('campaign').where('id', '=', campaignId);
    await campaign.set({ status: 'pending', submitted_at: now }).execute();
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cannot be told'; end $$`.execute(
      database.db,
    );
    await sql`create trigger fail before insert on notification for each row
                when (new.account_id = ${sql.lit(failing.accountId)}) execute function fail()`.execute(
      database.db,
    );
    await expect(watch(deps())).rejects.toMatchObject({
      message: '1 looks failed',
      errors: [{ message: '1 wallets could not be looked at' }],
    });
    expect([await kindsOf(failing), await kindsOf(other)]).toEqual([[], ['balance.low']]);
    expect(await kindsOf(operator)).toEqual(['review.wait']);
    await campaign.set({ status: 'paused', submitted_at: null }).execute();
    await sql`drop trigger fail on notification`.execute(database.db);
    await watchWallets(deps());
    expect(await kindsOf(failing)).toEqual(['balance.low']);
  });

  it('of a suspended account is not watched', async () => {
    const actor = await createActor(database.db, ['advertiser']);
    await steps(actor, [70]);
    await database.db
      .updateTable('account')
      .set({ status: 'suspended' })
      .where('id', '=', actor.accountId)
      .execute();
    expect(await steps(actor, [-30])).toEqual([]);
  });
});

describe('operators', () => {
  const submit = async (campaignId: number) =>
    await database.db
      .updateTable('campaign')
      .set({ status: 'pending', submitted_at: now })
      .where('id', '=', campaignId)
      .execute();
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  it('are told at most once an hour that something waits, and of what came meanwhile at its end', async () => {
    const advertiser = await createActor(database.db, ['advertiser']);
    const operators = [
      await createActor(database.db, ['operator']),
      await createActor(database.db, ['operator', 'advertiser']),
    ];
    const counts = async () =>
      await Promise.all(
        operators.map(async (one) => (await kindsOf(one)).filter((k) => k === 'review.wait').length),
      );
    const campaigns = [
      await createTestCampaign(deps(), advertiser, 'First'),
      await createTestCampaign(deps(), advertiser, 'Second'),
      await createTestCampaign(deps(), advertiser, 'Under way'),
    ];
    await tellReviewers(deps());
    expect(await counts()).toEqual([0, 0]);
    await submit(campaigns[0]?.campaignId ?? 0);
    await Promise.all([tellReviewers(deps()), tellReviewers(deps())]);
    expect(await counts()).toEqual([1, 1]);
    later(59);
    await submit(campaigns[1]?.campaignId ?? 0);
    await tellReviewers(deps());
    expect(await counts()).toEqual([1, 1]);
    later(1);
    await tellReviewers(deps());
    expect(await counts()).toEqual([2, 2]);
    later(300);
    // Still waiting, but nothing new.
    await tellReviewers(deps());
    expect(await counts()).toEqual([2, 2]);
    const newest = await database.db
      .selectFrom('notification')
      .select('detail')
      .where('kind', '=', 'review.wait')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(newest.detail).toEqual({ campaigns: 2, creatives: 0, websites: 0, appeals: 0 });
    const [operator] = operators;
    if (operator === undefined) return;
    // What was under way when they were told bears an earlier time.
    later(-301);
    await submit(campaigns[2]?.campaignId ?? 0);
    later(301);
    await tellReviewers(deps());
    await tellReviewers(deps());
    later(300);
    await tellReviewers(deps());
    expect(await counts()).toEqual([3, 3]);
    expect((await mailsOf(operator)).map((mail) => mail.subject)).toEqual([
      '1 campaign to review at Placard',
      '2 campaigns to review at Placard',
      '3 campaigns to review at Placard',
    ]);
  });
  it('are told by the second of two workers of what the first one has not told', async () => {
    later(1_000);
    const { campaignId } = await createTestCampaign(
      deps(),
      await createActor(database.db, ['advertiser']),
      'Two',
    );
    const one = await createActor(database.db, ['operator']);
    await submit(campaignId);
    const asked = await database.db.transaction().execute(async (trx) => {
      await sql`select from app_user where id = ${one.userId} for no key update`.execute(trx);
      const second = tellReviewers(deps());
      await soon(async () => {
        const waiting = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
        expect(waiting.rows).toHaveLength(1);
      });
      const data = { campaigns: 99, creatives: 0, websites: 0, appeals: 0 };
      await notify(trx, { userId: one.userId, kind: 'review.wait', data, at: now });
      return { second };
    });
    await asked.second;
    expect(await kindsOf(one)).toEqual(['review.wait']);
  });
});
