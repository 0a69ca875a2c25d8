import { sql } from 'kysely';
import type { HasClock, HasDb } from '../deps.ts';

/** So many are named. */
const MOST_NAMED = 20;

/**
 * Active accounts in a time zone that this PostgreSQL does not know, as one that was brought here from another may. They are
 * left out of what goes by their days (pace, ends of campaigns, low balances), so that everybody else's goes on.
 */
export async function zonesNotRead({
  db,
  clock,
}: HasDb & HasClock): Promise<{ readonly accountId: number; readonly timeZone: string }[]> {
  const { rows } = await sql<{ readonly accountId: number; readonly timeZone: string }>`
    select id as "accountId", time_zone as "timeZone" from account
     where status = 'active' and time_zone in (
           select zone from (select distinct time_zone as zone from account) kept where day_in_zone(${clock()}, zone) is null)
     order by id limit ${MOST_NAMED}`.execute(db);
  return rows;
}
