import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { HasClock, HasDb } from '../deps.ts';

/** So many are named. */
const MOST_NAMED = 20;

/** The network's time zone where this PostgreSQL does not know it; null: it does. */
async function networkZoneNotRead({ db, clock }: HasDb & HasClock): Promise<string | null> {
  const { rows } = await sql<{ readonly timeZone: string }>`
    select time_zone as "timeZone" from network_settings where day_in_zone(${clock()}, time_zone) is null`.execute(
    db,
  );
  return rows[0]?.timeZone ?? null;
}

/**
 * Active accounts in a time zone that this PostgreSQL does not know, as one that was brought here from another may. They are
 * left out of what goes by their days (pace, ends of campaigns, low balances), so that everybody else's goes on.
 */
async function zonesNotRead({
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

export async function tellZonesNotRead(
  deps: HasDb & HasClock & { readonly logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const timeZone = await networkZoneNotRead(deps);
  if (timeZone !== null)
    deps.logger.warn(
      { timeZone },
      "PostgreSQL does not know the network's time zone and takes UTC for it in places: choose another under Settings, or give PostgreSQL newer zones",
    );
  const accounts = await zonesNotRead(deps);
  if (accounts.length > 0)
    deps.logger.warn(
      { accounts },
      'PostgreSQL does not know their time zones: they are left out until these are changed',
    );
}
