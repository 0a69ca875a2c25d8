import type { Tx } from '@placard/db/database';
import { mayReopen } from '@placard/domain/account/closing';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { membersOf, setAccountStatus } from './close-account.ts';
import { lockMembers } from './closed-persons.ts';
import { giveBack } from './give-back.ts';

/**
 * Opens a closed account as it stood, and with it who was closed with it, or with another account since: whoever acts for
 * an open account goes with none. Its campaigns stay cancelled, its keys gone.
 * @throws AppError `not_found`, `conflict_status` of one that is open, `account_erased` thirty days after it was closed.
 */
export async function reopenAccount(
  deps: HasDb & HasClock & Pick<HasUrls, 'publicUrl'>,
  actor: Actor,
  input: { readonly id: number },
): Promise<Record<never, never>> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select('status')
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await lockMembers(trx, input.id);
    const closing = await trx
      .selectFrom('account_closing')
      .selectAll()
      .where('account_id', '=', input.id)
      .executeTakeFirst();
    if (closing === undefined) throw statusConflict('account', account.status, 'opened again');
    if (closing.erased_at !== null || !mayReopen(closing.closed_at, now))
      throw new AppError('account_erased');
    const act = { actorUserId: actor.userId, actorKind: 'operator', at: now } as const;
    await giveBack(trx, await memberIds(trx, input.id), act);
    await trx.deleteFrom('account_closing').where('account_id', '=', input.id).execute();
    await setAccountStatus(trx, input.id, closing.status_before);
    await writeAudit(trx, {
      ...act,
      action: 'account.reopen',
      subjectKind: 'account',
      subjectId: input.id,
      detail: {
        status: { before: account.status, after: closing.status_before },
        givenUpMicros: { before: closing.given_up_micros, after: null },
      },
    });
    const members = await membersOf(trx, input.id);
    const text = mailText('accountReopened', {
      network: await networkName(trx),
      account: members[0]?.account ?? '',
      url: `${deps.publicUrl}/login`,
    });
    for (const { email } of members) await writeMail(trx, { to: email, text, at: now });
    return {};
  });
}

async function memberIds(trx: Tx, accountId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('account_member')
    .select('user_id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.user_id);
}
