import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';

let api: TestApi;
let operator: TestUser;
let advertiser: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  advertiser = await api.user({ firstName: 'Ada', lastName: 'Byron' });
  stranger = await api.user();
});
afterAll(async () => {
  await api.close();
});

let keys = 0;
const newKey = () => ({ 'idempotency-key': `key-${++keys}` });
const get = async (path: string, user = advertiser) => await api.call('GET', path, { token: user.token });
const money = async (path: string, body: object, user: TestUser, headers = newKey()) =>
  await api.call('POST', path, { token: user.token, body, headers });
const request = async (amount: number, gateway = 'manual', headers = newKey()) =>
  await money('/advertiser/deposits', { amount, gateway }, advertiser, headers);
const confirm = async (id: number, headers = newKey()) =>
  await money(`/operator/deposits/${id}/confirm`, {}, operator, headers);
const fail = async (id: number) =>
  await api.call('POST', `/operator/deposits/${id}/fail`, { token: operator.token, body: {} });
const cancel = async (id: number, user = advertiser) =>
  await api.call('POST', `/advertiser/deposits/${id}/cancel`, { token: user.token, body: {} });
const idOf = (answer: { data: unknown }) => (answer.data as { id: number }).id;
const balance = async () => (await get('/advertiser/wallet/balance')).data;

type Summary = {
  lowBalance: boolean;
  lowBalanceThreshold: number;
  pendingDeposits: object[];
  invoices: { number: number; label: string; amount: number }[];
  lastPayment: object | null;
  gateways: string[];
};
const summary = async () => (await get('/advertiser/billing')).data as Summary;

/** What the log says of a deposit: what was done, and by whom. */
async function logged(id: number) {
  const rows = await api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_user_id'])
    .where('subject_kind', '=', 'deposit')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_kind: kind, actor_user_id: userId }) => [action, kind, userId]);
}

