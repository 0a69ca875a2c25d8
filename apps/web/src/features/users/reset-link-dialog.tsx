import type { UserRow } from '@placard/contract/users';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { userTexts } from './texts.ts';
import WithPasswordDialog from './with-password-dialog.tsx';

/** Gives somebody a link to choose a new password: mailed, or shown this once where no mail is sent. */
export default function ResetLinkDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(userTexts);
  return (
    <WithPasswordDialog
      title={t('resetTitle', { email: user.email })}
      text={t('resetText')}
      confirmLabel={t('resetConfirm')}
      failure={t('resetFailed')}
      onClose={onClose}
      run={async (currentPassword) => {
        const { resetUrl } = await api.operator.giveResetLink({ id: user.id, currentPassword });
        if (resetUrl === null) return <p>{t('resetMailed', { email: user.email })}</p>;
        return (
          <>
            <p>{t('resetShown')}</p>
            <CodeShownOnce code={resetUrl} label={t('resetCopy')} />
          </>
        );
      }}
    />
  );
}
