import { randomInt } from 'node:crypto';
import { BASIS_POINTS_WHOLE } from '@placard/domain/basis-points';
import { isDrawn, REVIEW_KINDS, type ReviewKind } from '@placard/domain/review';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { approve } from './decide-review.ts';

const BATCH = 100;

type Deps = HasDb & HasClock & HasUrls & HasSecrets;
type Waiting = { readonly kind: ReviewKind; readonly id: number; readonly version: number };

const OWNERS: Record<ReviewKind, string> = {
  campaign: 'advertiser_id',
  creative: 'advertiser_id',
  website: 'publisher_id',
};

/**
 * Brings live what trusted accounts submitted, and draws what is looked at afterwards. A website above or below another
 * publisher's waits for a person all the same. @returns how many went live
 */
export async function approveTrusted(deps: Deps): Promise<number> {
  const parts = REVIEW_KINDS.map(
    (kind) => sql`
      select ${kind}::text as kind, s.id, s.version from ${sql.table(kind)} s
        join account a on a.id = s.${sql.id(OWNERS[kind])} and a.trusted_at is not null and a.status = 'active'
       where s.status = 'pending'`,
  );
  const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)} limit ${BATCH}`.execute(deps.db);
  let live = 0;
  for (const waiting of rows) if (await bringLive(deps, waiting)) live += 1;
  return live;
}

async function bringLive(deps: Deps, waiting: Waiting): Promise<boolean> {
  try {
    await inTransaction(deps.db, async (db) => {
      await approve({ ...deps, db }, null, waiting);
      const { review_sample_bp: share } = await db
        .selectFrom('network_settings')
        .select('review_sample_bp')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('review_sample')
        .values({
          subject_kind: waiting.kind,
          subject_id: waiting.id,
          version: waiting.version,
          because: isDrawn(randomInt(BASIS_POINTS_WHOLE), share) ? 'share' : null,
          made_at: deps.clock(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    return true;
  } catch (error) {
    // Edited or judged meanwhile, or a neighbour of another publisher's website: it waits as others do.
    if (error instanceof AppError) return false;
    throw error;
  }
}
