import type { ReviewItem } from '@placard/contract/reviews';
import type { Database } from '@placard/db/schema';
import type { AdReportReason } from '@placard/domain/ad-report';
import { type Kysely, sql } from 'kysely';

const COMMENTS_SHOWN = 5;

/** What visitors reported of a creative since the operator last decided about it; null where nobody did. */
export async function readCreativeReports(
  db: Kysely<Database>,
  creativeId: number,
): Promise<ReviewItem['reports']> {
  const since = sql`from ad_report r where r.creative_id = ${creativeId} and r.judged_at is null`;
  const [reasons, comments] = await Promise.all([
    sql<{ reason: AdReportReason; count: number }>`
      select r.reason, count(*)::int as count ${since} group by r.reason order by count(*) desc, r.reason
    `.execute(db),
    sql<{ comment: string }>`
      select r.comment ${since} and r.comment <> '' order by r.reported_at desc limit ${COMMENTS_SHOWN}
    `.execute(db),
  ]);
  if (reasons.rows.length === 0) return null;
  return {
    viewers: reasons.rows.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.rows,
    comments: comments.rows.map(({ comment }) => comment),
  };
}

/** The decision answers what was reported until now. @returns how many reports it answers. */
export async function closeReports(db: Kysely<Database>, creativeId: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('ad_report')
    .set({ judged_at: now })
    .where('creative_id', '=', creativeId)
    .where('judged_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
