import type { Reach } from '@placard/contract/reach';
import { daysBetween } from '@placard/domain/day-bounds';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMean, formatPercent } from '../../lib/format/number-format.ts';
import { formatDate, formatMoment } from '../../lib/format/time-format.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { Count } from '../../ui/count.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type PartScope, useScoped } from './part-scope.ts';
import classes from './report.module.css';
import { ShareTable } from './share-table.tsx';
import { viewersTexts } from './viewers-texts.ts';

type Days = { readonly from: string; readonly to: string };
/** Of what it is, where the report around it is narrowed by more. */
type Scoped = { readonly days: Days; readonly scope?: PartScope | undefined };
const ACCOUNT_KEYS = ['date', 'campaign', 'adSet', 'creative'] as const;
const CAMPAIGN_KEYS = ['date', 'adSet'] as const;
const PUBLISHER_KEYS = ['date', 'website', 'widget'] as const;
const WEBSITE_KEYS = ['date', 'widget'] as const;

/** Viewers of an advertiser's campaigns, or of one. */
export function AdvertiserViewers({ days, campaignId, scope }: Scoped & { campaignId?: number | undefined }) {
  const [by, choice] = useKey(campaignId === undefined ? ACCOUNT_KEYS : CAMPAIGN_KEYS);
  const question = { from: days.from, to: days.to, by, campaignId };
  const query = useQuery({
    ...apiQuery(api.reach.advertiser, question),
    placeholderData: keepPreviousData,
  });
  return <ViewersPanel query={query} by={by} choice={choice} scope={scope} />;
}

/** Viewers on a publisher's websites, or on one. */
export function PublisherViewers({ days, websiteId, scope }: Scoped & { websiteId?: number | undefined }) {
  const [by, choice] = useKey(websiteId === undefined ? PUBLISHER_KEYS : WEBSITE_KEYS);
  const question = { from: days.from, to: days.to, by, websiteId };
  const query = useQuery({ ...apiQuery(api.reach.publisher, question), placeholderData: keepPreviousData });
  return <ViewersPanel query={query} by={by} choice={choice} scope={scope} />;
}

/** By what the rows are, which the address has, and its choice. */
function useKey<Key extends By>(keys: readonly Key[]) {
  const t = useTexts(viewersTexts);
  const [raw, change] = useSearchParameters();
  const [first] = keys;
  if (first === undefined) throw new RangeError('there is nothing to choose');
  const by = keys.find((key) => key === raw.reach) ?? first;
  const labelOf = (key: By) => t(`by.${key}`);
  const choice = (
    <ChoiceFilter
      required
      label={t('by.label')}
      value={by}
      choices={keys.map((key) => ({ value: key, label: labelOf(key) }))}
      onChange={(key) => change({ reach: key === first ? undefined : key }, { replace: true })}
    />
  );
  return [by, choice] as const;
}

type By = (typeof ACCOUNT_KEYS | typeof PUBLISHER_KEYS)[number];
type PanelProps = {
  readonly query: UseQueryResult<Reach>;
  readonly by: By;
  readonly choice: React.ReactNode;
  readonly scope: PartScope | undefined;
};

function ViewersPanel({ query, by, choice, scope }: PanelProps) {
  const t = useTexts(viewersTexts);
  return (
    <div className="above-20">
      <Panel flush title={t('title')} description={useScoped(t('description'), scope)} actions={choice}>
        <Loaded query={query} failed={t('failed')}>
          {(reach) =>
            reach.viewerDays === 0 ? (
              <EmptyState icon={Users} title={t('empty')} text={t('emptyText')} />
            ) : (
              <Figures reach={reach} by={by} />
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function Figures({ reach, by }: { reach: Reach; by: By }) {
  const t = useTexts(viewersTexts);
  const timeZone = useTimeZone();
  const days = daysBetween(reach.from, reach.to);
  const { countedAt, errorShare } = reach;
  const error = t('errorHint', { share: formatPercent(errorShare) });
  return (
    <>
      <div className="pad-block">
        <StatCards>
          <StatCard
            label={t(days === 1 ? 'viewers' : 'viewerDays')}
            value={<Count value={reach.viewerDays} />}
            hint={days === 1 ? error : `${t('daysHint', { days })}; ${error}`}
          />
          <StatCard
            label={t('frequency')}
            value={<span className="figure">{formatMean(reach.frequency ?? 0)}</span>}
            hint={t('frequencyHint')}
          />
          <StatCard label={t('impressions')} value={<Count value={reach.impressions} />} />
        </StatCards>
      </div>
      <div className={`line-above ${classes.parts}`}>
        <Distribution reach={reach} />
        <Rows reach={reach} by={by} />
      </div>
      <p className="faint text-13 line-above pad-row">
        {t('about')}{' '}
        {countedAt === null ? t('never') : t('counted', { time: formatMoment(countedAt, timeZone) })}
      </p>
    </>
  );
}

/** Each step with its viewers and its share of all. */
function Distribution({ reach: { distribution, viewerDays } }: { reach: Reach }) {
  const t = useTexts(viewersTexts);
  const words = (from: number, next: number | undefined) => {
    if (next === undefined) return t('times.more', { from });
    if (next > from + 1) return t('times.range', { from, to: next - 1 });
    return from === 1 ? t('times.once') : t('times.same', { from });
  };
  return (
    <ShareTable
      caption={t('distributionCaption')}
      stepColumn={t('distribution')}
      countColumn={t('viewersColumn')}
      rows={distribution.map((step, index) => ({
        key: step.times,
        label: words(step.times, distribution[index + 1]?.times),
        count: step.viewerDays,
      }))}
      total={viewerDays}
    />
  );
}

function Rows({ reach, by }: { reach: Reach; by: By }) {
  const t = useTexts(viewersTexts);
  const caption = t('rowsCaption', { by: t(`by.${by}`) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, the keyboard must be able to scroll it
    <section className="high-420 scrolls" tabIndex={0} aria-label={caption}>
      <table className="plain-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`by.${by}`)}</th>
            <th scope="col" className="end">
              {t('viewersColumn')}
            </th>
            <th scope="col" className="end">
              {t('frequency')}
            </th>
          </tr>
        </thead>
        <tbody>
          {reach.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{by === 'date' ? formatDate(row.key, 'UTC') : row.label}</th>
              <td className="end">
                <Count value={row.viewerDays} />
              </td>
              <td className="end">{formatMean(row.frequency ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
