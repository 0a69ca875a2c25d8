import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { createActor, TEST_NOW } from '../testing/fixtures.ts';
import { renderInvoice } from './invoice-document.ts';
import { readInvoiceDocument } from './invoices.ts';
import { issueDepositInvoice, issueInvoice } from './issue-invoice.ts';

let database: TestDatabase;
let buyer: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  buyer = await createActor(database.db, ['advertiser']);
});

const SELLER = {
  seller_name: 'Lantern GmbH',
  seller_address: 'Torstr. 1\n10119 Berlin',
  seller_country: 'DE',
  seller_registration: 'HRB 12345',
  seller_vat_number: 'DE136695976',
};

async function sells(
  rates: readonly { country: string; rateBp: number }[],
  seller: Partial<typeof SELLER> = SELLER,
) {
  await database.db
    .updateTable('network_settings')
    .set({ ...seller, tax_rates: JSON.stringify(rates) })
    .execute();
}

async function buysIn(country: string, vatNumber: string | null) {
  const details = { name: 'Field & Sons', address: 'Rue 1\n75001 Paris', country, vat_number: vatNumber };
  await database.db
    .insertInto('billing_details')
    .values({ ...details, account_id: buyer.accountId, registration_number: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(details))
    .execute();
}

async function invoiceOf(cents: readonly number[], month = '2026-02-01') {
  const lines = cents.map((each, index) => ({ text: () => `Campaign ${index}`, cents: each }));
  const amountCents = BigInt(cents.reduce((sum, each) => sum + each, 0));
  const { number } = await database.db
    .transaction()
    .execute(
      async (trx) =>
        await issueInvoice(
          trx,
          { advertiserId: buyer.accountId, amountCents, of: { kind: 'month', month, lines, notes: [] } },
          TEST_NOW,
        ),
    );
  return await readInvoiceDocument(database, buyer, number);
}

it('the rate of the buyer’s country splits what was charged: net and tax make the total, lines the net', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', 'DE129273398');
  const invoice = await invoiceOf([333, 333, 334]);
  expect(invoice).toMatchObject({
    totalCents: 1_000n,
    tax: { treatment: 'taxed', rateBp: 1_900, netCents: 840n, taxCents: 160n },
    period: { from: '2026-02-01', to: '2026-02-28' },
  });
  expect(invoice.lines.map(({ amountCents }) => amountCents)).toEqual([280n, 280n, 280n]);
  const said = pdfText(await renderInvoice(invoice));
  for (const text of [
    'Lantern GmbH',
    'Torstr. 1',
    'Germany',
    'Registration number HRB 12345',
    'VAT number DE136695976',
    'Field & Sons',
    'VAT number DE129273398',
    '2026-02-01 – 2026-02-28',
    'VAT 19 %',
    'USD 8.40',
    'USD 1.60',
    'USD 10.00',
    'Page 1 of 1',
  ]) {
    expect(said).toContain(text);
  }
});

it('a business elsewhere in the EU owes the tax itself, and the invoice says so', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('FR', 'FR40303265045');
  const invoice = await invoiceOf([1_000]);
  expect(invoice.tax).toEqual({ treatment: 'reverse_charge', rateBp: 0, netCents: 1_000n, taxCents: 0n });
  expect(pdfText(await renderInvoice(invoice)).join(' ')).toContain('Reverse charge: the recipient');
});

it('outside the EU no tax is in it, and the invoice says so', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('CH', null);
  const invoice = await invoiceOf([1_000]);
  expect(invoice.tax).toMatchObject({ treatment: 'outside', taxCents: 0n });
  expect(pdfText(await renderInvoice(invoice)).join(' ')).toContain('Not subject to VAT');
});

it('while no rate is set, and no seller named, an invoice says nothing of tax', async () => {
  const nobody = { seller_name: '', seller_address: '', seller_country: '', seller_vat_number: '' };
  await sells([], { ...nobody, seller_registration: '' });
  const invoice = await invoiceOf([1_000]);
  expect(invoice.tax).toBeNull();
  const said = pdfText(await renderInvoice(invoice)).join(' ');
  expect(said).not.toContain('VAT');
  expect(said).not.toContain('Net');
});

it('an issued document stays as it is, whoever is renamed and whatever the rate becomes', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', null);
  const before = await invoiceOf([1_000]);
  await sells([{ country: 'DE', rateBp: 700 }], { ...SELLER, seller_name: 'Lamp AG' });
  await buysIn('FR', 'FR40303265045');
  const number = await database.db
    .selectFrom('invoice')
    .select((eb) => eb.fn.max('number').as('n'))
    .executeTakeFirstOrThrow();
  expect(await readInvoiceDocument(database, buyer, Number(number.n))).toEqual(before);
  expect(await invoiceOf([1_000], '2026-03-01')).toMatchObject({
    seller: { name: 'Lamp AG' },
    buyer: { country: 'FR' },
  });
});

