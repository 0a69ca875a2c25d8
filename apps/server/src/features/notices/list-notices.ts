import { makesSense, type Notice, notice } from '@placard/contract/notices';
import type { Db } from '@placard/db/database';
import { type NoticeKind, noticeKindsOf } from '@placard/domain/notice/kinds';
import { type SqlBool, sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { cursorOf } from '../list-query.ts';

export type NoticePage = { items: Notice[]; next: string | null; unread: number };

/** Somebody's notices in the account they act for, newest first; those that its roles do not concern any more are left out. */
export async function listNotices(
  { db }: HasDb,
  actor: Actor,
  query: { readonly before?: string | undefined; readonly limit: number },
): Promise<NoticePage> {
  let select = ownNotices(db, actor)
    .select(['id', 'kind', 'detail', 'created_at', 'read_at'])
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  const before = cursorOf(query.before);
  if (before !== null) select = select.where(sql<SqlBool>`id < ${before}::bigint`);
  const [rows, unread] = await Promise.all([select.execute(), countUnread({ db }, actor)]);
  const page = rows.slice(0, query.limit);
  const items = page.flatMap((row) => {
    const { data } = notice.safeParse({
      ...{ id: row.id, kind: row.kind, data: row.detail },
      ...{ createdAt: row.created_at.toISOString(), readAt: row.read_at?.toISOString() ?? null },
    });
    // What another release wrote, and nobody here could show, is left out.
    return data === undefined ? [] : [data];
  });
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return { items, next: last === undefined ? null : String(last.id), unread };
}

function ownNotices(db: Db, actor: Actor) {
  return db
    .selectFrom('notification')
    .where('user_id', '=', actor.userId)
    .where('in_app', '=', true)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', actor.accountId)]))
    .where('kind', '=', sql<string>`any(${noticeKindsOf(actor.roles)}::text[])`);
}

/** Among more than that, what makes no sense is counted with the rest: nobody sees it in a number that large. */
const LOOKED_AT = 200;

/** How many the list has that were not read: as it does, what makes no sense is left out. */
export async function countUnread({ db }: HasDb, actor: Actor): Promise<number> {
  const newest = await ownNotices(db, actor)
    .where('read_at', 'is', null)
    .select(['kind', 'detail', (eb) => eb.fn.countAll<bigint>().over().as('unread')])
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const unshown = newest.filter(({ kind, detail }) => !makesSense(kind as NoticeKind, detail)).length;
  return Number(newest[0]?.unread ?? 0) - unshown;
}
