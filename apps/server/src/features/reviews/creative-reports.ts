import type { ReviewItem } from '@placard/contract/operator';
import type { Database } from '@placard/db/schema';
import type { AdReportReason } from '@placard/domain/ad-report';
import { type Kysely, sql } from 'kysely';

const COMMENTS_SHOWN = 5;

/** What visitors reported of a creative since it was last approved; null where nobody did. */
export async function readCreativeReports(
  db: Kysely<Database>,
  creativeId: number,
): Promise<ReviewItem['reports']> {
  const since = sql`
    from ad_report r join creative c on c.id = r.creative_id
   where r.creative_id = ${creativeId} and r.reported_at > coalesce(c.approved_at, '-infinity')`;
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
