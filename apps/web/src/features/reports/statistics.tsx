import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ReportView } from '../../kits/report/report-view.tsx';
import { TrackingFigures } from '../../kits/report/tracking-figures.tsx';
import { prefetchReport, useReportAsked } from '../../kits/report/use-report.ts';
import { SavedViews } from '../../kits/views/saved-views.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { onlyOne } from './report-part.ts';
import { STATISTICS_SOURCE } from './statistics-source.ts';
import { statisticsTexts } from './statistics-texts.ts';

const AdvertiserViewers = lazyPart(async () => ({
  default: (await import('../../kits/report/viewers-panel.tsx')).AdvertiserViewers,
}));

function Statistics() {
  const t = useTexts(statisticsTexts);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<SavedViews screen="statistics" />}
      />
      <ReportView name="statistics" source={STATISTICS_SOURCE} />
      <Viewers />
      <TrackingFigures quiet />
    </>
  );
}

const ConversionDelays = lazyPart(() => import('../../kits/report/conversion-delays-panel.tsx'));

/** Of the report's days, and of its campaign where it is narrowed to one. */
function Viewers() {
  const [days] = useReportAsked(STATISTICS_SOURCE);
  const campaignId = onlyOne(days.filters, 'campaign');
  return (
    <Suspense>
      <ConversionDelays days={days} campaignId={campaignId} />
      <AdvertiserViewers days={days} campaignId={campaignId} />
    </Suspense>
  );
}

export default Object.assign(Statistics, {
  prefetch: (search: SearchRecord) => prefetchReport(STATISTICS_SOURCE, search),
});
