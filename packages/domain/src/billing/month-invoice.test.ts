import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monthInvoice } from './month-invoice.ts';

const charge = (campaignId: number, chargedMicros: bigint) => ({ campaignId, chargedMicros });

it('carries what is below a cent, and gives it to whoever completes the cent', () => {
  const invoice = monthInvoice(6_000n, [charge(1, 3_999n), charge(2, 1n), charge(3, 25_000n)]);
  expect(invoice).toEqual({
    lines: [
      { campaignId: 1, cents: 0n },
      { campaignId: 2, cents: 1n },
      { campaignId: 3, cents: 2n },
    ],
    totalCents: 3n,
    carriedOutMicros: 5_000n,
  });
});

const months = fc.array(fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { maxLength: 8 }), {
  maxLength: 24,
});

it('loses and invents nothing over any number of months', () => {
  fc.assert(
    fc.property(months, (all) => {
      let carried = 0n;
      let invoicedCents = 0n;
      for (const month of all) {
        const invoice = monthInvoice(
          carried,
          month.map((micros, index) => charge(index, micros)),
        );
        const lines = invoice.lines.reduce((sum, line) => sum + line.cents, 0n);
        expect(lines).toBe(invoice.totalCents);
        for (const [index, line] of invoice.lines.entries()) {
          const off = line.cents * 10_000n - (month[index] ?? 0n);
          expect(off > -10_000n && off < 10_000n).toBe(true);
        }
        expect(invoice.carriedOutMicros >= 0n && invoice.carriedOutMicros < 10_000n).toBe(true);
        carried = invoice.carriedOutMicros;
        invoicedCents += invoice.totalCents;
      }
      const charged = all.flat().reduce((sum, micros) => sum + micros, 0n);
      expect(invoicedCents * 10_000n + carried).toBe(charged);
    }),
  );
});
