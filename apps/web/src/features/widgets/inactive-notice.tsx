import { useTexts } from '../../i18n/texts.ts';
import { Notice } from '../../ui/form/field-layout.tsx';
import { widgetsTexts } from './texts.ts';

/** Why widgets of this website can't be created or edited now, and what to see to. */
export function InactiveNotice({ action }: { action: 'create' | 'edit' }) {
  const t = useTexts(widgetsTexts);
  return (
    <div className="breaks below-16">
      <Notice tone="warn">
        <strong>{t(`inactive.${action}`)}</strong>
        <p>{t(`inactive.${action}Hint`)}</p>
      </Notice>
    </div>
  );
}
