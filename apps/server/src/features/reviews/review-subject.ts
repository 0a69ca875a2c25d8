import type { Database } from '@placard/db/schema';
import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { CAMPAIGN_TRANSITIONS, type CampaignStatus } from '@placard/domain/campaign/status';
import { CREATIVE_TRANSITIONS, type CreativeStatus } from '@placard/domain/creative/status';
import type { ReviewKind } from '@placard/domain/review';
import type { StatusTable } from '@placard/domain/status-table';
import { WEBSITE_TRANSITIONS, type WebsiteStatus } from '@placard/domain/website/status';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { APPEALED } from '../appeals/waiting-appeals.ts';

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
  readonly status: CampaignStatus | CreativeStatus | WebsiteStatus;
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

/** No verdict leaves a website suspended. */
const NOT_SUSPENDED = sql`suspended_by = null, suspension_text = null,`;

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
           ${kind === 'website' ? NOT_SUSPENDED : sql``}
           updated_at = ${now}, version = version + 1
     where id = ${subject.id} and status = ${subject.status} and version = ${subject.version}
  `.execute(db);
  if (result.numAffectedRows !== 1n) throw new AppError('conflict_version');
}

/** What of a kind is of an account that is open: of one that closed nothing waits, until it is opened again. `s` is the record. */
export const ofOpenAccount = (kind: ReviewKind): RawBuilder<unknown> =>
  sql`not exists (select from account_closing closed where closed.account_id = s.${sql.id(SUBJECTS[kind].owner)})`;

/** What of a kind is pending: for `from`, by the name of `s`. */
export const pendingOf = (kind: ReviewKind): RawBuilder<unknown> =>
  sql`${sql.table(kind)} s where s.status = 'pending' and ${ofOpenAccount(kind)}`;

export type QueueEntry = { readonly kind: ReviewKind; readonly id: number; readonly submitted_at: Date };

/** Running creatives that so many visitors reported since the operator last decided about them. */
export const REPORTED_CREATIVES = sql`
  select 'creative'::text as kind, s.id, min(r.reported_at) as submitted_at
    from ad_report r join creative s on s.id = r.creative_id and s.status = 'active'
   where r.judged_at is null and ${ofOpenAccount('creative')}
   group by s.id having count(*) >= ${AD_REPORTS_FOR_REVIEW}`;

/** Running things that a trusted account brought live and nobody has looked at: drawn by the share, or with a finding. */
const SAMPLED: Record<ReviewKind, RawBuilder<unknown>> = {
  campaign: sampledOf('campaign'),
  creative: sampledOf('creative'),
  website: sampledOf('website'),
};

function sampledOf(kind: ReviewKind): RawBuilder<unknown> {
  return sql`
    select ${kind}::text as kind, s.id, max(r.made_at) as submitted_at
      from review_sample r join ${sql.table(kind)} s on s.id = r.subject_id and s.status = 'active'
     where r.subject_kind = ${kind} and r.judged_at is null and r.because is not null
       and ${ofOpenAccount(kind)} group by s.id`;
}

/** Why something running is looked at although it is live; null where that is not the reason. */
export async function readSample(
  db: Kysely<Database>,
  kind: ReviewKind,
  id: number,
): Promise<'share' | 'finding' | null> {
  const row = await db
    .selectFrom('review_sample')
    .select('because')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('judged_at', 'is', null)
    .where('because', 'is not', null)
    .orderBy('because')
    .executeTakeFirst();
  return row?.because ?? null;
}

/** The decision answers the samples that were drawn until now. @returns how many it answers. */
export async function closeSamples(
  db: Kysely<Database>,
  kind: ReviewKind,
  id: number,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('review_sample')
    .set({ judged_at: now })
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('judged_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What is pending, what visitors reported, what is sampled and what is objected to, oldest first, of all kinds or of one. */
export async function readQueue(
  db: Kysely<Database>,
  of: readonly ReviewKind[] | 'appeal',
  page: { readonly limit: number; readonly offset: number },
): Promise<{ entries: QueueEntry[]; total: number }> {
  const kinds = of === 'appeal' ? [] : of;
  const parts = kinds.map(
    (kind) => sql`
        select ${kind}::text as kind, id, coalesce(${sql.id(SUBJECTS[kind].submitted)}, created_at) as submitted_at
          from ${pendingOf(kind)}`,
  );
  if (kinds.includes('creative')) parts.push(REPORTED_CREATIVES);
  for (const kind of kinds) parts.push(SAMPLED[kind]);
  parts.push(
    of === 'appeal' ? APPEALED : sql`select * from (${APPEALED}) a where kind = any(${kinds}::text[])`,
  );
  // Once, whatever brings it here.
  const pending = sql`
    select kind, id, min(submitted_at) as submitted_at from (${sql.join(parts, sql` union all `)}) each
     group by kind, id`;
  const entries = await sql<QueueEntry>`
    select * from (${pending}) pending order by submitted_at, kind, id limit ${page.limit} offset ${page.offset}
  `.execute(db);
  const total = await sql<{ total: number }>`select count(*)::int as total from (${pending}) pending`.execute(
    db,
  );
  return { entries: entries.rows, total: total.rows[0]?.total ?? 0 };
}
