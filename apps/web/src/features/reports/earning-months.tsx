import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Hourglass } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMonth } from '../../lib/format/time-format.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { publisherReportTexts } from './publisher-texts.ts';

const MONTHS_SHOWN = 6;

/** Month by month: what still may change, and what is closed for good. */
export function EarningMonths() {
  const t = useTexts(publisherReportTexts);
  const query = useQuery(apiQuery(api.reports.publisherMonths, undefined));
  return (
    <div className="above-20">
      <Panel flush title={t('months.title')} description={t('months.description')}>
        <Loaded query={query} failed={t('months.failed')}>
          {({ items, currency }) =>
            items.length === 0 ? (
              <EmptyState icon={Hourglass} title={t('months.empty')} text={t('months.emptyText')} />
            ) : (
              <>
                <table className="plain-table">
                  <caption className="visually-hidden">{t('months.title')}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{t('months.month')}</th>
                      <th scope="col">{t('months.state')}</th>
                      <th scope="col" className="end">
                        {t('months.earned')}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.slice(0, MONTHS_SHOWN).map(({ month, earned, closedAt }) => (
                      <tr key={month}>
                        <th scope="row" className="date">
                          {formatMonth(month)}
                        </th>
                        <td>
                          {closedAt === null ? (
                            <span className="badge on-warn">
                              <Hourglass size={13} aria-hidden /> {t('months.estimated')}
                            </span>
                          ) : (
                            <span className="badge on-good">
                              <CalendarCheck size={13} aria-hidden /> {t('months.closed')}{' '}
                              <DateTime value={closedAt} />
                            </span>
                          )}
                        </td>
                        <td className="end">
                          <Money value={earned} currency={currency} aligned />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {items.length > MONTHS_SHOWN && (
                  <p className="line-above pad-row faint text-13">
                    {t('months.newest', { count: MONTHS_SHOWN })}
                  </p>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
