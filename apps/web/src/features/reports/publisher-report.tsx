import { CircleHelp } from 'lucide-react';
import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { BreakdownRow } from '../../kits/report/breakdown-rows.ts';
import { ReportView } from '../../kits/report/report-view.tsx';
import { prefetchReport, useReportAsked } from '../../kits/report/use-report.ts';
import { SavedViews } from '../../kits/views/saved-views.tsx';
import { idParameter, type SearchRecord } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { lazyPart, quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import button from '../../ui/plain-button.module.css';
import { Unsettled } from '../../ui/states.tsx';
import { EarningMonths } from './earning-months.tsx';
import { EarningsCards } from './earnings-cards.tsx';
import { PublisherFiltered } from './publisher-filtered.tsx';
import { PUBLISHER_SOURCE } from './publisher-source.ts';
import { publisherReportTexts } from './publisher-texts.ts';
import { partOf } from './report-part.ts';
import { whyUnpaidTexts } from './why-unpaid-texts.ts';

const WhyUnpaidDrawer = quietPart(() => import('./why-unpaid-drawer.tsx'));
const Parts = lazyPart(() => import('./publisher-parts.tsx'));

function PublisherReport() {
  const t = useTexts(publisherReportTexts);
  const unpaid = useTexts(whyUnpaidTexts);
  const [, change] = useSearchParameters();
  const rowActions = (row: BreakdownRow) => {
    const widget = row.dims.widget?.value ?? '';
    if (idParameter(widget) === undefined) return [];
    return [
      { key: 'unpaid', label: unpaid('open'), icon: CircleHelp, onSelect: () => change({ unpaid: widget }) },
    ];
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <div className={`flex wrap gap-8 fills`}>
            <button type="button" className={button.secondary} onClick={() => change({ unpaid: 'all' })}>
              <CircleHelp size={16} aria-hidden /> {unpaid('open')}
            </button>
            <SavedViews screen="publisher_report" />
          </div>
        }
      />
      <EarningsCards />
      <ReportView name="publisher-report" source={PUBLISHER_SOURCE} rowActions={rowActions} />
      <Suspense fallback={<Unsettled />}>
        <Parts />
      </Suspense>
      <EarningMonths />
      <PublisherFiltered />
      <WhyUnpaid />
    </>
  );
}

/** Open while the URL says of what: a widget's number, or `all` for what the report is narrowed to. */
function WhyUnpaid() {
  const [raw, change] = useSearchParameters();
  const [{ from, to, filters }] = useReportAsked(PUBLISHER_SOURCE);
  if (raw.unpaid === undefined) return null;
  const widgetId = idParameter(raw.unpaid);
  const part = widgetId === undefined ? partOf(filters) : { widgetId };
  return (
    <WhyUnpaidDrawer
      question={{ from, to, ...part }}
      onClose={() => change({ unpaid: undefined }, { replace: true })}
    />
  );
}

export default Object.assign(PublisherReport, {
  prefetch: (search: SearchRecord) => prefetchReport(PUBLISHER_SOURCE, search),
});
