import { useTexts } from '../../i18n/texts.ts';
import { BlockedList } from '../../kits/blocks/blocked-list.tsx';
import classes from '../../kits/blocks/blocks.module.css';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import { usePlace } from '../../kits/blocks/website-choice.tsx';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentAds } from './recent-ads.tsx';
import { ReportedAds } from './reported-ads.tsx';

const TABS = ['recent', 'reports', 'blocks'] as const;

/** What stands on the pages of this account, what visitors say of it, what is kept off. The tab lives in the URL. */
export default function PublisherAds() {
  const t = useTexts(publisherAdsTexts);
  const [raw, change] = useSearchParameters();
  const place = usePlace();
  const tab = TABS.find((key) => key === raw.tab) ?? 'recent';
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <nav className={classes.tabs} aria-label={t('tabs')}>
        {TABS.map((key) => (
          <button
            key={key}
            type="button"
            aria-current={tab === key ? 'page' : undefined}
            onClick={() => change({ tab: key === 'recent' ? undefined : key, page: undefined })}
          >
            {t(`tab.${key}`)}
          </button>
        ))}
      </nav>
      {tab === 'recent' && <RecentAds place={place} />}
      {tab === 'reports' && <ReportedAds place={place} />}
      {tab === 'blocks' && <BlockedList place={place} />}
    </>
  );
}
