import { Button } from '@mantine/core';
import type { ReachEstimate } from '@placard/contract/campaign-insight';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { campaignReachTexts } from '../../../kits/reach/texts.ts';
import { formatMoney, formatMoneyCents } from '../../../lib/format/number-format.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { useCurrency } from '../../../ui/money.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import classes from '../campaigns.module.css';
import type { ReachQuestion } from './reach-question.ts';
import { type AskedReach, useReachEstimate } from './use-reach-estimate.ts';

/** What the ad set being typed could reach a day; asked again when the typing pauses. */
export function ReachEstimatePanel({ values, campaign, adSetId = null }: AskedReach) {
  const t = useTexts(campaignReachTexts);
  const { question, query } = useReachEstimate({ values, campaign, adSetId });
  return (
    <Panel title={t('title')}>
      <div
        className={`grid gap-8 muted ${query.isPlaceholderData ? 'dimmed' : ''}`}
        aria-live="polite"
        aria-busy={query.isFetching}
      >
        {question === null ? (
          <p>{t('waiting')}</p>
        ) : query.data !== undefined ? (
          <>
            <Estimate estimate={query.data} />
            {question.bid === null && <EmptyBid question={question} estimate={query.data} />}
          </>
        ) : query.isError ? (
          <>
            <p>{t('failed')}</p>
            <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
              {t('retry')}
            </Button>
          </>
        ) : (
          // About as much as is said: what stands below stays where it is.
          <>
            <Skeleton width={160} height={28} />
            <Skeleton height={260} />
          </>
        )}
      </div>
    </Panel>
  );
}

function Estimate({ estimate }: { estimate: ReachEstimate }) {
  const t = useTexts(campaignReachTexts);
  const { views, viewsOfMostDays, widgets, websites, limitedBy } = estimate;
  if (estimate.basis === 'no_data') {
    return (
      <>
        <Headline>{t('noData')}</Headline>
        <p>{t('noDataText')}</p>
        <Affordable estimate={estimate} />
      </>
    );
  }
  return (
    <>
      {views === 0 ? (
        <>
          <Headline>{t('nothing')}</Headline>
          <p>{t('nothingText')}</p>
        </>
      ) : (
        <>
          <Headline>
            {t('about', { count: views })}{' '}
            <small className="block muted text-13">{t('views', { count: views })}</small>
          </Headline>
          <p>{t('places', { widgets, websites })}</p>
          <p>{t('mostDays', viewsOfMostDays)}</p>
        </>
      )}
      <Affordable estimate={estimate} />
      {limitedBy !== null && views > 0 && <p className="ink">{t(`limitedBy.${limitedBy}`)}</p>}
      {estimate.languagesIgnored && <p className="faint text-12-5">{t('languages')}</p>}
      <p className="faint text-12-5">
        {t('basis', { from: formatDate(estimate.from, 'UTC'), to: formatDate(estimate.to, 'UTC') })}
      </p>
    </>
  );
}

/** What an empty bid will cost, and what others pay, where that says nothing about any one of them. */
function EmptyBid({ question, estimate }: { question: ReachQuestion; estimate: ReachEstimate }) {
  const t = useTexts(campaignReachTexts);
  const currency = useCurrency();
  const { objective } = question;
  const { networkRate, typicalPrice } = estimate;
  return (
    <>
      <p>{t('networkRate', { objective, amount: formatMoney(networkRate, currency) })}</p>
      {typicalPrice !== null && (
        <p>
          {t('typicalPrice', {
            objective,
            low: formatMoney(typicalPrice.low, currency),
            high: formatMoney(typicalPrice.high, currency),
          })}
        </p>
      )}
    </>
  );
}

function Headline({ children }: { children: ReactNode }) {
  return <p className={`ink figure ${classes.headline}`}>{children}</p>;
}

function Affordable({ estimate: { affordable } }: { estimate: ReachEstimate }) {
  const t = useTexts(campaignReachTexts);
  const currency = useCurrency();
  if (affordable === null) return null;
  const { viewables, clicks } = affordable;
  const amount = formatMoneyCents(affordable.budgetPerDay, currency);
  return (
    <dl className="grid gap-2 no-margin line-above above-8">
      <dt className="text-13 muted">{t('budget', { amount })}</dt>
      <dd className="semibold figure">
        {clicks === null ? (
          t('viewables', { count: viewables })
        ) : (
          <>
            {t('clicks', { count: clicks })}{' '}
            <small className="text-13 muted block">{t('clicksFrom', { count: viewables })}</small>
          </>
        )}
      </dd>
    </dl>
  );
}
