import type { AccountOfOperator } from '@placard/contract/records';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { refuseOwnRecord } from '../accounts/own-record.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { readAccountRecord } from './read-account.ts';

/**
 * Lets what an account submits go live at once from now on, or no more: what is live stays live. @throws AppError `not_found`, `own_record`.
 */
export async function trustAccount(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly trusted: boolean },
): Promise<AccountOfOperator> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const account = await db
      .selectFrom('account')
      .select('trusted_at')
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (input.trusted) await refuseOwnRecord(db, actor, input.id, now);
    const trusted = account.trusted_at !== null;
    if (trusted !== input.trusted) {
      await db
        .updateTable('account')
        .set({ trusted_at: input.trusted ? now : null })
        .where('id', '=', input.id)
        .execute();
      await writeAudit(db, {
        ...doneBy(actor, 'operator'),
        action: input.trusted ? 'account.trust' : 'account.distrust',
        subjectKind: 'account',
        subjectId: input.id,
        detail: { trusted: { before: trusted, after: input.trusted } },
        at: now,
      });
    }
    return await readAccountRecord({ db, clock: deps.clock }, actor, input);
  });
}
