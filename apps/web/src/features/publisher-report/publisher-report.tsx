import { publisherReportTexts } from '../../i18n/en/publisher-report.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportView } from '../../ui/report/report-view.tsx';
import { SavedViews } from '../../ui/report/views/saved-views.tsx';
import { EarningsCards } from './earnings-cards.tsx';
import { PublisherFiltered } from './publisher-filtered.tsx';
import { PUBLISHER_SOURCE } from './publisher-source.ts';

export function PublisherReport() {
  const t = useTexts(publisherReportTexts);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<SavedViews screen="publisher_report" />}
      />
      <EarningsCards />
      <ReportView name="publisher-report" source={PUBLISHER_SOURCE} />
      <PublisherFiltered />
    </>
  );
}
