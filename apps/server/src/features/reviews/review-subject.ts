import type { Database } from '@placard/db/schema';
import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { CAMPAIGN_TRANSITIONS } from '@placard/domain/campaign/status';
import { CREATIVE_TRANSITIONS } from '@placard/domain/creative/status';
import type { ReviewKind } from '@placard/domain/review';
import type { StatusTable } from '@placard/domain/status-table';
import { WEBSITE_TRANSITIONS } from '@placard/domain/website/status';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';

/** Where the three kinds differ; the columns of a review are the same in all. */
const SUBJECTS = {
  campaign: {
    owner: 'advertiser_id',
    title: 'name',
    submitted: 'submitted_at',
    missing: 'campaign_not_found',
  },
  creative: { owner: 'advertiser_id', title: 'name', submitted: 'updated_at', missing: 'creative_not_found' },
  website: { owner: 'publisher_id', title: 'domain', submitted: 'updated_at', missing: 'website_not_found' },
} as const;

/** The tables that say where `approve` and `reject` lead. */
export const REVIEW_TRANSITIONS: Record<ReviewKind, StatusTable<string, string, string>> = {
  campaign: CAMPAIGN_TRANSITIONS,
  creative: CREATIVE_TRANSITIONS,
  website: WEBSITE_TRANSITIONS,
};

export type ReviewSubject = {
  readonly id: number;
  readonly status: string;
  readonly version: number;
  readonly title: string;
  readonly owner_id: number;
  readonly owner_email: string;
};

/** What is to be decided, locked until the transaction ends. @throws AppError `<kind>_not_found`. */
export async function lockSubject(
  db: Kysely<Database>,
  kind: ReviewKind,
  id: number,
): Promise<ReviewSubject> {
  const { owner, title, missing } = SUBJECTS[kind];
  const { rows } = await sql<ReviewSubject>`
    select s.id, s.status, s.version, s.${sql.id(title)} as title, u.id as owner_id, u.email as owner_email
      from ${sql.table(kind)} s join account_card u on u.id = s.${sql.id(owner)}
     where s.id = ${id} for update of s
  `.execute(db);
  const [subject] = rows;
  if (subject === undefined) throw new AppError(missing);
  return subject;
}

export type Verdict = {
  readonly status: string;
  readonly approvedAt: Date | null;
  readonly rejectionCode: string | null;
  readonly rejectionText: string | null;
};

/** Writes a verdict, guarded by the status and version that were judged. @throws AppError `conflict_version`. */
export async function writeVerdict(
  db: Kysely<Database>,
  kind: ReviewKind,
  subject: ReviewSubject,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  const result = await sql`
    update ${sql.table(kind)}
       set status = ${verdict.status}, approved_at = ${verdict.approvedAt},
           rejection_code = ${verdict.rejectionCode}, rejection_text = ${verdict.rejectionText},
           updated_at = ${now}, version = version + 1
     where id = ${subject.id} and status = ${subject.status} and version = ${subject.version}
  `.execute(db);
  if (result.numAffectedRows !== 1n) throw new AppError('conflict_version');
}

export type QueueEntry = { readonly kind: ReviewKind; readonly id: number; readonly submitted_at: Date };

/** Running creatives that so many visitors reported since the operator last decided about them. */
export const REPORTED_CREATIVES = sql`
  select 'creative'::text as kind, c.id, min(r.reported_at) as submitted_at
    from ad_report r join creative c on c.id = r.creative_id and c.status = 'active'
   where r.judged_at is null
   group by c.id having count(*) >= ${AD_REPORTS_FOR_REVIEW}`;

/** What is pending and what visitors reported, oldest first, of all kinds or of one. */
export async function readQueue(
  db: Kysely<Database>,
  kinds: readonly ReviewKind[],
  page: { readonly limit: number; readonly offset: number },
): Promise<{ entries: QueueEntry[]; total: number }> {
  const parts = kinds.map(
    (kind) => sql`
        select ${kind}::text as kind, id, coalesce(${sql.id(SUBJECTS[kind].submitted)}, created_at) as submitted_at
          from ${sql.table(kind)} where status = 'pending'`,
  );
  if (kinds.includes('creative')) parts.push(REPORTED_CREATIVES);
  const pending = sql.join(parts, sql` union all `);
  const entries = await sql<QueueEntry>`
    select * from (${pending}) pending order by submitted_at, kind, id limit ${page.limit} offset ${page.offset}
  `.execute(db);
  const total = await sql<{ total: number }>`select count(*)::int as total from (${pending}) pending`.execute(
    db,
  );
  return { entries: entries.rows, total: total.rows[0]?.total ?? 0 };
}
