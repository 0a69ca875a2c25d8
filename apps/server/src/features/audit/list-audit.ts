import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { cursorOf } from '../list-query.ts';

export type AuditItem = {
  id: string;
  at: string;
  actor: string;
  action: string;
  subjectKind: string;
  subjectId: number | null;
  detail: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
  apiKeyId: number | null;
};

export type AuditQuery = {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly subjectKind?: string | undefined;
};

type Row = Omit<AuditItem, 'id' | 'at'> & { id: bigint; at: Date };

/** Who did what, newest first; `before` is the `next` of the page above. */
export async function listAudit(
  { db }: HasDb,
  query: AuditQuery,
): Promise<{ items: AuditItem[]; next: string | null }> {
  const before = cursorOf(query.before);
  const subjectKind = query.subjectKind ?? null;
  const { rows } = await sql<Row>`
    select a.id, a.at, a.action, a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.detail,
           a.ip, a.user_agent as "userAgent", a.api_key_id as "apiKeyId",
           coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, a.actor_kind) as actor
      from audit_log a left join app_user u on u.id = a.actor_user_id
     where (${before}::bigint is null or a.id < ${before}::bigint)
       and (${subjectKind}::text is null or a.subject_kind = ${subjectKind})
     order by a.id desc limit ${query.limit + 1}`.execute(db);
  const items = rows
    .slice(0, query.limit)
    .map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }));
  return { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}
