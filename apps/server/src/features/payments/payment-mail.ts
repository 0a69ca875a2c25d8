import type { Tx } from '@placard/db/database';
import { type Micros, wholeCents } from '@placard/domain/micros';
import { type MailText, mailPart } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { decimalIn, moneyIn, type Worded } from '../../texts/worded.ts';
import { addressesOf } from '../accounts/members-with.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { networkName } from '../settings/network-name.ts';
import { netMicros, type PayoutRecord, paymentIdOf } from './payout-record.ts';

export type PayoutFacts = {
  readonly network: string;
  readonly amount: Worded;
  readonly paymentId: string;
  readonly reason: string;
  /** Empty where nothing is withheld. */
  readonly tax: Worded | string;
};

/** Queues a mail about a payout to its publisher. */
export async function mailAboutPayout(
  trx: Tx,
  payout: PayoutRecord,
  now: Date,
  text: (facts: PayoutFacts) => MailText,
): Promise<void> {
  await mailPublisher(trx, payout.publisher_id, now, text(await payoutFacts(trx, payout)));
}

export async function payoutFacts(trx: Tx, payout: PayoutRecord): Promise<PayoutFacts> {
  const currency = await readCurrency(trx);
  const money = (micros: Micros) => moneyIn(wholeCents(micros), currency);
  return {
    network: await networkName(trx),
    amount: money(payout.amount_micros),
    paymentId: paymentIdOf(payout.id),
    reason: payout.reason ?? '',
    tax:
      payout.withheld_micros === 0n
        ? ''
        : mailPart('payoutTax', {
            withheld: money(payout.withheld_micros),
            rate: (language) => decimalIn(language, String(payout.withholding_bp / 100)),
            net: money(netMicros(payout)),
          }),
  };
}

/** To each member of the account who handles its money. */
export async function mailPublisher(trx: Tx, publisherId: number, now: Date, text: MailText): Promise<void> {
  for (const to of await addressesOf(trx, publisherId, 'money')) await writeMail(trx, { to, text, at: now });
}