async function ledgerSum(): Promise<bigint> {
  const { sum } = await api.deps.db
    .selectFrom('ledger_account')
    .select((eb) => eb.fn.sum<string>('balance_micros').as('sum'))
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

describe('a deposit', () => {
  it('is asked for, confirmed by the operator, booked once, and has a receipt and a mail', async () => {
    const asked = await request(1250.5);
    expect(asked.data).toMatchObject({
      amount: 1250.5,
      currency: 'USD',
      gateway: 'manual',
      status: 'pending',
    });
    expect((asked.data as { reference: string }).reference).toMatch(/^PL-[A-HJKMNP-Z2-9]{6}$/);
    expect(await balance()).toEqual({ balance: 0, currency: 'USD' });
    expect((await summary()).pendingDeposits).toHaveLength(1);
    // What they earn as a publisher is no money to spend.
    const earns = { kind: 'publisher_available', owner_id: advertiser.accountId } as const;
    await api.deps.db.insertInto('ledger_account').values(earns).execute();

    const confirmed = await confirm(idOf(asked));
    expect(confirmed.data).toMatchObject({
      status: 'confirmed',
      decidedAt: api.now.toISOString(),
      advertiser: { id: advertiser.accountId, name: 'Ada Byron', email: advertiser.email },
    });
    expect(await balance()).toEqual({ balance: 1250.5, currency: 'USD' });
    expect(await ledgerSum()).toBe(0n);
    const page = await summary();
    expect(page.pendingDeposits).toEqual([]);
    expect(page.lastPayment).toEqual({ amount: 1250.5, at: api.now.toISOString() });
    expect(page.invoices).toMatchObject([{ kind: 'deposit', amount: 1250.5, currency: 'USD' }]);
    const mail = await api.deps.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('to_email', '=', advertiser.email)
      .execute();
    expect(mail).toEqual([{ subject: 'Your deposit of USD 1,250.50 has arrived' }]);
    const notices = await api.deps.db
      .selectFrom('notification')
      .select(['kind', 'detail'])
      .where('user_id', '=', advertiser.id)
      .execute();
    expect(notices).toMatchObject([
      {
        kind: 'deposit.confirm',
        detail: { amount: 1250.5, currency: 'USD', invoiceNumber: `REC-${advertiser.accountId}-0001` },
      },
    ]);
  });

  it('is confirmed once, however often and however fast somebody presses', async () => {
    const id = idOf(await request(100));
    const answers = await Promise.all([confirm(id), confirm(id), confirm(id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const late = await confirm(id);
    expect([late.status, late.error?.message]).toEqual([
      409,
      'The deposit is confirmed now, so it cannot be confirmed.',
    ]);
    expect(await balance()).toEqual({ balance: 100, currency: 'USD' });
    expect((await summary()).invoices).toHaveLength(1);
    expect((await logged(id)).slice(1)).toEqual([['deposit.confirm', 'operator', operator.id]]);
  });

  it('numbers invoices without gaps, also when confirming fails', async () => {
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(idOf(await request(20)));
    await Promise.all([...ids, 2_000_000_000, ...ids].map(async (id) => await confirm(id)));
    const rows = await api.deps.db.selectFrom('invoice').select('number').orderBy('number').execute();
    expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
  });

  it('is taken back by its owner only, and only while it waits', async () => {
    const id = idOf(await request(100));
    expect((await cancel(id, stranger)).error?.code).toBe('not_found');
    expect((await cancel(id)).data).toMatchObject({ status: 'cancelled' });
    expect((await cancel(id)).error?.message).toBe(
      'The deposit is cancelled now, so it cannot be cancelled.',
    );
    expect((await confirm(id)).error?.code).toBe('conflict_status');
    expect((await cancel(2_000_000_000)).status).toBe(404);
    expect(await logged(id)).toEqual([
      ['deposit.request', 'advertiser', advertiser.id],
      ['deposit.cancel', 'advertiser', advertiser.id],
    ]);
    const decided = api.deps.db
      .selectFrom('deposit')
      .select(['decided_at', 'decided_by'])
      .where('id', '=', id);
    expect(await decided.executeTakeFirst()).toEqual({ decided_at: api.now, decided_by: advertiser.id });
  });

  it('fails when the money did not come, which is told; it is not confirmed afterwards', async () => {
    const id = idOf(await request(100));
    expect((await fail(id)).data).toMatchObject({ status: 'failed' });
    expect((await fail(id)).status).toBe(409);
    expect((await confirm(id)).status).toBe(409);
    expect((await cancel(id)).status).toBe(409);
    expect((await fail(2_000_000_000)).status).toBe(404);
    expect(await logged(id)).toEqual([
      ['deposit.request', 'advertiser', advertiser.id],
      ['deposit.fail', 'operator', operator.id],
    ]);
    expect(await balance()).toEqual({ balance: 0, currency: 'USD' });
    const { items } = (await get('/notices')).data as { items: object[] };
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      kind: 'deposit.fail',
      data: { amount: 100, currency: 'USD', reference: expect.stringMatching(/^PL-/) },
    });
    const mails = await api.deps.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('to_email', '=', advertiser.email)
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('is in whole cents, not below the smallest and not beyond a million', async () => {
    const codes = async (amount: unknown) =>
      (await request(amount as number)).error?.issues?.map((one) => one.code) ?? [];
    expect(await codes(10.005)).toEqual(['amount_whole_cents']);
    expect(await codes(9.99)).toEqual(['amount_too_small']);
    expect(await codes(-5)).toContain('amount_too_small');
    expect(await codes(1_000_000.01)).toEqual(['amount_too_large']);
    expect(await codes('ten')).toHaveLength(1);
    expect((await request(10)).status).toBe(200);
  });

  it('by test card pays at once, in demo mode only', async () => {
    expect((await request(50, 'test_card')).error?.code).toBe('forbidden');
    expect((await summary()).gateways).toEqual(['manual']);
    await api.deps.db.updateTable('network_settings').set({ demo: true }).execute();
    const paid = await request(50, 'test_card');
    expect(paid.data).toMatchObject({ status: 'confirmed', gateway: 'test_card' });
    expect(await balance()).toEqual({ balance: 50, currency: 'USD' });
    expect((await summary()).gateways).toEqual(['manual', 'test_card']);
    await api.deps.db.updateTable('network_settings').set({ demo: false }).execute();
  });

  it('waits among at most twenty', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 19; count += 1) ids.push(idOf(await request(10)));
    // Of several at once one is the twentieth.
    const answers = await Promise.all([1, 2, 3, 4].map(async () => await request(10)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await request(10)).error?.message).toBe(
      '20 deposits are waiting already. Cancel those that you will not pay.',
    );
    await cancel(ids[0] ?? 0);
    expect((await request(10)).status).toBe(200);
    expect((await request(10)).status).toBe(409);
  });
});

describe('an Idempotency-Key', () => {
  it('gives the first answer again, also to two at once', async () => {
    const headers = newKey();
    const answers = await Promise.all([request(30, 'manual', headers), request(30, 'manual', headers)]);
    answers.push(await request(30, 'manual', headers));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect((await summary()).pendingDeposits).toHaveLength(1);
  });

  it('belongs to one input, one operation and one caller', async () => {
    const headers = newKey();
    await request(30, 'manual', headers);
    const other = await request(31, 'manual', headers);
    expect([other.status, other.error?.code]).toEqual([409, 'conflict_idempotency']);
    const path = '/advertiser/deposits';
    expect((await money(path, { amount: 31, gateway: 'manual' }, stranger, headers)).status).toBe(200);
    const id = idOf(await request(40));
    expect((await confirm(id, headers)).status).toBe(200);
    expect((await confirm(id, headers)).status).toBe(200);
  });

  it('is free again after a call that was refused', async () => {
    const headers = newKey();
    expect((await request(1, 'manual', headers)).status).toBe(422);
    expect((await request(10, 'manual', headers)).status).toBe(200);
  });
});

describe('GET /advertiser/billing', () => {
  it('has nothing of anybody else’s before the first deposit', async () => {
    await api.deps.db.updateTable('network_settings').set({ bank_transfer_details: 'IBAN DE89' }).execute();
    await money('/advertiser/deposits', { amount: 40, gateway: 'manual' }, stranger);
    const other = await money('/advertiser/deposits', { amount: 60, gateway: 'manual' }, stranger);
    await confirm(idOf(other));
    expect(await summary()).toEqual({
      ...{ balance: 0, currency: 'USD', lowBalance: true, lowBalanceThreshold: 50, lastPayment: null },
      ...{ minDeposit: 10, gateways: ['manual'], bankTransferDetails: 'IBAN DE89', pendingDeposits: [] },
      ...{ disputes: [], invoices: [], paymentMethods: [], autoTopUp: null },
    });
  });

  it('shows the ten newest documents', async () => {
    for (let count = 1; count <= 11; count += 1) await confirm(idOf(await request(10 + count)));
    const { invoices } = await summary();
    expect(invoices.map(({ amount }) => amount)).toEqual([21, 20, 19, 18, 17, 16, 15, 14, 13, 12]);
  });

  it('shows what was paid last, and what waits, the newest first', async () => {
    const [first, second] = [idOf(await request(30)), idOf(await request(40))];
    const waiting = [idOf(await request(50)), idOf(await request(60))];
    const startedAt = api.now;
    await confirm(second);
    api.now = new Date(startedAt.getTime() + 1_000);
    await confirm(first);
    const page = await summary();
    expect(page.lastPayment).toEqual({ amount: 30, at: api.now.toISOString() });
    expect(page.pendingDeposits).toMatchObject(waiting.toReversed().map((id) => ({ id })));
    expect(page.invoices.map(({ amount }) => amount)).toEqual([30, 40]);
    await cancel(waiting[0] ?? 0);
    expect((await summary()).pendingDeposits).toHaveLength(1);
    api.now = startedAt;
  });

  it('calls a balance low below the setting or two days of running daily budgets', async () => {
    expect(await summary()).toMatchObject({ lowBalance: true, lowBalanceThreshold: 50 });
    await confirm(idOf(await request(60)));
    expect((await summary()).lowBalance).toBe(false);
    const campaign = (status: 'active' | 'paused', startDate: string, daily: bigint) => ({
      advertiser_id: advertiser.accountId,
      name: 'Spring',
      objective: 'TRAFFIC' as const,
      total_budget_micros: 900_000_000n,
      daily_budget_micros: daily,
      start_date: startDate,
      status,
      analytics_key: `analytics-key-${++keys}`,
    });
    await api.deps.db
      .insertInto('campaign')
      .values([
        campaign('active', '2026-03-01', 30_000_000n),
        campaign('paused', '2026-03-01', 500_000_000n),
        campaign('active', '2027-01-01', 500_000_000n),
      ])
      .execute();
    expect(await summary()).toMatchObject({ lowBalance: false, lowBalanceThreshold: 60 });
    await api.deps.db
      .insertInto('campaign')
      .values(campaign('active', '2026-03-10', 10_000n))
      .execute();
    expect(await summary()).toMatchObject({ lowBalance: true, lowBalanceThreshold: 60.02 });
  });
});

describe('GET /advertiser/invoices/{number}/pdf', () => {
  it('says names in whatever script they are written', async () => {
    advertiser = await api.user({ firstName: 'Żaneta', lastName: 'Αλεξίου' });
    await api.deps.db
      .updateTable('account')
      .set({ company: 'Фонарь 灯笼 Nguyễn' })
      .where('id', '=', advertiser.accountId)
      .execute();
    await confirm(idOf(await request(50)));
    const { number } = (await summary()).invoices[0] ?? { number: 0 };
    const said = pdfText((await get(`/advertiser/invoices/${number}/pdf`)).raw);
    expect(said).toEqual(expect.arrayContaining(['Фонарь 灯笼 Nguyễn', 'Żaneta Αλεξίου', advertiser.email]));
    expect(said).toContain('USD 50.00');
  });

  it('is a PDF for its advertiser and does not exist for anybody else', async () => {
    await confirm(idOf(await request(99.99)));
    const { number, label } = (await summary()).invoices[0] ?? { number: 0, label: '' };
    const answer = await get(`/advertiser/invoices/${number}/pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`filename="receipt-${label}.pdf"`);
    expect(pdfText(answer.raw)).toContain(`Receipt ${label}`);
    expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-');
    const other = await get(`/advertiser/invoices/${number}/pdf`, stranger);
    expect([other.status, other.error?.code]).toEqual([404, 'not_found']);
    expect((await get('/advertiser/invoices/0/pdf')).status).toBe(422);
  });
});

describe('GET /advertiser/invoices', () => {
  it('goes on before the last that was read, to the first, and holds nobody else’s', async () => {
    const amounts = [11, 12, 13, 14, 15];
    for (const amount of amounts) await confirm(idOf(await request(amount)));
    type Part = { items: { amount: number; label: string }[]; next: string | null };
    const part = async (query: string, who = advertiser) =>
      (await get(`/advertiser/invoices?${query}`, who)).data as Part;
    const seen: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { items, next: before }: Part = await part(`limit=2${next === '' ? '' : `&before=${next}`}`);
      seen.push(...items.map(({ amount }) => amount));
      next = before;
    }
    expect(seen).toEqual(amounts.toReversed());
    expect((await part('limit=5')).next).toBeNull();
    expect((await part('limit=4')).items).toHaveLength(4);
    expect(await part('limit=5', stranger)).toEqual({ items: [], next: null });
    expect(await part('limit=5&before=99999999999999999999')).toMatchObject({ next: null });
    expect((await get('/advertiser/invoices?before=x')).status).toBe(422);
  });
});
