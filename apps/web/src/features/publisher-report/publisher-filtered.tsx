import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { filterTexts } from '../../i18n/en/filter-reasons.ts';
import { publisherReportTexts } from '../../i18n/en/publisher-report.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { FilteredEvents } from '../../ui/filtered-events.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useReportAsked } from '../../ui/report/use-report.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import classes from './publisher-report.module.css';
import { PUBLISHER_SOURCE } from './publisher-source.ts';
import { partOf } from './report-part.ts';

/** Events of the report's days that were not paid, and why. */
export function PublisherFiltered() {
  const t = useTexts(publisherReportTexts);
  const reasons = useTexts(filterTexts);
  const [{ from, to, filters }] = useReportAsked(PUBLISHER_SOURCE);
  const part = partOf(filters);
  const query = useQuery({
    ...apiQuery(api.reports.publisherFiltered, { from, to, ...part }),
    placeholderData: keepPreviousData,
  });
  const scope = part.widgetId !== undefined ? 'widget' : part.websiteId !== undefined ? 'website' : 'all';
  const days = { from: formatDate(from, 'UTC'), to: formatDate(to, 'UTC'), scope };
  return (
    <div className={classes.section}>
      <Panel
        flush
        title={t('filtered.title')}
        description={<span className={classes.wrap}>{t('filtered.description', days)}</span>}
      >
        <Loaded query={query} failed={t('filtered.failed')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={ShieldCheck} title={t('filtered.empty')} text={t('filtered.emptyText')} />
            ) : (
              <FilteredEvents items={items} caption={reasons('caption')} framed={false} />
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
