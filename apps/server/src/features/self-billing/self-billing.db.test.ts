import type { PaidDocument, SelfBillingAgreement } from '@placard/contract/self-billing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { PAYMENT, PaymentWorld } from '../payments/testing/payment-world.ts';

const PATH = `${PAYMENT}/self-billing`;

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await sql`update network_settings set time_zone = 'Europe/Berlin', currency = 'EUR', seller_name = 'Placard GmbH',
    seller_address = 'Row 9', seller_country = 'DE', seller_vat_number = 'DE136695976',
    tax_rates = '[{"country": "DE", "rateBp": 1900}]'`.execute(world.api.deps.db);
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  expect(await world.ledgerSum()).toBe(0n);
  await world.api.close();
});

type Change = Readonly<Record<string, unknown>>;
async function named(change: Change = {}, version = 0): Promise<void> {
  const details = { name: 'Field & Sons', address: 'Lane 1\n10115 Berlin', country: 'DE', vatNumber: '' };
  const body = { ...details, registrationNumber: '12/345', isBusiness: true, ...change, version };
  expect((await world.send('PUT', '/auth/billing-details', body)).status).toBe(200);
}
const agree = async (agrees = true) => await world.send('PUT', PATH, { agrees });
async function documents(user = world.publisher): Promise<PaidDocument[]> {
  return ((await world.get(`${PATH}/documents`, user)).data as { items: PaidDocument[] }).items;
}
async function paid(amount: number): Promise<number> {
  const id = await world.payoutInProcessing(amount);
  expect((await world.act(id, 'complete')).status).toBe(200);
  return id;
}
async function textOf(number: number): Promise<string> {
  return pdfText((await world.get(`${PATH}/documents/${number}/pdf`)).raw).join(' ');
}
/** Earned in a month of the network's and available, as if by its close. */
async function closedMonth(month: string, dollars: number): Promise<void> {
  await world.api.deps.db
    .insertInto('earning_month')
    .values({
      ...{ publisher_id: world.publisher.accountId, month, earned_micros: BigInt(dollars) * 1_000_000n },
      ...{ closed_at: world.api.now, available_sequence: 0n },
    })
    .execute();
}

