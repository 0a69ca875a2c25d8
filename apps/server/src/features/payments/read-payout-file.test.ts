import { turnsDuring } from '@placard/db/testing/turns-during';
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

it('reads back what a CSV file says, whatever people are called', async () => {
  await fc.assert(
    fc.asyncProperty(payouts, async (all) => {
      const text = csvText([
        ['payment_id', 'publisher', 'publisher_email', 'amount', 'currency'],
        ...all.map(({ id, cents, name }) => [`PO-${id}`, name, `${name}@example.com`, plain(cents), 'EUR']),
      ]);
      expect(await readPayoutFile(text, 'csv')).toEqual(new Map(all.map(({ id, cents }) => [id, cents])));
    }),
  );
});

const orderOf = (transfers: readonly { readonly id: number; readonly cents: bigint }[]) => ({
  messageId: 'PAYOUTS-20260310-1',
  createdAt: new Date('2026-03-10T12:00:00Z'),
  executionDay: '2026-03-11',
  debtor: { accountName: 'Lantern', iban: 'DE89370400440532013000', bic: '' },
  transfers: transfers.map(({ id, cents }) => ({
    ...{ endToEndId: `PO-${id}`, amountMicros: cents * 10_000n, creditorName: 'A & B', bic: '' },
    ...{ iban: 'DE89370400440532013000', remittance: 'Earnings <1>' },
  })),
});
const twoTransfers = [
  { id: 17, cents: 6_050n },
  { id: 18, cents: 1n },
];

it('reads back what a SEPA file says', async () => {
  expect(await readPayoutFile(renderSepa(orderOf(twoTransfers)), 'sepa')).toEqual(
    new Map([
      [17, 6_050n],
      [18, 1n],
    ]),
  );
});

it('refuses a SEPA file that is cut short, or has a transfer written in another way', async () => {
  const text = renderSepa(orderOf(twoTransfers));
  await expect(readPayoutFile(text.slice(0, -20), 'sepa')).rejects.toThrow();
  const otherwise = text.replace('<CdtTrfTxInf>', '<CdtTrfTxInf >');
  expect(otherwise).not.toBe(text);
  await expect(readPayoutFile(otherwise, 'sepa')).rejects.toThrow();
});

it('lets others run while it reads a SEPA file of 500 transfers', async () => {
  const transfers = Array.from({ length: 500 }, (_, index) => ({ id: index + 1, cents: 100n }));
  const text = renderSepa(orderOf(transfers));
  const turns = await turnsDuring(async () => {
    expect((await readPayoutFile(text, 'sepa')).size).toBe(500);
  });
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('takes a payout that stands there twice for both, and refuses what is no payout', async () => {
  const line = (id: string, amount: string) => `payment_id,a,b,amount\r\n${id},a,b,${amount}\r\n`;
  expect(await readPayoutFile(`${line('PO-1', '2.50')}PO-1,a,b,1.00\r\n`, 'csv')).toEqual(
    new Map([[1, 350n]]),
  );
  await expect(readPayoutFile(line('PO-x', '2.50'), 'csv')).rejects.toThrow(/no payout/);
  await expect(readPayoutFile(line('PO-1', '2.5'), 'csv')).rejects.toThrow(/no payout/);
  await expect(readPayoutFile('a,"b', 'csv')).rejects.toThrow(/does not end/);
});
