import { Statistics } from '../../features/statistics/statistics.tsx';
import { STATISTICS_SOURCE } from '../../features/statistics/statistics-source.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchReport } from '../../ui/report/use-report.ts';

export default Object.assign(Statistics, {
  prefetch: (search: SearchRecord) => prefetchReport(STATISTICS_SOURCE, search),
});
