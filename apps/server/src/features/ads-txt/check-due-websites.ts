import { ADS_TXT_EVERY_MS, adsTxtPauseMs } from '@placard/domain/ads-txt/schedule';
import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { type CheckDeps, type CheckedWebsite, checkWebsite } from './check-website.ts';

const AT_ONCE = 6;
const BATCH = 60;
/** The shortest pause there is: nobody checked since can be due. */
const SHORTEST_MS = Math.min(ADS_TXT_EVERY_MS, adsTxtPauseMs(1));

type Due = CheckedWebsite & { readonly checkedAt: Date | null; readonly streak: number };

/** Websites in use that were checked longest ago, after `afterId`, with how many checks in a row said nothing. */
async function candidates(deps: HasDb, before: Date, afterId: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.domain, s.publisher_id as "publisherId", c.checked_at as "checkedAt",
           (select count(*)::int from ads_txt_check u
             where u.website_id = s.id
               and u.id > coalesce((select max(g.id) from ads_txt_check g
                                     where g.website_id = s.id and g.result <> 'unknown'), 0)) as streak
      from website s
      left join lateral (select checked_at from ads_txt_check x where x.website_id = s.id
                          order by x.id desc limit 1) c on true
     where s.status in ('pending', 'active', 'suspended') and s.id > ${afterId}
       and (c.checked_at is null or c.checked_at <= ${before})
     order by s.id limit ${BATCH}`.execute(deps.db);
  return rows;
}

/**
 * Checks every website that is due: daily, and after checks that said nothing by the back-off's pauses. Ends at
 * `signal` with what is under way; the next run goes on with the rest. @returns how many were checked.
 */
export async function checkDueWebsites(deps: CheckDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock();
  const before = new Date(now.getTime() - SHORTEST_MS);
  let checked = 0;
  let afterId = 0;
  for (;;) {
    const found = await candidates(deps, before, afterId);
    const due = found.filter(
      ({ checkedAt, streak }) =>
        checkedAt === null || checkedAt.getTime() + adsTxtPauseMs(streak) <= now.getTime(),
    );
    const queue = due.values();
    const work = async () => {
      for (const website of queue) {
        if (signal?.aborted === true) return;
        await checkWebsite(deps, website);
        checked += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (found.length < BATCH || signal?.aborted === true) return checked;
    afterId = found.at(-1)?.id ?? afterId;
  }
}
