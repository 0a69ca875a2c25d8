import type { ReviewItem } from '@placard/contract/reviews';
import { REVIEW_KINDS, type ReviewKind } from '@placard/domain/review';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { pageOf } from '../list-query.ts';
import { readCreativeReports } from './creative-reports.ts';
import { readReviewContent } from './review-content.ts';
import { compareFields, readSnapshot } from './review-snapshot.ts';
import { type QueueEntry, readQueue } from './review-subject.ts';

/** What waits for the operator, oldest first, with what changed since the last approval. */
export async function listReviews(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  query: { readonly kind?: ReviewKind | undefined; readonly page: number; readonly pageSize: number },
): Promise<{ items: ReviewItem[]; total: number }> {
  const kinds = query.kind === undefined ? REVIEW_KINDS : [query.kind];
  const { entries, total } = await readQueue(deps.db, kinds, pageOf(query));
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
    imageUrl: content.imageUrl,
    frameUrl: content.frameUrl,
    size: content.size,
    related: content.related,
    reports: entry.kind === 'creative' ? await readCreativeReports(deps.db, entry.id) : null,
  };
}
