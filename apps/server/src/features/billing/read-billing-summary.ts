import type { Deposit, Dispute } from '@placard/contract/billing';
import type { AutoTopUp, Card } from '@placard/contract/cards';
import type { Db } from '@placard/db/database';
import { walletLevelOf } from '@placard/domain/billing/wallet-level';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import type { HasCards } from '../../gateways/card-gateway.ts';
import { readTopUp } from './auto-top-up/top-up-record.ts';
import { cardView, savedCards } from './cards/card-record.ts';
import { depositView, selectDepositsShown } from './deposit-view.ts';
import { disputesOfAdvertiser } from './disputes.ts';
import { type InvoiceView, recentInvoices } from './invoices.ts';
import { readWalletState } from './low-balance.ts';

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
  disputes: Dispute[];
  invoices: InvoiceView[];
  paymentMethods: Card[];
  autoTopUp: AutoTopUp | null;
};

/** What the billing page shows. */
export async function readBillingSummary(
  deps: HasDb & HasClock & HasCards,
  actor: Actor,
): Promise<BillingSummary> {
  const { db } = deps;
  const now = deps.clock();
  const [settings, wallet, lastPayment, pending, invoices, cards, autoTopUp, disputes] = await Promise.all([
    db.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow(),
    readWalletState(db, actor.accountId, now),
    lastConfirmedDeposit(db, actor.accountId),
    selectDepositsShown(db)
      .where('deposit.advertiser_id', '=', actor.accountId)
      .where('deposit.status', '=', 'pending')
      .orderBy('deposit.id', 'desc')
      .execute(),
    recentInvoices(db, actor),
    savedCards(db, actor.accountId),
    readTopUp(db, actor.accountId),
    disputesOfAdvertiser(db, { accountId: actor.accountId, now }),
  ]);
  return {
    balance: dollarsFromMicros(wallet.balanceMicros),
    currency: settings.currency,
    lowBalance: walletLevelOf(wallet) !== 'above',
    lowBalanceThreshold: dollarsFromMicros(wallet.thresholdMicros),
    lastPayment,
    minDeposit: dollarsFromMicros(settings.min_deposit_micros),
    gateways: [
      ...(deps.cards === null ? [] : (['stripe'] as const)),
      'manual',
      ...(settings.demo ? (['test_card'] as const) : []),
    ],
    bankTransferDetails: settings.bank_transfer_details,
    pendingDeposits: pending.map((deposit) => depositView(deposit, settings.currency)),
    disputes,
    invoices,
    paymentMethods: cards.map(cardView),
    autoTopUp,
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
