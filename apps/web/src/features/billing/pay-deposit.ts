import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { refreshBalance } from '../../lib/session/balance-store.ts';

/** Leaves the dashboard for a page of the card gateway. */
export function goToGateway(address: string): void {
  window.location.assign(address);
}

/** The browser's back button may show this page as it was when it was left: everything on it is asked for again. */
export function useFreshAfterBack(): void {
  const client = useQueryClient();
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void client.invalidateQueries();
      void refreshBalance();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [client]);
}

/** Pays a card deposit: on to the gateway or the bank, or, where it is decided already, to the page that says how. */
export function usePayDeposit(): (depositId: number) => Promise<void> {
  const [, change] = useSearchParameters();
  return useCallback(
    async (depositId) => {
      const { redirectUrl } = await api.billing.payDeposit({ id: depositId });
      if (redirectUrl === null) change({ deposit: String(depositId), card: undefined }, { replace: true });
      else goToGateway(redirectUrl);
    },
    [change],
  );
}
