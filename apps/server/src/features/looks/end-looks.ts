import type { Db, Tx } from '@placard/db/database';
import type { LookEnd } from '@placard/domain/account/look';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { writeAudits } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

type EndedLook = {
  id: number;
  account_id: number;
  operator_id: number;
  ended_at: Date;
  because: LookEnd;
};

type Ends = {
  /** Whose; null: of all those whose time is over or whose operator has signed out. */
  readonly operatorId: number | null;
  /** What ends them, where it is not their time or that. */
  readonly because: LookEnd;
  readonly now: Date;
};

/**
 * Ends looks, each with a row of the audit log. One whose time was over ended then, whatever is said of it now, and
 * none before it began: a clock may go back.
 */
export async function endOpenLooks(trx: Tx, { operatorId, because, now }: Ends): Promise<void> {
  const { rows } = await sql<EndedLook>`
    update account_look l
       set ended_at = greatest(least(${now}, l.expires_at), l.began_at)
     where l.ended_at is null and case when ${operatorId}::integer is null
             then l.expires_at <= ${now} or l.session_id is null
             else l.operator_id = ${operatorId}::integer end
    returning l.id, l.account_id, l.operator_id, l.ended_at,
              case when l.expires_at <= ${now} then 'time' when l.session_id is null then 'signed_out'
                   else ${because}::text end as because`.execute(trx);
  await writeAudits(
    trx,
    rows.map((row) => ({
      // The operator who is there ended it; what ends by itself was the system.
      actorUserId: operatorId,
      actorKind: operatorId === null ? 'system' : 'operator',
      action: 'account.look_end',
      subjectKind: 'account',
      subjectId: row.account_id,
      detail: {
        look: row.id,
        because: row.because,
        endedAt: row.ended_at.toISOString(),
        ...(operatorId === null ? { operatorId: row.operator_id } : {}),
      },
      at: now,
    })),
  );
}

/** Ends the operator's own look; without one nothing happens. */
export async function endLook(deps: HasDb & HasClock, actor: Actor): Promise<Record<string, never>> {
  const now = deps.clock();
  await inTransaction(
    deps.db,
    async (trx) => await endOpenLooks(trx, { operatorId: actor.userId, because: 'ended', now }),
  );
  return {};
}

/** Ends what nobody ended: looks whose time is over, or whose operator has signed out. */
export async function endLooksInTime({ db, now }: { readonly db: Db; readonly now: Date }): Promise<void> {
  await inTransaction(
    db,
    async (trx) => await endOpenLooks(trx, { operatorId: null, because: 'signed_out', now }),
  );
}
