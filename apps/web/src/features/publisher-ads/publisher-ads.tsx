import { publisherAdsTexts } from '../../i18n/en/publisher-ads.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { BlockedList } from './blocked-list.tsx';
import classes from './publisher-ads.module.css';
import { RecentAds } from './recent-ads.tsx';
import { ReportedAds } from './reported-ads.tsx';
import { usePlace } from './website-choice.tsx';

const TABS = ['recent', 'reports', 'blocks'] as const;

/** What stands on the pages of this account, what visitors say of it, what is kept off. The tab lives in the URL. */
export function PublisherAds() {
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
