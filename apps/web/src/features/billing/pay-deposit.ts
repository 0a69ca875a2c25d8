import { useCallback, useEffect } from 'react';
import { api } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';

/** Leaves the dashboard for a page of the card gateway. */
export function goToGateway(address: string): void {
  window.location.assign(address);
}

/**
 * The browser's back button shows this page as it was when it was left, busy button included: what is true now is
 * somewhere else.
 */
export function useFreshAfterBack(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
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
