import { commonTexts } from '../../i18n/en/common.ts';
import { translator } from '../../i18n/texts.ts';
import { sessionApi } from '../api/session-api.ts';
import { messageOf } from '../faults/api-error.ts';
import { serverNow } from '../server-clock.ts';
import { createStore, useStore } from '../store.ts';

/** The advertiser's wallet as the specification keeps it in the client (§3). */
export type WalletBalance = {
  readonly balance: number;
  readonly currency: string;
  readonly hasBalance: boolean;
  readonly lastUpdatedMs: number | null;
  readonly loading: boolean;
  readonly error: string | null;
};

const EMPTY: WalletBalance = {
  balance: 0,
  currency: 'USD',
  hasBalance: false,
  lastUpdatedMs: null,
  loading: false,
  error: null,
};

const store = createStore<WalletBalance>(EMPTY);
let latestCall = 0;

/** Fetches the balance; a fault is kept in `error` beside the last good figure. */
export async function refreshBalance(): Promise<void> {
  const call = ++latestCall;
  store.set({ ...store.get(), loading: true, error: null });
  try {
    const { balance, currency } = await sessionApi.billing.balance();
    if (call !== latestCall) return;
    store.set({
      balance,
      currency,
      hasBalance: balance > 0,
      lastUpdatedMs: serverNow(),
      loading: false,
      error: null,
    });
  } catch (error) {
    if (call !== latestCall) return;
    const t = translator(commonTexts);
    store.set({ ...store.get(), loading: false, error: messageOf(error, t('balance.fetchFailed')) });
  }
}

export function clearBalance(): void {
  latestCall++;
  store.set(EMPTY);
}

export function useBalance(): WalletBalance {
  return useStore(store);
}
