import type { AdvertiserHome } from '@placard/contract/homes';
import type { CampaignLimit } from '@placard/domain/campaign/note';
import { useTexts } from '../../i18n/texts.ts';
import {
  CAMPAIGNS_PATH,
  CREATIVES_PATH,
  campaignPath,
  creativeEditPath,
} from '../../lib/advertiser-paths.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { homeTexts } from './home-texts.ts';
import { type LookedAt, LookList } from './look-list.tsx';
import { useMay } from './use-rights.ts';

const BILLING_PATH = '/advertiser/billing';

/** Where on a campaign's page a limit is lifted. */
const TABS: Readonly<Record<CampaignLimit, string>> = {
  wallet_empty: 'settings',
  total_budget_spent: 'settings',
  no_ad_set: 'target',
  no_active_creative: 'target',
  daily_budget_spent: 'settings',
};

/** What is rejected or limited, the newest of each by name; whoever may mend it is led there. */
export function WantsMending({ home }: { home: AdvertiserHome }) {
  const t = useTexts(homeTexts);
  const items = useItems(home);
  const { lookedAt, active } = home.limited;
  // A newcomer has nothing that could be well already.
  if (items.length === 0 && home.steps !== null) return null;
  return (
    <LookList
      title={t('advertiser.mend.title')}
      items={items}
      calm={t('advertiser.mend.none')}
      note={
        lookedAt < active ? t('advertiser.mend.lookedAt', { lookedAt: formatNumber(lookedAt) }) : undefined
      }
    />
  );
}

function useItems({ rejectedCampaigns, rejectedCreatives, limited }: AdvertiserHome): LookedAt[] {
  const t = useTexts(homeTexts);
  const may = useMay();
  const edit = may('work') ? t('advertiser.mend.edit') : undefined;
  const rest = (key: string, { count, items }: typeof rejectedCampaigns, title: string, to: string) =>
    count > items.length ? [{ key, title, place: { to, search: { status: 'rejected' } } }] : [];
  const [first] = limited.items;
  // It stops all of them, and one step ends it.
  const stopped = first?.reason === 'wallet_empty';
  return [
    ...(stopped
      ? [
          {
            key: 'wallet',
            title: t('advertiser.mend.stopped', { count: limited.count }),
            text: t('advertiser.mend.stoppedWhy'),
            place: { to: BILLING_PATH },
            step: may('money') ? t('advertiser.mend.step.wallet_empty') : undefined,
          },
        ]
      : []),
    ...rejectedCampaigns.items.map(({ id, name, text }) => ({
      key: `campaign ${id}`,
      title: name,
      text: t('advertiser.mend.rejectedCampaign', { text }),
      place: { to: campaignPath(id) },
      step: edit,
    })),
    ...rest(
      'campaigns',
      rejectedCampaigns,
      t('advertiser.mend.allCampaigns', { count: formatNumber(rejectedCampaigns.count) }),
      CAMPAIGNS_PATH,
    ),
    ...rejectedCreatives.items.map(({ id, name, text }) => ({
      key: `creative ${id}`,
      title: name,
      text: t('advertiser.mend.rejectedCreative', { text }),
      place: { to: may('work') ? creativeEditPath(id) : `${CREATIVES_PATH}/${id}` },
      step: edit,
    })),
    ...rest(
      'creatives',
      rejectedCreatives,
      t('advertiser.mend.allCreatives', { count: formatNumber(rejectedCreatives.count) }),
      CREATIVES_PATH,
    ),
    ...(stopped ? [] : limited.items).map(({ id, name, reason }) => ({
      key: `limited ${id}`,
      title: name,
      text: t(`advertiser.mend.limit.${reason}`),
      place: { to: campaignPath(id), search: { tab: TABS[reason] } },
      step: may('work') ? t(`advertiser.mend.step.${reason}`) : undefined,
    })),
    ...(stopped || limited.count <= limited.items.length
      ? []
      : [
          {
            key: 'limited',
            title: t('advertiser.mend.allLimited', { count: limited.count - limited.items.length }),
            place: { to: CAMPAIGNS_PATH, search: { status: 'active' } },
          },
        ]),
  ];
}
