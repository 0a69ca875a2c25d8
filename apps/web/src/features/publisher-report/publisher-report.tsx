import { CircleHelp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { publisherReportTexts } from '../../i18n/en/publisher-report.ts';
import { whyUnpaidTexts } from '../../i18n/en/why-unpaid.ts';
import { useTexts } from '../../i18n/texts.ts';
import { idParameter } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import button from '../../ui/plain-button.module.css';
import type { BreakdownRow } from '../../ui/report/breakdown-rows.ts';
import { ReportView } from '../../ui/report/report-view.tsx';
import { useReportAsked } from '../../ui/report/use-report.ts';
import { SavedViews } from '../../ui/report/views/saved-views.tsx';
import { EarningMonths } from './earning-months.tsx';
import { EarningsCards } from './earnings-cards.tsx';
import { PublisherFiltered } from './publisher-filtered.tsx';
import classes from './publisher-report.module.css';
import { PUBLISHER_SOURCE } from './publisher-source.ts';
import { partOf } from './report-part.ts';

const WhyUnpaidDrawer = lazy(() => import('./why-unpaid-drawer.tsx'));

export function PublisherReport() {
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
          <div className={classes.actions}>
            <button type="button" className={button.secondary} onClick={() => change({ unpaid: 'all' })}>
              <CircleHelp size={16} aria-hidden /> {unpaid('open')}
            </button>
            <SavedViews screen="publisher_report" />
          </div>
        }
      />
      <EarningsCards />
      <ReportView name="publisher-report" source={PUBLISHER_SOURCE} rowActions={rowActions} />
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
    <Suspense>
      <WhyUnpaidDrawer
        question={{ from, to, ...part }}
        onClose={() => change({ unpaid: undefined }, { replace: true })}
      />
    </Suspense>
  );
}
