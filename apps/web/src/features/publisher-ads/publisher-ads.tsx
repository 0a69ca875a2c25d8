import { useTexts } from '../../i18n/texts.ts';
import { BlockedList } from '../../kits/blocks/blocked-list.tsx';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import { usePlace } from '../../kits/blocks/website-choice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { RecentAds } from './recent-ads.tsx';
import { ReportedAds } from './reported-ads.tsx';

/** What stands on the pages of this account, what visitors say of it, what is kept off. */
export default function PublisherAds() {
  const t = useTexts(publisherAdsTexts);
  const place = usePlace();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <UrlTabs
        label={t('tabs')}
        leaves={{ page: undefined }}
        className="below-16"
        tabs={[
          { key: 'recent', label: t('tab.recent'), content: <RecentAds place={place} /> },
          { key: 'reports', label: t('tab.reports'), content: <ReportedAds place={place} /> },
          { key: 'blocks', label: t('tab.blocks'), content: <BlockedList place={place} /> },
        ]}
      />
    </>
  );
}
