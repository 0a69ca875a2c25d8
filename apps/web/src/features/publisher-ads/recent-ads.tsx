import { namedDaysIssue } from '@placard/domain/day-bounds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Flag, Images } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import classes from '../../kits/blocks/blocks.module.css';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import type { Place } from '../../kits/blocks/use-blocks.ts';
import { WebsiteChoice } from '../../kits/blocks/website-choice.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { addDays, dayIn } from '../../lib/format/time-format.ts';
import { dayParameter, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Count } from '../../ui/count.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { DayRangeFilter, DaysNotice } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import { AdPicture, useAdvertiserName } from './ad-picture.tsx';
import { BlockControl } from './block-control.tsx';
import { Pager, pageOf, useLastPageInstead } from './pager.tsx';

const PAGE_SIZE = 24;
const DAYS_SHOWN = 7;
const FILTERS = { from: dayParameter, to: dayParameter };

type Recent = Awaited<ReturnType<typeof api.publisherAds.recent>>['items'][number];

/** What the pages showed within some days, most shown first. */
export function RecentAds({ place }: { place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const [raw, change] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  const chosen = readFilters(FILTERS, raw);
  const usual = { from: addDays(today, 1 - DAYS_SHOWN), to: today };
  const asked = { ...usual, ...chosen };
  const issue = namedDaysIssue(raw, asked, today);
  const { from, to } = issue === null ? asked : usual;
  const query = useQuery({
    ...apiQuery(api.publisherAds.recent, { ...place, from, to, page: pageOf(raw), pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const leaving = useLastPageInstead(query, PAGE_SIZE);
  return (
    <>
      <div className="row wrap gap-8 below-16">
        <WebsiteChoice />
        <DayRangeFilter
          label={t('days')}
          clearable={false}
          value={{ from, to }}
          onChange={(range) => change({ from: range.from, to: range.to, page: undefined })}
        />
      </div>
      <DaysNotice issue={issue} from={from} to={to} />
      <Loaded query={query} failed={t('failed.recent')}>
        {({ items, total }) =>
          leaving ? (
            <LoadingState />
          ) : items.length === 0 ? (
            <EmptyState framed icon={Images} title={t('recentEmpty')} text={t('recentEmptyText')} />
          ) : (
            <>
              <ul className="plain-list tiles even">
                {items.map((item) => (
                  <RecentAd key={item.ad.creativeId} item={item} place={place} />
                ))}
              </ul>
              <Pager total={total} pageSize={PAGE_SIZE} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function RecentAd({ item, place }: { item: Recent; place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const categoryOf = useTexts(adCategoryTexts);
  const nameOf = useAdvertiserName();
  const { ad } = item;
  return (
    <li className={`card grid gap-12 pad-12 ${classes.ad}`} aria-label={nameOf(ad)}>
      <div className={`centred clipped rounded sunken ${classes.frame}`}>
        <AdPicture ad={ad} widthPx={272} heightPx={180} />
      </div>
      <div className="grid gap-4 packed shrinks breaks">
        <strong>{nameOf(ad)}</strong>
        <span className="faint text-13">
          {t('size', { width: ad.width, height: ad.height })} ·{' '}
          {ad.categories.map((code) => categoryOf(`category.${code}`)).join(', ') || t('noCategory')}
        </span>
        {item.reportCount > 0 && (
          <span className="inline-row gap-4 bad text-13">
            <Flag size={13} aria-hidden /> {t('figures.reports', { count: item.reportCount })}
          </span>
        )}
      </div>
      <dl className={`grid gap-8 no-margin ${classes.figures}`}>
        <div>
          <dt className="faint text-12">{t('figures.impressions')}</dt>
          <dd className="figure">
            <Count value={item.impressions} />
          </dd>
        </div>
        <div>
          <dt className="faint text-12">{t('figures.clicks')}</dt>
          <dd className="figure">
            <Count value={item.clicks} />
          </dd>
        </div>
        <div>
          <dt className="faint text-12">{t('figures.earnings')}</dt>
          <dd className="figure">
            <Money value={item.earnings} short />
          </dd>
        </div>
      </dl>
      <BlockControl ad={ad} blocked={item.blocked} place={place} />
    </li>
  );
}
