import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { refreshBalance } from '../../lib/session/balance-store.ts';

export type BillingSummary = Awaited<ReturnType<typeof api.billing.summary>>;
export type Deposit = BillingSummary['pendingDeposits'][number];
export type Invoice = BillingSummary['invoices'][number];
export type WalletTransaction = Awaited<ReturnType<typeof api.billing.transactions>>['items'][number];

const PAGE = 20;
const INVOICES = 10;

export function useBillingSummary() {
  return useQuery(apiQuery(api.billing.summary, undefined));
}

/** Newest first. */
export function useTransactions() {
  return useInfiniteQuery(apiPages(api.billing.transactions, { limit: PAGE }));
}

/** Invoices, receipts and corrections, newest first. */
export function useInvoices() {
  return useInfiniteQuery(apiPages(api.billing.invoices, { limit: INVOICES }));
}

/** Money moved or may have moved: the wallet's chip in the top bar, the cards and the list tell the same. */
export function useMoneyMoved(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const queryKey = ['billing'];
    // What is fetched for the first time may have been read before the money moved; it would be gone on with.
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
    await Promise.all([client.invalidateQueries({ queryKey }), refreshBalance()]);
  };
}
