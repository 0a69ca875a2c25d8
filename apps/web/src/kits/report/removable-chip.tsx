import { X } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { reportTexts } from './texts.ts';

/** What narrows a report, and the way to drop it. */
export function RemovableChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const t = useTexts(reportTexts);
  return (
    <span className="removable">
      {text}
      <button
        type="button"
        className="on-screen icon-button medium"
        aria-label={t('removeFilter', { filter: text })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
