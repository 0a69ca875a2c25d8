import type { Website, WebsiteFigures } from '@placard/contract/websites';
import { namedDaysIssue } from '@placard/domain/day-bounds';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import control from '../../ui/control.module.css';
import { useTimeZone } from '../../ui/date-time.tsx';
import { DayRangeFilter, DaysNotice } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { chosenReportDays, completedDays, type ReportDays } from './report-days.ts';
import { websitesTexts } from './texts.ts';
import { reportRange } from './website-search.ts';

/** A row of the list; exported ones carry their figures. */
export type ListedWebsite = Website & { readonly figures?: WebsiteFigures | undefined };
type T = Translate<typeof websitesTexts.english>;
type Page = { readonly ids: string; readonly days: ReportDays | null };

const FIGURES = ['pageViews', 'impressions', 'earnings'] as const;
type Figure = (typeof FIGURES)[number];

const FiguresPage = createContext<Page>({ ids: '', days: null });

/** The days of *Report dates*, `null` while none are chosen. */
export function useReportDays(): ReportDays | null {
  const [raw] = useSearchParameters();
  return chosenReportDays(readFilters(reportRange, raw), dayIn(useTimeZone(), serverNow()));
}

/** Names the rows whose figures are asked for together. */
export function ReportFigures({
  ids,
  days,
  children,
}: {
  ids: readonly number[];
  days: ReportDays | null;
  children: ReactNode;
}) {
  const text = ids.join();
  const { from, to } = days ?? {};
  const page = useMemo(
    () => ({ ids: text, days: from === undefined || to === undefined ? null : { from, to } }),
    [text, from, to],
  );
  return <FiguresPage value={page}>{children}</FiguresPage>;
}

function usePageFigures() {
  const { ids, days } = useContext(FiguresPage);
  return useQuery({
    ...apiQuery(api.websites.figures, { ids, from: '', to: '', ...days }),
    enabled: days !== null && ids !== '',
    select: (answer) => new Map(answer.items.map((item) => [item.id, item])),
  });
}

/** Shown while report dates are chosen: the list has the specification's columns until then. */
export function reportColumns(t: T): readonly Column<ListedWebsite>[] {
  return FIGURES.map((id) => ({
    id,
    header: t(`column.${id}`),
    end: true,
    csv: (row) => row.figures?.[id] ?? null,
    ...(id === 'earnings' ? { currency: () => null } : {}),
    cell: (row) => <FigureCell websiteId={row.id} figure={id} />,
  }));
}

function FigureCell({ websiteId, figure }: { websiteId: number; figure: Figure }) {
  const t = useTexts(websitesTexts);
  const query = usePageFigures();
  const figures = query.data?.get(websiteId);
  if (figures === undefined) {
    return query.isError ? <Unknown title={t('figures.failed')} /> : <Skeleton width={44} height={12} />;
  }
  if (figure === 'earnings') return <Money value={figures.earnings} aligned />;
  const count = figures[figure];
  if (count === null) return <Unknown title={t('figures.noCode')} />;
  return <span className="figure">{formatNumber(count)}</span>;
}

function Unknown({ title }: { title: string }) {
  return (
    <span className="faint" title={title}>
      –<span className="visually-hidden">{title}</span>
    </span>
  );
}

/** Chooses the days, and says so when their figures could not be loaded. */
export function ReportDatesFilter() {
  const t = useTexts(websitesTexts);
  const [raw, change] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  const chosen = readFilters(reportRange, raw);
  const query = usePageFigures();
  return (
    <>
      <DayRangeFilter
        clearable="report"
        label={t('list.reportDates')}
        spoken={t('list.reportDateRange')}
        value={{ from: chosen.reportFrom, to: chosen.reportTo }}
        onChange={({ from, to }) => change({ reportFrom: from, reportTo: to })}
      />
      <DaysNotice
        issue={namedDaysIssue(
          { from: raw.reportFrom, to: raw.reportTo },
          completedDays(chosen, today),
          today,
        )}
      />
      {query.isError && (
        <button
          type="button"
          className={control.button}
          title={query.error.message}
          onClick={() => void query.refetch()}
        >
          <RotateCcw size={16} aria-hidden />
          {`${t('figures.failed')}. ${t('figures.retry')}`}
        </button>
      )}
    </>
  );
}

/** The file has the figures as well, whichever columns are shown. */
export async function withReportFigures(
  page: ReturnType<typeof api.websites.list>,
  days: ReportDays | null,
): Promise<{ items: ListedWebsite[]; total: number }> {
  const { items, total } = await page;
  if (items.length === 0 || days === null) return { items, total };
  const figures = await api.websites.figures({ ids: items.map((row) => row.id).join(), ...days });
  const byId = new Map(figures.items.map((one) => [one.id, one]));
  return { items: items.map((row) => ({ ...row, figures: byId.get(row.id) })), total };
}
