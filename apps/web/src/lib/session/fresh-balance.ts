import { useEffect } from 'react';
import { refreshBalance } from './balance-store.ts';

/** As the bell's count: what others confirm or charge shows within a minute. */
const BALANCE_EVERY_MS = 60_000;

function refreshVisible(): void {
  if (document.visibilityState === 'visible') void refreshBalance();
}

/** Keeps the balance fresh while the page is looked at: each minute, and as soon as somebody comes back to it. */
export function useFreshBalance(): void {
  useEffect(() => {
    const timer = setInterval(refreshVisible, BALANCE_EVERY_MS);
    window.addEventListener('focus', refreshVisible);
    document.addEventListener('visibilitychange', refreshVisible);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refreshVisible);
      document.removeEventListener('visibilitychange', refreshVisible);
    };
  }, []);
}
