import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKey, availableOf, networkAccount, pendingOf, walletOf } from '../ledger/accounts.ts';
import { spendRefundEntries } from '../ledger/postings.ts';
import { minMicros, wholeCents } from '../micros.ts';
import { centsAfter, sizeOf, taxOfCorrection, whichTaxOfCorrection } from './correction.ts';
import { takeBack } from './spend-refund.ts';
import { type Tax, taxWithin } from './tax.ts';

const micros = fc.bigInt({ min: 0n, max: 10n ** 12n });
const rate = fc.integer({ min: 0, max: 5_000 });

describe('documents of corrections', () => {
  it('together say whole cents of what was booked, and none is a cent or more off its amount', () => {
    fc.assert(
      fc.property(fc.array(micros), (amounts) => {
        let before = 0n;
        let cents = 0n;
        for (const amount of amounts) {
          const said = centsAfter(before, amount);
          expect(sizeOf(said * 10_000n - amount)).toBeLessThan(10_000n);
          cents += said;
          before += amount;
        }
        expect(cents).toBe(wholeCents(before));
      }),
    );
  });

  it('of one invoice, in whatever steps, give back its tax and no cent else, each with the sign of its amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1 }),
        rate,
        (parts, rateBp) => {
          let corrected = 0n;
          let tax = 0n;
          for (const part of parts) {
            const own = taxOfCorrection(corrected, -part, rateBp);
            expect(own).toBeLessThanOrEqual(0n);
            expect(-own).toBeLessThanOrEqual(part);
            tax += own;
            corrected -= part;
          }
          expect(tax).toBe(-taxWithin(-corrected, rateBp));
        },
      ),
    );
  });
});

const holding = fc.record({
  openMonths: fc.array(
    fc.record({ month: fc.constantFrom('2026-01-01', '2026-02-01'), leftMicros: micros }),
    {
      maxLength: 3,
    },
  ),
  availableMicros: micros,
});

describe('taking a share back', () => {
  it('takes exactly what is due, from nothing more than it holds, open months first and the network last', () => {
    fc.assert(
      fc.property(micros, holding, (due, held) => {
        const taken = takeBack(due, held);
        const pending = held.openMonths.reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
        expect(taken.pendingMicros + taken.availableMicros + taken.uncoveredMicros).toBe(due);
        expect(taken.fromMonths.reduce((sum, each) => sum + each.micros, 0n)).toBe(taken.pendingMicros);
        for (const each of taken.fromMonths) expect(each.micros).toBeGreaterThan(0n);
        expect(taken.pendingMicros).toBe(minMicros(due, pending));
        if (taken.availableMicros > 0n) expect(taken.pendingMicros).toBe(pending);
        if (taken.uncoveredMicros > 0n) expect(taken.availableMicros).toBe(held.availableMicros);
      }),
    );
  });

  it('books to the advertiser what was charged, whoever holds what of it', () => {
    fc.assert(
      fc.property(
        micros,
        fc.array(fc.record({ due: micros, held: holding }), { maxLength: 4 }),
        (own, shares) => {
          const givenBack = shares.map(({ due, held }, index) => ({
            publisherId: index + 1,
            ...takeBack(due, held),
          }));
          const entries = spendRefundEntries({ advertiserId: 9, networkMicros: own, givenBack });
          const of = (key: string) =>
            entries.find(({ account }) => accountKey(account) === key)?.amountMicros ?? 0n;
          const charged = shares.reduce((sum, { due }) => sum + due, own);
          expect(entries.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)).toBe(0n);
          expect(of(accountKey(walletOf(9)))).toBe(charged);
          expect(of(accountKey(networkAccount('network_revenue')))).toBe(-own);
          for (const { publisherId, pendingMicros, availableMicros } of givenBack) {
            expect(of(accountKey(pendingOf(publisherId)))).toBe(-pendingMicros);
            expect(of(accountKey(availableOf(publisherId)))).toBe(-availableMicros);
          }
        },
      ),
    );
  });
});

describe('the tax of what corrects a document', () => {
  const now: Tax = { treatment: 'taxed', rateBp: 2_000 };
  const had = { treatment: 'reverse_charge', rateBp: 0 } as const;
  const which = (of: Parameters<typeof whichTaxOfCorrection>[0]) => whichTaxOfCorrection(of, () => now);

  it('is the one that it had, and of a month without one yet the one of now', () => {
    expect(which({ supply: true, corrected: had })).toEqual(had);
    expect(which({ supply: true, corrected: null })).toEqual(now);
  });

  it('is none where that said nothing of tax, and of what is no supply', () => {
    expect(which({ supply: true, corrected: { treatment: null, rateBp: null } })).toBeNull();
    expect(which({ supply: true, corrected: { treatment: 'taxed', rateBp: null } })).toBeNull();
    expect(which({ supply: true, corrected: { treatment: null, rateBp: 1_900 } })).toBeNull();
    expect(which({ supply: false, corrected: had })).toBeNull();
    expect(which({ supply: false, corrected: null })).toBeNull();
  });
});
