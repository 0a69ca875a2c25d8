import type { EarningBooking } from '@placard/contract/records';
import { availableOf, walletOf } from '@placard/domain/ledger/accounts';
import {
  adjustmentEntries,
  depositEntries,
  monthCloseEntries,
  settlementEntries,
} from '@placard/domain/ledger/postings';
import { MAX_API_MICROS } from '@placard/domain/micros';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';

let api: TestApi;
let advertiser: TestUser;
let publisher: TestUser;
let posted = 0;

type Item = {
  id: string;
  at: string;
  kind: string;
  day: string | null;
  amount: number;
  balanceAfter: number;
  description: string;
};
type Page = { items: Item[]; next: string | null };

beforeAll(async () => {
  api = await createTestApi();
  advertiser = await api.user({ timeZone: 'America/New_York' });
  publisher = await api.user({ roles: ['publisher'] });
  const deposit = async (at: string, dollars: bigint) => {
    const entries = depositEntries({
      advertiserId: advertiser.accountId,
      amountMicros: dollars * 1_000_000n,
    });
    await post('deposit', at, entries);
  };
  const settle = async (at: string, micros: bigint) => {
    const line = { advertiserId: advertiser.accountId, publisherId: publisher.accountId };
    const share = (micros * 7n) / 10n;
    await post(
      'settlement',
      at,
      settlementEntries([{ ...line, publisherMicros: share, networkMicros: micros - share }]),
    );
  };
  const post = async (
    kind: 'deposit' | 'settlement',
    at: string,
    entries: ReturnType<typeof depositEntries>,
  ) => {
    await api.deps.db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind, reference: `${kind}:test-${++posted}`, entries, at: new Date(at) });
    });
  };
  // What they earn as a publisher is no wallet.
  const earns = { kind: 'publisher_available', owner_id: advertiser.accountId } as const;
  await api.deps.db.insertInto('ledger_account').values(earns).execute();
  await deposit('2026-03-08T15:00:00Z', 100n);
  // 03:30 UTC is the day before in New York.
  for (const minute of [10, 20, 30]) await settle(`2026-03-09T03:${minute}:00Z`, 1_500_001n);
  for (const minute of [10, 20]) await settle(`2026-03-09T06:${minute}:00Z`, 2_000_000n);
  await deposit('2026-03-09T12:00:00Z', 50n);
  await settle('2026-03-09T14:00:00Z', 250_000n);
  for (let second = 10; second < 40; second += 1) await settle(`2026-03-10T12:00:${second}Z`, 10_000n);
});
afterAll(async () => {
  await api.close();
});

const page = async (query = '', user = advertiser) =>
  (await api.call('GET', `/advertiser/wallet/transactions?${query}`, { token: user.token })).data as Page;

