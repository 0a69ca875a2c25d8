import { useTexts } from '../../i18n/texts.ts';
import { ReportView } from '../../kits/report/report-view.tsx';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { api } from '../../lib/api/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { networkTexts } from './network-texts.ts';

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
  dimensions: [
    ...(['publisher', 'website', 'advertiser', 'campaign', 'country', 'device', 'size'] as const),
    ...(['hourOfDay', 'weekday', 'date'] as const),
  ],
  show: ['impressions', 'networkRevenue'],
  by: 'publisher',
  operation: api.reports.operator,
  file: api.reports.operatorFile,
};

/** What the network served, charged, shared and kept. */
export default function NetworkReport() {
  const t = useTexts(networkTexts);
  return (
    <>
      <PageHeader title={t('report.title')} description={t('report.description')} />
      <ReportView name="network-report" source={SOURCE} />
    </>
  );
}
