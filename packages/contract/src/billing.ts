import { z } from 'zod';
import { advertiserMoneyOperation, advertiserOperation } from './operation.ts';
import { data, day, dollars, id, instant, issue } from './scalars.ts';

export const depositStatus = z.enum(['pending', 'confirmed', 'failed', 'cancelled']);

export const deposit = z.object({
  id,
  gateway: z.enum(['manual', 'stripe', 'test_card']),
  amount: z.number(),
  currency: z.string(),
  reference: z.string(),
  status: depositStatus,
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type Deposit = z.infer<typeof deposit>;

const walletTransaction = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(['deposit', 'settlement', 'refund', 'adjustment']),
  amount: z.number(),
  balanceAfter: z.number(),
  description: z.string(),
});
export type WalletTransaction = z.infer<typeof walletTransaction>;

const invoice = z.object({
  number: z.number().int(),
  kind: z.enum(['deposit', 'month']),
  amount: z.number(),
  currency: z.string(),
  month: day.nullable(),
  issuedAt: instant,
});

/** Whole cents, so that what arrives on a bank account is what is booked. */
export const depositAmount = dollars
  .refine((value) => value > 0, issue('amount_too_small'))
  .refine((value) => value <= 1_000_000, issue('amount_too_large'))
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), issue('amount_whole_cents'));

const tags = ['Billing'];

export const billingContract = {
  balance: advertiserOperation
    .route({ method: 'GET', path: '/advertiser/wallet/balance', tags, summary: 'Wallet balance' })
    .output(data(z.object({ balance: z.number(), currency: z.string() }))),
  summary: advertiserOperation
    .route({ method: 'GET', path: '/advertiser/billing', tags, summary: 'What the billing page shows' })
    .output(
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
          invoices: z.array(invoice),
        }),
      ),
    ),
  transactions: advertiserOperation
    .route({
      method: 'GET',
      path: '/advertiser/wallet/transactions',
      tags,
      summary: 'Wallet transactions, newest first',
    })
    .input(
      z.object({
        before: z.string().regex(/^\d+$/).optional(),
        limit: z.number().int().min(1).max(100).default(20),
      }),
    )
    .output(data(z.object({ items: z.array(walletTransaction), next: z.string().nullable() }))),
  requestDeposit: advertiserMoneyOperation
    .route({ method: 'POST', path: '/advertiser/deposits', tags, summary: 'Ask to add funds' })
    .input(z.object({ amount: depositAmount, gateway: z.enum(['manual', 'test_card']) }))
    .output(data(deposit)),
  cancelDeposit: advertiserOperation
    .route({
      method: 'POST',
      path: '/advertiser/deposits/{id}/cancel',
      tags,
      summary: 'Take back a deposit that was not confirmed',
    })
    .input(z.object({ id }))
    .output(data(deposit)),
  invoicePdf: advertiserOperation
    .route({ method: 'GET', path: '/advertiser/invoices/{number}/pdf', tags, summary: 'Invoice as PDF' })
    .input(z.object({ number: z.number().int().positive() }))
    .output(z.file()),
};