describe('GET /advertiser/wallet/transactions', () => {
  it('shows deposits one by one and the advertising of a day as one row, newest first', async () => {
    const { items, next } = await page();
    expect(items.map((item) => [item.kind, item.amount, item.balanceAfter, item.description])).toEqual([
      ['settlement', -0.3, 140.949997, 'Advertising on 2026-03-10'],
      ['settlement', -0.25, 141.249997, 'Advertising on 2026-03-09'],
      ['deposit', 50, 141.499997, 'Deposit'],
      ['settlement', -4, 91.499997, 'Advertising on 2026-03-09'],
      ['settlement', -4.500003, 95.499997, 'Advertising on 2026-03-08'],
      ['deposit', 100, 100, 'Deposit'],
    ]);
    expect(items.map((item) => item.day)).toEqual([
      '2026-03-10',
      '2026-03-09',
      null,
      '2026-03-09',
      '2026-03-08',
      null,
    ]);
    expect(items[0]?.at).toBe('2026-03-10T12:00:39.000Z');
    expect(next).toBeNull();
  });

  it('pages through all of it without a repeat or a gap', async () => {
    const whole = await page();
    // Five at a time leave one entry for the last page.
    for (const limit of [1, 2, 5]) {
      const items: Item[] = [];
      let next: string | null = null;
      do {
        const part: Page = await page(`limit=${limit}${next === null ? '' : `&before=${next}`}`);
        expect(part.items.length).toBeLessThanOrEqual(limit);
        items.push(...part.items);
        next = part.next;
      } while (next !== null);
      expect(items).toEqual(whole.items);
    }
  });

  it('says of what is neither a deposit nor advertising what it was, and why', async () => {
    const other = await api.user();
    const account = walletOf(other.accountId);
    const book = async (kind: 'deposit' | 'refund' | 'spend_refund' | 'adjustment', reason?: string) => {
      posted += 1;
      const entries = adjustmentEntries({ account, amountMicros: 1_000_000n });
      const detail = reason === undefined ? {} : { detail: { reason } };
      const at = new Date('2026-03-09T12:00:00Z');
      return await api.deps.db
        .transaction()
        .execute(async (trx) =>
          postTransaction(trx, { kind, reference: `test-${posted}`, entries, at, ...detail }),
        );
    };
    const { transactionId } = await book('deposit');
    const deposit = { advertiser_id: other.accountId, amount_micros: 1_000_000n, gateway: 'manual' as const };
    await api.deps.db
      .insertInto('deposit')
      .values({
        ...deposit,
        reference: 'PL-WALLET',
        ledger_transaction_id: transactionId,
        status: 'confirmed',
      })
      .execute();
    await book('refund', 'never shown');
    await book('spend_refund', 'Counted twice.');
    await book('spend_refund');
    await book('adjustment', 'Welcome.');
    await book('adjustment');
    const { items } = await page('', other);
    expect(items.map(({ kind, description, balanceAfter }) => [kind, description, balanceAfter])).toEqual([
      ['adjustment', 'Correction by the network', 6],
      ['adjustment', 'Welcome.', 5],
      ['spend_refund', '', 4],
      ['spend_refund', 'Counted twice.', 3],
      ['refund', 'Refund', 2],
      ['deposit', 'Deposit PL-WALLET', 1],
    ]);
  });

  it('shows nobody else’s wallet, and an empty one before the first deposit', async () => {
    expect(await page('', await api.user())).toEqual({ items: [], next: null });
    expect(await page('before=1')).toEqual({ items: [], next: null });
    const all = await page();
    expect(await page('before=99999999999999999999')).toEqual(all);
    const broken = await api.call('GET', '/advertiser/wallet/transactions?limit=1000', {
      token: advertiser.token,
    });
    expect(broken.status).toBe(422);
  });
});

