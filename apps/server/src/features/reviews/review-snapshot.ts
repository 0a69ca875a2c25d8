import type { ReviewItem } from '@placard/contract/reviews';
import type { Database } from '@placard/db/schema';
import type { ReviewKind } from '@placard/domain/review';
import type { Kysely } from 'kysely';
import type { ReviewField } from './review-content.ts';

/** What was approved last, by key; what was approved before values were typed has none. */
export type ReviewSnapshot = Readonly<
  Record<string, Pick<ReviewField, 'label' | 'value'> & Partial<Pick<ReviewField, 'said'>>>
>;

export async function readSnapshot(
  db: Kysely<Database>,
  kind: ReviewKind,
  id: number,
): Promise<ReviewSnapshot | null> {
  const row = await db
    .selectFrom('review_snapshot')
    .select('content')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : (row.content as ReviewSnapshot);
}

/** Keeps what is being approved: to show at the next review what changed since, and to send clicks there until then. */
export async function writeSnapshot(
  db: Kysely<Database>,
  kind: ReviewKind,
  id: number,
  fields: readonly ReviewField[],
  now: Date,
): Promise<void> {
  const snapshot: ReviewSnapshot = Object.fromEntries(
    fields.map(({ key, label, value, said }) => [key, { label, value, said }]),
  );
  const content = JSON.stringify(snapshot);
  await db
    .insertInto('review_snapshot')
    .values({ subject_kind: kind, subject_id: id, content, approved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['subject_kind', 'subject_id']).doUpdateSet({ content, approved_at: now }),
    )
    .execute();
}

/** The fields with what they were where that differs; what was approved and is gone comes last, empty. */
export function compareFields(
  fields: readonly ReviewField[],
  snapshot: ReviewSnapshot | null,
): ReviewItem['fields'] {
  if (snapshot === null) {
    return fields.map(({ label, ...field }) => ({ ...field, field: label, before: null, saidBefore: null }));
  }
  const present = fields.map(({ label, ...field }) => {
    const before = snapshot[field.key]?.value ?? '';
    const differs = before !== field.value;
    const saidBefore = differs ? (snapshot[field.key]?.said ?? null) : null;
    return { ...field, field: label, before: differs ? before : null, saidBefore };
  });
  const keys = new Set(fields.map((field) => field.key));
  const gone = Object.entries(snapshot)
    .filter(([key]) => !keys.has(key))
    .map(([key, { label, value, said = null }]) => ({
      ...{ key, field: label, value: '', said: null },
      ...{ before: value, saidBefore: said },
    }));
  return [...present, ...gone];
}
