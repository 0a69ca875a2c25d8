import type { Tx } from '@placard/db/database';
import { CLOSED_KEPT_DAYS, mayErase } from '@placard/domain/account/closing';
import { availableOf, networkAccount, walletOf } from '@placard/domain/ledger/accounts';
import { entriesOfPostings } from '@placard/domain/ledger/postings';
import { DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockMembers, stayingOf } from './closed-persons.ts';
import { readClosingFacts } from './closing-facts.ts';
import { eraseContent } from './erase-content.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { giveBack } from './give-back.ts';

/**
 * Erases the accounts that were closed thirty days ago: books what was given up, and takes out what is about persons.
 * One whose books are not done yet (a month not closed, a payout that came back) waits for the next run, and keeps none
 * of the others waiting, however many there are and however long they wait. Who went with it
 * and acts for an open account by now, or runs the network, is not erased: they get their sign-in back.
 * @returns the ids of those it erased.
 */
export async function eraseClosedAccounts(deps: HasDb & HasClock): Promise<number[]> {
  const now = deps.clock();
  const due = await deps.db
    .selectFrom('account_closing')
    .select('account_id')
    .where('erased_at', 'is', null)
    .where('closed_at', '<=', new Date(now.getTime() - CLOSED_KEPT_DAYS * DAY_MS))
    .orderBy('closed_at')
    .execute();
  const erased = await eachAlone(due, 'accounts could not be erased', async ({ account_id: id }) =>
    (await inTransaction(deps.db, async (trx) => await eraseOne(trx, id, now))) ? id : null,
  );
  return erased.filter((id) => id !== null);
}

/** @returns false where it has to wait, or another worker was quicker. */
async function eraseOne(trx: Tx, accountId: number, now: Date): Promise<boolean> {
  await sql`select id from account where id = ${accountId} for update`.execute(trx);
  await lockMembers(trx, accountId);
  const closing = await trx
    .selectFrom('account_closing')
    .select('persons')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (closing === undefined) return false;
  const facts = await readClosingFacts(trx, accountId);
  if (!mayErase(facts)) return false;
  const { walletMicros, availableMicros } = facts;
  const destination = networkAccount('adjustments');
  const postings = [
    { source: walletOf(accountId), destination, amountMicros: walletMicros },
    { source: availableOf(accountId), destination, amountMicros: availableMicros },
  ].filter(({ amountMicros }) => amountMicros > 0n);
  if (postings.length > 0) {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `closing:${accountId}`,
      entries: entriesOfPostings(postings),
      detail: { closedAccountId: accountId, reason: 'Given up when the account was closed' },
      at: now,
    });
  }
  const staying = await stayingOf(trx, accountId);
  await giveBack(trx, staying, { actorUserId: null, actorKind: 'system', at: now });
  const personIds = closing.persons.map(({ id }) => id).filter((id) => !staying.includes(id));
  await erasePersonalData(trx, { accountId, personIds, at: now });
  await eraseContent(trx, accountId, now);
  await trx
    .updateTable('account_closing')
    .set({ erased_at: now })
    .where('account_id', '=', accountId)
    .execute();
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action: 'account.erase',
    subjectKind: 'account',
    subjectId: accountId,
    detail: { walletMicros, availableMicros, persons: personIds.length },
    at: now,
  });
  return true;
}