describe('the agreement to self-billing', () => {
  it('needs billing details, has its day and person, and can be taken back', async () => {
    const read = async () => (await world.get(PATH)).data as SelfBillingAgreement;
    expect(await read()).toEqual({ agreedAt: null, agreedBy: null, isNamed: false });
    expect((await agree()).error?.code).toBe('billing_details_missing');
    await named();
    const agreed = { agreedAt: '2026-03-10T12:00:00.000Z', agreedBy: 'Ada Byron', isNamed: true };
    expect((await agree()).data).toEqual(agreed);
    await world.goOn('2026-03-11T12:00:00Z');
    // Again: since then as before.
    expect((await agree()).data).toEqual(agreed);
    expect((await agree(false)).data).toMatchObject({ agreedAt: null });
    expect((await agree(false)).status).toBe(200);
    const { rows } = await sql`
      select action, actor_user_id as actor, subject_kind as subject, detail -> 'selfBilling' as change from audit_log
       where subject_id = ${world.publisher.accountId} and action like 'self_billing.%' order by id`.execute(
      world.api.deps.db,
    );
    const by = { actor: world.publisher.id, subject: 'account' };
    expect(rows).toEqual([
      { ...by, action: 'self_billing.agree', change: { before: false, after: true } },
      { ...by, action: 'self_billing.take_back_agreement', change: { before: true, after: false } },
    ]);
  });

  it('that one takes back is that of nobody else', async () => {
    for (const user of [world.stranger, world.publisher]) {
      world.publisher = user;
      await named();
      await agree();
    }
    await agree(false);
    const agreed = async (user: TestUser) =>
      ((await world.get(PATH, user)).data as SelfBillingAgreement).agreedAt !== null;
    expect([await agreed(world.publisher), await agreed(world.stranger)]).toEqual([false, true]);
  });

  it('that is given twice at once is given once', async () => {
    await named();
    const account = `select from account where id = ${world.publisher.accountId} for no key update`;
    const both = async () => await Promise.all([agree(), agree()]);
    const { waited, result } = await whileHeld(world.api.pool, account, both, 2);
    expect([waited, ...result.map(({ status }) => status)]).toEqual([true, 200, 200]);
    const { rows } = await sql`select from audit_log
      where subject_id = ${world.publisher.accountId} and action = 'self_billing.agree'`.execute(
      world.api.deps.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is there before any document: what is paid without it has none', async () => {
    await named();
    await paid(100);
    expect(await documents()).toEqual([]);
    await agree();
    await paid(100);
    expect(await documents()).toHaveLength(1);
    await agree(false);
    await paid(100);
    expect(await documents()).toHaveLength(1);
  });
});

describe('the document of a payout', () => {
  it('names the publisher as supplier and the network as recipient, with tax, period and what was withheld', async () => {
    await named({ vatNumber: 'DE136695976' });
    await agree();
    await closedMonth('2026-01-01', 60);
    await closedMonth('2026-02-01', 300);
    const rates = '/operator/withholding-rates';
    const rate = { publisherId: world.publisher.accountId, country: null, withholdingPercent: 15 };
    await world.send(
      'POST',
      rates,
      { ...rate, fromDay: '2026-03-11', lastDay: null, reason: 'By law' },
      world.operator,
    );
    await world.goOn('2026-03-11T12:00:00Z');
    // What came back was not paid.
    await world.act(await world.payoutInProcessing(70), 'fail', 'Unknown account');
    const first = await paid(119);
    const second = await paid(100);
    const [newer, older] = await documents();
    expect(older).toMatchObject({
      ...{ paymentId: `PO-${first}`, amount: 119, tax: 19, withheld: 17.85, currency: 'EUR' },
      ...{ fromDay: '2026-01-01', lastDay: '2026-02-28' },
    });
    expect(newer).toMatchObject({ paymentId: `PO-${second}`, fromDay: '2026-02-01', lastDay: '2026-02-28' });
    const { accountId } = world.publisher;
    expect([older?.label, newer?.label]).toEqual([`SBI-${accountId}-0001`, `SBI-${accountId}-0002`]);
    // Later changes of either change no document.
    await named({ name: 'Other Ltd', vatNumber: 'DE136695976' }, 1);
    const text = await textOf(older?.number ?? 0);
    for (const said of [
      `Self-billing invoice SBI-${accountId}-0001`,
      'Issued by the recipient of the service on behalf of its supplier',
      'Field & Sons',
      'Registration number 12/345',
      'Placard GmbH',
      '2026-01-01 – 2026-02-28',
      `payout PO-${first}`,
      'EUR 100.00',
      'VAT 19 %',
      'EUR 19.00',
      'EUR 119.00',
      'Tax withheld at source, 15 %',
      'EUR -17.85',
      'EUR 101.15',
      'Self-billing was agreed to on 2026-03-10.',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('Other Ltd');
    const ledger = await sql<{ sum: bigint }>`
      select sum(-e.amount_micros)::int8 as sum from ledger_entry e
        join ledger_account a on a.id = e.account_id and a.kind = 'payouts_in_flight' and a.owner_id = ${accountId}
        join ledger_transaction t on t.id = e.transaction_id and t.kind = 'payout_complete'`.execute(
      world.api.deps.db,
    );
    expect(ledger.rows[0]?.sum).toBe(219_000_000n);
  });

  it('of two payouts that are completed at once, pays later months for the second', async () => {
    await named();
    await agree();
    await closedMonth('2026-01-01', 60);
    await closedMonth('2026-02-01', 60);
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(60)];
    const numbers = 'select from invoice_number for update';
    const both = async () => await Promise.all(ids.map(async (id) => await world.act(id, 'complete')));
    const { waited } = await whileHeld(world.api.pool, numbers, both, 2);
    expect(waited).toBe(true);
    expect((await documents()).map(({ fromDay }) => fromDay)).toEqual(['2026-02-01', '2026-01-01']);
  });

  it('of a business elsewhere in the EU says that the network owes the tax', async () => {
    await named({ country: 'AT', vatNumber: 'ATU13585627' });
    await agree();
    await paid(100);
    const [document] = await documents();
    expect(document).toMatchObject({ tax: 0, amount: 100 });
    expect(await textOf(document?.number ?? 0)).toContain('Reverse charge');
  });

  it('of who has no VAT number says nothing of tax, and in German is a Gutschrift', async () => {
    await named();
    await agree();
    await sql`update app_user set language = 'de' where id = ${world.publisher.id}`.execute(
      world.api.deps.db,
    );
    await paid(100);
    const [document] = await documents();
    expect(document?.tax).toBeNull();
    const text = await textOf(document?.number ?? 0);
    expect(text).toContain('Gutschrift (Selbstfakturierung) SBI-');
    expect(text).toContain('Leistungsempfänger');
    expect(text).not.toContain('19 %');
  });

  it('is issued once, not for a payout that fails, and to nobody else', async () => {
    await named();
    await agree();
    const failed = await world.payoutInProcessing(100);
    await world.act(failed, 'fail', 'Unknown account');
    expect(await documents()).toEqual([]);
    const id = await world.payoutInProcessing(70);
    const both = await Promise.all([world.act(id, 'complete'), world.act(id, 'complete')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [document, ...more] = await documents();
    expect([document?.paymentId, more]).toEqual([`PO-${id}`, []]);
    expect(await documents(world.stranger)).toEqual([]);
    const pdf = async (path: string, user: TestUser) => (await world.get(path, user)).status;
    const { number = 0 } = document ?? {};
    expect(await pdf(`${PATH}/documents/${number}/pdf`, world.stranger)).toBe(404);
    expect(await pdf(`${PATH}/documents/${number}/pdf`, world.publisher)).toBe(200);
    expect(await pdf(`/operator/documents/${number}/pdf`, world.operator)).toBe(200);
  });

  it('is not among what the same account bought', async () => {
    world.publisher = await world.api.user({ roles: ['publisher', 'advertiser'] });
    await named();
    await agree();
    await paid(100);
    const [document] = await documents();
    expect((await world.get('/advertiser/invoices')).data).toEqual({ items: [], next: null });
    expect((await world.get(`/advertiser/invoices/${document?.number}/pdf`)).status).toBe(404);
    // Nor is what it bought among what it is paid for.
    const { rows } = await sql<{ number: number }>`
      insert into invoice (number, advertiser_id, kind, month, amount_cents, currency, issued_at)
      values (900, ${world.publisher.accountId}, 'month', '2026-02-01', 100, 'EUR', ${world.api.now}) returning number`.execute(
      world.api.deps.db,
    );
    expect((await documents()).map(({ number }) => number)).toEqual([document?.number]);
    expect((await world.get(`${PATH}/documents/${rows[0]?.number}/pdf`)).status).toBe(404);
    await sql`delete from invoice where number = 900`.execute(world.api.deps.db);
  });

  it('is among the operator’s: found by name and kind, in journal and archive, with seller and withheld tax', async () => {
    await named();
    await agree();
    await paid(100);
    const [document] = await documents();
    const label = document?.label ?? '';
    const list = async (query: string) =>
      (await world.get(`/operator/documents?${query}`, world.operator)).data as { items: object[] };
    expect((await list(`search=${label}`)).items).toMatchObject([
      { label, kind: 'self_billing', withheld: 0 },
    ]);
    expect((await list(`kind=self_billing&account=${world.publisher.accountId}`)).items).toHaveLength(1);
    const period = 'from=2026-03-10&to=2026-03-10';
    const journal = (await world.get(`/operator/documents/journal?${period}`, world.operator)).raw.toString();
    const line = journal.split('\r\n').find((each) => each.startsWith(label)) ?? '';
    expect(line).toContain(',Placard GmbH,DE,DE136695976,');
    expect(line).toMatch(/,Field & Sons,DE,,0\.00,$/);
    const archive = (await world.get(`/operator/documents/archive?${period}`, world.operator)).raw;
    expect(archive.toString('latin1')).toContain(`self-billing-invoice-${label}.pdf`);
  });

  it('goes on page by page', async () => {
    await named();
    await agree();
    for (const amount of [60, 70, 80]) await paid(amount);
    const page = async (query: string) =>
      (await world.get(`${PATH}/documents?${query}`)).data as { items: PaidDocument[]; next: string | null };
    const first = await page('limit=2');
    expect(first.items.map(({ amount }) => amount)).toEqual([80, 70]);
    expect(await page('limit=3')).toMatchObject({ items: { length: 3 }, next: null });
    const second = await page(`limit=2&before=${first.next}`);
    expect([second.items.map(({ amount }) => amount), second.next]).toEqual([[60], null]);
  });
});
