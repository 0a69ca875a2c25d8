import type { ConversionDelays } from '@placard/contract/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatPercent } from '../../lib/format/number-format.ts';
import { Count } from '../../ui/count.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import classes from './conversion-delays.module.css';
import { conversionDelaysTexts } from './conversion-delays-texts.ts';

const DAY_HOURS = 24;
/** The window in which conversions count: the contract's module of it has what only ad servers need. */
const CONVERSION_WINDOW_HOURS = 30 * DAY_HOURS;

/** Conversions of the report's days by how long after their click they came; of one campaign where that is given. */
export default function ConversionDelaysPanel({
  days: { from, to },
  campaignId,
}: {
  days: { readonly from: string; readonly to: string };
  campaignId?: number | undefined;
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
      <Panel flush title={t('title')} description={t('description')}>
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
      <table className="plain-table">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('delayColumn')}</th>
            <th scope="col" className="end">
              {t('conversions')}
            </th>
            <th scope="col" className={classes.share} aria-hidden />
          </tr>
        </thead>
        <tbody>
          {items.map(({ fromHours, conversions }, step) => {
            const share = known === 0 ? 0 : conversions / known;
            return (
              <tr key={fromHours}>
                <th scope="row">{words(fromHours, items[step + 1]?.fromHours)}</th>
                <td className="end">
                  <Count value={conversions} />
                  <small className="faint">{formatPercent(share)}</small>
                </td>
                <td aria-hidden>
                  {share > 0 && (
                    <div className={`coloured ${classes.bar}`} style={{ width: `${share * 100}%` }} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {unknown > 0 && (
        <p className={`faint text-13 line-above ${classes.about}`}>{t('unknown', { count: unknown })}</p>
      )}
    </>
  );
}
