import { AccountSettings } from '../../features/account/account-settings.tsx';
import { accountTexts } from '../../i18n/en/account.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function AccountScreen() {
  const t = useTexts(accountTexts);
  return (
    <>
      <PageHeader title={t('title')} />
      <AccountSettings />
    </>
  );
}
