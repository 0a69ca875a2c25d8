import type { CodeCheck } from '@placard/contract/collector';
import type { CodeSubjectKind } from '@placard/db/schema/collector';
import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';

const HOUR_MINUTES = 60;

/**
 * Whether and how the code was seen. Whose subject it is was checked before.
 * @param seen when the code was first and last seen; `undefined` where it never was
 */
export async function readCodeCheck(
  deps: HasDb & HasClock,
  subject: { readonly kind: CodeSubjectKind; readonly id: number },
  seen: { readonly first_seen_at: Date; readonly last_seen_at: Date } | undefined,
): Promise<CodeCheck> {
  const minute = Math.floor(deps.clock().getTime() / 60_000);
  const [hits, problems] = await Promise.all([
    sql<{ hits: number }>`
      select coalesce(sum(hits), 0)::int as hits from code_hits
       where subject_kind = ${subject.kind} and subject_id = ${subject.id} and minute > ${minute - HOUR_MINUTES}
    `.execute(deps.db),
    deps.db
      .selectFrom('code_problem')
      .select(['problem', 'detail', 'count', 'first_at', 'last_at'])
      .where('subject_kind', '=', subject.kind)
      .where('subject_id', '=', subject.id)
      .orderBy('last_at', 'desc')
      .orderBy('problem')
      .execute(),
  ]);
  return {
    firstSeenAt: seen?.first_seen_at.toISOString() ?? null,
    lastSeenAt: seen?.last_seen_at.toISOString() ?? null,
    hitsLastHour: hits.rows[0]?.hits ?? 0,
    problems: problems.map((row) => ({
      problem: row.problem,
      detail: row.detail,
      count: Number(row.count),
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
    })),
  };
}
