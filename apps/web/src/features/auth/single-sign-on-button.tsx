import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { messageOf } from '../../lib/faults/api-error.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import type { AccountType } from '../../lib/session/login-destination.ts';
import button from '../../ui/plain-button.module.css';
import { keepTicket } from './came-back.ts';
import { keepAccountType } from './use-enter.ts';

/** Leaves for the provider. `onRefused(null)` when another try begins. */
export function SingleSignOnButton({
  label,
  accountType,
  onRefused,
}: {
  label: string;
  accountType: AccountType;
  onRefused: (why: string | null) => void;
}) {
  const t = useTexts(authTexts);
  const { redirect }: SearchRecord = useSearch({ strict: false });
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    onRefused(null);
    try {
      const { address, ticket } = await sessionApi.singleSignOn.begin();
      keepAccountType(accountType);
      keepTicket(ticket, redirect);
      window.location.assign(address);
    } catch (error) {
      onRefused(messageOf(error, t('login.failed')));
      setBusy(false);
    }
  };
  return (
    <button type="button" className={button.secondary} aria-disabled={busy} onClick={() => void leave()}>
      {t('login.singleSignOn', { label })}
    </button>
  );
}
