import type { Correction } from '@placard/contract/corrections';
import { payoutRequestEntries } from '@placard/domain/ledger/postings';
import { dollarsFromMicros } from '@placard/domain/micros';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { issueMonthInvoices } from '../../jobs/issue-invoices.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { EARNED_MICROS, EarningWorld } from '../payments/testing/earning-world.ts';
import { createActor } from '../testing/fixtures.ts';
import { bookedAlone, createCorrection } from './correct-balance.ts';
import { readCorrection } from './correction-view.ts';
import { decideCorrection } from './decide-correction.ts';
import { refundSpend } from './refund-spend.ts';

/** Each viewable impression costs its advertiser 1,000 micros. */
const CHARGED_MICROS = 1_000n;
const AT = new Date('2026-11-20T12:00:00Z');
const OCTOBER_9 = Date.UTC(2026, 9, 9, 10);
const NOVEMBER_9 = Date.UTC(2026, 10, 9, 10);

let first: EarningWorld;
let world: EarningWorld;
let operator: Actor;
let second: Actor;

beforeAll(async () => {
  first = await EarningWorld.open();
  world = first;
  const { db } = first.database;
  operator = await createActor(db, ['operator']);
  second = await createActor(db, ['operator']);
});
afterAll(async () => {
  await first.database.drop();
});
beforeEach(async () => {
  world = await world.another();
});

const deps = () => ({ db: first.database.db, clock: () => AT, publicUrl: 'https://dashboard.test' });
const advertiserId = () => world.world.adSets[0]?.advertiserId ?? 0;
async function refund(micros: bigint, days: { from?: string; to?: string } = {}): Promise<Correction> {
  const { from: periodFrom = '2026-09-20', to: periodTo = '2026-11-30' } = days;
  const asked = { accountId: advertiserId(), periodFrom, periodTo, reason: 'Shown to machines' };
  return await refundSpend(deps(), operator, { ...asked, amount: dollarsFromMicros(micros) });
}
async function byHand(amount: number, correctsNumber?: number): Promise<Correction> {
  const asked = { accountId: advertiserId(), balance: 'wallet', reason: 'By hand' } as const;
  return await createCorrection(deps(), operator, { ...asked, amount, correctsNumber });
}
async function advertise(): Promise<void> {
  const role = { account_id: advertiserId(), role: 'advertiser' } as const;
  await first.database.db.insertInto('account_role').values(role).execute();
}
/** October's invoice. */
async function invoice(): Promise<{ number: number; label: string }> {
  await issueMonthInvoices({ ...deps(), clock: () => new Date('2026-11-01T01:00:00Z') });
  const { number } = await first.database.db
    .selectFrom('invoice')
    .select('number')
    .where('advertiser_id', '=', advertiserId())
    .where('kind', '=', 'month')
    .executeTakeFirstOrThrow();
  return { number, label: `INV-${advertiserId()}-0001` };
}
/** What the log says of a correction, step by step. */
async function logged({ id }: Correction) {
  return await first.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id as by', 'detail'])
    .where('subject_kind', '=', 'correction')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
}

