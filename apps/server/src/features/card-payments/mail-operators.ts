import type { Tx } from '@placard/db/database';
import { queueMail } from '../../mail/outbox.ts';
import type { MailText } from '../../mail/texts.ts';

/** To everybody who runs the network. */
export async function mailOperators(trx: Tx, text: MailText, at: Date): Promise<void> {
  const operators = await trx
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .select('email')
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .execute();
  for (const { email } of operators) await queueMail(trx, { to: email, ...text, at });
}
