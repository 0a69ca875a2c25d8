import type { Secrets } from '@placard/db/secrets/secrets';
import { SEPA_TRANSFER_MAX_MICROS } from '@placard/domain/payout/sepa-text';
import { describe, expect, test } from 'vitest';
import { type ExportedRow, payoutLines } from './payout-csv.ts';
import { isSepaIban, sepaOrderOf } from './sepa-batch.ts';

const DETAILS = {
  type: 'bank_account',
  accountName: 'Ada Byron',
  accountNumber: '532013000777',
  bankName: 'First Bank',
  swiftCode: 'COBADEFF',
  routingNumber: '',
  iban: 'DE89370400440532013000',
  bankAddress: '',
};
const BATCH = {
  messageId: 'PAYOUTS-20260310-7',
  network: 'Placard',
  currency: 'EUR',
  exportedAt: new Date('2026-03-10T23:30:00Z'),
  day: '2026-03-11',
};
const DEBTOR = { accountName: 'Placard', iban: 'NL91ABNA0417164300', bic: '' };
/** Seals nothing: what a row holds is its details. */
const SECRETS = { open: (sealed: unknown) => String(sealed) } as Pick<Secrets, 'open'> as Secrets;

function rowOf(
  id: number,
  change: Partial<typeof DETAILS> = {},
  amountMicros = 60_000_000n,
  withheldMicros = 0n,
): ExportedRow {
  const details: unknown = JSON.stringify({ ...DETAILS, ...change });
  return {
    ...{ id, publisher_id: 1, details_sealed: details },
    ...{ amount_micros: amountMicros + withheldMicros, withheld_micros: withheldMicros },
  } as ExportedRow;
}

const orderOf = async (rows: readonly ExportedRow[]) => await sepaOrderOf(rows, BATCH, DEBTOR, SECRETS);
const refusalOf = async (...rows: readonly ExportedRow[]) =>
  await orderOf(rows).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a batch as SEPA transfers', () => {
  test('pays what is left after tax', async () => {
    const withheld = await orderOf([rowOf(7, {}, 60_000_000n, 10_000_000n)]);
    expect(withheld).toEqual(await orderOf([rowOf(7, {}, 60_000_000n)]));
  });

  test('names each payout and the batch', async () => {
    expect(await orderOf([rowOf(7), rowOf(8, { swiftCode: '' }, 70_000_000n)])).toEqual({
      messageId: BATCH.messageId,
      createdAt: BATCH.exportedAt,
      executionDay: '2026-03-11',
      debtor: DEBTOR,
      transfers: [
        {
          endToEndId: 'PO-7',
          amountMicros: 60_000_000n,
          creditorName: 'Ada Byron',
          iban: 'DE89370400440532013000',
          bic: 'COBADEFF',
          remittance: 'Placard PO-7',
        },
        expect.objectContaining({ endToEndId: 'PO-8', amountMicros: 70_000_000n, bic: '' }),
      ],
    });
  });

  test('may be as large as the rulebook says, and no cent larger', async () => {
    expect(SEPA_TRANSFER_MAX_MICROS).toBe(999_999_999_990_000n);
    expect(await refusalOf(rowOf(1, {}, SEPA_TRANSFER_MAX_MICROS))).toBeNull();
    expect(await refusalOf(rowOf(1, {}, SEPA_TRANSFER_MAX_MICROS + 10_000n))).toContain(
      'PO-1 is larger than a SEPA transfer can be.',
    );
  });

  test('needs a SWIFT code that there can be, or none', async () => {
    expect(await refusalOf(rowOf(1, { swiftCode: '' }))).toBeNull();
    expect(await refusalOf(rowOf(1, { swiftCode: 'COBA' }))).toContain('PO-1 has no valid SWIFT code.');
  });

  test('is refused with five of its faults, and says how many more there are', async () => {
    const broken = Array.from({ length: 7 }, (_, at) => rowOf(at + 1, { iban: '' }));
    const fault = (id: number) => `PO-${id} has an account number, but no IBAN.`;
    const ending = 'Leave them out, or export them as CSV.';
    const five = [1, 2, 3, 4, 5].map(fault).join(' ');
    expect(await refusalOf(...broken)).toBe(`${five} And 2 more. ${ending}`);
    expect(await refusalOf(...broken.slice(0, 5))).toBe(`${five} ${ending}`);
    expect(await refusalOf(rowOf(9), ...broken.slice(0, 1))).toBe(`${fault(1)} ${ending}`);
    const abroad = rowOf(9, { iban: 'TR330006100519786457841326' });
    const told = await orderOf([...broken.slice(0, 1), abroad]).catch((error: unknown) => error);
    expect(told).toMatchObject({
      told: {
        reason: 'sepa_unpayable',
        issues: [
          { path: 'ids', code: 'sepa_without_iban', value: 'PO-1' },
          { path: 'ids', code: 'sepa_iban_outside', values: { paymentId: 'PO-9', country: 'TR' } },
        ],
      },
    });
  });

  test('names a payout whose details do not open, as does a CSV file', async () => {
    const foreign = { ...rowOf(7), details_sealed: Buffer.from('sealed with another key') };
    const told = { told: { reason: 'export_details_unreadable', value: 'PO-7' } };
    await expect(orderOf([rowOf(6), foreign])).rejects.toMatchObject(told);
    await expect(payoutLines([foreign], BATCH, SECRETS)).rejects.toMatchObject(told);
  });

  test.each([
    ['DE89370400440532013000', true],
    // Joined later than the library's table was made.
    ['RS35260005601001611379', true],
    ['TR330006100519786457841326', false],
    ['DE89370400440532013001', false],
    ['RS35260005601001611370', false],
  ])('%s is an IBAN inside the SEPA: %s', (iban, inside) => expect(isSepaIban(iban)).toBe(inside));
});