describe('its documents', () => {
  const notes = async () =>
    await first.database.db
      .selectFrom('invoice')
      .select(['amount_cents', 'period_from', 'period_to', 'corrects_number', 'kind', 'detail'])
      .where('advertiser_id', '=', advertiserId())
      .where('correction_id', 'is not', null)
      .orderBy('number')
      .execute();

  it('say all that went back of a month, of however many publishers and days', async () => {
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 12);
    await world.earn(1, NOVEMBER_9, NOVEMBER_9, 11);
    await world.earn(2, NOVEMBER_9 + 86_400_000, NOVEMBER_9 + 86_400_000, 7);
    await refund(30n * CHARGED_MICROS);
    expect((await notes()).map((note) => note.amount_cents)).toEqual([-3n]);
  });

  it('are one credit note a month that names its invoice, and together the cents of what went back', async () => {
    await world.earn(0, OCTOBER_9, OCTOBER_9, 15);
    const { number, label } = await invoice();
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 10);
    const { id, documents } = await refund(25n * CHARGED_MICROS, { from: '2026-10-05', to: '2026-11-20' });
    expect(documents.map(({ kind }) => kind)).toEqual(['credit_note', 'credit_note']);
    // How they lie says nothing of their order.
    const { db } = first.database;
    const [one] = documents;
    await db
      .updateTable('invoice')
      .set({ currency: 'USD' })
      .where('number', '=', one?.number ?? 0)
      .execute();
    expect((await readCorrection(db, operator, id)).documents).toEqual(documents);
    // 1.5 and 1 cents: 1, and 1 more of the sum of 2.5. Each of its month's days of the period.
    expect(await notes()).toMatchObject([
      { amount_cents: -1n, period_from: '2026-10-05', period_to: '2026-10-31', corrects_number: number },
      { amount_cents: -1n, period_from: '2026-11-01', period_to: '2026-11-20', corrects_number: null },
    ]);
    const said = (await notes()).map(({ detail }) => detail as { line?: string; notes?: string[] });
    expect(said).toMatchObject([
      { line: expect.stringMatching(/2026-10-05.*2026-10-31.*Shown to machines/) },
      { line: expect.stringMatching(/2026-11-01.*2026-11-20.*Shown to machines/) },
    ]);
    expect(said.map((each) => each.notes?.join(' '))).toEqual([
      expect.stringContaining(label),
      expect.stringMatching(/November 2026/),
    ]);
    // Half a cent stands on the next one.
    await world.earn(0, NOVEMBER_9 + 1_000, NOVEMBER_9 + 2_000, 5);
    await refund(5n * CHARGED_MICROS);
    expect((await notes()).map((note) => note.amount_cents)).toEqual([-1n, -1n, -1n]);
  });

  it('name each invoice that has charges of their days, where the account’s clock is not the network’s', async () => {
    const { db } = first.database;
    await db
      .updateTable('account')
      .set({ time_zone: 'Asia/Tokyo' })
      .where('id', '=', advertiserId())
      .execute();
    const saidOf = async () =>
      ((await notes()).at(-1)?.detail as { notes?: string[] } | undefined)?.notes?.join(' ') ?? '';
    // In Tokyo it is November from 15:00 UTC on: October's invoice has all of the first of November.
    await world.earn(0, Date.UTC(2026, 9, 31, 15), Date.UTC(2026, 9, 31, 16), 10);
    const { number, label } = await invoice();
    const first9 = { from: '2026-11-01', to: '2026-11-09' };
    await refund(10n * CHARGED_MICROS, first9);
    expect((await notes()).at(-1)).toMatchObject({ corrects_number: number, period_from: '2026-11-01' });
    expect(await saidOf()).not.toContain('Tokyo');
    // And then a part.
    await world.earn(0, Date.UTC(2026, 9, 31, 17), Date.UTC(2026, 10, 1, 1), 10);
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 10);
    await refund(20n * CHARGED_MICROS, first9);
    expect((await notes()).at(-1)).toMatchObject({ corrects_number: null });
    expect(await saidOf()).toMatch(
      new RegExp(`November 2026.*Asia/Tokyo.*UTC.*October 2026 stands on ${label}`),
    );
  });

  it('give back no more than an invoice says with what was credited by hand, though it may be less than was charged', async () => {
    await advertise();
    await world.earn(0, OCTOBER_9, OCTOBER_9, 20);
    const { number } = await invoice();
    const beyond = { code: 'invalid_input', issues: [{ path: 'amount', code: 'document_corrected' }] };
    await expect(byHand(0.03, number)).rejects.toMatchObject(beyond);
    await byHand(0.01, number);
    await expect(refund(20n * CHARGED_MICROS)).rejects.toMatchObject(beyond);
    // What was credited by hand is taken again: now it can all go back.
    await byHand(-0.01, number);
    expect(await refund(20n * CHARGED_MICROS)).toMatchObject({ status: 'booked' });
    // Nothing of it is left to be credited by hand.
    await expect(byHand(0.01, number)).rejects.toMatchObject(beyond);
    expect((await notes()).map((note) => [note.kind, note.amount_cents, note.corrects_number])).toEqual([
      ['credit_note', -1n, number],
      ['debit_note', 1n, number],
      ['credit_note', -2n, number],
    ]);
  });

  it('of a wallet that is corrected by hand say why, what became of it, and which document they correct', async () => {
    await advertise();
    await world.earn(0, OCTOBER_9, OCTOBER_9, 20);
    const { number, label } = await invoice();
    await byHand(0.02, number);
    await byHand(-0.01, number);
    await byHand(3);
    const said = (await notes()).map(({ detail, period_from: from, period_to: to }) => {
      const { line, notes: told } = detail as { line: string; notes: string[] };
      return { line, from, to, told };
    });
    const [credited, debited] = [said[0]?.told[1], said[1]?.told[1]];
    expect([credited, debited].map((each) => /credited|taken/.exec(each ?? '')?.[0])).toEqual([
      'credited',
      'taken',
    ]);
    const october = { line: expect.stringContaining('By hand'), from: '2026-10-01', to: '2026-10-31' };
    expect(said).toEqual([
      { ...october, told: [expect.stringContaining(label), credited] },
      { ...october, told: [expect.stringContaining(label), debited] },
      // Of money alone.
      { ...october, from: null, to: null, told: [credited] },
    ]);
  });

  it('may say more than an invoice that nobody corrected by hand: of what was charged since', async () => {
    await world.earn(0, OCTOBER_9, OCTOBER_9, 10);
    const { number } = await invoice();
    await world.earn(0, OCTOBER_9 + 1_000, OCTOBER_9 + 2_000, 20);
    expect(await refund(30n * CHARGED_MICROS)).toMatchObject({ status: 'booked' });
    expect(await notes()).toMatchObject([{ amount_cents: -3n, corrects_number: number }]);
  });

  it('of days before their invoice count for it once it is there', async () => {
    await advertise();
    await world.earn(0, OCTOBER_9, OCTOBER_9, 30);
    await refund(30n * CHARGED_MICROS, { to: '2026-10-31' });
    await world.earn(0, OCTOBER_9 + 1_000, OCTOBER_9 + 2_000, 10);
    const { number } = await invoice();
    // Of 4 cents 3 went back.
    await expect(byHand(0.02, number)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await byHand(0.01, number)).toMatchObject({ status: 'booked' });
  });
});

