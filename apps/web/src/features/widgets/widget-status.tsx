import type { Widget } from '@placard/contract/widgets';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { widgetsTexts } from './texts.ts';

/** The stored status, and beside an active one that its website keeps it from showing ads. */
export function WidgetStatus({ widget }: { widget: Pick<Widget, 'status' | 'websiteStatus'> }) {
  const t = useTexts(widgetsTexts);
  const { status, websiteStatus } = widget;
  return (
    <span className="inline-flex wrap gap-4">
      <StatusChip status={status} reason={status === 'active' ? null : t(`reason.${status}`)} />
      {status === 'active' && websiteStatus !== 'active' && (
        <>
          <StatusChip status="limited" reason={t('reason.websiteInactive')} />
          <small>{t('websiteInactive')}</small>
        </>
      )}
    </span>
  );
}
