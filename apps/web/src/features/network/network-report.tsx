import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportView } from '../../ui/report/report-view.tsx';
import type { ReportSource } from '../../ui/report/use-report.ts';

const SOURCE: ReportSource = {
  metrics: [
    'requests',
    'fillRate',
    'impressions',
    'viewableRate',
    'clicks',
    'ctr',
    'spend',
    'earnings',
    'networkRevenue',
    'filteredEvents',
    'overDelivered',
    'overDeliveredValue',
  ],
  hidden: ['ctr', 'filteredEvents', 'overDelivered', 'overDeliveredValue'],
  cards: ['impressions', 'viewableRate', 'clicks', 'fillRate', 'spend', 'earnings', 'networkRevenue'],
  dimensions: ['publisher', 'website', 'advertiser', 'campaign', 'country', 'device', 'size', 'date'],
  show: ['impressions', 'networkRevenue'],
  by: 'publisher',
  operation: api.reports.operator,
};

/** What the network served, charged, shared and kept. */
export function NetworkReport() {
  const t = useTexts(operatorTexts);
  return (
    <>
      <PageHeader title={t('report.title')} description={t('report.description')} />
      <ReportView name="network-report" source={SOURCE} />
    </>
  );
}
