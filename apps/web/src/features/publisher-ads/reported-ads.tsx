import { shownDomain } from '@placard/domain/website/unicode-domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CheckCheck, Flag, RotateCcw } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { adReportTexts } from '../../kits/ad-reports/texts.ts';
import classes from '../../kits/blocks/blocks.module.css';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import { type Place, useReportMark } from '../../kits/blocks/use-blocks.ts';
import { WebsiteChoice } from '../../kits/blocks/website-choice.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import button from '../../ui/plain-button.module.css';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import { AdPicture, useAdvertiserName } from './ad-picture.tsx';
import { BlockControl } from './block-control.tsx';
import { Pager, pageOf, useLastPageInstead } from './pager.tsx';

const PAGE_SIZE = 20;

type Reported = Awaited<ReturnType<typeof api.publisherAds.reports>>['items'][number];

/**
 * Ads that visitors complained about, last reported first: the open ones, or those marked as handled. A block here holds
 * for the website chosen, without one for all.
 */
export function ReportedAds({ place }: { place: Place }) {
  const t = useTexts(publisherAdsTexts);
  const [raw, change] = useSearchParameters();
  const handled = raw.state === 'handled';
  const query = useQuery({
    ...apiQuery(api.publisherAds.reports, { ...place, handled, page: pageOf(raw), pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const leaving = useLastPageInstead(query, PAGE_SIZE);
  return (
    <>
      <div className="row wrap gap-8 below-16">
        <ChoiceFilter
          label={t('state')}
          value={handled ? 'handled' : undefined}
          none={t('stateOpen')}
          choices={[{ value: 'handled', label: t('stateHandled') }]}
          onChange={(state) => change({ state, page: undefined })}
        />
        <WebsiteChoice />
      </div>
      <Loaded query={query} failed={t('failed.reports')}>
        {({ items, total }) =>
          leaving ? (
            <LoadingState />
          ) : items.length === 0 ? (
            <EmptyState
              framed
              icon={Flag}
              title={t(handled ? 'handledEmpty' : 'reportsEmpty')}
              text={t(handled ? 'handledEmptyText' : 'reportsEmptyText')}
            />
          ) : (
            <>
              <ul className="plain-list grid gap-12">
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
    <li className={`card grid top pad-12 ${classes.row}`} aria-label={nameOf(ad)}>
      <div className={`centred clipped rounded sunken ${classes.frame}`}>
        <AdPicture ad={ad} widthPx={220} heightPx={150} />
      </div>
      <div className={`grid gap-4 packed shrinks breaks`}>
        <strong>{nameOf(ad)}</strong>
        <span className="faint text-13">
          {t('viewers', { count: item.viewers })} {t('onWebsite', { domain: shownDomain(item.domain) })} ·{' '}
          {t('lastReported')} <DateTime value={item.lastReportedAt} withTime />
        </span>
        <ul className={`flex wrap gap-6 plain-list no-margin`}>
          {item.reasons.map(({ reason, count }) => (
            <li key={reason} className="badge on-quiet">
              {reasons(`reason.${reason}`)} <span className="figure">× {count}</span>
            </li>
          ))}
        </ul>
        {item.comments.length > 0 && (
          <section aria-label={t('comments')}>
            {item.comments.map(({ text, at }) => (
              <blockquote key={`${at} ${text}`} className="quote">
                {text}
              </blockquote>
            ))}
          </section>
        )}
      </div>
      <div className="grid gap-8 items-end">
        <BlockControl ad={ad} blocked={item.blocked} place={place} />
        <MarkControl item={item} />
      </div>
    </li>
  );
}

function MarkControl({ item }: { item: Reported }) {
  const t = useTexts(publisherAdsTexts);
  const { busy, mark } = useReportMark();
  const open = item.handledAt === null;
  const Icon = open ? CheckCheck : RotateCcw;
  return (
    <>
      {!open && (
        <span className="faint text-13">
          {t('stateHandled')} <DateTime value={item.handledAt} withTime />
        </span>
      )}
      <button
        type="button"
        className={button.secondary}
        aria-disabled={busy}
        onClick={() => void mark(item, open)}
      >
        <Icon size={15} aria-hidden /> {t(open ? 'markHandled' : 'openAgain')}
      </button>
    </>
  );
}
