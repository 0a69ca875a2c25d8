import { describe, expect, it } from 'vitest';
import { documentOf } from './invoices.ts';

type Row = Parameters<typeof documentOf>[0];

const ISSUED_AT = new Date('2026-01-31T23:30:00Z');
const RECEIPT: Row = {
  ...{ number: 7, series: 'REC', series_number: 3, advertiser_id: 5, kind: 'deposit', currency: 'USD' },
  ...{ deposit_id: 1, refund_id: null, payout_id: null, correction_id: null, corrects_number: null },
  ...{ amount_cents: 1_190n, tax_treatment: null, tax_bp: null, tax_cents: null, withheld_cents: null },
  ...{ month: null, period_from: null, period_to: null, payout_issue: 1, detail: { network: 'Lantern' } },
  issued_at: ISSUED_AT,
};
const document = (change: Partial<Row> = {}) => documentOf({ ...RECEIPT, ...change }, 'Europe/Berlin');
const party = (name: string, address = '') => ({
  ...{ name, address, country: '', vatNumber: null, registrationNumber: null },
});

describe('what a document says', () => {
  it('that says nothing itself is in English, of the reader’s zone, of one line', () => {
    expect(document()).toEqual({
      ...{ label: 'REC-5-0003', fileName: 'receipt-REC-5-0003.pdf', language: 'en', title: 'Receipt' },
      ...{ network: 'Lantern', seller: party('Lantern'), buyer: party(''), issuedAt: ISSUED_AT },
      ...{ timeZone: 'Europe/Berlin', period: null, lines: [{ text: '', amountCents: 1_190n }], tax: null },
      ...{ withheld: null, notes: [], totalCents: 1_190n, currency: 'USD' },
    });
  });

  it('is what was written down when it was issued', () => {
    const [seller, buyer] = [party('Lantern GmbH', 'Row 1'), party('Ada Byron')];
    const detail = {
      network: 'Lantern',
      seller,
      buyer,
      billedTo: ['Nobody'],
      language: 'de',
      timeZone: 'UTC',
    };
    const said = document({ detail: { ...detail, line: 'Einzahlung', notes: ['Danke'] } });
    expect(said).toMatchObject({
      ...{ language: 'de', title: 'Zahlungsbeleg', seller, buyer, timeZone: 'UTC', notes: ['Danke'] },
      lines: [{ text: 'Einzahlung', amountCents: 1_190n }],
    });
  });

  it('of before parties were kept names whom it was billed to by lines', () => {
    const detail = { network: 'Lantern', billedTo: ['Ada Byron', 'Lane 1', 'Berlin'] };
    expect(document({ detail }).buyer).toEqual(party('Ada Byron', 'Lane 1\nBerlin'));
  });

  it('has lines without their tax where they have some', () => {
    const lines = [
      { text: 'Spring', cents: 1_190, netCents: 1_000 },
      { text: 'Autumn', cents: 50 },
    ];
    expect(document({ kind: 'month', detail: { network: 'Lantern', lines } }).lines).toEqual([
      { text: 'Spring', amountCents: 1_000n },
      { text: 'Autumn', amountCents: 50n },
    ]);
  });

  it('has a period where both of its days are there', () => {
    const days = { period_from: '2026-01-01', period_to: '2026-01-31' };
    expect(document(days).period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    for (const one of ['period_from', 'period_to'])
      expect(document({ ...days, [one]: null }).period).toBeNull();
  });

  it('says of tax how much of the total it is, and nothing where there is none to speak of', () => {
    const taxed = { tax_treatment: 'taxed', tax_bp: 1_900, tax_cents: 190n } as const;
    expect(document(taxed).tax).toEqual({
      treatment: 'taxed',
      rateBp: 1_900,
      taxCents: 190n,
      netCents: 1_000n,
    });
    const reverse = { tax_treatment: 'reverse_charge', tax_bp: 0, tax_cents: 0n } as const;
    expect(document(reverse).tax).toEqual({
      ...{ treatment: 'reverse_charge', rateBp: 0 },
      taxCents: 0n,
      netCents: 1_190n,
    });
    for (const change of [
      { tax_treatment: 'untaxed' },
      { tax_treatment: null },
      { tax_bp: null },
      { tax_cents: null },
    ] as const) {
      expect(document({ ...taxed, ...change }).tax).toBeNull();
    }
  });

  it('says what was withheld of it, at the rate that stands on it', () => {
    const detail = { network: 'Lantern', withholdingBp: 1_500 };
    expect(document({ withheld_cents: 178n, detail }).withheld).toEqual({ cents: 178n, rateBp: 1_500 });
    expect(document({ withheld_cents: 0n }).withheld).toEqual({ cents: 0n, rateBp: 0 });
  });
});
