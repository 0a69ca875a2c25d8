import { useMemo } from 'react';
import { api } from '../../../lib/api/api.ts';
import {
  ADVERTISER_CARDS,
  ADVERTISER_DIMENSIONS,
  ADVERTISER_METRICS,
  ADVERTISER_SHOWN,
} from '../../../lib/report/advertiser-report.ts';
import { ReportView } from '../../../ui/report/report-view.tsx';
import type { ReportSource } from '../../../ui/report/use-report.ts';

/** The figures of this campaign alone. */
export default function PerformanceTab({ campaignId }: { campaignId: number }) {
  const source = useMemo(
    (): ReportSource => ({
      operation: api.reports.advertiser,
      metrics: ADVERTISER_METRICS,
      cards: ADVERTISER_CARDS,
      dimensions: ADVERTISER_DIMENSIONS.filter((dimension) => dimension !== 'campaign'),
      show: ADVERTISER_SHOWN,
      by: 'adSet',
      fixed: { dimension: 'campaign', value: String(campaignId) },
    }),
    [campaignId],
  );
  return <ReportView name="campaign-performance" source={source} />;
}
