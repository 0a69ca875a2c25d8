import type { Deposit } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { depositView } from './deposit-view.ts';
import { type InvoiceView, recentInvoices } from './invoices.ts';
import { levelOf, readWalletState } from './low-balance.ts';

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

/** What the billing page shows. */
export async function readBillingSummary(deps: HasDb & HasClock, actor: Actor): Promise<BillingSummary> {
  const { db } = deps;
  const [settings, wallet, lastPayment, pending, invoices] = await Promise.all([
    db.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow(),
    readWalletState(db, actor.userId, deps.clock()),
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
  return {
    balance: dollarsFromMicros(wallet.balanceMicros),
    currency: settings.currency,
    lowBalance: levelOf(wallet) !== 'above',
    lowBalanceThreshold: dollarsFromMicros(wallet.thresholdMicros),
    lastPayment,
    minDeposit: dollarsFromMicros(settings.min_deposit_micros),
    gateways: settings.demo ? ['manual', 'test_card'] : ['manual'],
    bankTransferDetails: settings.bank_transfer_details,
    pendingDeposits: pending.map((deposit) => depositView(deposit, settings.currency)),
    invoices,
  };
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
