import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { withdrawableMicros } from '@placard/domain/payout/rules';
import { localDayAt, monthAfter } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { theRow } from '../the-row.ts';
import { readPayoutRules } from './payment-settings.ts';

export type PaymentSummary = {
  readonly currency: string;
  readonly available: number;
  readonly withdrawable: number;
  readonly inFlight: number;
  readonly pending: number;
  readonly paid: number;
  readonly withheld: number;
  readonly adjusted: number;
  readonly total: number;
  readonly nextPaymentDate: string;
  readonly minPayout: number;
};

type Figures = {
  available: Micros;
  in_flight: Micros;
  pending: Micros;
  paid: Micros;
  withheld: Micros;
  adjusted: Micros;
  total: Micros;
};

/** What a publisher may withdraw, has under way, awaits and has ever earned. */
export async function readPaymentSummary(deps: HasDb & HasClock, actor: Actor): Promise<PaymentSummary> {
  const rules = await readPayoutRules(deps.db, actor.accountId);
  const row = theRow(
    await sql<Figures>`
    select coalesce(sum(balance_micros) filter (where kind = 'publisher_available'), 0)::int8 as available,
           coalesce(sum(balance_micros) filter (where kind = 'payouts_in_flight'), 0)::int8 as in_flight,
           coalesce(sum(balance_micros) filter (where kind = 'publisher_pending'), 0)::int8 as pending,
           coalesce((select sum(earned_micros) from earning_month
                      where publisher_id = ${actor.accountId}), 0)::int8 as total,
           coalesce((select sum(amount_micros) from payout
                      where publisher_id = ${actor.accountId} and status = 'completed'), 0)::int8 as paid,
           coalesce((select sum(withheld_micros) from payout
                      where publisher_id = ${actor.accountId} and status = 'completed'), 0)::int8 as withheld,
           -- settlements, of which there may be one a second, are left out by an index
           coalesce((select sum(e.amount_micros)
                       from ledger_transaction t
                       join ledger_entry e on e.transaction_id = t.id
                       join ledger_account a on a.id = e.account_id
                      where t.kind <> 'settlement' and t.kind in ('adjustment', 'spend_refund') and a.owner_id = ${actor.accountId}
                        and a.kind in ('publisher_available', 'publisher_pending')), 0)::int8 as adjusted
      from ledger_account where owner_id = ${actor.accountId}`.execute(deps.db),
  );
  return {
    currency: rules.currency,
    available: dollarsFromMicros(row.available),
    withdrawable: dollarsFromMicros(withdrawableMicros(row.available, smallestStepMicros(rules.currency))),
    inFlight: dollarsFromMicros(row.in_flight),
    pending: dollarsFromMicros(row.pending),
    paid: dollarsFromMicros(row.paid),
    withheld: dollarsFromMicros(row.withheld),
    adjusted: dollarsFromMicros(row.adjusted),
    total: dollarsFromMicros(row.total),
    nextPaymentDate: monthAfter(localDayAt(rules.timeZone, deps.clock().getTime())),
    minPayout: dollarsFromMicros(rules.minMicros),
  };
}
