import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '../../lib/api/api.ts';

export type PaymentSummary = Awaited<ReturnType<typeof api.payments.summary>>;

export function usePaymentSummary() {
  return useQuery(apiQuery(api.payments.summary, undefined));
}

export function usePaymentProfiles() {
  return useQuery(apiQuery(api.payments.profiles, undefined));
}

/** Balances, history, profiles and settings depend on each other: what changed one is shown in all. */
export function useRefreshPayment(): () => Promise<void> {
  const client = useQueryClient();
  return async () => await client.invalidateQueries({ queryKey: ['payments'] });
}
