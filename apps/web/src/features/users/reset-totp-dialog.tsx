import type { UserRow } from '@placard/contract/operator';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import WithPasswordDialog from './with-password-dialog.tsx';

/** Takes the second factor from somebody who lost it. */
export default function ResetTotpDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  return (
    <WithPasswordDialog
      title={t('user.totpTitle', { email: user.email })}
      text={t('user.totpText')}
      confirmLabel={t('user.totpConfirm')}
      failure={t('user.totpFailed')}
      onClose={onClose}
      run={async (currentPassword) => {
        await api.operator.resetTotp({ id: user.id, currentPassword });
        return <p>{t('user.totpDone', { email: user.email })}</p>;
      }}
    />
  );
}
