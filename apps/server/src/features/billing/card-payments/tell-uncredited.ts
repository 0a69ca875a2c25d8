import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import { microsOfMinorUnits } from '@placard/domain/billing/minor-units';
import { formatMicros, wholeCents } from '@placard/domain/micros';
import { recordPath } from '@placard/domain/record-paths';
import { sql } from 'kysely';
import type { GatewayPayment } from '../../../gateways/card-gateway.ts';
import { type MailText, mailText } from '../../../mail/mail-text.ts';
import { writeMail } from '../../../mail/write-mail.ts';
import { moneyIn } from '../../../texts/worded.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { networkName } from '../../settings/network-name.ts';
import { activeOperators } from '../../users/active-operators.ts';
import type { DepositRecord } from '../deposit-view.ts';

type Told = {
  readonly action: 'deposit.differs' | 'deposit.pay_twice';
  readonly detail: AuditDetail & { readonly payment?: string };
  readonly text: MailText;
  readonly now: Date;
};

/**
 * Puts money that was received and not credited before everybody who runs the network, once: the audit log knows what was
 * told. The deposit's row is locked by the caller.
 */
export async function tellOnce(trx: Tx, deposit: DepositRecord, told: Told): Promise<void> {
  const { action, detail, text, now } = told;
  const before = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('subject_kind', '=', 'deposit')
    .where('subject_id', '=', deposit.id)
    .where('action', '=', action)
    .$if(detail.payment !== undefined, (query) => query.where(sql`detail ->> 'payment'`, '=', detail.payment))
    .executeTakeFirst();
  if (before !== undefined) return;
  await writeAudit(trx, {
    ...{ actorUserId: null, actorKind: 'system', action, detail, at: now },
    ...{ subjectKind: 'deposit', subjectId: deposit.id },
  });
  for (const { email } of await activeOperators(trx)) await writeMail(trx, { to: email, text, at: now });
}

/** A deposit is credited once. What else was paid for it, and did not go back whole, an operator refunds or credits. */
export async function tellOfSecondPayment(
  trx: Tx,
  deposit: DepositRecord,
  payment: GatewayPayment,
  now: Date,
): Promise<void> {
  const { id, amountMinor, currency, refunds } = payment;
  const refunded = refunds.reduce(
    (sum, refund) => sum + (refund.state === 'taken' ? refund.amountMinor : 0n),
    0n,
  );
  if (payment.state !== 'succeeded' || refunded >= amountMinor) return;
  const receivedMicros = microsOfMinorUnits(amountMinor, currency);
  await tellOnce(trx, deposit, {
    action: 'deposit.pay_twice',
    detail: { payment: id, received: `${currency} ${formatMicros(receivedMicros)}` },
    text: mailText(
      'depositPaidTwice',
      {
        network: await networkName(trx),
        received: moneyIn(wholeCents(receivedMicros), currency),
        reference: deposit.reference,
        payment: id,
      },
      recordPath('deposit', deposit.id),
    ),
    now,
  });
}
