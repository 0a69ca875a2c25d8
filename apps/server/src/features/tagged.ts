import type { NotedKind } from '@placard/domain/record-note';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a record has a tag. @param id how the statement calls the record's id */
export function isTagged(kind: NotedKind, id: string, tag: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from record_tag t
    where t.kind = ${kind} and t.subject_id = ${sql.ref(id)} and t.tag = ${tag})`;
}
