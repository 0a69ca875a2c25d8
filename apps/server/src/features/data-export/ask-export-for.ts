import type { GivenExport, newGivenExport } from '@placard/contract/data-exports';
import type { Db, Tx } from '@placard/db/database';
import { exportScopeOf, GIVEN_EXPORTS_A_DAY, nextExportAt } from '@placard/domain/account/data-export';
import type { MemberRole } from '@placard/domain/roles';
import { DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { personName } from '../account/person-name.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockAccount } from '../lock-account.ts';
import { lockAsOperator } from '../users/first-operator.ts';
import { tellOperators } from '../users/tell-operators.ts';
import { exportView, refuseUntil } from './ask-export.ts';

/** Of each account so many of the newest: more than its members are not asked for within the days that one is kept. */
const LISTED = 50;

/** Archives of an account's members that this operator asked for, newest first, as long as they are there. */
export async function listExportsFor(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<{ items: GivenExport[] }> {
  const now = clock();
  const rows = await given(db, actor)
    .where('x.account_id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('x.id', 'desc')
    .limit(LISTED)
    .execute();
  return { items: rows.map(givenView) };
}

function given(db: Db, { userId }: Actor) {
  return db
    .selectFrom('data_export as x')
    .innerJoin('app_user as u', 'u.id', 'x.user_id')
    .selectAll('x')
    .select(['u.email as person_email', personName('u').as('person_name')])
    .where('x.operator_id', '=', userId);
}

type GivenRow = Parameters<typeof exportView>[0] & {
  readonly person_email: string;
  readonly person_name: string;
};

function givenView(row: GivenRow): GivenExport {
  const person = { id: row.user_id, name: row.person_name, email: row.person_email };
  return { ...exportView(row), person };
}

/**
 * Asks for the archive that a member of an account would get, in the stead of somebody who can't sign in: an authority asks, or
 * they lost every way in. It holds what theirs would, and all operators are told, so that none takes data along unseen.
 * @throws AppError as `confirmPassword`; `not_found` where they are no member; `account_erased`; `export_waiting` while the
 *   operator's one of them is being made; `export_limit` after as many as a day has.
 */
export async function askExportFor(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: z.output<typeof newGivenExport>,
): Promise<{ export: GivenExport }> {
  const { id: accountId, userId, reason } = input;
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to ask for the data. Please try again.');
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    await lockAccount(trx, accountId);
    const member = await readMember(trx, accountId, userId);
    const scope = exportScopeOf(member.role);
    await refuseTooMany(trx, actor, at);
    await replaceBefore(trx, actor, { accountId, userId });
    const row = await trx
      .insertInto('data_export')
      .values({ account_id: accountId, user_id: userId, operator_id: actor.userId, scope, asked_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: `${scope === 'account' ? 'account' : 'user'}.request_data`,
      // Its own number is gone with it after days.
      ...(scope === 'account'
        ? { subjectKind: 'account', subjectId: accountId }
        : { subjectKind: 'user', subjectId: userId }),
      detail: { scope, reason },
      at,
    });
    await tellOperators(trx, actor, {
      change: 'data_export',
      about: member.email,
      record: { kind: 'account', id: accountId },
      at,
    });
    const made = await given(trx, actor).where('x.id', '=', row.id).executeTakeFirstOrThrow();
    return { export: givenView(made) };
  });
}

async function readMember(
  trx: Tx,
  accountId: number,
  userId: number,
): Promise<{ readonly role: MemberRole; readonly email: string }> {
  const { erased_at: erasedAt, ...member } = await trx
    .selectFrom('account_member as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .leftJoin('account_closing as c', 'c.account_id', 'm.account_id')
    .select(['m.role', 'u.email', 'c.erased_at'])
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (erasedAt !== null) throw new AppError('account_erased', { reason: 'export_erased' });
  return member;
}

/** Whoever they are of: what an operator takes along in a day stays few enough to be asked about. */
async function refuseTooMany(trx: Tx, { userId }: Actor, now: Date): Promise<void> {
  const asked = await trx
    .selectFrom('audit_log')
    .select('at')
    .where('actor_user_id', '=', userId)
    .where('action', 'in', ['account.request_data', 'user.request_data'])
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .execute();
  const times = asked.map(({ at }) => at);
  refuseUntil(nextExportAt(times, now, GIVEN_EXPORTS_A_DAY), now, {
    reason: 'given_exports_full',
    value: String(GIVEN_EXPORTS_A_DAY),
  });
}

async function replaceBefore(
  trx: Tx,
  actor: Actor,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): Promise<void> {
  const before = await sql<{ status: string }>`
    delete from data_export
     where user_id = ${userId} and account_id = ${accountId} and operator_id = ${actor.userId}
    returning status`.execute(trx);
  // Thrown, it takes the deletion back.
  if (before.rows[0]?.status === 'waiting') throw new AppError('export_waiting');
}
