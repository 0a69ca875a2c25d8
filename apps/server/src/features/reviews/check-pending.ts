import type { Finding } from '@placard/contract/review-findings';
import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import type { HasOutside } from '../../safe-fetch/safe-fetch.ts';
import { inTurn, severalAlone } from '../each-alone.ts';
import { findInCreative } from './findings.ts';
import { ofOpenAccount } from './review-subject.ts';

/** Each kind by an index of its own: asked in one condition, all creatives there ever were are gone through. */
const WAITING_CREATIVES = sql`
  select id, false as sampled from creative where status = 'pending'
   union all
  select subject_id, false from appeal where subject_kind = 'creative' and status = 'open'
   union all
  select subject_id, true from review_sample where subject_kind = 'creative' and judged_at is null`;

const AT_ONCE = 4;
/** Few at a time: whoever stops the worker waits for those under way. */
const BATCH = 4;
/** A page that was there a day ago may be gone. */
const AGAIN_AFTER_MS = 24 * 3_600_000;

type Deps = HasDb & HasClock & HasOutside;
type Due = { readonly id: number; readonly version: number };

/**
 * Looks at creatives that wait for review, or for an answer to an appeal, and were not looked at as they are now, or a day ago: what is found stands
 * beside them before anybody opens the queue. What went live unseen is looked at likewise. @returns how many were checked
 * @throws AggregateError of those that could not be: which of those that were never looked at come first is left to chance, or
 * they would be before the others each time
 */
export async function checkPending(deps: Deps): Promise<number> {
  const before = new Date(deps.clock().getTime() - AGAIN_AFTER_MS);
  const { rows } = await sql<Due>`
    select s.id, s.version
      from (select id, bool_and(sampled) as sampled from (${WAITING_CREATIVES}) one group by id) w
      join creative s on s.id = w.id
      left join review_check c on c.subject_kind = 'creative' and c.subject_id = s.id
     where (not w.sampled or s.status = 'active') and ${ofOpenAccount('creative')}
       and (c.version is null or c.version <> s.version or (not w.sampled and c.checked_at <= ${before}))
     order by c.checked_at nulls first, random() limit ${BATCH}`.execute(deps.db);
  await severalAlone(
    inTurn(rows),
    { atOnce: AT_ONCE, failed: 'creatives could not be looked at' },
    async (due) => await checkCreative(deps, due),
  );
  return rows.length;
}

/** @returns what was found; kept for the version that was looked at. */
export async function checkCreative(deps: Deps, { id, version }: Due): Promise<readonly Finding[]> {
  const findings = await findInCreative(deps, id);
  if (findings === null) return [];
  const kept = { version, checked_at: deps.clock(), findings: JSON.stringify(findings) };
  await deps.db
    .insertInto('review_check')
    .values({ subject_kind: 'creative', subject_id: id, ...kept })
    .onConflict((conflict) => conflict.columns(['subject_kind', 'subject_id']).doUpdateSet(kept))
    .execute();
  if (findings.length > 0) {
    // What went live unseen is looked at where there is something to see, drawn or not.
    await deps.db
      .updateTable('review_sample')
      .set({ because: 'finding' })
      .where('subject_kind', '=', 'creative')
      .where('subject_id', '=', id)
      .where('judged_at', 'is', null)
      .execute();
  }
  return findings;
}
