import { PublisherReport } from '../../features/publisher-report/publisher-report.tsx';
import { PUBLISHER_SOURCE } from '../../features/publisher-report/publisher-source.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchReport } from '../../ui/report/use-report.ts';

export default Object.assign(PublisherReport, {
  prefetch: (search: SearchRecord) => prefetchReport(PUBLISHER_SOURCE, search),
});
