import { ADVERTISER_HIDDEN, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { statisticsTexts } from '../../i18n/en/statistics.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportView } from '../../ui/report/report-view.tsx';
import { TrackingFigures } from '../../ui/report/tracking-figures.tsx';
import type { ReportSource } from '../../ui/report/use-report.ts';
import { SavedViews } from '../../ui/report/views/saved-views.tsx';

const SOURCE: ReportSource = {
  ...REPORT_OFFERS.statistics,
  hidden: ADVERTISER_HIDDEN,
  operation: api.reports.advertiser,
};

export function Statistics() {
  const t = useTexts(statisticsTexts);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<SavedViews screen="statistics" />}
      />
      <ReportView name="statistics" source={SOURCE} />
      <TrackingFigures quiet />
    </>
  );
}
