import { UnlessGone } from '../../kits/report/gone-filter.tsx';
import { useReportAsked } from '../../kits/report/use-report.ts';
import { PublisherViewers } from '../../kits/report/viewers-panel.tsx';
import { PUBLISHER_SOURCE } from './publisher-source.ts';
import { narrowedFurther, partOf } from './report-part.ts';

/** Of the report's days, and of its website where it is narrowed to one; that other filters do nothing here is said. */
export default function PublisherParts() {
  const [days] = useReportAsked(PUBLISHER_SOURCE);
  const { websiteId } = partOf(days.filters);
  const scope = narrowedFurther(days.filters, websiteId)
    ? websiteId === undefined
      ? 'websites'
      : 'website'
    : undefined;
  return (
    <UnlessGone source={PUBLISHER_SOURCE} marks={PUBLISHER_SOURCE.marks(days)}>
      <PublisherViewers days={days} websiteId={websiteId} scope={scope} />
    </UnlessGone>
  );
}