describe('the log', () => {
  it('keeps of a refund from whom it was taken, and what nobody held any more', async () => {
    const publisherId = world.publisher(0);
    await world.earn(0, OCTOBER_9, OCTOBER_9, 10);
    await world.earn(2, OCTOBER_9, OCTOBER_9, 4);
    await world.close(Date.UTC(2026, 10, 1, 1));
    await first.database.db.transaction().execute(async (trx) => {
      await postTransaction(trx, {
        ...{ kind: 'payout_request', reference: `test:${publisherId}`, at: AT },
        entries: payoutRequestEntries({ publisherId, amountMicros: 6_000n }),
      });
    });
    const correction = await refund(14n * CHARGED_MICROS, { to: '2026-10-31' });
    const before = 1_000_000_000n - 14n * CHARGED_MICROS;
    expect(await logged(correction)).toEqual([
      {
        ...{ action: 'correction.book', by: operator.userId },
        detail: {
          ...{ kind: 'spend', accountId: advertiserId(), amountMicros: '14000', reason: 'Shown to machines' },
          ...{ status: { before: 'pending', after: 'booked' }, requestedBy: operator.userId },
          balanceMicros: { before: String(before), after: '1000000000' },
          takenFrom: [
            { publisherId, micros: '1000' },
            { publisherId: world.publisher(1), micros: String(4n * EARNED_MICROS) },
          ],
          uncoveredMicros: '6000',
        },
      },
    ]);
  });

  it('keeps of one that waits for a second operator the limit it was asked under, and what became of it', async () => {
    await advertise();
    const asked = { accountId: advertiserId(), amountMicros: '1000010000' };
    const alone = await bookedAlone(world.database.db, operator, AT);
    expect(alone).toBeGreaterThan(0n);
    const [rejected, booked] = [await byHand(1_000.01), await byHand(1_000.01)];
    const request = {
      ...{ action: 'correction.request', by: operator.userId },
      detail: {
        ...{ ...asked, kind: 'wallet', limitMicros: '1000000000', reason: 'By hand' },
        movedAloneMicros: String(alone),
      },
    };
    expect(await logged(booked)).toEqual([request]);
    await decideCorrection(deps(), second, { id: rejected.id, action: 'reject' });
    expect(await logged(rejected)).toEqual([
      request,
      {
        ...{ action: 'correction.reject', by: second.userId },
        detail: { ...asked, status: { before: 'pending', after: 'rejected' } },
      },
    ]);
    await decideCorrection(deps(), second, { id: booked.id, action: 'approve' });
    const [, decided] = await logged(booked);
    expect(decided).toMatchObject({ by: second.userId, detail: { requestedBy: operator.userId } });
    expect(decided?.detail).not.toHaveProperty('takenFrom');
    expect(decided?.detail).not.toHaveProperty('uncoveredMicros');
  });
});
