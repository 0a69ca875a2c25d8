import type { Tx } from '@placard/db/database';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import { mailPart, mailText } from '../../../mail/mail-text.ts';
import { moneyIn } from '../../../texts/worded.ts';
import { notify } from '../../notices/notify.ts';
import { networkName } from '../../settings/network-name.ts';
import { activeOperators } from '../../users/active-operators.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';

const MAILS = { 'deposit.refund': 'refunded', 'deposit.refund_return': 'refundReturned' } as const;

type Told = {
  readonly kind: keyof typeof MAILS;
  readonly amountMicros: Micros;
  readonly now: Date;
};

/** Tells the advertiser that money of a deposit went back, or came back into the wallet. */
export async function tellAdvertiser(
  trx: Tx,
  deposit: DepositRecord,
  { kind, amountMicros, now }: Told,
): Promise<void> {
  const currency = await readCurrency(trx);
  const { reference } = deposit;
  const amount = moneyIn(wholeCents(amountMicros), currency);
  await notify(trx, {
    accountId: deposit.advertiser_id,
    kind,
    data: { amount: dollarsFromMicros(amountMicros), currency, reference },
    mail: mailText(MAILS[kind], { network: await networkName(trx), amount, reference }),
    at: now,
  });
}

type Taken = {
  readonly origin: 'gateway' | 'dispute';
  readonly amountMicros: Micros;
  readonly uncoveredMicros: Micros;
  readonly now: Date;
};

/** Tells everybody who runs the network that the gateway took money back, and what the wallet did not hold of it. */
export async function tellOperators(trx: Tx, deposit: DepositRecord, taken: Taken): Promise<void> {
  const { origin, amountMicros, uncoveredMicros, now } = taken;
  const currency = await readCurrency(trx);
  const text = (micros: Micros) => moneyIn(wholeCents(micros), currency);
  const { reference } = deposit;
  const { email: advertiser } = await trx
    .selectFrom('account_card')
    .select('email')
    .where('id', '=', deposit.advertiser_id)
    .executeTakeFirstOrThrow();
  const mail = mailText('clawback', {
    network: await networkName(trx),
    amount: text(amountMicros),
    reference,
    advertiser,
    origin,
    loss:
      uncoveredMicros === 0n
        ? mailPart('clawback.covered')
        : mailPart('clawback.uncovered', { amount: text(uncoveredMicros) }),
  });
  const amount = dollarsFromMicros(amountMicros);
  const uncovered = dollarsFromMicros(uncoveredMicros);
  for (const { id: userId } of await activeOperators(trx)) {
    const data = { amount, currency, reference, advertiser, uncovered, origin };
    await notify(trx, { userId, kind: 'deposit.take_back', data, mail, at: now });
  }
}
