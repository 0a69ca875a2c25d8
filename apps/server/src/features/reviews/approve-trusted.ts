import { randomInt } from 'node:crypto';
import { BASIS_POINTS_WHOLE } from '@placard/domain/basis-points';
import { isDrawn, REVIEW_KINDS, type ReviewKind } from '@placard/domain/review';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { approve } from './decide-review.ts';
import { lastVerdict, rejectionOf } from './last-verdict.ts';

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
 * publisher's waits for a person all the same, and so does what a person rejected last; neither keeps any of those behind
 * it waiting. @returns how many went live
 * @throws AggregateError of those that could not be brought live
 */
export async function approveTrusted(deps: Deps, batch = BATCH): Promise<number> {
  const waiting: Waiting[] = [];
  for (const kind of REVIEW_KINDS) {
    let found: readonly Waiting[];
    let afterId = 0;
    do {
      found = await waitingAfter(deps, kind, afterId, batch);
      waiting.push(...found);
      afterId = found.at(-1)?.id ?? afterId;
    } while (found.length === batch);
  }
  const live = await eachAlone(
    waiting,
    'submissions could not be brought live',
    async (each) => await bringLive(deps, each),
  );
  return live.filter(Boolean).length;
}

async function waitingAfter(
  { db }: HasDb,
  kind: ReviewKind,
  afterId: number,
  most: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ${kind}::text as kind, s.id, s.version from ${sql.table(kind)} s
      join account a on a.id = s.${sql.id(OWNERS[kind])} and a.trusted_at is not null and a.status = 'active'
     where s.status = 'pending' and s.id > ${afterId}
       and not exists (select from (${lastVerdict(kind, sql`s.id`)}) judged where judged.action = ${rejectionOf(kind)})
     order by s.id limit ${most}`.execute(db);
  return rows;
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
        .execute();
    });
    return true;
  } catch (error) {
    // Edited or judged meanwhile, or a neighbour of another publisher's website: it waits as others do.
    if (error instanceof AppError) return false;
    throw error;
  }
}
