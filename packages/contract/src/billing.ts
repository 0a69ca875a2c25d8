import { DEPOSIT_MAX_DOLLARS } from '@placard/domain/billing/deposit-rules';
import { DEPOSIT_STATES, DEPOSIT_STATUSES } from '@placard/domain/billing/deposit-state';
import { CONTESTED, DISPUTE_REASONS, DISPUTE_STAGES, DISPUTES_LISTED } from '@placard/domain/billing/dispute';
import { endsWithACent } from '@placard/domain/micros';
import { z } from 'zod';
import { autoTopUp, card } from './cards.ts';
import { boughtDocumentKind, documentLabel } from './documents.ts';
import {
  advertiserMoneyOperation,
  advertiserOperation,
  advertiserPaymentOperation,
  operatorMoneyOperation,
  operatorOperation,
} from './operation.ts';
import { get, post } from './route.ts';
import {
  absent,
  data,
  day,
  dollars,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  logOf,
  logQuery,
  pdfFile,
} from './scalars.ts';

export const depositStatus = z.enum(DEPOSIT_STATUSES);

export const depositState = z.enum(DEPOSIT_STATES);

export const deposit = z.object({
  id,
  gateway: z.enum(['manual', 'stripe', 'test_card']),
  amount: z.number(),
  currency: z.string(),
  reference: z.string(),
  status: depositStatus,
  /** The same as people speak of it: who has to act while it waits, and whether a payer left the payment page. */
  state: depositState,
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** The saved card that pays; null when it is paid on the gateway's page or not by card. */
  card: card.pick({ id: true, brand: true, last4: true }).nullable(),
  /** Asked for by automatic top-up. */
  automatic: z.boolean(),
  /** Why it failed: the gateway's code, and its words for the payer. */
  failure: z.object({ code: z.string(), text: z.string() }).nullable(),
  /** What went back of it so far. */
  refunded: z.number(),
});
export type Deposit = z.infer<typeof deposit>;

/** A payment that its payer contests at their bank. */
const dispute = z.object({
  /** Of the deposit. */
  reference: z.string(),
  amount: z.number(),
  stage: z.enum(DISPUTE_STAGES),
  reason: z.enum(DISPUTE_REASONS),
  /** Until when it can be answered; null: no more, or the gateway does not say. */
  dueAt: instant.nullable(),
  openedAt: instant,
  /** What is out of the wallet for it now: 0 for an inquiry, and once it came back. */
  fromWallet: z.number(),
  /** What the wallet did not hold of it: the network's loss so far. */
  uncovered: z.number(),
});
export type Dispute = z.infer<typeof dispute>;

export const walletTransaction = z.object({
  id: z.string(),
  at: instant,
  /** `spend_refund`: what was charged in a period came back. */
  kind: z.enum(['deposit', 'settlement', 'refund', 'spend_refund', 'adjustment']),
  amount: z.number(),
  balanceAfter: z.number(),
  /** Of a correction, its reason. */
  description: z.string(),
  /** A settlement's day in the account's time zone; null for everything else. */
  day: day.nullable(),
});
export type WalletTransaction = z.infer<typeof walletTransaction>;

const invoice = z.object({
  /** Names it in addresses. */
  number: z.number().int(),
  label: documentLabel,
  /** `refund`: money of a deposit went back; `refund_return`: it came back after all. */
  kind: boughtDocumentKind,
  /** Below 0 for a refund. */
  amount: z.number(),
  currency: z.string(),
  month: day.nullable(),
  issuedAt: instant,
});

/** Whole cents, so that what arrives on a bank account is what is booked. */
export const depositAmount = dollars
  .refine((value) => value > 0, issue('amount_too_small'))
  .refine((value) => value <= DEPOSIT_MAX_DOLLARS, issue('amount_too_large'))
  .refine(endsWithACent, issue('amount_whole_cents'));

const tags = ['Billing'];

