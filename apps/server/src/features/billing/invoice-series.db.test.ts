import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { createActor, TEST_NOW } from '../testing/fixtures.ts';
import { renderInvoice } from './invoice-document.ts';
import { readInvoiceDocument, recentInvoices } from './invoices.ts';
import { issueDepositInvoice, issueInvoice } from './issue-invoice.ts';

let database: TestDatabase;
let one: Actor;
let two: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  one = await createActor(database.db, ['advertiser']);
  two = await createActor(database.db, ['advertiser']);
});

let deposits = 0;

/** The receipt of a new deposit, in a transaction of its own that may break off after it. */
async function receipt({ accountId }: Actor, breaks = false) {
  deposits += 1;
  const reference = `DEP-${deposits}`;
  const { id } = await database.db
    .insertInto('deposit')
    .values({ advertiser_id: accountId, amount_micros: 20_000_000n, gateway: 'manual', reference })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await database.db.transaction().execute(async (trx) => {
    const deposit = { id, advertiserId: accountId, reference, amountMicros: 20_000_000n };
    const issued = await issueDepositInvoice(trx, deposit, TEST_NOW);
    if (breaks) throw new Error('broke off');
    return issued;
  });
}

async function month({ accountId: advertiserId }: Actor, day: string) {
  const of = { kind: 'month' as const, month: day, lines: [], notes: [] };
  return await database.db
    .transaction()
    .execute(async (trx) => await issueInvoice(trx, { advertiserId, amountCents: 5n, of }, TEST_NOW));
}

const labelsOf = async ({ accountId }: Actor) =>
  (await recentInvoices(database.db, { accountId })).map(({ label }) => label).reverse();
const series = ({ accountId }: Actor, name: 'INV' | 'REC' | 'COR', count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${accountId}-${`${index + 1}`.padStart(4, '0')}`);

it('two accounts by turns have each their own, receipts and invoices apart', async () => {
  const labels = [
    (await receipt(one)).label,
    (await receipt(two)).label,
    (await month(one, '2026-04-01')).label,
    (await month(two, '2026-04-01')).label,
    (await receipt(one)).label,
  ];
  const [a = '', b = ''] = series(one, 'REC', 2);
  const [c = ''] = series(one, 'INV', 1);
  const [d = ''] = series(two, 'REC', 1);
  const [e = ''] = series(two, 'INV', 1);
  expect(labels).toEqual([a, d, c, e, b]);
  expect([await labelsOf(one), await labelsOf(two)]).toEqual([
    [a, c, b],
    [d, e],
  ]);
});

const places = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
async function placesOf({ accountId }: Actor, name: 'INV' | 'REC' | 'COR') {
  const rows = await database.db
    .selectFrom('invoice')
    .select('series_number')
    .where('advertiser_id', '=', accountId)
    .where('series', '=', name)
    .orderBy('series_number')
    .execute();
  return rows.map(({ series_number }) => series_number);
}

it('many at once, of which some break off, leave no gap, neither for an account nor for the network', async () => {
  const results = await Promise.allSettled(
    Array.from(
      { length: 40 },
      async (_, index) => await receipt(index % 2 === 0 ? one : two, index % 5 === 4),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  expect([await placesOf(one, 'REC'), await placesOf(two, 'REC')]).toEqual([places(16), places(16)]);
  const rows = await database.db.selectFrom('invoice').select('number').orderBy('number').execute();
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

it('the first that breaks off leaves the first place to the next', async () => {
  await expect(receipt(one, true)).rejects.toThrow('broke off');
  expect((await receipt(one)).label).toBe(series(one, 'REC', 1)[0]);
});

it('what was issued before there was a series keeps its number, and the series begins after it', async () => {
  const { number } = await receipt(one);
  await database.db
    .updateTable('invoice')
    .set({ series: null, series_number: null })
    .where('number', '=', number)
    .execute();
  await database.db.deleteFrom('invoice_series').where('owner_id', '=', one.accountId).execute();
  await receipt(one);
  expect(await labelsOf(one)).toEqual([`${number}`, ...series(one, 'REC', 1)]);
  expect((await readInvoiceDocument(database, one, number)).label).toBe(`${number}`);
});

it('what was issued in one series of all kinds keeps its name, and invoices go on after it', async () => {
  const { number } = await receipt(one);
  const was = database.db.updateTable('invoice').set({ series: 'INV' }).where('number', '=', number);
  await was.execute();
  const counted = database.db.updateTable('invoice_series').set({ series: 'INV' });
  await counted.where('owner_id', '=', one.accountId).execute();
  const labels = [(await month(one, '2026-04-01')).label, (await receipt(one)).label];
  const [first = '', second = ''] = series(one, 'INV', 2);
  expect(labels).toEqual([second, ...series(one, 'REC', 1)]);
  const document = await readInvoiceDocument(database, one, number);
  expect(document).toMatchObject({ label: first, title: 'Receipt', fileName: `receipt-${first}.pdf` });
});

it('no place is given twice', async () => {
  const { number } = await receipt(one);
  await receipt(one);
  const again = database.db.updateTable('invoice').set({ series_number: 2 }).where('number', '=', number);
  await expect(again.execute()).rejects.toThrow(/invoice_series_number/);
});

it('a document stays in the language that its account had when it was issued', async () => {
  const speak = async (language: 'de' | null) =>
    await database.db.updateTable('app_user').set({ language }).where('id', '=', one.userId).execute();
  await speak('de');
  const { number } = await receipt(one);
  await speak(null);
  const document = await readInvoiceDocument(database, one, number);
  expect(document).toMatchObject({ language: 'de', title: 'Zahlungsbeleg' });
  expect(document.lines[0]?.text).toMatch(/^Einzahlung auf das Werbeguthaben, Verwendungszweck DEP-/);
  const said = pdfText(Buffer.from(await renderInvoice(document)));
  expect(said).toEqual(expect.arrayContaining(['Ausgestellt', 'Summe', 'USD 20,00']));
  const english = await readInvoiceDocument(database, one, (await receipt(one)).number);
  expect(english).toMatchObject({ language: 'en', title: 'Receipt' });
});
