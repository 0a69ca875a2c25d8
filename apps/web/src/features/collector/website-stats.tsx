import type { WebsiteStats as Stats } from '@placard/contract/collector';
import { addressDaysIssue } from '@placard/domain/day-bounds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { reportTexts } from '../../kits/report/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { DaysNotice } from '../../ui/filters.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FailedState, LoadingState } from '../../ui/states.tsx';
import { StatsControls } from './stats-controls.tsx';
import { StatsEmpty } from './stats-empty.tsx';
import { FilteredViews, StatsCards, StatsChart } from './stats-figures.tsx';
import { readStats, type StatsAsked, statsInput } from './stats-search.ts';
import { StatsTables } from './stats-tables.tsx';
import { websiteStatsTexts } from './texts.ts';
import classes from './website-stats.module.css';

const GoneFilter = quietPart(() => import('../../kits/report/gone-filter.tsx'));

/** Page views of the publisher's websites: figures, chart, tables. All of what is asked lives in the URL. */
export default function WebsiteStats() {
  const t = useTexts(websiteStatsTexts);
  const [raw, change] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  const asked = useMemo(() => readStats(raw, today), [raw, today]);
  const query = useQuery({
    ...apiQuery(api.collector.websiteStats, statsInput(asked)),
    placeholderData: keepPreviousData,
  });
  const { error } = query;
  const gone = error instanceof ApiError && error.code === 'website_not_found';
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <StatsControls asked={asked} stats={query.data} onChange={change} />
      <DaysNotice issue={addressDaysIssue(raw, today)} from={asked.from} to={asked.to} />
      {gone ? (
        <GoneFilter
          dimension="website"
          value={String(asked.website)}
          onRemove={() => change({ website: undefined, path: undefined })}
        />
      ) : query.data === undefined && query.isError ? (
        <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <StatsBody asked={asked} stats={query.data} dimmed={query.isPlaceholderData} onChange={change} />
      )}
    </>
  );
}

function StatsBody({
  asked,
  stats,
  dimmed,
  onChange,
}: {
  asked: StatsAsked;
  stats: Stats | undefined;
  dimmed: boolean;
  onChange: (change: Record<string, string | undefined>) => void;
}) {
  const tReport = useTexts(reportTexts);
  if (stats?.everSeen === false) return <StatsEmpty website={asked.website} />;
  return (
    <div
      className={dimmed ? `stack gap-16 ${classes.parts} dimmed` : `stack gap-16 ${classes.parts}`}
      aria-busy={dimmed}
    >
      <StatsCards stats={stats} grain={asked.grain} />
      {stats === undefined ? (
        <LoadingState lines={8} />
      ) : (
        <>
          <StatsChart stats={stats} grain={asked.grain} title={tReport('chart')} />
          <StatsTables asked={asked} stats={stats} onChange={onChange} />
          <FilteredViews stats={stats} />
        </>
      )}
    </div>
  );
}
