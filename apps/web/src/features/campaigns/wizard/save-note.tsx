import { useTexts } from '../../../i18n/texts.ts';
import button from '../../../ui/plain-button.module.css';
import { campaignsTexts } from '../texts.ts';
import type { SaveState } from './draft-saver.ts';

/** Whether what was typed is kept. */
export function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useTexts(campaignsTexts);
  return (
    <span className="inline-row wrap gap-4 faint text-13 height-28" role="status">
      {state === 'saving' && t('draft.saving')}
      {state === 'saved' && t('draft.saved')}
      {state === 'failed' && (
        <>
          <span className="bad">{t('draft.saveFailed')}</span>
          <button type="button" className={button.quiet} onClick={onRetry}>
            {t('draft.retry')}
          </button>
        </>
      )}
    </span>
  );
}