it('a receipt is of money, not of a supply: it names both and says nothing of tax', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', null);
  const deposit = await database.db
    .insertInto('deposit')
    .values({
      advertiser_id: buyer.accountId,
      amount_micros: 20_000_000n,
      gateway: 'manual',
      reference: 'DEP-TAX',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { number } = await database.db
    .transaction()
    .execute(
      async (trx) =>
        await issueDepositInvoice(
          trx,
          { id: deposit.id, advertiserId: buyer.accountId, reference: 'DEP-TAX', amountMicros: 20_000_000n },
          TEST_NOW,
        ),
    );
  const receipt = await readInvoiceDocument(database, buyer, number);
  expect(receipt).toMatchObject({
    tax: null,
    period: null,
    seller: { name: 'Lantern GmbH' },
    totalCents: 2_000n,
  });
});

it('what corrects an invoice has its tax, of what is left of it; what corrects money has none', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', null);
  await invoiceOf([1_000]);
  const { db } = database;
  const { number } = await db
    .selectFrom('invoice')
    .select('number')
    .where('advertiser_id', '=', buyer.accountId)
    .executeTakeFirstOrThrow();
  const asked = { kind: 'wallet', account_id: buyer.accountId, reason: 'Shown twice' } as const;
  const corrected = async (cents: number, correctedCents: bigint, supply = true) => {
    const { id: correctionId } = await db
      .insertInto('money_correction')
      .values({
        ...{ ...asked, amount_micros: BigInt(-cents) * 10_000n, approval_limit_micros: 0n },
        ...{ requested_by: buyer.userId, requested_at: TEST_NOW },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // At another rate since: the tax is that of the invoice.
    await sells([{ country: 'DE', rateBp: 700 }]);
    const corrects = { number, tax_treatment: 'taxed', tax_bp: 1_900, correctedCents } as const;
    const of = {
      kind: 'credit_note',
      correctionId,
      corrects: supply ? corrects : null,
      supply,
      period: null,
      line: () => 'Back',
      notes: [],
    } as const;
    const invoice = { advertiserId: buyer.accountId, amountCents: BigInt(cents), of };
    const issued = await db.transaction().execute(async (trx) => await issueInvoice(trx, invoice, TEST_NOW));
    const columns = [
      'corrects_number',
      'correction_id',
      'tax_treatment',
      'tax_bp',
      'tax_cents',
      'detail',
    ] as const;
    const row = db.selectFrom('invoice').select(columns).where('number', '=', issued.number);
    const { detail, correction_id, ...kept } = await row.executeTakeFirstOrThrow();
    expect(correction_id).toBe(correctionId);
    const { line, lines } = detail as { line?: string; lines?: object[] };
    return { ...kept, said: line ?? lines };
  };
  const taxed = { corrects_number: number, tax_treatment: 'taxed', tax_bp: 1_900 };
  const lines = (cents: number, netCents: number) => [{ text: 'Back', cents, netCents }];
  // 1.60 within 10.00: of three parts that are alike one has a cent less.
  expect(await corrected(-333, 0n)).toEqual({ ...taxed, tax_cents: -53n, said: lines(-333, -280) });
  expect(await corrected(-333, -333n)).toEqual({ ...taxed, tax_cents: -53n, said: lines(-333, -280) });
  expect(await corrected(-334, -666n)).toEqual({ ...taxed, tax_cents: -54n, said: lines(-334, -280) });
  expect(await corrected(-100, 0n, false)).toEqual({
    ...{ corrects_number: null, tax_treatment: null, tax_bp: null, tax_cents: null, said: 'Back' },
  });
});

it('a month and what is billed in another’s name is of the network’s days, a payment of its payer’s', async () => {
  buyer = await createActor(database.db, ['advertiser'], 'Asia/Tokyo');
  await database.db.updateTable('network_settings').set({ time_zone: 'Europe/Berlin' }).execute();
  expect((await invoiceOf([1_000])).timeZone).toBe('Europe/Berlin');
  const { id } = await database.db
    .insertInto('deposit')
    .values({
      ...{ advertiser_id: buyer.accountId, amount_micros: 10_000n, gateway: 'manual', reference: 'DEP-ZONE' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deposit = { id, advertiserId: buyer.accountId, reference: 'DEP-ZONE', amountMicros: 10_000n };
  const { number } = await database.db
    .transaction()
    .execute(async (trx) => await issueDepositInvoice(trx, deposit, TEST_NOW));
  expect(await readInvoiceDocument(database, buyer, number)).toMatchObject({
    ...{
      timeZone: 'Asia/Tokyo',
      lines: [{ text: expect.stringContaining('DEP-ZONE'), amountCents: 1n }],
      withheld: null,
    },
  });
  await database.db.updateTable('network_settings').set({ time_zone: 'UTC' }).execute();
});

it('a long invoice has its heads and its number on every page', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', null);
  const said = pdfText(await renderInvoice(await invoiceOf(Array.from({ length: 90 }, () => 100))));
  const pages = said.filter((text) => /^Page \d of \d$/.test(text));
  expect(pages).toEqual(pages.map((_, index) => `Page ${index + 1} of ${pages.length}`));
  expect(pages.length).toBeGreaterThan(2);
  expect(said.filter((text) => text === 'Net amount')).toHaveLength(pages.length);
  expect(said.filter((text) => text === 'Description')).toHaveLength(pages.length);
});

it('the database refuses tax that is more than its document, or of no rate', async () => {
  await sells([{ country: 'DE', rateBp: 1_900 }]);
  await buysIn('DE', null);
  await invoiceOf([1_000]);
  const change = (set: object) =>
    database.db.updateTable('invoice').set(set).where('advertiser_id', '=', buyer.accountId).execute();
  await expect(change({ tax_cents: 1_001n })).rejects.toThrow(/invoice_tax_part/);
  await expect(change({ tax_cents: -1n })).rejects.toThrow(/invoice_tax_part/);
  await expect(change({ tax_bp: 0 })).rejects.toThrow(/invoice_tax/);
  await expect(change({ tax_treatment: 'outside' })).rejects.toThrow(/invoice_tax_rate/);
  await expect(change({ tax_bp: null })).rejects.toThrow(/invoice_tax_whole/);
});
