import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { VIEWERS_ROWS, viewersBy } from '../../kits/report/viewers-of-rows.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { besideOwn } from './open-own-record.tsx';
import { partOf } from './report-part.ts';

/** What a publisher's report shows, and by what it may be broken down. */
export const PUBLISHER_SOURCE: ReportSource & Required<Pick<ReportSource, 'marks'>> = {
  ...REPORT_OFFERS.publisher_report,
  operation: api.reports.publisher,
  file: api.reports.publisherFile,
  beside: besideOwn({
    website: (id) => ({ to: `/publisher/websites/${id}/widgets` }),
    widget: (id, within) =>
      within === null ? null : { to: `/publisher/websites/${within}/widgets/${id}/edit` },
  }),
  viewers: (asked) => {
    const by = viewersBy(asked, ['website', 'widget']);
    const { from, to } = asked;
    return by && apiQuery(api.reach.publisher, { from, to, by, limit: VIEWERS_ROWS });
  },
  marks: ({ from, to, filters }) => {
    const { websiteId } = partOf(filters);
    return apiQuery(api.reports.publisherMarks, {
      from,
      to,
      ...(websiteId === undefined ? {} : { websiteId }),
    });
  },
};