export const billingContract = {
  balance: advertiserOperation
    .route(get('/advertiser/wallet/balance', tags, 'Wallet balance'))
    .output(data(z.object({ balance: z.number(), currency: z.string() }))),
  summary: advertiserOperation.route(get('/advertiser/billing', tags, 'What the billing page shows')).output(
    data(
      z.object({
        balance: z.number(),
        currency: z.string(),
        lowBalance: z.boolean(),
        lowBalanceThreshold: z.number(),
        lastPayment: z.object({ amount: z.number(), at: instant }).nullable(),
        minDeposit: z.number(),
        gateways: z.array(z.enum(['manual', 'stripe', 'test_card'])),
        bankTransferDetails: z.string(),
        pendingDeposits: z.array(deposit),
        /** Those that go on, and those opened in the last 90 days; the newest first. */
        disputes: z.array(dispute).max(DISPUTES_LISTED),
        /** The newest ten. */
        invoices: z.array(invoice),
        /** The default first, then the newest. */
        paymentMethods: z.array(card),
        /** Null until it was set up for the first time. */
        autoTopUp: autoTopUp.nullable(),
      }),
    ),
  ),
  transactions: advertiserOperation
    .route(get('/advertiser/wallet/transactions', tags, 'Wallet transactions, newest first'))
    .input(z.object(logQuery(20)))
    .output(logOf(walletTransaction, {})),
  invoices: advertiserOperation
    .route(get('/advertiser/invoices', tags, 'Invoices, receipts and corrections, newest first'))
    .input(z.object(logQuery(25)))
    .output(logOf(invoice, {})),
  requestDeposit: advertiserMoneyOperation
    .route(post('/advertiser/deposits', tags, 'Ask to add funds'))
    .input(
      z.object({
        amount: depositAmount,
        gateway: z.enum(['manual', 'stripe', 'test_card']),
        /** Stripe: a saved card; left out, the card is entered on the gateway's page. */
        cardId: id.optional(),
        /** Stripe: keep the card that is entered on the gateway's page. */
        saveCard: z.boolean().default(false),
      }),
    )
    .output(data(deposit)),
  // Not marked idempotent: the deposit is the key. However often it is called, one deposit is paid once.
  payDeposit: advertiserPaymentOperation
    .route(post('/advertiser/deposits/{id}/pay', tags, 'Pay a card deposit, or go on paying it'))
    .input(z.object({ id }))
    .output(data(z.object({ deposit, redirectUrl: z.string().nullable() }))),
  checkDeposit: advertiserPaymentOperation
    .route(
      post(
        '/advertiser/deposits/{id}/check',
        tags,
        'What became of a deposit; a card deposit that waits is asked for at the gateway',
      ),
    )
    .input(z.object({ id }))
    .output(data(deposit)),
  cancelDeposit: advertiserPaymentOperation
    .route(post('/advertiser/deposits/{id}/cancel', tags, 'Take back a deposit that was not confirmed'))
    .input(z.object({ id }))
    .output(data(deposit)),
  invoicePdf: advertiserOperation
    .route(get('/advertiser/invoices/{number}/pdf', tags, 'Invoice as PDF'))
    .input(z.object({ number: z.number().int().positive() }))
    .output(pdfFile),
};

const refund = z.object({
  id,
  amount: z.number(),
  origin: z.enum(['operator', 'gateway', 'dispute']),
  status: z.enum(['pending', 'completed', 'returned']),
  reason: z.string(),
  requestedAt: instant,
  /** Why the money came back. */
  failure: z.string().nullable(),
  /** What the wallet did not hold of it: the network's loss. */
  uncovered: z.number(),
});
export type Refund = z.infer<typeof refund>;

export const refundInput = z.object({
  id,
  amount: depositAmount,
  reason: z.string(absent('reason_required')).trim().min(1, issue('reason_required')).max(1_000),
});

const operatorDeposit = deposit.extend({
  advertiser: z.object({ id, name: z.string(), email: z.string() }),
  /** At most this can be refunded: what is left of the deposit less what was credited by hand, and what the wallet holds. */
  refundable: z.number(),
  refunds: z.array(refund),
});

const operatorTags = ['Operator'];

/** Deposits as the operator sees and decides them. */
export const depositsContract = {
  deposits: operatorOperation
    .route(get('/operator/deposits', operatorTags, 'Deposits'))
    .input(
      z.object({
        ...listQuery(['createdAt', 'amount']),
        /** `pending`: those that wait for the operator. */
        status: depositState.optional(),
        /** By the disputes of its payment: with one to be answered, with one that the bank has not decided, with any. */
        contested: z.enum(CONTESTED).optional(),
        /** Of this account only. */
        account: id.optional(),
      }),
    )
    .output(
      listOf(operatorDeposit, { stats: z.object({ pending: z.number().int(), pendingAmount: z.number() }) }),
    ),
  deposit: operatorOperation
    .route(get('/operator/deposits/{id}', operatorTags, 'A deposit with its refunds and documents'))
    .input(z.object({ id }))
    .output(
      data(
        operatorDeposit.extend({
          documents: z.array(z.object({ number: id, label: z.string() })),
          disputes: z.array(dispute).max(DISPUTES_LISTED),
        }),
      ),
    ),
  confirmDeposit: operatorMoneyOperation
    .route(post('/operator/deposits/{id}/confirm', operatorTags, 'The money has arrived: credit the wallet'))
    .input(z.object({ id }))
    .output(data(operatorDeposit)),
  failDeposit: operatorOperation
    .route(post('/operator/deposits/{id}/fail', operatorTags, 'The money did not arrive'))
    .input(z.object({ id }))
    .output(data(operatorDeposit)),
  refundDeposit: operatorMoneyOperation
    .route(
      post(
        '/operator/deposits/{id}/refunds',
        operatorTags,
        'Give money of a deposit back: from the wallet, and by card through the gateway',
      ),
    )
    .input(refundInput)
    .output(data(operatorDeposit)),
};
