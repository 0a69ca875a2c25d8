import type { Report } from '@placard/contract/reports';
import { readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { Language } from '@placard/domain/language';
import { localDayAt } from '@placard/domain/time-zone';
import { type ViewMail, viewMail } from '../views/view-mail.ts';
import type { SampleFacts } from './samples.ts';

const ROWS = 12;

/** The widest report that is mailed: by two dimensions and the day, with long names and large figures. */
export function reportSample({ network, publicUrl, at }: SampleFacts, language: Language): ViewMail {
  const today = localDayAt('UTC', at.getTime());
  const search = { by: 'campaign', by2: 'creative', dated: '1' };
  const asked = readReport(search, REPORT_OFFERS.statistics, today);
  const metrics = {
    ...{ impressions: 12_345_678, viewableImpressions: 9_876_543, viewableRate: 0.8, clicks: 98_765 },
    ...{ ctr: 0.008, conversions: 1_234, spend: 1_234_567.89 },
  };
  const report: Report = {
    ...{ timeZone: 'UTC', currency: 'USD', from: asked.from, to: asked.to, updatedAt: at.toISOString() },
    ...{ lateSeconds: 0, comparedFrom: null, comparedTo: null, previousTotals: metrics },
    ...{ totals: metrics, series: [], previousSeries: null, named: [] },
    rows: Array.from({ length: ROWS }, (_, index) => ({
      dims: {},
      within: {},
      labels: {
        campaign: `Example campaign with quite a long name ${index + 1}`,
        creative: 'Example_creative_that_is_called_without_a_single_space_in_its_name',
        date: today,
      },
      metrics,
    })),
  };
  return viewMail({
    ...{ language, network, asked, report },
    view: { name: 'Example report', screen: 'statistics' },
    ...{ search: '', isCut: false },
    url: `${publicUrl}/advertiser/statistics`,
    unsubscribeUrl: `${publicUrl}/unsubscribe?token=sample`,
  });
}
