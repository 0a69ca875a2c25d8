import type { DocumentKind, DocumentSeries } from '@placard/domain/billing/document-kinds';
import type { TaxTreatment } from '@placard/domain/billing/tax';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type LedgerAccountKind =
  | 'advertiser_wallet'
  | 'publisher_pending'
  | 'publisher_available'
  | 'payouts_in_flight'
  | 'network_revenue'
  | 'clearing_deposits'
  | 'clearing_payouts'
  | 'adjustments'
  | 'withheld_tax';

export type LedgerTransactionKind =
  | 'deposit'
  | 'settlement'
  | 'month_close'
  | 'payout_request'
  | 'payout_complete'
  | 'payout_return'
  | 'refund'
  | 'adjustment'
  | 'spend_refund';

export type LedgerAccountTable = {
  id: GeneratedAlways<number>;
  kind: LedgerAccountKind;
  owner_id: number | null;
  balance_micros: Generated<bigint>;
  entry_count: Generated<bigint>;
};

export type LedgerTransactionTable = {
  id: GeneratedAlways<bigint>;
  kind: LedgerTransactionKind;
  reference: string;
  at: Timestamp;
  detail: Json;
};

export type LedgerEntryTable = {
  transaction_id: bigint;
  account_id: number;
  amount_micros: bigint;
  /** Set by the table's trigger; whatever is inserted is replaced. */
  balance_after_micros: Generated<bigint>;
  sequence: Generated<bigint>;
};

export type InvoiceNumberTable = { only_row: Generated<boolean>; last_number: Generated<number> };

/** How many documents an account has in one of its series. */
export type InvoiceSeriesTable = { owner_id: number; series: DocumentSeries; last_number: number };

export type InvoiceTable = {
  /** The network's. */
  number: number;
  /** Of the account; both null of what was issued before there was one. */
  series: DocumentSeries | null;
  series_number: number | null;
  advertiser_id: number;
  kind: DocumentKind;
  deposit_id: number | null;
  refund_id: number | null;
  month: string | null;
  amount_cents: bigint;
  currency: string;
  detail: Json;
  issued_at: Timestamp;
  /** Null on receipts, and on what was issued before there was tax. */
  tax_treatment: TaxTreatment | null;
  tax_bp: number | null;
  tax_cents: bigint | null;
  period_from: string | null;
  period_to: string | null;
  /** Of a credit or debit note. */
  correction_id: number | null;
  /** The document that it corrects. */
  corrects_number: number | null;
  /** What the network bills itself for, and the tax that it withheld of it. */
  payout_id: number | null;
  withheld_cents: bigint | null;
  /** Which of the payout's invoices it is or cancels, 1 of all others. */
  payout_issue: Generated<number>;
};
