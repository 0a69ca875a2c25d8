import { useTexts } from '../../i18n/texts.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { useWebsiteName } from '../website/found-websites.ts';
import { WebsiteFilter } from '../website/website-filter.tsx';
import classes from './blocks.module.css';
import { publisherAdsTexts } from './texts.ts';
import type { Place } from './use-blocks.ts';

/** One of the account's websites or all of them, in the URL. */
export function usePlace(): Place {
  const [raw] = useSearchParameters();
  const websiteId = idParameter(raw.website ?? '');
  return websiteId === undefined ? {} : { websiteId };
}

export function WebsiteChoice() {
  const t = useTexts(publisherAdsTexts);
  const [, change] = useSearchParameters();
  const { websiteId } = usePlace();
  const domain = useWebsiteName({}, websiteId);
  return (
    <>
      <WebsiteFilter
        label={t('website')}
        none={t('allWebsites')}
        value={websiteId}
        onChange={(id) => change({ website: id === undefined ? undefined : String(id), page: undefined })}
      />
      <span className={`breaks faint text-13 ${classes.where}`}>
        {t('where', { scope: domain === undefined ? 'all' : 'one', domain: domain ?? '' })}
      </span>
    </>
  );
}
