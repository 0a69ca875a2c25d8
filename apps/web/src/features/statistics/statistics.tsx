import { statisticsTexts } from '../../i18n/en/statistics.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import {
  ADVERTISER_CARDS,
  ADVERTISER_DIMENSIONS,
  ADVERTISER_METRICS,
  ADVERTISER_SHOWN,
} from '../../lib/report/advertiser-report.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportView } from '../../ui/report/report-view.tsx';
import type { ReportSource } from '../../ui/report/use-report.ts';

const SOURCE: ReportSource = {
  operation: api.reports.advertiser,
  metrics: ADVERTISER_METRICS,
  cards: ADVERTISER_CARDS,
  dimensions: ADVERTISER_DIMENSIONS,
  show: ADVERTISER_SHOWN,
  by: 'campaign',
};

export function Statistics() {
  const t = useTexts(statisticsTexts);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <ReportView name="statistics" source={SOURCE} />
    </>
  );
}
