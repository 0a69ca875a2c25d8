import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import {
  ADVERTISER_CARDS,
  ADVERTISER_DIMENSIONS,
  ADVERTISER_HIDDEN,
  ADVERTISER_METRICS,
  ADVERTISER_SHOWN,
} from '@placard/domain/analytics/report-offers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { diagnosisTexts } from '../../../kits/diagnosis/texts.ts';
import { WhyNotServing } from '../../../kits/diagnosis/why-not-serving.tsx';
import { ReportView } from '../../../kits/report/report-view.tsx';
import { type ReportSource, useReportAsked } from '../../../kits/report/use-report.ts';
import { VIEWERS_ROWS, viewersBy } from '../../../kits/report/viewers-of-rows.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { GateFixes } from '../diagnosis/gate-fixes.tsx';
import { PacingPanel } from '../diagnosis/pacing-panel.tsx';

const AdvertiserViewers = lazyPart(async () => ({
  default: (await import('../../../kits/report/viewers-panel.tsx')).AdvertiserViewers,
}));

const ConversionDelays = lazyPart(() => import('../../../kits/report/conversion-delays-panel.tsx'));

/** What keeps this campaign from being shown, whether its money goes out as planned, and its figures. */
export default function PerformanceTab({ campaign }: { campaign: Campaign }) {
  const diagnosis = useQuery(apiQuery(api.diagnosis.campaign, { id: campaign.id }));
  const client = useQueryClient();
  const source = useMemo(
    (): ReportSource => ({
      operation: api.reports.advertiser,
      file: api.reports.advertiserFile,
      marks: ({ from, to }) => apiQuery(api.reports.advertiserMarks, { from, to, campaignId: campaign.id }),
      viewers: (asked) => {
        const by = viewersBy(asked, ['adSet']);
        const { from, to } = asked;
        return (
          by && apiQuery(api.reach.advertiser, { from, to, by, campaignId: campaign.id, limit: VIEWERS_ROWS })
        );
      },
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
      <div className="stack gap-20 below-24">
        <WhyNotServing
          query={diagnosis}
          // With the campaign's status above it, and what that allows: both tell of one moment.
          onAgain={() =>
            Promise.all([
              client.invalidateQueries({ queryKey: ['diagnosis'] }),
              client.invalidateQueries({ queryKey: [...api.campaigns.get.key] }),
            ])
          }
          fixes={(gate, adSet) => <GateFixes gate={gate} adSet={adSet} campaign={campaign} />}
          addAdSet={campaign.actions.includes('edit') && <AddAdSet />}
        />
        <PacingPanel campaignId={campaign.id} diagnosis={diagnosis.data} />
      </div>
      <ReportView name="campaign-performance" source={source} />
      <Viewers source={source} campaignId={campaign.id} />
    </>
  );
}

function Viewers({ source, campaignId }: { source: ReportSource; campaignId: number }) {
  const [days] = useReportAsked(source);
  const part = { days, campaignId, scope: days.filters.length > 0 ? ('campaign' as const) : undefined };
  return (
    <Suspense>
      <ConversionDelays {...part} />
      <AdvertiserViewers {...part} />
    </Suspense>
  );
}

function AddAdSet() {
  const t = useTexts(diagnosisTexts);
  const [, change] = useSearchParameters();
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => change({ tab: 'target', adSet: 'new' })}
    >
      {t('fix.addAdSet')}
    </Button>
  );
}
