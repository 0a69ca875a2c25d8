import { useTexts } from '../../i18n/texts.ts';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { showPasskey } from '../../lib/passkey.ts';
import type { Workspace } from '../../lib/session/login-destination.ts';
import { openSession } from '../../lib/session/session-store.ts';
import button from '../../ui/plain-button.module.css';
import type { OtherWay } from './other-way.ts';
import { refusalText } from './refusal-text.ts';
import { keepAccountType } from './use-enter.ts';

/** Signs in without a password. */
export function PasskeyButton({
  accountType,
  onIn,
  onRefused,
  disabled,
  go,
}: OtherWay & { onIn: (workspace: Workspace) => Promise<void> }) {
  const t = useTexts(authTexts);
  const signIn = async () => {
    try {
      const { options, ticket } = await sessionApi.passkeys.beginSignIn();
      const response = await showPasskey(options);
      keepAccountType(accountType);
      const { workspace } = openSession(await sessionApi.passkeys.signIn({ response, ticket }), accountType);
      await onIn(workspace);
    } catch (error) {
      // What the browser throws is for programs: nobody chose one, or there is none.
      onRefused(error instanceof ApiError ? refusalText(t, error) : t('login.noPasskey'));
    }
  };
  return (
    <button
      type="button"
      className={button.secondary}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) void go(signIn);
      }}
    >
      {t('login.passkey')}
    </button>
  );
}
