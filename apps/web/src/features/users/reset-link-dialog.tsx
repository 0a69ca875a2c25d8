import type { UserRow } from '@placard/contract/operator';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import WithPasswordDialog from './with-password-dialog.tsx';

/** Gives somebody a link to choose a new password: mailed, or shown this once where no mail is sent. */
export default function ResetLinkDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  return (
    <WithPasswordDialog
      title={t('user.resetTitle', { email: user.email })}
      text={t('user.resetText')}
      confirmLabel={t('user.resetConfirm')}
      failure={t('user.resetFailed')}
      onClose={onClose}
      run={async (currentPassword) => {
        const { resetUrl } = await api.operator.giveResetLink({ id: user.id, currentPassword });
        if (resetUrl === null) return <p>{t('user.resetMailed', { email: user.email })}</p>;
        return (
          <>
            <p>{t('user.resetShown')}</p>
            <CodeBlock code={resetUrl} label={t('user.resetCopy')} />
          </>
        );
      }}
    />
  );
}
