import ConversionDelays from '../../kits/report/conversion-delays-panel.tsx';
import { UnlessGone } from '../../kits/report/gone-filter.tsx';
import { useReportAsked } from '../../kits/report/use-report.ts';
import { AdvertiserViewers } from '../../kits/report/viewers-panel.tsx';
import { narrowedFurther, onlyOne } from './report-part.ts';
import { STATISTICS_SOURCE } from './statistics-source.ts';

/** Of the report's days, and of its campaign where it is narrowed to one; that other filters do nothing here is said. */
export default function AdvertiserParts() {
  const [days] = useReportAsked(STATISTICS_SOURCE);
  const campaignId = onlyOne(days.filters, 'campaign');
  const scope = narrowedFurther(days.filters, campaignId)
    ? campaignId === undefined
      ? 'campaigns'
      : 'campaign'
    : undefined;
  return (
    <UnlessGone source={STATISTICS_SOURCE} marks={STATISTICS_SOURCE.marks(days)}>
      <ConversionDelays days={days} campaignId={campaignId} scope={scope} />
      <AdvertiserViewers days={days} campaignId={campaignId} scope={scope} />
    </UnlessGone>
  );
}
