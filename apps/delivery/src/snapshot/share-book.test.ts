import { shareAt } from '@placard/domain/ledger/share-rate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ShareBook } from './share-book.ts';

const row = fc.record({
  owner: fc.constantFrom(
    { publisherId: null, websiteId: null },
    { publisherId: 1, websiteId: null },
    { publisherId: 2, websiteId: null },
    { publisherId: null, websiteId: 11 },
    { publisherId: null, websiteId: 21 },
  ),
  shareBp: fc.nat(10_000),
  fromMs: fc.nat(20),
  length: fc.option(fc.integer({ min: 1, max: 10 })),
});
const step = fc.oneof(
  fc.record({ rows: fc.array(row, { maxLength: 6 }) }),
  fc.record({ baseBp: fc.nat(10_000) }),
  // Clocks may be set back.
  fc.record({ nowMs: fc.integer({ min: -1, max: 31 }) }),
);

it('gives each widget the share that plain reckoning gives, through changes and any clock', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const book = new ShareBook();
      const widgets = [
        [1, 10],
        [1, 11],
        [2, 21],
      ].map(([publisherId = 0, websiteId = 0]) => ({
        ...{ publisherId, websiteId, share: book.of(publisherId, websiteId) },
      }));
      let known: Parameters<ShareBook['put']>[0] = [];
      let baseBp = 0;
      for (const each of steps) {
        if ('rows' in each) {
          known = each.rows.map(({ owner, shareBp, fromMs, length }) => ({
            ...{ ...owner, shareBp, fromMs, untilMs: length === null ? null : fromMs + length },
          }));
          book.put(known);
        } else if ('baseBp' in each) {
          baseBp = each.baseBp;
          book.putBase(baseBp);
        } else {
          for (const { publisherId, websiteId, share } of widgets) {
            const plain = shareAt(
              {
                website: known.filter((rate) => rate.websiteId === websiteId),
                publisher: known.filter((rate) => rate.publisherId === publisherId),
                network: known.filter((rate) => rate.publisherId === null && rate.websiteId === null),
                baseBp,
              },
              each.nowMs,
            );
            expect(share.at(each.nowMs)).toBe(plain.shareBp);
          }
        }
      }
    }),
  );
});
