import { useRouter } from '@tanstack/react-router';
import { TwoFactorPanel } from '../../features/account/two-factor-panel.tsx';
import { accountTexts } from '../../i18n/en/account.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** Where everybody is led of whom the network requires a second factor, until they have one. */
export default function TwoFactorScreen() {
  const t = useTexts(accountTexts);
  const router = useRouter();
  return (
    <>
      <PageHeader title={t('twoFactor.title')} description={t('twoFactor.required')} />
      <TwoFactorPanel onSetUp={() => void router.navigate({ to: '/dashboard' })} />
    </>
  );
}
