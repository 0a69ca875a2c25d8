import type { Db, Tx } from '@placard/db/database';
import { operatedBefore } from '@placard/domain/payout/approval';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { sharingAccount } from '../accounts/memberships.ts';
import { tiedTo } from './account-ties.ts';

/** What two operators decide about together. */
type Matter = {
  readonly what: 'payout' | 'correction';
  readonly requestedAt: Date;
  readonly now: Date;
  /** Whoever has approved it besides. */
  readonly others: readonly { readonly operatorId: number; readonly name: string }[];
};

/**
 * Refuses an approval that may be the same person's as another one, whichever of the two came first.
 * @throws AppError `approver_new`, `approver_tied`
 */
export async function checkIndependent(
  trx: Tx,
  actor: Pick<Actor, 'userId'>,
  { what, requestedAt, now, others }: Matter,
): Promise<void> {
  const { granted_at: since } = await trx
    .selectFrom('user_role')
    .select('granted_at')
    .where('user_id', '=', actor.userId)
    .where('role', '=', 'operator')
    .executeTakeFirstOrThrow();
  if (!operatedBefore(since, requestedAt)) {
    throw new AppError('approver_new', { reason: `${what}_approver_new` });
  }
  const ids = others.map(({ operatorId }) => operatorId);
  const refuse = (found: readonly number[], tie: 'tied' | 'shares') => {
    const other = others.find(({ operatorId }) => found.includes(operatorId));
    if (other === undefined) return;
    throw new AppError('approver_tied', { reason: `${what}_approver_${tie}`, value: other.name });
  };
  refuse(await tiedTo(trx, actor.userId, ids), 'tied');
  refuse(await sharingAccount(trx, actor.userId, ids, now), 'shares');
}

/** Whether two operators are two people, as `checkIndependent` says; each two are asked about once. */
export function independentPairs(db: Db, now: Date): (one: number, other: number) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const ask = async (one: number, other: number) =>
    (await tiedTo(db, one, [other])).length === 0 &&
    (await sharingAccount(db, one, [other], now)).length === 0;
  return async (one, other) => {
    const key = `${one} ${other}`;
    const answer = known.get(key) ?? ask(one, other);
    known.set(key, answer);
    return await answer;
  };
}
