import { RoleChoice } from '../../features/dashboard/role-choice.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function DashboardScreen() {
  const t = useTexts(dashboardTexts);
  const { firstName, email } = useUser();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={`${t('greeting', { name: firstName === '' ? email : firstName })}. ${t('choose')}`}
      />
      <RoleChoice />
    </>
  );
}
