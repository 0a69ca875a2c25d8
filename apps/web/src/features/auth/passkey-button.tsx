import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError, messageOf } from '../../lib/faults/api-error.ts';
import { showPasskey } from '../../lib/passkey.ts';
import type { AccountType, Workspace } from '../../lib/session/login-destination.ts';
import { openSession } from '../../lib/session/session-store.ts';
import button from '../../ui/plain-button.module.css';
import { keepAccountType } from './use-enter.ts';

/** Signs in without a password. `onRefused(null)` when another try begins. */
export function PasskeyButton({
  accountType,
  onIn,
  onRefused,
}: {
  accountType: AccountType;
  onIn: (workspace: Workspace) => Promise<void>;
  onRefused: (why: string | null) => void;
}) {
  const t = useTexts(authTexts);
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    if (busy) return;
    setBusy(true);
    onRefused(null);
    try {
      const { options, ticket } = await sessionApi.passkeys.beginSignIn();
      const response = await showPasskey(options);
      keepAccountType(accountType);
      const { workspace } = openSession(await sessionApi.passkeys.signIn({ response, ticket }), accountType);
      await onIn(workspace);
    } catch (error) {
      // What the browser throws is for programs: nobody chose one, or there is none.
      onRefused(error instanceof ApiError ? messageOf(error, t('login.failed')) : t('login.noPasskey'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={button.secondary} aria-disabled={busy} onClick={() => void signIn()}>
      {t('login.passkey')}
    </button>
  );
}
