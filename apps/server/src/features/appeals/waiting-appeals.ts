import type { WaitingAppeal } from '@placard/contract/appeals';
import type { Database } from '@placard/db/schema';
import type { AppealTable } from '@placard/db/schema/appeals';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { personName } from '../account/person-name.ts';

/** Records whose owners wait for an answer, as the review queue lists what it has. */
export const APPEALED = sql`
  select subject_kind as kind, subject_id as id, created_at as submitted_at from appeal where status = 'open'`;

/** The appeal that waits about a record, with the decision that it is against; null where none does. */
export async function readWaitingAppeal(
  db: Kysely<Database>,
  kind: string,
  id: number,
): Promise<WaitingAppeal | null> {
  const { rows } = await sql<Selectable<AppealTable> & { decider: string | null }>`
    select a.*, ${personName('u')} as decider
      from appeal a left join app_user u on u.id = a.decided_by
     where a.subject_kind = ${kind} and a.subject_id = ${id} and a.status = 'open'`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    decision: row.decision,
    decidedAt: row.decided_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decider ?? '' },
    code: row.decision_code,
    reason: row.decision_text,
    text: row.text ?? '',
    appealedAt: row.created_at.toISOString(),
  };
}

export type OpenAppeal = Selectable<AppealTable>;

/** @throws AppError `appeal_not_found`. */
export async function readAppeal(db: Kysely<Database>, id: number): Promise<OpenAppeal> {
  return await db
    .selectFrom('appeal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('appeal_not_found'));
}
