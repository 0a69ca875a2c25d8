import type { Database } from '@placard/db/schema';
import type { ReviewKind } from '@placard/domain/review';
import type { Kysely } from 'kysely';
import { closeReports } from './creative-reports.ts';
import { closeSamples } from './review-subject.ts';

/** What visitors reported, and what a trusted account brought live: any decision of a person answers both. @returns how many it answers. */
export async function closeQuestions(
  db: Kysely<Database>,
  { kind, id }: { readonly kind: ReviewKind; readonly id: number },
  now: Date,
): Promise<{ reports: number; samples: number }> {
  const reports = kind === 'creative' ? await closeReports(db, id, now) : 0;
  return { reports, samples: await closeSamples(db, kind, id, now) };
}
