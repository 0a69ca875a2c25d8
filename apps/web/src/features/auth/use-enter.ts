import { useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { browserStore } from '../../lib/browser-storage.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { type AccountType, loginDestination, type Workspace } from '../../lib/session/login-destination.ts';
import { toast } from '../../lib/toast-store.ts';

const ACCOUNT_TYPE_KEY = 'account-type';

/** The one that was chosen last in this browser. */
export function lastAccountType(): AccountType {
  return browserStore.read(ACCOUNT_TYPE_KEY) === 'publisher' ? 'publisher' : 'advertiser';
}

export function keepAccountType(accountType: AccountType): void {
  browserStore.write(ACCOUNT_TYPE_KEY, accountType);
}

/**
 * Goes on where somebody wanted to, once signed in; says so where another workspace opened than was chosen.
 * @param kept where they wanted to go before they left this page
 */
export function useEnter(accountType: AccountType, kept?: string): (workspace: Workspace) => Promise<void> {
  const { redirect = kept }: SearchRecord = useSearch({ strict: false });
  const t = useTexts(authTexts);
  const router = useRouter();
  return async (workspace) => {
    toast.success(t('login.success'));
    if (workspace !== accountType) {
      toast.info(t('login.otherWorkspace', { wanted: accountType, opened: workspace }));
    }
    await router.navigate({
      href: loginDestination({ redirect, origin: window.location.origin, workspace }),
      replace: true,
    });
  };
}
