import type { Db } from '@placard/db/database';
import { type CloseBlocker, closeBlockers } from '@placard/domain/ledger/month-close';
import {
  localDayAt,
  monthAfter,
  monthOfDay,
  numberOfDay,
  startOfLocalDayMs,
} from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { theRow } from '../the-row.ts';

export type OpenMonth = {
  /** First day. */
  readonly month: string;
  readonly endsAt: Date;
  readonly blockers: readonly CloseBlocker[];
  /** The result by which it could be closed. */
  readonly reconciliationId: number | null;
};

type Facts = {
  time_zone: string;
  first_at: Date | null;
  last_closed: string | null;
  horizon_minute: number;
  books: { readonly id: number; readonly isGreen: boolean; readonly looked: string } | null;
};

/** More than a network has months: a clock that is wrong makes no endless list. */
const MONTHS_MAX = 600;

/** Months that are not closed, from the first with a booking to the one that runs, oldest first. */
export async function readOpenMonths(db: Db, now: Date): Promise<OpenMonth[]> {
  const found = await sql<Facts>`
    select n.time_zone, (select min(at) from ledger_transaction) as first_at,
           (select max(month)::text from closed_month) as last_closed,
           (select minute from seen_horizon) as horizon_minute,
           (select jsonb_build_object('id', id, 'isGreen', is_green, 'looked', started_at)
              from reconciliation where finished_at is not null order by id desc limit 1) as books
      from network_settings n`.execute(db);
  const facts = theRow(found);
  const running = monthOfDay(localDayAt(facts.time_zone, now.getTime()));
  const begun =
    facts.first_at === null ? running : monthOfDay(localDayAt(facts.time_zone, facts.first_at.getTime()));
  const first = facts.last_closed === null ? begun : monthAfter(facts.last_closed);
  const months: OpenMonth[] = [];
  for (let month = first; month <= running && months.length < MONTHS_MAX; month = monthAfter(month)) {
    const endsMs = startOfLocalDayMs(facts.time_zone, numberOfDay(monthAfter(month)));
    const open = await countOpen(db, month);
    const blockers = closeBlockers({
      nowMs: now.getTime(),
      endsMs,
      earlierOpen: month > first,
      settledUpToMs: facts.horizon_minute * 60_000,
      ...open,
      books:
        facts.books === null
          ? null
          : { isGreen: facts.books.isGreen, lookedMs: new Date(facts.books.looked).getTime() },
    });
    months.push({ month, endsAt: new Date(endsMs), blockers, reconciliationId: facts.books?.id ?? null });
  }
  return months;
}

async function countOpen(db: Db, month: string): Promise<{ openEarnings: number; uninvoiced: number }> {
  const found = await sql<{ openEarnings: number; uninvoiced: number }>`
    select (select count(*)::int from earning_month
             where month <= ${month}::date and closed_at is null and earned_micros > 0) as "openEarnings",
           (select count(*)::int from campaign_month
             where month <= ${month}::date and charged_micros > invoiced_micros) as uninvoiced`.execute(db);
  return theRow(found);
}
