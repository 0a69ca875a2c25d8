import type { AuditEntry, auditQuery } from '@placard/contract/audit';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { accountName } from '../accounts/account-name.ts';
import { cursorOf } from '../list-query.ts';
import { auditIds, judgeDays } from './audit-filters.ts';
import { readSearched } from './audit-names.ts';
import { readSubjects } from './audit-subjects.ts';

type Row = Omit<AuditEntry, 'id' | 'at' | 'subjectName' | 'record'> & {
  readonly id: bigint;
  readonly at: Date;
};

/** Who did what, newest first; `before` is the `next` of the page above. */
export async function listAudit(
  deps: HasDb & HasClock,
  actor: Pick<Actor, 'timeZone'>,
  query: z.output<typeof auditQuery>,
): Promise<{ items: AuditEntry[]; next: string | null; namesCut: boolean }> {
  judgeDays(deps, actor, query);
  const searched = await readSearched(deps, query.search);
  const { timeZone } = actor;
  const asked = { searched, before: cursorOf(query.before), limit: query.limit + 1, timeZone };
  const found = await readEntries(deps, auditIds(query, asked));
  const items = found.slice(0, query.limit);
  return {
    items,
    next: found.length > query.limit ? (items.at(-1)?.id ?? null) : null,
    namesCut: searched?.isCut === true,
  };
}

/** The lines of these ids, newest first, with the names of who and what they are about. */
export async function readEntries({ db }: HasDb, ids: RawBuilder<unknown>): Promise<AuditEntry[]> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.action, a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.detail,
           a.ip, a.user_agent as "userAgent", a.api_key_id as "apiKeyId",
           a.actor_user_id as "actorUserId", a.actor_kind as "actorKind",
           coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, a.actor_kind) as actor,
           case when c.id is not null then jsonb_build_object('id', c.id, 'name', ${accountName('c')}) end as account
      from audit_log a
      left join app_user u on u.id = a.actor_user_id
      left join account_card c on c.id = a.actor_account_id
     where a.id in (${ids})
     order by a.id desc`.execute(db);
  const subjectOf = await readSubjects(db, rows);
  return rows.map((row) => ({
    ...row,
    ...subjectOf(row),
    id: String(row.id),
    at: row.at.toISOString(),
  }));
}
