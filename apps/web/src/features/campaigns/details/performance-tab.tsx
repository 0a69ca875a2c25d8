import type { Campaign } from '@placard/contract/campaigns';
import {
  ADVERTISER_CARDS,
  ADVERTISER_DIMENSIONS,
  ADVERTISER_HIDDEN,
  ADVERTISER_METRICS,
  ADVERTISER_SHOWN,
} from '@placard/domain/analytics/report-offers';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ReportView } from '../../../kits/report/report-view.tsx';
import type { ReportSource } from '../../../kits/report/use-report.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import classes from '../diagnosis/diagnosis.module.css';
import { PacingPanel } from '../diagnosis/pacing-panel.tsx';
import { WhyNotServing } from '../diagnosis/why-not-serving.tsx';

/** What keeps this campaign from being shown, whether its money goes out as planned, and its figures. */
export default function PerformanceTab({ campaign }: { campaign: Campaign }) {
  const diagnosis = useQuery(apiQuery(api.diagnosis.campaign, { id: campaign.id }));
  const source = useMemo(
    (): ReportSource => ({
      operation: api.reports.advertiser,
      metrics: ADVERTISER_METRICS,
      hidden: ADVERTISER_HIDDEN,
      cards: ADVERTISER_CARDS,
      dimensions: ADVERTISER_DIMENSIONS.filter((dimension) => dimension !== 'campaign'),
      show: ADVERTISER_SHOWN,
      by: 'adSet',
      fixed: { dimension: 'campaign', value: String(campaign.id) },
    }),
    [campaign.id],
  );
  return (
    <>
      <div className={`stack gap-20 ${classes.stack}`}>
        <WhyNotServing campaign={campaign} query={diagnosis} />
        <PacingPanel campaignId={campaign.id} diagnosis={diagnosis.data} />
      </div>
      <ReportView name="campaign-performance" source={source} />
    </>
  );
}
