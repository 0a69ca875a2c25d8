import type { SelfBillingAgreement } from '@placard/contract/self-billing';
import type { Db } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { detailsOf } from '../parties/billing-details.ts';

/** Since when a publisher agrees; undefined where they don't. */
export async function agreementOf(
  db: Db,
  accountId: number,
): Promise<{ readonly agreed_at: Date } | undefined> {
  return await db
    .selectFrom('self_billing_agreement')
    .select('agreed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

async function viewOf(db: Db, accountId: number): Promise<SelfBillingAgreement> {
  const row = await db
    .selectFrom('self_billing_agreement')
    .innerJoin('app_user', 'app_user.id', 'agreed_by')
    .select(['agreed_at', 'first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    agreedAt: row?.agreed_at.toISOString() ?? null,
    agreedBy: row === undefined ? null : displayName(row),
    isNamed: (await detailsOf(db, accountId)) !== undefined,
  };
}

export async function readAgreement({ db }: HasDb, actor: Actor): Promise<SelfBillingAgreement> {
  return await viewOf(db, actor.accountId);
}

/**
 * Agrees that the network issues the publisher's invoices, or takes that back. What was issued stays; saying again what holds
 * changes nothing, also not since when.
 * @throws AppError `billing_details_missing`
 */
export async function agreeToSelfBilling(
  deps: HasDb & HasClock,
  actor: Actor,
  { agrees }: { readonly agrees: boolean },
): Promise<SelfBillingAgreement> {
  const at = deps.clock();
  const { accountId } = actor;
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, accountId);
    const before = await agreementOf(trx, accountId);
    if ((before !== undefined) === agrees) return await viewOf(trx, accountId);
    if (agrees) {
      if ((await detailsOf(trx, accountId)) === undefined) throw new AppError('billing_details_missing');
      await trx
        .insertInto('self_billing_agreement')
        .values({ account_id: accountId, agreed_at: at, agreed_by: actor.userId })
        .execute();
    } else {
      await trx.deleteFrom('self_billing_agreement').where('account_id', '=', accountId).execute();
    }
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: agrees ? 'self_billing.agree' : 'self_billing.take_back_agreement',
      subjectKind: 'account',
      subjectId: accountId,
      detail: { selfBilling: { before: !agrees, after: agrees } },
      at,
    });
    return await viewOf(trx, accountId);
  });
}
