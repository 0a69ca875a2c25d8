import type { Tx } from '@placard/db/database';
import { dollarsFromMicros } from '@placard/domain/micros';
import { mailText } from '../../mail/mail-text.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { notify } from '../notices/notify.ts';
import { payoutFacts } from './payment-mail.ts';
import { type PayoutRecord, paymentIdOf } from './payout-record.ts';

/** Tells the publisher what became of a payout that the operator acted on. */
export async function tellPublisher(trx: Tx, payout: PayoutRecord, now: Date): Promise<void> {
  const facts = await payoutFacts(trx, payout);
  const notice = { accountId: payout.publisher_id, at: now };
  const data = {
    amount: dollarsFromMicros(payout.amount_micros),
    currency: await readCurrency(trx),
    paymentId: paymentIdOf(payout.id),
  };
  const returned = { ...data, reason: facts.reason };
  switch (payout.status) {
    case 'processing':
      await notify(trx, {
        ...notice,
        kind: 'payout.process',
        data,
        mail: mailText('payoutProcessing', facts),
      });
      break;
    case 'completed':
      await notify(trx, {
        ...notice,
        kind: 'payout.complete',
        data,
        mail: mailText('payoutCompleted', facts),
      });
      break;
    case 'failed': {
      const mail = mailText('payoutFailed', facts);
      await notify(trx, { ...notice, kind: 'payout.fail', data: returned, mail });
      break;
    }
    case 'rejected': {
      const mail = mailText('payoutRejected', facts);
      await notify(trx, { ...notice, kind: 'payout.reject', data: returned, mail });
      break;
    }
  }
}
