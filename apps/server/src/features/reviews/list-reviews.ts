import { type QueueKind, REJECTION_CODES, type ReviewItem } from '@placard/contract/reviews';
import { REVIEW_KINDS } from '@placard/domain/review';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { readWaitingAppeal } from '../appeals/waiting-appeals.ts';
import { imageUrl } from '../images/image-address.ts';
import { pageOf } from '../list-query.ts';
import { readCreativeReports } from './creative-reports.ts';
import { lastVerdict, rejectionOf } from './last-verdict.ts';
import { type ReviewField, readReviewContent } from './review-content.ts';
import { compareFields, type ReviewSnapshot, readSnapshot } from './review-snapshot.ts';
import { type QueueEntry, readQueue, readSample } from './review-subject.ts';

/** What waits for the operator, oldest first, with what changed since the last approval. */
export async function listReviews(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  query: { readonly kind?: QueueKind | undefined; readonly page: number; readonly pageSize: number },
): Promise<{ items: ReviewItem[]; total: number }> {
  const { kind } = query;
  const of = kind === undefined ? REVIEW_KINDS : kind === 'appeal' ? kind : [kind];
  const { entries, total } = await readQueue(deps.db, of, pageOf(query));
  const items: ReviewItem[] = [];
  for (const entry of entries) {
    const item = await readItem(deps, entry);
    if (item !== null) items.push(item);
  }
  return { items, total };
}

async function readItem(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  entry: QueueEntry,
): Promise<ReviewItem | null> {
  const content = await readReviewContent(deps, entry.kind, entry.id);
  if (content === null) return null;
  const snapshot = await readSnapshot(deps.db, entry.kind, entry.id);
  return {
    kind: entry.kind,
    id: entry.id,
    name: content.name,
    owner: content.owner,
    submittedAt: entry.submitted_at.toISOString(),
    version: content.version,
    fields: compareFields(content.fields, snapshot),
    previouslyApproved: snapshot !== null,
    rejectedBefore: await readRejection(deps.db, entry),
    imageUrl: content.imageUrl,
    frameUrl: content.frameUrl,
    size: content.size,
    related: content.related,
    reports: entry.kind === 'creative' ? await readCreativeReports(deps.db, entry.id) : null,
    imageBeforeUrl: imageBefore(deps, content.fields, snapshot),
    ...(await readCheck(deps.db, entry, content.version)),
    sampled: await readSample(deps.db, entry.kind, entry.id),
    appeal: await readWaitingAppeal(deps.db, entry.kind, entry.id),
  };
}

/** What was said when it was judged last, where that was a rejection. */
async function readRejection(
  db: HasDb['db'],
  { kind, id }: QueueEntry,
): Promise<ReviewItem['rejectedBefore']> {
  const { rows } = await sql<{ action: string; detail: unknown; at: Date }>`
    ${lastVerdict(kind, sql`${id}`)}`.execute(db);
  const [verdict] = rows;
  if (verdict?.action !== rejectionOf(kind)) return null;
  const said: Readonly<Record<string, unknown>> = Object(verdict.detail);
  return {
    at: verdict.at.toISOString(),
    code: REJECTION_CODES.find((code) => code === said.code) ?? 'other',
    text: String(said.text ?? ''),
  };
}

/** What was found in the version that is shown; of an older one nothing is told. */
async function readCheck(
  db: HasDb['db'],
  { kind, id }: QueueEntry,
  version: number,
): Promise<Pick<ReviewItem, 'checkedAt' | 'findings'>> {
  const check = await db
    .selectFrom('review_check')
    .select(['checked_at', 'findings'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (check === undefined) return { checkedAt: null, findings: [] };
  return { checkedAt: check.checked_at.toISOString(), findings: check.findings as ReviewItem['findings'] };
}

/** The image that was approved, where another one is shown now. Files are kept: they are named by their content. */
function imageBefore(
  { deliveryUrl }: HasUrls,
  fields: readonly ReviewField[],
  snapshot: ReviewSnapshot | null,
): string | null {
  const before = snapshot?.image?.value ?? '';
  const now = fields.find(({ key }) => key === 'image')?.value ?? '';
  return before === '' || before === now ? null : imageUrl(deliveryUrl, before);
}
