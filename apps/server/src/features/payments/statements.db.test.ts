import type { EarningBooking } from '@placard/contract/records';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { closeMonths } from '../../jobs/close-months.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { ownerOf } from '../../settlement/testing/world.ts';
import { decimalsOf } from '../../texts/worded.ts';
import { createActor } from '../testing/fixtures.ts';
import { actOnPayout } from './act-on-payout.ts';
import { listClosings } from './list-closings.ts';
import { createProfile } from './payment-profiles.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { renderStatementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';
import { listStatements, readStatement } from './statements.ts';
import { EARNED_MICROS, EarningWorld } from './testing/earning-world.ts';
import { idOf, PAYMENT, PaymentWorld } from './testing/payment-world.ts';

let world: EarningWorld;
let now = new Date('2026-03-10T12:00:00Z');
let publisher: Actor;
let operator: Actor;

const deps = () => ({
  db: world.database.db,
  clock: () => now,
  publicUrl: 'https://dashboard.test',
  deliveryUrl: 'https://ads.test',
  secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
});

async function adjust(micros: bigint, reason: string): Promise<void> {
  await world.database.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `test:${reason}`,
      entries: adjustmentEntries({ account: availableOf(publisher.accountId), amountMicros: micros }),
      detail: { reason },
      at: now,
    });
  });
}

/** Everything in the publisher's available account, and what still is pending, from the ledger's entries alone. */
async function ledger(): Promise<{
  available: bigint;
  entries: { at: Date; kind: string; micros: bigint }[];
}> {
  const rows = await world.database.db
    .selectFrom('ledger_entry as l')
    .innerJoin('ledger_account as a', 'a.id', 'l.account_id')
    .innerJoin('ledger_transaction as t', 't.id', 'l.transaction_id')
    .select(['t.at', 't.kind', 'l.amount_micros as micros'])
    .where('a.owner_id', '=', publisher.accountId)
    .where('a.kind', '=', 'publisher_available')
    .orderBy('l.sequence')
    .execute();
  return { available: rows.reduce((sum, row) => sum + row.micros, 0n), entries: rows };
}

/** Three months of a life: earnings of two widgets, withdrawals that were paid and that came back, corrections. */
async function liveThreeMonths(): Promise<void> {
  await world.earn(0, Date.UTC(2026, 0, 10), Date.UTC(2026, 0, 10), 3);
  await world.earn(1, Date.UTC(2026, 0, 31, 23, 59), Date.UTC(2026, 0, 31, 23, 59), 2);
  now = new Date('2026-01-20T12:00:00Z');
  await adjust(200_000_000n, 'Start bonus');
  const { id: profileId } = await createProfile(deps(), publisher, {
    name: 'Main',
    details: { type: 'paypal', paypalEmail: 'ada.private@company.test' },
  });
  const withdraw = async (amount: number) =>
    (await requestWithdrawal(deps(), publisher, { amount, profileId })).id;
  const paid = await withdraw(60);
  const lost = await withdraw(70);
  now = new Date('2026-02-01T00:01:00Z');
  await world.close(now);
  now = new Date('2026-02-14T12:00:00Z');
  for (const action of ['process', 'complete'] as const) {
    await actOnPayout(deps(), operator, { id: paid, action });
  }
  await actOnPayout(deps(), operator, { id: lost, action: 'reject', reason: 'Wrong, holder' });
  await world.earn(1, now);
  now = new Date('2026-03-01T00:01:00Z');
  await world.close(now);
  now = new Date('2026-03-05T12:00:00Z');
  await adjust(-1_234_567n, 'Invalid clicks');
  await withdraw(50);
  now = new Date('2026-04-01T00:01:00Z');
  await world.close(now);
}

beforeAll(async () => {
  world = await EarningWorld.open();
  publisher = ownerOf(world.publisher(0), 'publisher');
  operator = await createActor(world.database.db, ['operator']);
  await liveThreeMonths();
});
afterAll(async () => {
  await world.database.drop();
});

const micros = (dollars: number) => BigInt(Math.round(dollars * 1e6));

