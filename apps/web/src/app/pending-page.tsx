import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';

/** Shown only where a page takes longer than a second; the bar at the top tells of shorter waits. */
export function PendingPage() {
  const t = useTexts(commonTexts);
  return (
    <div className="grid gap-12 text-centre alone page" aria-busy>
      <p>{t('loading')}</p>
    </div>
  );
}
