import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import page from './standalone-page.module.css';

/** Shown only where a page takes longer than a second; the bar at the top tells of shorter waits. */
export function PendingPage() {
  const t = useTexts(commonTexts);
  return (
    <div className={`grid gap-12 text-centre ${page.page}`} aria-busy>
      <p className={page.text}>{t('loading')}</p>
    </div>
  );
}