describe('statements', () => {
  it('are one for each closed month, each opening where the one before ended, the last at the ledger’s balance', async () => {
    const { items } = await listStatements(deps(), publisher);
    expect(items.map((item) => item.month)).toEqual(['2026-03', '2026-02', '2026-01']);
    const [march, february, january] = items;
    expect(january).toEqual({
      month: '2026-01',
      currency: 'USD',
      opening: 0,
      earnings: 0.0035,
      adjustments: 200,
      withdrawn: 130,
      returned: 0,
      closing: 70.0035,
      closedAt: '2026-02-01T00:01:00.000Z',
    });
    expect(february).toMatchObject({
      opening: 70.0035,
      earnings: 0.0007,
      withdrawn: 0,
      returned: 70,
      closing: 140.0042,
    });
    expect(march).toMatchObject({ opening: 140.0042, earnings: 0, adjustments: -1.234567, withdrawn: 50 });
    expect(micros(march?.closing ?? 0)).toBe((await ledger()).available);
  });

  it('agree with the ledger, entry by entry', async () => {
    const { entries } = await ledger();
    const { items } = await listStatements(deps(), publisher);
    for (const item of items) {
      const inMonth = entries.filter(
        (entry) => entry.kind !== 'month_close' && entry.at.toISOString().startsWith(item.month),
      );
      const moved = inMonth.reduce((sum, entry) => sum + entry.micros, 0n);
      expect(micros(item.closing) - micros(item.opening) - micros(item.earnings)).toBe(moved);
      const statement = await readStatement(deps(), publisher, { month: item.month });
      expect(statement.entries.map((entry) => entry.micros)).toEqual(inMonth.map((entry) => entry.micros));
      expect(statement.earnings.reduce((sum, line) => sum + line.micros, 0n)).toBe(micros(item.earnings));
    }
    const closes = entries.filter((entry) => entry.kind === 'month_close').map((entry) => entry.micros);
    expect(closes).toEqual([5n * EARNED_MICROS, EARNED_MICROS]);
  });

  it('name earnings by website and widget, and where money went, masked', async () => {
    const january = await readStatement(deps(), publisher, { month: '2026-01' });
    expect(january.earnings.map((line) => [line.widget, line.micros])).toEqual([
      ['Top 0', 3n * EARNED_MICROS],
      ['Top 1', 2n * EARNED_MICROS],
    ]);
    const february = await readStatement(deps(), publisher, { month: '2026-02' });
    expect(february.entries).toMatchObject([
      { kind: 'return', text: expect.stringMatching(/^PO-\d+ to a•••@•••\.test: Wrong, holder$/) },
    ]);
  });

  it('as CSV, sum from opening to closing', async () => {
    for (const month of ['2026-01', '2026-02', '2026-03']) {
      const statement = await readStatement(deps(), publisher, { month });
      const text = renderStatementCsv(statement);
      expect(text).not.toContain('ada.private');
      const lines = text.slice(1).trimEnd().split('\r\n').slice(1);
      // Currency and withheld tax come after the amount; descriptions may hold commas.
      const amounts = lines.map((line) => micros(Number(line.split(',').at(-3))));
      const sum = amounts.slice(1, -1).reduce((total, amount) => total + amount, 0n);
      expect([amounts[0], amounts.at(-1)]).toEqual([statement.openingMicros, statement.closingMicros]);
      expect(statement.openingMicros + sum).toBe(statement.closingMicros);
    }
    const text = renderStatementCsv(await readStatement(deps(), publisher, { month: '2026-02' }));
    expect(text.split('\r\n')[3]).toMatch(
      /^return,2026-02-14,"PO-\d+ to a•••@•••\.test: Wrong, holder",,,70\.00,USD,$/,
    );
  });

  it('as PDF, say the same, and the same bytes each time', async () => {
    const statement = await readStatement(deps(), publisher, { month: '2026-01' });
    const pdf = await renderStatementPdf(statement);
    expect(Buffer.from(pdf).equals(Buffer.from(await renderStatementPdf(statement)))).toBe(true);
    const said = pdfText(pdf);
    const amountOf = (label: string) => said[said.findIndex((piece) => piece.startsWith(label)) + 1];
    // All with the decimals of the most exact one.
    const decimals = Math.max(...statement.earnings.map((line) => decimalsOf(line.micros)));
    const money = (amount: bigint) => `USD ${(Number(amount) / 1_000_000).toFixed(decimals)}`;
    expect(decimals).toBeGreaterThan(2);
    expect(amountOf('Opening balance')).toBe(money(statement.openingMicros));
    expect(amountOf('All earnings')).toBe(money(statement.earnedMicros));
    expect(amountOf('Closing balance')).toBe(money(statement.closingMicros));
    for (const line of statement.earnings) expect(said).toContain(money(line.micros));
    for (const entry of statement.entries) expect(said).toContain(money(entry.micros));
    expect(said.join(' ')).not.toContain('ada.private');
  });

  it('as PDF take as many pages as their lines need', async () => {
    const statement = await readStatement(deps(), publisher, { month: '2026-01' });
    const [line] = statement.earnings;
    const earnings = Array.from({ length: 200 }, (_, index) => ({
      ...line,
      website: 'long.example',
      widget: `No ${index}`,
      micros: 1n,
    }));
    const pdf = Buffer.from(await renderStatementPdf({ ...statement, earnings }));
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
    const said = pdfText(pdf);
    for (const { widget } of earnings) expect(said).toContain(`long.example · ${widget}`);
  });

  it('name websites as people write them, where the fonts can', async () => {
    const statement = await readStatement(deps(), publisher, { month: '2026-01' });
    const [line] = statement.earnings;
    const [munich, java] = ['xn--mnchen-3ya.example', 'xn--1l9atb.example'];
    const earnings = [munich, java].map((website) => ({ ...line, website, widget: 'Top', micros: 1n }));
    const said = pdfText(Buffer.from(await renderStatementPdf({ ...statement, earnings })));
    expect(said).toContain('münchen.example · Top');
    expect(said).toContain(`${java} · Top`);
    const csv = renderStatementCsv({ ...statement, earnings });
    expect(csv).toContain('münchen.example');
    expect(csv).toContain('ꦗꦮ.example');
  });

  it('say what was earned before it was kept by widget', async () => {
    const statement = await readStatement(deps(), publisher, { month: '2026-01' });
    await world.database.db
      .deleteFrom('earning_month_widget')
      .where('publisher_id', '=', publisher.accountId)
      .where('month', '=', '2026-01-01')
      .execute();
    const older = await readStatement(deps(), publisher, { month: '2026-01' });
    expect(older.earnings).toEqual([{ website: null, widget: null, micros: statement.earnedMicros }]);
    expect(older.closingMicros).toBe(statement.closingMicros);
  });

  it('say what was withheld of a withdrawal for tax', async () => {
    await world.database.db
      .updateTable('payout')
      .set({ withheld_micros: 6_000_000n, withholding_bp: 1_000 })
      .where('publisher_id', '=', publisher.accountId)
      .where('amount_micros', '=', 60_000_000n)
      .execute();
    const january = await readStatement(deps(), publisher, { month: '2026-01' });
    const withdrawals = january.entries.filter(({ kind }) => kind === 'withdrawal');
    expect(withdrawals.map(({ withheld }) => withheld)).toEqual([
      { micros: 6_000_000n, rateBp: 1_000 },
      undefined,
    ]);
    const lines = renderStatementCsv(january).match(/-[67]0\.00,USD,.*/g);
    expect(lines?.map((line) => line.trim())).toEqual(['-60.00,USD,6.00', '-70.00,USD,']);
  });

  it('are checked by the operator: when each month was closed, what came to it, and what is wrong with it', async () => {
    const query = { page: 1, pageSize: 100 };
    const { items, total, months, stats } = await listClosings(deps(), query);
    expect(months).toEqual(['2026-03', '2026-02', '2026-01']);
    const shown = items.map((item) => [
      item.month,
      item.earned,
      item.adjustments,
      item.closedAt,
      item.exceptions,
    ]);
    // Above, its earnings by widget were taken away, and tax was withheld afterwards.
    expect(shown).toEqual([
      ['2026-03', 0, -1.234567, '2026-04-01T00:01:00.000Z', []],
      ['2026-02', 0.0007, 0, '2026-03-01T00:01:00.000Z', []],
      ['2026-01', 0.0035, 200, '2026-02-01T00:01:00.000Z', ['figures_changed', 'widgets_differ']],
    ]);
    expect([total, stats]).toEqual([
      3,
      { earned: 0.0042, adjustments: 198.765433, notClosed: 0, exceptions: 1 },
    ]);
    const found = async (part: object) =>
      (await listClosings(deps(), { ...query, ...part })).items.map(({ month }) => month);
    expect(await found({ exceptions: true })).toEqual(['2026-01']);
    expect(await found({ month: '2026-02' })).toEqual(['2026-02']);
    expect(await found({ search: 'nobody at all' })).toEqual([]);
    expect(await found({ search: items[1]?.hash ?? '' })).toEqual(['2026-02']);
    expect(await found({ sort: 'earned' })).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(await found({ sort: 'closedAt', pageSize: 1, page: 2 })).toEqual(['2026-02']);
    expect(await found({ sort: '-earned', pageSize: 2, page: 2 })).toEqual(['2026-03']);
    // Behind the last page the sums are the same.
    expect(await listClosings(deps(), { ...query, page: 2 })).toEqual({ items: [], total, months, stats });
  });

  it('are nobody else’s, and none of a month that is not closed', async () => {
    const stranger = ownerOf(world.publisher(2), 'publisher');
    expect((await listStatements(deps(), stranger)).items).toEqual([]);
    await expect(readStatement(deps(), stranger, { month: '2026-01' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(readStatement(deps(), publisher, { month: '2026-04' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

it('the API hands them out as files', async () => {
  const payments = await PaymentWorld.open();
  try {
    await payments.newPublishers();
    await payments.earn(60);
    await payments.withdraw(55, idOf(await payments.create()));
    await closeMonths({ ...payments.api.deps, clock: () => new Date('2026-04-01T00:01:00Z') });
    const { items } = (await payments.get(`${PAYMENT}/statements`)).data as {
      items: { month: string; closing: number }[];
    };
    expect(items).toMatchObject([{ month: '2026-03', closing: 5 }]);
    const month = items[0]?.month ?? '';
    const file = async (kind: string, user = payments.publisher) =>
      await payments.get(`${PAYMENT}/statements/${month}/${kind}`, user);
    const [csv, pdf] = [await file('csv'), await file('pdf')];
    expect([csv.headers['content-type'], pdf.headers['content-type']]).toEqual([
      'text/csv; charset=utf-8',
      'application/pdf',
    ]);
    expect(csv.headers['content-disposition']).toContain(`statement-${month}.csv`);
    expect(csv.raw.toString()).toContain('First Bank •••• 3000');
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await file('pdf', payments.stranger)).status).toBe(404);
    expect((await payments.get(`${PAYMENT}/statements/2026-13/pdf`)).status).toBe(422);

    // The operator reads the same of whoever it is.
    const own = `/operator/accounts/${payments.publisher.accountId}`;
    const ofOperator = async (path: string) => await payments.get(`${own}/${path}`, payments.operator);
    expect((await ofOperator('statements')).data).toEqual((await payments.get(`${PAYMENT}/statements`)).data);
    expect((await ofOperator(`statements/${month}/csv`)).raw).toEqual(csv.raw);
    expect((await ofOperator(`statements/${month}/pdf`)).headers['content-type']).toBe('application/pdf');
    expect((await ofOperator('statements/2026-04/csv')).status).toBe(404);
    expect((await payments.get(`${own}/statements`)).status).toBe(403);
    const bookings = async (query: string) =>
      ((await ofOperator(`earnings/transactions?${query}`)).data as { items: EarningBooking[] }).items.map(
        ({ kind, amount, balanceAfter, day, month: of, payout }) =>
          [kind, amount, balanceAfter, day ?? of ?? payout?.paymentId] as const,
      );
    expect(await bookings('balance=available')).toEqual([
      ['payout_request', -55, 5, 'PO-1'],
      ['adjustment', 60, 60, undefined],
    ]);
    expect((await ofOperator('earnings/transactions?balance=all')).status).toBe(422);
  } finally {
    await payments.api.close();
  }
});
