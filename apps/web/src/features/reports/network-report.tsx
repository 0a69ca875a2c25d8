import type { Dimension } from '@placard/domain/analytics/metrics';
import type { RecordKind } from '@placard/domain/record';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { ReportView } from '../../kits/report/report-view.tsx';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { api } from '../../lib/api/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { networkTexts } from './network-texts.ts';
import { OpenIcon } from './open-icon.tsx';
import { recordIdOf } from './record-id.ts';

const RECORDS: Readonly<Partial<Record<Dimension, RecordKind>>> = {
  publisher: 'account',
  website: 'website',
  advertiser: 'account',
  campaign: 'campaign',
  creative: 'creative',
};
/** Of what has no page itself the page that tells of it. */
const PAGES_WITHIN: Readonly<Partial<Record<Dimension, RecordKind>>> = {
  adSet: 'campaign',
  widget: 'website',
};

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
    ...(['publisher', 'website', 'widget', 'advertiser', 'campaign', 'adSet', 'creative'] as const),
    ...(['country', 'device', 'size'] as const),
    ...(['hourOfDay', 'weekday', 'date'] as const),
  ],
  show: ['impressions', 'networkRevenue'],
  by: 'publisher',
  operation: api.reports.operator,
  file: api.reports.operatorFile,
  beside: (dimension, { value, label, within }) => {
    const kind = RECORDS[dimension] ?? PAGES_WITHIN[dimension];
    const id = recordIdOf(dimension in PAGES_WITHIN ? within : value);
    return kind === undefined || id === null ? null : <OpenRecord kind={kind} id={id} label={label} />;
  },
};

/** A press on the name narrows the report to it; this leads to its page. */
function OpenRecord({ kind, id, label }: { kind: RecordKind; id: number; label: string }) {
  const t = useTexts(networkTexts);
  const words = t('report.open', { name: label });
  return (
    <RecordLink kind={kind} id={id} title={words}>
      <OpenIcon words={words} />
    </RecordLink>
  );
}

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
