import type { Tx } from '@placard/db/database';
import { wholeCents } from '@placard/domain/micros';
import type { MailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { moneyIn, type Worded } from '../../texts/worded.ts';
import { addressesOf } from '../accounts/members-with.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { networkName } from '../settings/network-name.ts';
import { type PayoutRecord, paymentIdOf } from './payout-record.ts';

export type PayoutFacts = {
  readonly network: string;
  readonly amount: Worded;
  readonly paymentId: string;
  readonly reason: string;
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
  return {
    network: await networkName(trx),
    amount: moneyIn(wholeCents(payout.amount_micros), await readCurrency(trx)),
    paymentId: paymentIdOf(payout.id),
    reason: payout.reason ?? '',
  };
}

/** To each member of the account who handles its money. */
export async function mailPublisher(trx: Tx, publisherId: number, now: Date, text: MailText): Promise<void> {
  for (const to of await addressesOf(trx, publisherId, 'money')) await writeMail(trx, { to, text, at: now });
}
