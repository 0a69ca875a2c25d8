import type { ReviewKind } from '@placard/domain/review';
import { type RawBuilder, sql } from 'kysely';

/** How the log has it when a record was judged last (`action`, `detail`, `at`): the records themselves forget it when they come back. */
export function lastVerdict(kind: ReviewKind, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const actions = [`${kind}.approve`, `${kind}.grantAppeal`, rejectionOf(kind)];
  return sql`
    select v.action, v.detail, v.at from audit_log v
     where v.subject_kind = ${kind} and v.subject_id = ${id} and v.action = any(${actions}::text[])
     order by v.id desc limit 1`;
}

/** The verdict that was a rejection. */
export function rejectionOf(kind: ReviewKind): string {
  return `${kind}.reject`;
}
