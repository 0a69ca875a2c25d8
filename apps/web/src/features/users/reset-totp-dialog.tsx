import type { UserRow } from '@placard/contract/users';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { userTexts } from './texts.ts';
import WithPasswordDialog from './with-password-dialog.tsx';

/** Takes the second factor from somebody who lost it. */
export default function ResetTotpDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(userTexts);
  return (
    <WithPasswordDialog
      title={t('totpTitle', { email: user.email })}
      text={t('totpText')}
      confirmLabel={t('totpConfirm')}
      failure={t('totpFailed')}
      onClose={onClose}
      run={async (currentPassword) => {
        await api.operator.resetTotp({ id: user.id, currentPassword });
        return <p>{t('totpDone', { email: user.email })}</p>;
      }}
    />
  );
}
