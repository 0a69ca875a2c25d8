import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountRef, accountKey, NETWORK_ACCOUNT_KINDS, OWNED_ACCOUNT_KINDS } from './accounts.ts';
import {
  adjustmentEntries,
  clawbackEntries,
  clawbackReturnEntries,
  depositEntries,
  entriesOfPostings,
  type LedgerEntry,
  monthCloseEntries,
  payoutCompleteEntries,
  payoutRequestEntries,
  payoutReturnEntries,
  refundEntries,
  settledEntries,
  settlementEntries,
} from './postings.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
const userId = fc.integer({ min: 1, max: 5 });
const account: fc.Arbitrary<AccountRef> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...OWNED_ACCOUNT_KINDS), ownerId: userId }),
  fc.record({ kind: fc.constantFrom(...NETWORK_ACCOUNT_KINDS), ownerId: fc.constant(null) }),
);

function sum(entries: readonly LedgerEntry[]): bigint {
  return entries.reduce((total, entry) => total + entry.amountMicros, 0n);
}

describe('entriesOfPostings', () => {
  it('balances, names each account once and leaves none at zero', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ source: account, destination: account, amountMicros: amount })),
        (postings) => {
          const entries = entriesOfPostings(postings);
          const keys = entries.map((entry) => accountKey(entry.account));
          expect(sum(entries)).toBe(0n);
          expect(new Set(keys).size).toBe(keys.length);
          expect(entries.every((entry) => entry.amountMicros !== 0n)).toBe(true);
        },
      ),
    );
  });

  it('refuses an amount that is not positive', () => {
    const source: AccountRef = { kind: 'adjustments', ownerId: null };
    const destination: AccountRef = { kind: 'network_revenue', ownerId: null };
    for (const amountMicros of [0n, -1n]) {
      expect(() => entriesOfPostings([{ source, destination, amountMicros }])).toThrow(RangeError);
    }
  });
});

describe('the transactions', () => {
  it('all balance, whatever they move', () => {
    fc.assert(
      fc.property(userId, account, amount, fc.boolean(), (id, any, amountMicros, negative) => {
        const publisher = { publisherId: id, amountMicros };
        const advertiser = { advertiserId: id, amountMicros };
        const all = [
          depositEntries(advertiser),
          refundEntries(advertiser),
          monthCloseEntries(publisher),
          payoutRequestEntries(publisher),
          payoutCompleteEntries({ ...publisher, withheldMicros: 0n }),
          payoutCompleteEntries({ ...publisher, withheldMicros: amountMicros / 3n }),
          payoutReturnEntries(publisher),
          adjustmentEntries({ account: any, amountMicros: negative ? -amountMicros : amountMicros }),
        ];
        for (const entries of all) expect(sum(entries)).toBe(0n);
      }),
    );
  });

  it('a settlement takes from each wallet what its publishers and the network get', () => {
    const line = fc.record({
      advertiserId: userId,
      publisherId: userId,
      publisherMicros: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      networkMicros: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const entries = settlementEntries(lines);
        const of = (kind: string) => sum(entries.filter((entry) => entry.account.kind === kind));
        expect(sum(entries)).toBe(0n);
        expect(of('publisher_pending')).toBe(lines.reduce((total, each) => total + each.publisherMicros, 0n));
        expect(of('network_revenue')).toBe(lines.reduce((total, each) => total + each.networkMicros, 0n));
      }),
    );
  });

  it('a settlement gives publishers no more than was charged, and the network the rest', () => {
    const settled = (earned: bigint) =>
      settledEntries({ charged: new Map([[1, 10n]]), earned: new Map([[2, earned]]) }).map(
        (entry) => entry.amountMicros,
      );
    expect(settled(9n)).toEqual([-10n, 9n, 1n]);
    expect(settled(10n)).toEqual([-10n, 10n]);
    expect(settled(0n)).toEqual([-10n, 10n]);
    expect(() => settled(11n)).toThrow(RangeError);
    expect(() => settled(-1n)).toThrow(RangeError);
  });

  it('a clawback takes from the wallet what it holds, the rest from adjustments, and gives both back', () => {
    fc.assert(
      fc.property(
        userId,
        amount,
        fc.bigInt({ min: 0n, max: 100n }),
        (advertiserId, amountMicros, percent) => {
          const coveredMicros = (amountMicros * percent) / 100n;
          const entries = clawbackEntries({ advertiserId, amountMicros, coveredMicros });
          const of = (kind: string) => sum(entries.filter((entry) => entry.account.kind === kind));
          expect(of('advertiser_wallet')).toBe(-coveredMicros);
          expect(of('adjustments')).toBe(coveredMicros - amountMicros);
          expect(of('clearing_deposits')).toBe(amountMicros);
          const back = clawbackReturnEntries({ advertiserId, amountMicros, coveredMicros });
          expect(sum(back)).toBe(0n);
          expect(sum(back.filter((entry) => entry.account.kind === 'advertiser_wallet'))).toBe(coveredMicros);
        },
      ),
    );
  });

  it('a payout that is returned leaves everything as it was', () => {
    const payout = { publisherId: 3, amountMicros: 70_000_000n };
    const there = payoutRequestEntries(payout);
    const back = payoutReturnEntries(payout);
    for (const entry of there) {
      const key = accountKey(entry.account);
      const other = back.find((candidate) => accountKey(candidate.account) === key);
      expect(other?.amountMicros).toBe(-entry.amountMicros);
    }
  });
});
