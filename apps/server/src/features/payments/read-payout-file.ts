import { DOMParser } from '@xmldom/xmldom';
import { inBreaths } from '../../fairness/breather.ts';

const PAYMENT_ID = 0;
const AMOUNT = 3;

/** A transfer takes the parser some 0.1 ms: fifty are one stretch. */
const STEPS_A_TRANSFER = 40;

/**
 * Cents by the number of the payout, as a file for a bank says; others' calls in between.
 * @throws Error for what is no such file.
 */
export async function readPayoutFile(text: string, format: 'csv' | 'sepa'): Promise<Map<number, bigint>> {
  const lines = format === 'csv' ? csvLines(text) : await sepaLines(text);
  const payouts = new Map<number, bigint>();
  for (const [paymentId = '', amount = ''] of lines) {
    const [, id] = /^PO-(\d{1,9})$/.exec(paymentId) ?? [];
    const [, whole, cents] = /^(\d+)\.(\d{2})$/.exec(amount) ?? [];
    if (id === undefined || whole === undefined || cents === undefined)
      throw new Error(`${paymentId} over ${amount} is no payout`);
    // A payout that stands there twice would be paid twice.
    payouts.set(Number(id), (payouts.get(Number(id)) ?? 0n) + BigInt(whole) * 100n + BigInt(cents));
  }
  return payouts;
}

function csvLines(text: string): string[][] {
  const [, ...rows] = csvRows(text.replace(/^\uFEFF/, ''));
  return rows.map((row) => [row[PAYMENT_ID] ?? '', row[AMOUNT] ?? '']);
}

/** Rows of RFC 4180: a quoted field holds commas, line ends and doubled quotes. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/gy;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (found === null) throw new Error('a field that does not end');
    const [, value = '', end] = found;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const TRANSFER = /<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs;

/** Each transfer is read by itself, then what is around them: a whole file of 500 would take the parser 40 ms at once. */
async function sepaLines(text: string): Promise<string[][]> {
  const transfers = await inBreaths(text.match(TRANSFER) ?? [], STEPS_A_TRANSFER, (transfer) => {
    const element = new DOMParser().parseFromString(transfer, 'text/xml');
    return ['EndToEndId', 'InstdAmt'].map((name) => element.getElementsByTagName(name)[0]?.textContent ?? '');
  });
  const around = new DOMParser().parseFromString(text.replaceAll(TRANSFER, ''), 'text/xml');
  if (around.getElementsByTagName('CdtTrfTxInf').length > 0) throw new Error('a transfer written otherwise');
  return transfers;
}
