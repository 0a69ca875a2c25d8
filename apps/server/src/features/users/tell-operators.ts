import type { Tx } from '@placard/db/database';
import { type ChangedRecord, changePath } from '@placard/domain/notice/change-path';
import type { OperatorChange } from '@placard/domain/notice/kinds';
import type { Actor } from '../../deps.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { displayName } from '../account/user-view.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { activeOperators } from './active-operators.ts';

/**
 * Tells every operator, the acting one too, what one of them did that no one should do unseen: at the bell and by mail,
 * which nobody can switch off. A second operator who is nobody real is noticed like this, and so is a stolen session.
 */
export async function tellOperators(
  trx: Tx,
  actor: Actor,
  change: {
    readonly change: OperatorChange;
    readonly about: string;
    readonly record?: ChangedRecord;
    readonly at: Date;
  },
): Promise<void> {
  const by = displayName(
    await trx
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  );
  const { about, record, at } = change;
  const what = mailPart(`operatorChange.what.${change.change}`, { by, about });
  const way = changePath(change.change, record ?? null);
  const text = mailText('operatorChange', { network: await networkName(trx), what }, way);
  for (const operator of await activeOperators(trx)) {
    const data = { change: change.change, by, about, ...(record === undefined ? {} : { record }) };
    await notify(trx, { userId: operator.id, kind: 'operator.change', data, at });
    await writeMail(trx, { to: operator.email, text, at });
  }
}
