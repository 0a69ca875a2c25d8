import { randomInt } from 'node:crypto';
import { ADS_TXT_EVERY_MS, adsTxtPauseMs } from '@placard/domain/ads-txt/schedule';
import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { severalAlone } from '../each-alone.ts';
import { type CheckDeps, type CheckedWebsite, checkWebsite } from './check-website.ts';

const AT_ONCE = 6;
const BATCH = 60;
const LARGEST_ID = 2_147_483_647;
/** The shortest pause there is: nobody checked since can be due. */
const SHORTEST_MS = Math.min(ADS_TXT_EVERY_MS, adsTxtPauseMs(1));

type Due = CheckedWebsite & { readonly checkedAt: Date | null; readonly streak: number };

type Scan = { readonly before: Date; readonly from: number; readonly to: number };

/** Websites in use with these numbers that were checked longest ago, with how many checks in a row said nothing. */
async function candidates(deps: HasDb, { before, from, to }: Scan): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.domain, s.publisher_id as "publisherId", c.checked_at as "checkedAt",
           (select count(*)::int from ads_txt_check u
             where u.website_id = s.id
               and u.id > coalesce((select max(g.id) from ads_txt_check g
                                     where g.website_id = s.id and g.result <> 'unknown'), 0)) as streak
      from website s
      left join lateral (select checked_at from ads_txt_check x where x.website_id = s.id
                          order by x.id desc limit 1) c on true
     where s.status in ('pending', 'active', 'suspended') and s.id between ${from} and ${to}
       and (c.checked_at is null or c.checked_at <= ${before})
     order by s.id limit ${BATCH}`.execute(deps.db);
  return rows;
}

async function* dueAmong(deps: HasDb & HasClock, span: Omit<Scan, 'before'>): AsyncGenerator<Due> {
  const now = deps.clock();
  const before = new Date(now.getTime() - SHORTEST_MS);
  for (let { from } = span; ; ) {
    const found = await candidates(deps, { before, from, to: span.to });
    yield* found.filter(
      ({ checkedAt, streak }) =>
        checkedAt === null || checkedAt.getTime() + adsTxtPauseMs(streak) <= now.getTime(),
    );
    if (found.length < BATCH) return;
    from = (found.at(-1)?.id ?? from) + 1;
  }
}

/** Every number that a website may have, once, from one of them on. */
export function roundFrom(start: number): readonly Omit<Scan, 'before'>[] {
  return [
    { from: start, to: LARGEST_ID },
    { from: 0, to: start - 1 },
  ];
}

/** All that are due, from anywhere on and round: many that fail are not always before the same others. */
async function* dueWebsites(deps: HasDb & HasClock, signal: AbortSignal | undefined): AsyncGenerator<Due> {
  const { largest } = await deps.db
    .selectFrom('website')
    .select((eb) => eb.fn.max('id').as('largest'))
    .executeTakeFirstOrThrow();
  const start = randomInt((largest ?? 0) + 1);
  for (const span of roundFrom(start)) {
    for await (const due of dueAmong(deps, span)) {
      if (signal?.aborted === true) return;
      yield due;
    }
  }
}

/**
 * Checks every website that is due: daily, and after checks that said nothing by the back-off's pauses. Ends at
 * `signal` with what is under way; the next run goes on with the rest. @returns how many were checked
 * @throws AggregateError of those that could not be
 */
export async function checkDueWebsites(deps: CheckDeps, signal?: AbortSignal): Promise<number> {
  const checked = await severalAlone(
    dueWebsites(deps, signal),
    { atOnce: AT_ONCE, failed: 'websites could not be checked' },
    async (website) => await checkWebsite(deps, website),
  );
  return checked.length;
}
