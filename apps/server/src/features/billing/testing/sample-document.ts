import type { InvoiceDocument } from '../document-content.ts';

/** A month's invoice; a test says what is another in its own. */
export function sampleDocument(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    label: 'INV-7-0001',
    fileName: 'invoice-INV-7-0001.pdf',
    language: 'en',
    title: 'Invoice',
    network: 'Lantern & Sons <Ads>',
    seller: {
      name: 'Lantern GmbH',
      address: 'Hafenstr. 1\n20457 Hamburg',
      country: 'DE',
      registrationNumber: 'HRB 1',
      vatNumber: 'DE136695976',
    },
    buyer: {
      name: 'شركة الفانوس',
      address: '1 Quay',
      country: 'FR',
      registrationNumber: null,
      vatNumber: null,
    },
    issuedAt: new Date('2026-03-01T08:00:00Z'),
    timeZone: 'Europe/Berlin',
    period: { from: '2026-02-01', to: '2026-02-28' },
    lines: [{ text: 'Spring sale', amountCents: 10_000n }],
    tax: { treatment: 'taxed', rateBp: 1_900, netCents: 10_000n, taxCents: 1_900n },
    withheld: null,
    notes: ['Paid from the wallet.'],
    totalCents: 11_900n,
    currency: 'USD',
    ...changes,
  };
}
