import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { localDayAt, monthAfter } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { theRow } from '../the-row.ts';

export type PublisherEarnings = {
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly total: number;
  readonly nextPaymentDate: string;
};

type EarningsRow = {
  currency: string;
  time_zone: string;
  available: Micros;
  pending: Micros;
  total: Micros;
};

/** What a publisher has, awaits and has ever earned, straight from the ledger, and when the month is closed. */
export async function readPublisherEarnings(
  deps: HasDb & HasClock,
  actor: Actor,
): Promise<PublisherEarnings> {
  const row = theRow(
    await sql<EarningsRow>`
    select n.currency, n.time_zone,
           coalesce((select balance_micros from ledger_account
                      where owner_id = ${actor.accountId} and kind = 'publisher_available'), 0) as available,
           coalesce((select balance_micros from ledger_account
                      where owner_id = ${actor.accountId} and kind = 'publisher_pending'), 0) as pending,
           coalesce((select sum(earned_micros) from earning_month where publisher_id = ${actor.accountId}), 0)::int8 as total
      from network_settings n
  `.execute(deps.db),
  );
  return {
    currency: row.currency,
    available: dollarsFromMicros(row.available),
    pending: dollarsFromMicros(row.pending),
    total: dollarsFromMicros(row.total),
    // Earnings are closed on the first of each month, in the network's zone.
    nextPaymentDate: monthAfter(localDayAt(row.time_zone, deps.clock().getTime())),
  };
}
