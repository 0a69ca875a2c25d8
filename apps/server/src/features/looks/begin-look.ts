import type { BegunLook, newLook } from '@placard/contract/looks';
import type { Tx } from '@placard/db/database';
import { LOOK_MS, LOOK_PREFIX } from '@placard/domain/account/look';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import { actsForOperator } from '../../auth/look-caller.ts';
import { issueToken } from '../../auth/token.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { endOpenLooks } from './end-looks.ts';

/**
 * Lets an operator look at an account's dashboard: a token of its own beside their session, which reads and ends by
 * itself. Their look of before ends. @throws AppError `not_found`, `conflict_status` of an account that nobody signs in
 * to, `look_at_operator`, `unauthenticated` where the session ended meanwhile.
 */
export async function beginLook(
  deps: HasDb & HasClock,
  actor: Actor,
  { id, reason }: z.output<typeof newLook>,
): Promise<BegunLook> {
  return await inTransaction(deps.db, async (trx) => {
    // Two looks that begin at once follow each other, each by the clock of its turn.
    await trx.selectFrom('app_user').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute();
    const now = deps.clock();
    await requireSession(trx, actor.sessionId);
    const account = await trx
      .selectFrom('account')
      .select(['status', actsForOperator('account.id').as('operators')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (account.operators) throw new AppError('look_at_operator');
    if (account.status !== 'active') {
      throw new AppError('conflict_status', {
        reason: 'look_inactive',
      });
    }
    await endOpenLooks(trx, { operatorId: actor.userId, because: 'next_look', now });
    const { token, sha256 } = issueToken(LOOK_PREFIX);
    const until = new Date(now.getTime() + LOOK_MS);
    const look = await trx
      .insertInto('account_look')
      .values({
        token_sha256: sha256,
        operator_id: actor.userId,
        session_id: actor.sessionId,
        account_id: id,
        reason,
        began_at: now,
        expires_at: until,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'account.look_begin',
      subjectKind: 'account',
      subjectId: id,
      detail: { look: look.id, reason },
      at: now,
    });
    return { accountId: id, token, until: until.toISOString() };
  });
}

/** Signed out between the call and its turn: a look ends with its session, so it can't begin without. */
async function requireSession(trx: Tx, sessionId: number): Promise<void> {
  await trx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
}
