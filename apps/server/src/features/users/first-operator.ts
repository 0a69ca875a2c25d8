import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { issueLink } from '../../auth/links.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { createAccount } from '../accounts/new-account.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { activeOperators } from './active-operators.ts';
import { makeOperator } from './replace-roles.ts';

export const OPERATORS_LOCK = 7_205_759_403;

/** Whether there is an operator; until the transaction ends nobody else can make the first one. */
export async function lockOperators(trx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${OPERATORS_LOCK}::bigint)`.execute(trx);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from user_role where role = 'operator') as found`.execute(trx);
  return rows[0]?.found === true;
}

/**
 * Before an operator takes something from another one, or gives somebody a way in: one after the other, so that two who suspend
 * each other at once do not both succeed, and nobody who was suspended comes back by whom they invited meanwhile. Whoever lost meanwhile what it takes may do nothing any more, and so one operator always remains.
 * @throws AppError `forbidden`.
 */
export async function lockAsOperator(trx: Tx, actor: Actor): Promise<void> {
  await lockOperators(trx);
  const operators = await activeOperators(trx);
  if (!operators.some(({ id }) => id === actor.userId)) throw new AppError('forbidden');
}

export type NewOperator = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly now: Date;
};

/** @throws AppError `email_taken`. */
export async function createOperator(trx: Tx, operator: NewOperator): Promise<number> {
  try {
    const user = await trx
      .insertInto('app_user')
      .values({
        email: operator.email,
        first_name: operator.firstName,
        last_name: operator.lastName,
        password_hash: operator.passwordHash,
        status: 'active',
        created_at: operator.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await makeOperator(trx, user.id, operator.now);
    await createAccount(trx, { ownerId: user.id, roles: [], status: 'active', at: operator.now });
    return user.id;
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw new AppError('email_taken');
    throw error;
  }
}

export type FirstOperatorDeps = HasDb & HasClock & HasUrls & HasPasswords;

/**
 * Gives an installation without operator its first: from the given address and password, else by a one-time link
 * that whoever started Placard can open. Each start makes a new link; the one before stops working.
 * @returns the link, or null where none is needed.
 */
export async function ensureOperator(
  deps: FirstOperatorDeps,
  given: { readonly email: string; readonly password: string } | null,
): Promise<string | null> {
  const passwordHash = given === null ? null : await deps.passwords.hash(given.password);
  return await inTransaction(deps.db, async (trx) => {
    if (await lockOperators(trx)) return null;
    const now = deps.clock();
    if (given === null || passwordHash === null) {
      return linkUrl(
        deps.publicUrl,
        'bootstrap',
        await issueLink(trx, { kind: 'bootstrap', userId: null, now }),
      );
    }
    const operator = { email: given.email, firstName: 'Network', lastName: 'Operator', passwordHash, now };
    const userId = await createOperator(trx, operator);
    await writeAudit(trx, {
      ...doneBy(null, 'system'),
      action: 'user.bootstrap',
      subjectKind: 'user',
      subjectId: userId,
      at: now,
    });
    return null;
  });
}
