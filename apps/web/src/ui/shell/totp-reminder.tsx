import { Link } from '@tanstack/react-router';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Notice } from '../form/field-layout.tsx';

/** What an operator without a second factor sees in the console until there is one. */
export default function TotpReminder() {
  const t = useTexts(operatorTexts);
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice tone="warn">
        {t('settings.totpReminder')} <Link to="/account">{t('settings.totpSetUp')}</Link>
      </Notice>
    </div>
  );
}
