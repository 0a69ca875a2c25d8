import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { websitesOf } from './blocking-place.ts';

export type ReportMark = {
  readonly creativeId: number;
  readonly websiteId: number;
  readonly handled: boolean;
  /** The last report that the publisher has read: what came after it stays open. */
  readonly seenAt: string;
};

/**
 * Marks what visitors of one website reported about one ad as handled, or opens it again. It is the publisher's own list:
 * the operator's queue, which looks at the ad itself, is not touched.
 * @returns how many reports changed; 0 where it was so already.
 * @throws AppError `website_not_found`, also for someone else's; `not_found` where nothing was reported.
 */
export async function markAdReport(
  deps: HasDb & HasClock,
  actor: Actor,
  input: ReportMark,
): Promise<{ changed: number }> {
  const { creativeId, websiteId, handled } = input;
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    await websitesOf(db, actor, { websiteId });
    const ofAd = sql`creative_id = ${creativeId} and website_id = ${websiteId}`;
    const { rows } = await sql<{ known: boolean }>`
      select exists (select from ad_report where ${ofAd}) as known`.execute(db);
    if (rows[0]?.known !== true) throw new AppError('not_found');
    // The list tells milliseconds, the column keeps microseconds.
    const { numAffectedRows } = await (handled
      ? sql`update ad_report set handled_at = ${now} where ${ofAd} and handled_at is null
             and date_trunc('milliseconds', reported_at) <= ${input.seenAt}::timestamptz`
      : sql`update ad_report set handled_at = null where ${ofAd} and handled_at is not null`
    ).execute(db);
    const changed = Number(numAffectedRows ?? 0n);
    if (changed > 0) {
      await writeAudit(db, {
        ...doneBy(actor, 'publisher'),
        action: 'website.mark_report',
        subjectKind: 'website',
        subjectId: websiteId,
        detail: { creativeId, handled, reports: changed },
        at: now,
      });
    }
    return { changed };
  });
}
