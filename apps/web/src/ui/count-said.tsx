import { useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';

/** How many entries a list has now that more were asked for: they come below, where nobody is who has them read out. */
export function CountSaid({ count }: { count: number }) {
  const t = useTexts(uiTexts);
  const [first, setFirst] = useState(count);
  if (first === 0 && count > 0) setFirst(count);
  return (
    <span className="visually-hidden" aria-live="polite">
      {first > 0 && count > first && t('table.rows', { count })}
    </span>
  );
}
