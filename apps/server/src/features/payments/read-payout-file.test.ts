import { csvText } from '@placard/domain/csv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPayoutFile } from './read-payout-file.ts';
import { renderSepa } from './sepa-document.ts';

const payout = fc.record({
  id: fc.integer({ min: 1, max: 2_147_483_647 }).filter((id) => id < 1_000_000_000),
  cents: fc.bigInt({ min: 1n, max: 10n ** 11n }),
  name: fc.string({ unit: 'binary' }),
});
const payouts = fc.uniqueArray(payout, { selector: ({ id }) => id, maxLength: 8 });
const plain = (cents: bigint) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`;

it('reads back what a CSV file says, whatever people are called', () => {
  fc.assert(
    fc.property(payouts, (all) => {
      const text = csvText([
        ['payment_id', 'publisher', 'publisher_email', 'amount', 'currency'],
        ...all.map(({ id, cents, name }) => [`PO-${id}`, name, `${name}@example.com`, plain(cents), 'EUR']),
      ]);
      expect(readPayoutFile(text, 'csv')).toEqual(new Map(all.map(({ id, cents }) => [id, cents])));
    }),
  );
});

it('reads back what a SEPA file says', () => {
  const order = {
    messageId: 'PAYOUTS-20260310-1',
    createdAt: new Date('2026-03-10T12:00:00Z'),
    executionDay: '2026-03-11',
    debtor: { accountName: 'Lantern', iban: 'DE89370400440532013000', bic: '' },
    transfers: [
      { id: 17, cents: 6_050n },
      { id: 18, cents: 1n },
    ].map(({ id, cents }) => ({
      ...{ endToEndId: `PO-${id}`, amountMicros: cents * 10_000n, creditorName: 'A & B', bic: '' },
      ...{ iban: 'DE89370400440532013000', remittance: 'Earnings <1>' },
    })),
  };
  expect(readPayoutFile(renderSepa(order), 'sepa')).toEqual(
    new Map([
      [17, 6_050n],
      [18, 1n],
    ]),
  );
});

it('takes a payout that stands there twice for both, and refuses what is no payout', () => {
  const line = (id: string, amount: string) => `payment_id,a,b,amount\r\n${id},a,b,${amount}\r\n`;
  expect(readPayoutFile(`${line('PO-1', '2.50')}PO-1,a,b,1.00\r\n`, 'csv')).toEqual(new Map([[1, 350n]]));
  expect(() => readPayoutFile(line('PO-x', '2.50'), 'csv')).toThrow(/no payout/);
  expect(() => readPayoutFile(line('PO-1', '2.5'), 'csv')).toThrow(/no payout/);
  expect(() => readPayoutFile('a,"b', 'csv')).toThrow(/does not end/);
});
