import type { Db, Tx } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { activeOperators } from '../users/active-operators.ts';
import { membershipsAmong } from './memberships.ts';

/**
 * Refuses what lets something of an account run, or spares it the review, to an operator who acts for it, where another one
 * could decide. Where nobody else runs the network, or all who do act for the account, nobody would be left.
 * @throws AppError `own_record`.
 */
export async function refuseOwnRecord(
  trx: Tx,
  actor: Pick<Actor, 'userId'>,
  accountId: number,
  at: Date,
): Promise<void> {
  if (await isForOthers(trx, actor, accountId, at)) throw new AppError('own_record');
}

/** Whether an operator acts for the account, and there is another who does not. */
export async function isForOthers(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  accountId: number,
  at: Date,
): Promise<boolean> {
  const operators = (await activeOperators(db)).map(({ id }) => id);
  const members = await membershipsAmong(db, {
    userIds: [...new Set([userId, ...operators])],
    accountIds: [accountId],
    at,
  });
  const own = new Set(members.map((member) => member.userId));
  return own.has(userId) && operators.some((id) => !own.has(id));
}

/**
 * Refuses to whoever decided that they keep to it against an objection, where another operator could answer.
 * @throws AppError `own_decision`.
 */
export async function refuseOwnDecision(
  trx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  decidedBy: number | null,
): Promise<void> {
  if (decidedBy !== userId) return;
  const operators = await activeOperators(trx);
  if (operators.some(({ id }) => id !== userId)) throw new AppError('own_decision');
}
