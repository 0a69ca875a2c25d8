import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import button from '../../ui/plain-button.module.css';
import { keepTicket } from './came-back.ts';
import type { OtherWay } from './other-way.ts';
import { refusalText } from './refusal-text.ts';
import { keepAccountType } from './use-enter.ts';

/** Leaves for the provider. */
export function SingleSignOnButton({
  label,
  accountType,
  onRefused,
  disabled,
  go,
}: OtherWay & { label: string }) {
  const t = useTexts(authTexts);
  const { redirect }: SearchRecord = useSearch({ strict: false });
  const leave = async () => {
    try {
      const { address, ticket } = await sessionApi.singleSignOn.begin();
      keepAccountType(accountType);
      keepTicket(ticket, redirect);
      window.location.assign(address);
    } catch (error) {
      onRefused(refusalText(t, error));
    }
  };
  return (
    <button
      type="button"
      className={button.secondary}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) void go(leave);
      }}
    >
      {t('login.singleSignOn', { label })}
    </button>
  );
}
