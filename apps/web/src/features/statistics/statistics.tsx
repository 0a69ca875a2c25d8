import { statisticsTexts } from '../../i18n/en/statistics.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportView } from '../../ui/report/report-view.tsx';
import { TrackingFigures } from '../../ui/report/tracking-figures.tsx';
import { SavedViews } from '../../ui/report/views/saved-views.tsx';
import { STATISTICS_SOURCE } from './statistics-source.ts';

export function Statistics() {
  const t = useTexts(statisticsTexts);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<SavedViews screen="statistics" />}
      />
      <ReportView name="statistics" source={STATISTICS_SOURCE} />
      <TrackingFigures quiet />
    </>
  );
}
