import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ReportView } from '../../kits/report/report-view.tsx';
import { TrackingFigures } from '../../kits/report/tracking-figures.tsx';
import { prefetchReport } from '../../kits/report/use-report.ts';
import { SavedViews } from '../../kits/views/saved-views.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Unsettled } from '../../ui/states.tsx';
import { STATISTICS_SOURCE } from './statistics-source.ts';
import { statisticsTexts } from './statistics-texts.ts';

const Parts = lazyPart(() => import('./advertiser-parts.tsx'));

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
      <Suspense fallback={<Unsettled />}>
        <Parts />
      </Suspense>
      <TrackingFigures quiet />
    </>
  );
}

export default Object.assign(Statistics, {
  prefetch: (search: SearchRecord) => prefetchReport(STATISTICS_SOURCE, search),
});
