import type { ConversionDelays } from '@placard/contract/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { conversionDelaysTexts } from './conversion-delays-texts.ts';
import { type PartScope, useScoped } from './part-scope.ts';
import { ShareTable } from './share-table.tsx';

const DAY_HOURS = 24;
/** The window in which conversions count: the contract's module of it has what only ad servers need. */
const CONVERSION_WINDOW_HOURS = 30 * DAY_HOURS;

/** Conversions of the report's days by how long after their click they came; of one campaign where that is given. */
export default function ConversionDelaysPanel({
  days: { from, to },
  campaignId,
  scope,
}: {
  days: { readonly from: string; readonly to: string };
  campaignId?: number | undefined;
  /** Of what it is, where the report around it is narrowed by more. */
  scope?: PartScope | undefined;
}) {
  const t = useTexts(conversionDelaysTexts);
  const query = useQuery({
    ...apiQuery(api.reports.advertiserDelays, {
      ...{ from, to },
      ...(campaignId === undefined ? {} : { campaignId }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="above-20">
      <Panel flush title={t('title')} description={useScoped(t('description'), scope)}>
        <Loaded query={query} failed={t('failed')}>
          {(delays) => <Steps delays={delays} />}
        </Loaded>
      </Panel>
    </div>
  );
}

function Steps({ delays: { items, unknown } }: { delays: ConversionDelays }) {
  const t = useTexts(conversionDelaysTexts);
  /** In days, where it is days. */
  const words = (from: number, to = CONVERSION_WINDOW_HOURS) => {
    if (from === 0) return t('delay.first');
    return from < DAY_HOURS
      ? t('delay.hours', { from, to })
      : t('delay.days', { from: from / DAY_HOURS, to: to / DAY_HOURS });
  };
  const known = items.reduce((sum, { conversions }) => sum + conversions, 0);
  if (known + unknown === 0) return <EmptyState icon={Timer} title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <ShareTable
        caption={t('caption')}
        stepColumn={t('delayColumn')}
        countColumn={t('conversions')}
        rows={items.map(({ fromHours, conversions }, step) => ({
          key: fromHours,
          label: words(fromHours, items[step + 1]?.fromHours),
          count: conversions,
        }))}
        total={known}
      />
      {unknown > 0 && <p className="faint text-13 line-above pad-row">{t('unknown', { count: unknown })}</p>}
    </>
  );
}
