import {
  ABANDONED_CODES,
  DEPOSIT_STATES,
  DEPOSIT_STATUSES,
  depositState,
} from '@placard/domain/billing/deposit-state';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';

let api: TestApi;
let operator: TestUser;
let keys = 0;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, body: object, user: TestUser) =>
  await api.call('POST', path, {
    token: user.token,
    body,
    headers: { 'idempotency-key': `deposits-${++keys}` },
  });
const get = async (path: string) => await api.call('GET', path, { token: operator.token });
const idOf = (answer: { data: unknown }) => (answer.data as { id: number }).id;
const confirm = async (id: number) => await post(`/operator/deposits/${id}/confirm`, {}, operator);
const deposited = async (owner: TestUser) => {
  const asked = await post('/advertiser/deposits', { amount: 1_000, gateway: 'manual' }, owner);
  return (asked.data as { id: number }).id;
};

describe('GET /operator/deposits', () => {
  it('of a network without any says that nothing waits', async () => {
    expect((await get('/operator/deposits')).data).toEqual({
      ...{ items: [], total: 0 },
      stats: { pending: 0, pendingAmount: 0 },
    });
  });

  it('finds, filters, sorts and sums what waits', async () => {
    const company = await api.user({ email: 'payer@shop.test', firstName: 'Grace', lastName: 'Hopper' });
    const asked = [];
    for (const amount of [30, 10, 20]) {
      asked.push(await post('/advertiser/deposits', { amount, gateway: 'manual' }, company));
    }
    await confirm(asked.map(idOf)[0] ?? 0);
    const list = async (query: string) =>
      (await get(`/operator/deposits?${query}`)).data as {
        items: { id: number; amount: number; advertiser: { name: string } }[];
        total: number;
        stats: { pending: number; pendingAmount: number };
      };
    const idIn = ({ id }: { id: number }) => id;
    const amounts = async (query: string) => (await list(query)).items.map((item) => item.amount);
    expect(await amounts('search=hopper&sort=amount')).toEqual([10, 20, 30]);
    expect(await amounts('search=payer%40shop&status=pending&sort=-amount')).toEqual([20, 10]);
    const second = asked[1]?.data as { reference: string } | undefined;
    expect(await amounts(`search=${second?.reference.toLowerCase()}`)).toEqual([10]);
    await api.deps.db
      .updateTable('account')
      .set({ company: 'Field & Daughters' })
      .where('id', '=', company.accountId)
      .execute();
    expect(await amounts('search=daughters')).toEqual([20, 10, 30]);
    expect(await amounts(`account=${company.accountId}&pageSize=2&page=2`)).toEqual([30]);
    // Equal ones come by their number, either way.
    const more = idOf(await post('/advertiser/deposits', { amount: 20, gateway: 'manual' }, company));
    const twenty = [idOf(asked[2] ?? { data: { id: 0 } }), more];
    const sorted = async (sort: string) => (await list(`search=hopper&sort=${sort}`)).items.map(idIn);
    expect((await sorted('amount')).slice(1, 3)).toEqual(twenty);
    expect((await sorted('-amount')).slice(1, 3)).toEqual(twenty.toReversed());
    const page = await list('search=hopper&pageSize=1');
    expect([page.total, page.items.length]).toEqual([4, 1]);
    const { pending, micros } = await api.deps.db
      .selectFrom('deposit')
      .select((eb) => [
        eb.fn.countAll<bigint>().as('pending'),
        eb.fn.sum<string>('amount_micros').as('micros'),
      ])
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(page.stats).toEqual({ pending: Number(pending), pendingAmount: Number(micros) / 1e6 });
  });

  it('calls each what it is, and filters by that', async () => {
    const payer = await api.user({ roles: ['advertiser'] });
    const { rows } = await sql<{ id: number }>`
      insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year)
      values (${payer.accountId}, 'stripe', 'pm_states', 'visa', '4242', 1, 2030) returning id`.execute(
      api.deps.db,
    );
    const codes = [null, 'card_declined', ...ABANDONED_CODES];
    const kinds = DEPOSIT_STATUSES.flatMap((status) =>
      (['manual', 'stripe', 'test_card'] as const).flatMap((gateway) =>
        [null, rows[0]?.id ?? 0].flatMap((card) => codes.map((code) => ({ status, gateway, card, code }))),
      ),
    );
    for (const [n, { status, gateway, card, code }] of kinds.entries()) {
      await sql`insert into deposit (advertiser_id, gateway, amount_micros, reference, status, payment_method_id, failure_code)
        values (${payer.accountId}, ${gateway}, ${(n + 1) * 10_000}, ${`PL-S${n}`}, ${status}, ${card}, ${code})`.execute(
        api.deps.db,
      );
    }
    const list = async (query: string) =>
      (await get(`/operator/deposits?account=${payer.accountId}&pageSize=100&${query}`)).data as {
        items: { reference: string; state: string; card: object | null; failure: object | null }[];
        total: number;
      };
    const said = kinds.map(({ status, gateway, card, code }, n) => ({
      reference: `PL-S${n}`,
      state: depositState({ status, gateway, bySavedCard: card !== null, failureCode: code }),
      card: card === null ? null : { id: card, brand: 'visa', last4: '4242' },
      failure: code === null ? null : { code, text: code },
    }));
    const { items } = await list('sort=amount');
    expect(items.map(({ reference, state, card, failure }) => ({ reference, state, card, failure }))).toEqual(
      said,
    );
    for (const state of DEPOSIT_STATES) {
      const of = said.filter((each) => each.state === state).map(({ reference }) => reference);
      const found = await list(`sort=amount&status=${state}`);
      expect([state, found.total, found.items.map(({ reference }) => reference)]).toEqual([
        state,
        of.length,
        of,
      ]);
      expect(of.length).toBeGreaterThan(0);
    }
    const before = ((await get('/operator/deposits')).data as { stats: object }).stats;
    const { rows: waiting } = await sql`
      select count(*)::int as pending, (sum(amount_micros) / 1000000.0)::float8 as "pendingAmount" from deposit
       where status = 'pending' and gateway <> 'stripe'`.execute(api.deps.db);
    expect(before).toEqual(waiting[0]);
    // One that was drawn is longer, and may begin so too.
    await sql`delete from deposit where reference ~ '^PL-S\\d{1,2}$'`.execute(api.deps.db);
  });

  it('says of one what is left to send back: of the deposit, and of the wallet, in whole cents', async () => {
    const payer = await api.user({ roles: ['advertiser'], firstName: 'Grace', lastName: 'Hopper' });
    const id = await deposited(payer);
    const record = async () =>
      (await get(`/operator/deposits/${id}`)).data as {
        refundable: number;
        refunds: object[];
        documents: { label: string }[];
      };
    expect(await record()).toMatchObject({ refundable: 0, refunds: [], documents: [], disputes: [] });
    await confirm(id);
    expect((await record()).refundable).toBe(1_000);
    await post(`/operator/deposits/${id}/refunds`, { amount: 100.5, reason: 'Sent back' }, operator);
    const { accountId } = payer;
    // Nothing of it waits for a gateway.
    const refund = api.deps.db.selectFrom('deposit_refund').selectAll().where('deposit_id', '=', id);
    expect(await refund.executeTakeFirst()).toMatchObject({
      ...{ decided_at: api.now, next_attempt_at: null, covered_micros: 100_500_000n },
    });
    expect(await record()).toMatchObject({
      ...{ status: 'confirmed', refunded: 100.5, refundable: 899.5 },
      advertiser: { id: accountId, name: 'Grace Hopper', email: payer.email },
      refunds: [
        {
          ...{ amount: 100.5, origin: 'operator', status: 'completed', reason: 'Sent back' },
          ...{ requestedAt: api.now.toISOString(), failure: null, uncovered: 0 },
        },
      ],
    });
    expect((await record()).documents.map(({ label }) => label)).toEqual([
      `REC-${accountId}-0001`,
      expect.stringMatching(/-0001$/),
    ]);
    const correct = async (micros: bigint) => {
      const entries = adjustmentEntries({ account: walletOf(accountId), amountMicros: micros });
      await api.deps.db.transaction().execute(async (trx) => {
        await postTransaction(trx, { kind: 'adjustment', reference: `t:${++keys}`, entries, at: api.now });
      });
    };
    // The wallet holds less, and not a whole cent of it.
    await correct(-899_480_001n);
    expect((await record()).refundable).toBe(0.01);
    await correct(-9_999n - 10_000n);
    expect((await record()).refundable).toBe(0);
    await sql`insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, requested_at, failure_text)
        values (${id}, 899500000, 'dispute', 'completed', 20000, ${api.now}, 'Lost')`.execute(api.deps.db);
    // How they lie says nothing of their order.
    await sql`update deposit_refund set reason = reason where deposit_id = ${id} and origin = 'operator'`.execute(
      api.deps.db,
    );
    await sql`update invoice set currency = currency where deposit_id = ${id}`.execute(api.deps.db);
    const { refunds, documents } = await record();
    expect(refunds).toMatchObject([
      { origin: 'operator' },
      { origin: 'dispute', uncovered: 899.48, failure: 'Lost' },
    ]);
    expect(documents.map(({ label }) => label.slice(0, 3))).toEqual([
      'REC',
      expect.not.stringContaining('REC'),
    ]);
    expect(await record()).toMatchObject({ refunded: 1_000, refundable: 0 });
    expect((await get('/operator/deposits/2000000000')).status).toBe(404);
  });
});
