import { ADVERTISER_HIDDEN, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { VIEWERS_ROWS, viewersBy } from '../../kits/report/viewers-of-rows.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { besideOwn } from './open-own-record.tsx';
import { onlyOne } from './report-part.ts';

export const STATISTICS_SOURCE: ReportSource & Required<Pick<ReportSource, 'marks'>> = {
  ...REPORT_OFFERS.statistics,
  hidden: ADVERTISER_HIDDEN,
  operation: api.reports.advertiser,
  file: api.reports.advertiserFile,
  beside: besideOwn({
    campaign: (id) => ({ to: `/advertiser/campaigns/${id}` }),
    adSet: (id, within) =>
      within === null
        ? null
        : { to: `/advertiser/campaigns/${within}`, search: { tab: 'target', adSet: String(id) } },
    creative: (id) => ({ to: `/advertiser/creatives/${id}` }),
  }),
  viewers: (asked) => {
    const by = viewersBy(asked, ['campaign', 'adSet', 'creative']);
    const { from, to } = asked;
    return by && apiQuery(api.reach.advertiser, { from, to, by, limit: VIEWERS_ROWS });
  },
  marks: ({ from, to, filters }) => {
    const campaignId = onlyOne(filters, 'campaign');
    return apiQuery(api.reports.advertiserMarks, {
      from,
      to,
      ...(campaignId === undefined ? {} : { campaignId }),
    });
  },
};
