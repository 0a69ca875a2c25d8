import { memberMay } from '@placard/domain/account/member';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

/** Ends a key of one's own, or, of the account's owner, of any member. @throws AppError `api_key_not_found`. */
export async function revokeKey(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Record<string, never>> {
  return await inTransaction(deps.db, async (trx) => {
    let query = trx
      .deleteFrom('api_key')
      .where('id', '=', input.id)
      .where('account_id', '=', actor.accountId)
      .returning(['name', 'user_id']);
    if (!memberMay(actor.member, 'members')) query = query.where('user_id', '=', actor.userId);
    const gone = await query.executeTakeFirstOrThrow(() => new AppError('api_key_not_found'));
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'api_key.revoke',
      subjectKind: 'api_key',
      subjectId: input.id,
      detail: { name: gone.name, ...(gone.user_id === actor.userId ? {} : { makerUserId: gone.user_id }) },
      at: deps.clock(),
    });
    return {};
  });
}
