import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { adReportTexts } from '../../i18n/en/ad-reports.ts';
import { publisherAdsTexts } from '../../i18n/en/publisher-ads.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { AdPicture, useAdvertiserName } from './ad-picture.tsx';
import { BlockControl } from './block-control.tsx';
import { Pager, pageOf } from './pager.tsx';
import classes from './publisher-ads.module.css';
import type { Place } from './use-blocks.ts';
import { WebsiteChoice } from './website-choice.tsx';

const PAGE_SIZE = 20;

type Reported = Awaited<ReturnType<typeof api.publisherAds.reports>>['items'][number];

/** Ads that visitors complained about, last reported first; a block here holds for the website of the report. */
export function ReportedAds({ place }: { place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const [raw] = useSearchParameters();
  const query = useQuery({
    ...apiQuery(api.publisherAds.reports, { ...place, page: pageOf(raw), pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className={classes.filters}>
        <WebsiteChoice />
      </div>
      <Loaded query={query} failed={t('failed.reports')}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={Flag} title={t('reportsEmpty')} text={t('reportsEmptyText')} />
          ) : (
            <>
              <ul className={classes.rows}>
                {items.map((item) => (
                  <ReportedAd
                    key={`${item.ad.creativeId} ${item.websiteId}`}
                    item={item}
                    place={place.websiteId === undefined ? {} : { websiteId: item.websiteId }}
                  />
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

function ReportedAd({ item, place }: { item: Reported; place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const reasons = useTexts(adReportTexts);
  const nameOf = useAdvertiserName();
  const { ad } = item;
  return (
    <li className={classes.row} aria-label={nameOf(ad)}>
      <div className={classes.frame}>
        <AdPicture ad={ad} widthPx={220} heightPx={150} />
      </div>
      <div className={classes.said}>
        <strong>{nameOf(ad)}</strong>
        <span className={classes.quiet}>
          {t('viewers', { count: item.viewers })} {t('onWebsite', { domain: item.domain })} ·{' '}
          {t('lastReported')} <DateTime value={item.lastReportedAt} withTime />
        </span>
        <ul className={classes.reasons}>
          {item.reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reasons(`reason.${reason}`)} <span className="figure">× {count}</span>
            </li>
          ))}
        </ul>
        {item.comments.length > 0 && (
          <section aria-label={t('comments')}>
            {item.comments.map(({ text, at }) => (
              <blockquote key={`${at} ${text}`}>{text}</blockquote>
            ))}
          </section>
        )}
      </div>
      <BlockControl ad={ad} blocked={item.blocked} place={place} />
    </li>
  );
}
