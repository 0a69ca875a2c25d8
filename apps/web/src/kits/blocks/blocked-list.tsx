import type { BlockEntry } from '@placard/contract/publisher-ads';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck, X } from 'lucide-react';
import { type Translate, translator, useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import button from '../../ui/plain-button.module.css';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { DomainName } from '../website/domain-name.tsx';
import { adCategoryTexts } from './ad-category-texts.ts';
import { publisherAdsTexts } from './texts.ts';
import { type Place, useBlocks } from './use-blocks.ts';
import { WebsiteChoice } from './website-choice.tsx';

/** A blocked value in words: the domain, the category's name, the ad's number or advertiser. */
export function blockText(
  t: Translate<typeof publisherAdsTexts.english>,
  { kind, value, ad }: Pick<BlockEntry, 'kind' | 'value' | 'ad'>,
): string {
  if (kind === 'category')
    return isAdCategory(value) ? translator(adCategoryTexts)(`category.${value}`) : t('lists.uncategorised');
  if (kind === 'advertiser_domain') return shownDomain(value);
  const number = t('creativeNumber', { id: value });
  return ad?.advertiserDomain === undefined || ad.advertiserDomain === null
    ? number
    : `${number} · ${ad.advertiserDomain}`;
}

/** Everything that is blocked anywhere, and a way out of each. */
export function BlockedList({ place }: { place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const [, change] = useSearchParameters();
  const query = useQuery({ ...apiQuery(api.publisherAds.blocks, place), placeholderData: keepPreviousData });
  return (
    <>
      <div className="row wrap gap-8 below-16">
        <WebsiteChoice />
      </div>
      <Loaded query={query} failed={t('failed.blocks')}>
        {({ items, more }) =>
          items.length === 0 ? (
            <EmptyState
              framed
              icon={ShieldCheck}
              title={t('blocksEmpty')}
              text={t('blocksEmptyText')}
              action={
                <button
                  type="button"
                  className={button.secondary}
                  onClick={() => change({ tab: undefined, page: undefined })}
                >
                  {t('tab.recent')}
                </button>
              }
            />
          ) : (
            <>
              <BlockTable items={items} />
              {more && <p>{t('blocksMore')}</p>}
            </>
          )
        }
      </Loaded>
    </>
  );
}

function BlockTable({ items }: { items: readonly BlockEntry[] }) {
  const t = useTexts(publisherAdsTexts);
  const { busy, unblock } = useBlocks();
  return (
    <Sideways label={t('blocksCaption')} className="card">
      <table className="plain-table">
        <caption className="visually-hidden">{t('blocksCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col">{t('column.kind')}</th>
            <th scope="col">{t('column.where')}</th>
            <th scope="col">{t('column.since')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('column.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((entry) => (
            <tr key={`${entry.kind} ${entry.value} ${entry.websiteId} ${entry.widgetId}`}>
              <th scope="row">{blockText(t, entry)}</th>
              <td>{t(`kind.${entry.kind}`)}</td>
              <td>
                {entry.domain !== null && <DomainName domain={entry.domain} />}
                <small>
                  {entry.widgetName === null
                    ? t('wholeWebsite')
                    : t('widgetNamed', { name: entry.widgetName })}
                </small>
              </td>
              <td>
                <DateTime value={entry.createdAt} />
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button medium removes"
                  aria-disabled={busy}
                  aria-label={t('unblock', { value: blockText(t, entry) })}
                  title={t('allow')}
                  onClick={() => void unblock(placeOf(entry), entry.kind, entry.value)}
                >
                  <X size={16} aria-hidden />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

function placeOf({ websiteId, widgetId }: BlockEntry): Place {
  return widgetId === null ? { websiteId } : { websiteId, widgetId };
}
