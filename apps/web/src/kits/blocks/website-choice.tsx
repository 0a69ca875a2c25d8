import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
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
  const websites =
    useQuery(apiQuery(api.websites.list, { sort: 'domain', page: 1, pageSize: 200 })).data?.items ?? [];
  const chosen = websites.find(({ id }) => id === websiteId);
  return (
    <>
      <ChoiceFilter
        label={t('website')}
        value={websiteId === undefined ? undefined : String(websiteId)}
        none={t('allWebsites')}
        choices={websites.map(({ id, domain }) => ({ value: String(id), label: shownDomain(domain) }))}
        onChange={(website) => change({ website, page: undefined })}
      />
      <span className={classes.where}>
        {t('where', {
          scope: chosen === undefined ? 'all' : 'one',
          domain: shownDomain(chosen?.domain ?? ''),
        })}
      </span>
    </>
  );
}
