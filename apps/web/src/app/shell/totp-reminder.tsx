import { Link } from '@tanstack/react-router';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Notice } from '../../ui/form/field-layout.tsx';

/** What an operator without a second factor sees in the console until there is one. */
export function TotpReminder() {
  const t = useTexts(shellTexts);
  return (
    <div className="on-screen" style={{ marginBottom: 16 }}>
      <Notice tone="warn">
        {t('totpReminder')} <Link to="/account">{t('totpSetUp')}</Link>
      </Notice>
    </div>
  );
}