describe('the balance below which a wallet is low', () => {
  it('counts of budgets what runs today: of a campaign its own, else its ad sets’', async () => {
    const [user, stranger] = [await api.user(), await api.user()];
    const campaign = async (
      change: object,
      adSets: readonly { daily: bigint; archived?: boolean }[] = [],
    ) => {
      const { id } = await api.deps.db
        .insertInto('campaign')
        .values({
          ...{ advertiser_id: user.accountId, name: 'Spring', objective: 'TRAFFIC' },
          ...{ total_budget_micros: 900_000_000n, daily_budget_micros: null, start_date: '2026-03-10' },
          ...{ end_date: '2026-03-10', status: 'active', analytics_key: `analytics-key-${++posted}` },
          ...change,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const { daily, archived = false } of adSets) {
        await api.deps.db
          .insertInto('ad_set')
          .values({
            ...{
              campaign_id: id,
              name: 'Set',
              total_budget_micros: 900_000_000n,
              daily_budget_micros: daily,
            },
            archived_at: archived ? api.now : null,
            bid_micros: 1_000_000n,
          })
          .execute();
      }
    };
    // What it earns as a publisher is in no wallet.
    for (const account of [availableOf(user.accountId), walletOf(user.accountId)]) {
      const amountMicros = account.kind === 'advertiser_wallet' ? 5_000_000n : 90_000_000n;
      const entries = adjustmentEntries({ account, amountMicros });
      await api.deps.db.transaction().execute(async (trx) => {
        await postTransaction(trx, { kind: 'adjustment', reference: `low:${account.kind}`, entries });
      });
    }
    const { data } = await api.call('GET', '/advertiser/billing', { token: user.token });
    expect(data).toMatchObject({ balance: 5, lowBalance: true, lowBalanceThreshold: 50 });
    const threshold = async () =>
      (
        (await api.call('GET', '/advertiser/billing', { token: user.token })).data as {
          lowBalanceThreshold: number;
        }
      ).lowBalanceThreshold;
    // On its only day; neither before nor after it.
    await campaign({ daily_budget_micros: 40_000_000n }, [{ daily: 500_000_000n }]);
    await campaign({ daily_budget_micros: 100_000_000n, start_date: '2026-03-11', end_date: null });
    await campaign({ daily_budget_micros: 100_000_000n, start_date: '2026-03-01', end_date: '2026-03-09' });
    await campaign({ daily_budget_micros: 100_000_000n, advertiser_id: stranger.accountId });
    expect(await threshold()).toBe(80);
    await campaign({}, [
      { daily: 3_000_000n },
      { daily: 4_000_000n },
      { daily: 50_000_000n, archived: true },
    ]);
    expect(await threshold()).toBe(94);
    // One without any budget for a day counts for nothing.
    await campaign({}, []);
    expect(await threshold()).toBe(94);
    // What is wished for beyond all amounts is cut.
    const most = { total_budget_micros: MAX_API_MICROS, daily_budget_micros: MAX_API_MICROS };
    await campaign(most);
    expect(await threshold()).toBe(Number(MAX_API_MICROS) / 1e6);
  });
});

it('are read by operators as the account reads them, with days of its clock', async () => {
  const operator = await api.user({ roles: ['operator'] });
  const ask = async (id: number, { token }: TestUser, query = '') =>
    await api.call('GET', `/operator/accounts/${id}/wallet/transactions?${query}`, { token });
  const own = await page('limit=3');
  expect((await ask(advertiser.accountId, operator, 'limit=3')).data).toEqual(own);
  const next = `limit=3&before=${own.next}`;
  expect((await ask(advertiser.accountId, operator, next)).data).toEqual(await page(next));
  expect((await ask(2_000_000_000, operator)).error?.code).toBe('not_found');
  expect((await ask(advertiser.accountId, advertiser)).error?.code).toBe('forbidden');
});

it('what moved a publisher’s earnings is read by operators, a day of settlements as one, a close with its month', async () => {
  const operator = await api.user({ roles: ['operator'] });
  const { accountId } = publisher;
  const ask = async (query: string, { token }: TestUser = operator, id = accountId) =>
    await api.call('GET', `/operator/accounts/${id}/earnings/transactions?${query}`, { token });
  const shown = async (query: string) =>
    ((await ask(query)).data as { items: EarningBooking[]; next: string | null }).items.map(
      ({ kind, amount, balanceAfter, day, month }) => [kind, amount, balanceAfter, day ?? month],
    );
  await api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'month_close',
      reference: `month:${accountId}:2026-03`,
      entries: monthCloseEntries({ publisherId: accountId, amountMicros: 4_000_000n }),
      detail: { publisherId: accountId, month: '2026-03-01' },
      at: new Date('2026-04-01T00:01:00Z'),
    });
  });
  expect(await shown('balance=available')).toEqual([['month_close', 4, 4, '2026-03']]);
  const pending = await shown('balance=pending');
  expect(pending).toEqual([
    ['month_close', -4, 2.335, '2026-03'],
    ['settlement', 0.21, 6.335, '2026-03-10'],
    ['settlement', 6.125, 6.125, '2026-03-09'],
  ]);
  const { items, next } = (await ask('balance=pending&limit=1')).data as { items: unknown[]; next: string };
  expect(items).toHaveLength(1);
  expect(await shown(`balance=pending&limit=1&before=${next}`)).toEqual(pending.slice(1, 2));
  expect((await ask('balance=pending', operator, 2_000_000_000)).error?.code).toBe('not_found');
  expect((await ask('balance=pending', publisher)).error?.code).toBe('forbidden');
});
