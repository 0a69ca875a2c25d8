import { localDayAt } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { JOURNAL_HEADER, journalLines } from './document-journal.ts';

type Row = Parameters<typeof journalLines>[0][number];

const RECEIPT: Row = {
  ...{ number: 7, series: 'REC', series_number: 3, advertiser_id: 5, kind: 'deposit', currency: 'USD' },
  ...{ deposit_id: 1, refund_id: null, payout_id: null, correction_id: null, corrects_number: null },
  ...{ amount_cents: 1_234n, tax_treatment: null, tax_bp: null, tax_cents: null, withheld_cents: null },
  ...{ month: null, period_from: null, period_to: null, payout_issue: 1, detail: { network: 'Lantern' } },
  issued_at: new Date('2026-01-31T23:30:00Z'),
};

/** A line by its columns, those that are empty left out. */
function said(change: Partial<Row>, labels: ReadonlyMap<number, string> = new Map()) {
  const [line = []] = journalLines([{ ...RECEIPT, ...change }], labels, (at) =>
    localDayAt('Europe/Berlin', at.getTime()),
  );
  expect(line).toHaveLength(JOURNAL_HEADER.length);
  return Object.fromEntries(
    JOURNAL_HEADER.map((name, at) => [name, line[at]]).filter(([, text]) => text !== ''),
  );
}

describe('a line of the journal', () => {
  it('of a receipt says nothing of tax, and whom a document of before named', () => {
    expect(said({ detail: { network: 'Lantern', billedTo: ['Ada Byron', 'Lane 1'] } })).toEqual({
      ...{
        document: 'REC-5-0003',
        kind: 'deposit',
        issued: '2026-02-01',
        account_id: '5',
        buyer: 'Ada Byron',
      },
      ...{ total: '12.34', currency: 'USD', number: '7', seller: 'Lantern' },
    });
  });

  it.each([
    [1_900, 1_190n, 190n, { net: '10.00', tax_percent: '19', tax: '1.90', total: '11.90' }],
    [550, 1_055n, 55n, { net: '10.00', tax_percent: '5.5', tax: '0.55', total: '10.55' }],
    [0, 5n, 0n, { net: '0.05', tax_percent: '0', tax: '0.00', total: '0.05' }],
    [1_900, -119n, -19n, { net: '-1.00', tax_percent: '19', tax: '-0.19', total: '-1.19' }],
    [1_900, -5n, -1n, { net: '-0.04', tax_percent: '19', tax: '-0.01', total: '-0.05' }],
  ])('at a rate of %i says net, tax and total in whole cents', (rateBp, amount, tax, amounts) => {
    const taxed = { tax_treatment: 'taxed', tax_bp: rateBp, amount_cents: amount, tax_cents: tax } as const;
    expect(said(taxed)).toMatchObject(amounts);
  });

  it('says nothing of tax where a network has none, what was withheld, and what it corrects', () => {
    const untaxed = said({ tax_treatment: 'untaxed', tax_bp: 0, tax_cents: 0n });
    expect(untaxed).toMatchObject({ tax_treatment: 'untaxed' });
    for (const name of ['net', 'tax', 'tax_percent']) expect(untaxed).not.toHaveProperty(name);
    expect(said({ withheld_cents: 250n })).toMatchObject({ withheld_tax: '2.50' });
    expect(said({ withheld_cents: 0n })).toMatchObject({ withheld_tax: '0.00' });
    expect(said({ corrects_number: 4 }, new Map([[4, 'INV-5-0001']]))).toMatchObject({
      corrects: 'INV-5-0001',
    });
  });
});
