import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { FilteredEvents } from '../../kits/report/filtered-events.tsx';
import { useReportAsked } from '../../kits/report/use-report.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { PUBLISHER_SOURCE } from './publisher-source.ts';
import { publisherReportTexts } from './publisher-texts.ts';
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
    <div className="above-20">
      <Panel
        flush
        title={t('filtered.title')}
        description={<span className="breaks">{t('filtered.description', days)}</span>}
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
