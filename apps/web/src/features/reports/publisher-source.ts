import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { besideOwn } from './open-own-record.tsx';
import { partOf } from './report-part.ts';

/** What a publisher's report shows, and by what it may be broken down. */
export const PUBLISHER_SOURCE: ReportSource = {
  ...REPORT_OFFERS.publisher_report,
  operation: api.reports.publisher,
  file: api.reports.publisherFile,
  beside: besideOwn({
    website: (id) => ({ to: `/publisher/websites/${id}/widgets` }),
    widget: (id, within) =>
      within === null ? null : { to: `/publisher/websites/${within}/widgets/${id}/edit` },
  }),
  marks: ({ from, to, filters }) => {
    const { websiteId } = partOf(filters);
    return apiQuery(api.reports.publisherMarks, {
      from,
      to,
      ...(websiteId === undefined ? {} : { websiteId }),
    });
  },
};
