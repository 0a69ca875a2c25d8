import { useRouter } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { accountTexts } from './texts.ts';
import { TwoFactorPanel } from './two-factor-panel.tsx';

/** Where everybody is led of whom the network requires a second factor, until they have one. */
export default function TwoFactorScreen() {
  const t = useTexts(accountTexts);
  const { mustEnrol } = useUser();
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={t('twoFactor.title')}
        {...(mustEnrol ? { description: t('twoFactor.required') } : {})}
      />
      <TwoFactorPanel onSetUp={() => void router.navigate({ to: '/dashboard' })} />
    </>
  );
}
