import type { Deposit } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { depositView } from './deposit-view.ts';
import { type InvoiceView, recentInvoices } from './invoices.ts';
import { walletBalance } from './read-balance.ts';

export type BillingSummary = {
  balance: number;
  currency: string;
  lowBalance: boolean;
  lowBalanceThreshold: number;
  lastPayment: { amount: number; at: string } | null;
  minDeposit: number;
  gateways: ('manual' | 'stripe' | 'test_card')[];
  bankTransferDetails: string;
  pendingDeposits: Deposit[];
  invoices: InvoiceView[];
};

/** A balance below this many days of running daily budgets is low. */
const DAYS_COVERED = 2n;

/** What the billing page shows. */
export async function readBillingSummary(deps: HasDb & HasClock, actor: Actor): Promise<BillingSummary> {
  const { db } = deps;
  const today = localDayAt(actor.timeZone, deps.clock().getTime());
  const [settings, balanceMicros, dailyMicros, lastPayment, pending, invoices] = await Promise.all([
    db.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow(),
    walletBalance(db, actor.userId),
    runningDailyBudgets(db, actor.userId, today),
    lastConfirmedDeposit(db, actor.userId),
    db
      .selectFrom('deposit')
      .selectAll()
      .where('advertiser_id', '=', actor.userId)
      .where('status', '=', 'pending')
      .orderBy('id', 'desc')
      .execute(),
    recentInvoices(db, actor.userId),
  ]);
  const covered = dailyMicros * DAYS_COVERED;
  const thresholdMicros = covered > settings.low_balance_micros ? covered : settings.low_balance_micros;
  return {
    balance: dollarsFromMicros(balanceMicros),
    currency: settings.currency,
    lowBalance: balanceMicros < thresholdMicros,
    lowBalanceThreshold: dollarsFromMicros(thresholdMicros),
    lastPayment,
    minDeposit: dollarsFromMicros(settings.min_deposit_micros),
    gateways: settings.demo ? ['manual', 'test_card'] : ['manual'],
    bankTransferDetails: settings.bank_transfer_details,
    pendingDeposits: pending.map((deposit) => depositView(deposit, settings.currency)),
    invoices,
  };
}

async function runningDailyBudgets(db: Db, advertiserId: number, today: string): Promise<Micros> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(daily_budget_micros), 0)::bigint as sum from campaign
     where advertiser_id = ${advertiserId} and status = 'active'
       and start_date <= ${today}::date and (end_date is null or end_date >= ${today}::date)`.execute(db);
  return rows[0]?.sum ?? 0n;
}

async function lastConfirmedDeposit(
  db: Db,
  advertiserId: number,
): Promise<{ amount: number; at: string } | null> {
  const deposit = await db
    .selectFrom('deposit')
    .select(['amount_micros', 'decided_at'])
    .where('advertiser_id', '=', advertiserId)
    .where('status', '=', 'confirmed')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (deposit === undefined || deposit.decided_at === null) return null;
  return { amount: dollarsFromMicros(deposit.amount_micros), at: deposit.decided_at.toISOString() };
}
