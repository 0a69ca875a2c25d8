import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH } from '../../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { useRecord } from '../../../lib/api/use-record.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loaded, LoadingState } from '../../../ui/states.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { ACTION_ICONS, duplicateItem } from '../campaign-menu.ts';
import { CampaignStatus } from '../campaign-status.tsx';
import { campaignsTexts } from '../texts.ts';
import {
  actionLabel,
  CAMPAIGN_STATUS_ACTIONS,
  type CampaignStatusAction,
  useCampaignAction,
  useDuplicateCampaign,
} from '../use-campaign-actions.ts';
import { AnalyticsCodeTab } from './analytics-code-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TargetTab } from './target-tab.tsx';

const PerformanceTab = lazyPart(() => import('./performance-tab.tsx'));
const ActivityTab = lazyPart(() => import('../activity/activity-tab.tsx'));

/** One campaign: what may be done with it above, its parts below. The tab lives in the URL. */
export default function CampaignDetails({ id }: { id: number }) {
  const t = useTexts(campaignsTexts);
  const query = useRecord(apiQuery(api.campaigns.get, { id }));
  return (
    <Loaded page query={query} failed={t('details.fetchFailed')} loading={<LoadingState lines={6} />}>
      {(campaign) => <Details campaign={campaign} fetching={query.isFetching} />}
    </Loaded>
  );
}

function Details({ campaign, fetching }: { campaign: Campaign; fetching: boolean }) {
  const t = useTexts(campaignsTexts);
  return (
    <>
      <PageHeader
        title={campaign.name}
        crumbs={[{ label: t('title'), to: CAMPAIGNS_PATH }]}
        badge={<CampaignStatus campaign={campaign} />}
        actions={<DetailsActions campaign={campaign} />}
      />
      <UrlTabs
        label={t('details.tabs')}
        leaves={EMPTY_VIEW}
        className="below-24"
        tabs={[
          {
            key: 'settings',
            label: t('details.settings'),
            content: <SettingsTab campaign={campaign} fetching={fetching} />,
          },
          {
            key: 'target',
            label: t('details.target'),
            content: <TargetTab campaign={campaign} fetching={fetching} />,
          },
          {
            key: 'analytics',
            label: t('details.analytics'),
            content: <AnalyticsCodeTab campaign={campaign} />,
          },
          {
            key: 'performance',
            label: t('details.performance'),
            content: <PerformanceTab campaign={campaign} />,
          },
          {
            key: 'activity',
            label: t('details.activity'),
            content: <ActivityTab campaignId={campaign.id} />,
          },
        ]}
      />
    </>
  );
}

/** What another tab had in the URL means nothing in the next one. */
const EMPTY_VIEW = {
  mode: undefined,
  adSet: undefined,
  by: undefined,
  by2: undefined,
  filter: undefined,
  sort: undefined,
  page: undefined,
  search: undefined,
};

/** The next step as a button, the rest in the menu. */
function DetailsActions({ campaign }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  const act = useCampaignAction();
  const duplicate = useDuplicateCampaign();
  const allowed = CAMPAIGN_STATUS_ACTIONS.filter((action) => campaign.actions.includes(action));
  const main = allowed.filter(
    (action) => action === 'publish' || action === 'activate' || action === 'pause',
  );
  const rest = allowed.filter((action) => action === 'cancel' || action === 'archive');
  const run = (action: CampaignStatusAction) => void act(action, campaign);
  return (
    <>
      {main.map((action) => {
        const Icon = ACTION_ICONS[action];
        return (
          <Button
            key={action}
            variant={action === 'pause' ? 'default' : 'filled'}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => run(action)}
          >
            {actionLabel(t, action, campaign.submitted)}
          </Button>
        );
      })}
      <ActionMenu
        name={campaign.name}
        actions={[
          ...duplicateItem(t, campaign, () => void duplicate(campaign)),
          ...rest.map((action) => ({
            key: action,
            label: actionLabel(t, action, campaign.submitted),
            icon: ACTION_ICONS[action],
            danger: true,
            onSelect: () => run(action),
          })),
        ]}
      />
    </>
  );
}
