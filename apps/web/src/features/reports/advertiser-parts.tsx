import ConversionDelays from '../../kits/report/conversion-delays-panel.tsx';
import { UnlessGone } from '../../kits/report/gone-filter.tsx';
import { useReportAsked } from '../../kits/report/use-report.ts';
import { AdvertiserViewers } from '../../kits/report/viewers-panel.tsx';
import { onlyOne } from './report-part.ts';
import { STATISTICS_SOURCE } from './statistics-source.ts';

/** Of the report's days, and of its campaign where it is narrowed to one. */
export default function AdvertiserParts() {
  const [days] = useReportAsked(STATISTICS_SOURCE);
  const campaignId = onlyOne(days.filters, 'campaign');
  return (
    <UnlessGone source={STATISTICS_SOURCE} marks={STATISTICS_SOURCE.marks(days)}>
      <ConversionDelays days={days} campaignId={campaignId} />
      <AdvertiserViewers days={days} campaignId={campaignId} />
    </UnlessGone>
  );
}
