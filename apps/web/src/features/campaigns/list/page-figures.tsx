import type { CampaignFigures } from '@placard/contract/campaign-insight';
import { presetRange } from '@placard/domain/analytics/range-preset';
import { addressDaysIssue, reportDaysIssue } from '@placard/domain/day-bounds';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { dayIn } from '../../../lib/format/time-format.ts';
import { dayParameter, readFilters } from '../../../lib/search/list-search.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import control from '../../../ui/control.module.css';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { DayRangeFilter, DaysNotice } from '../../../ui/filters.tsx';
import { FIGURE_COLUMNS } from './figure-names.ts';
import { campaignListTexts } from './texts.ts';

export type FiguresRange = { readonly from: string; readonly to: string };
type Page = { readonly ids: string; readonly range: FiguresRange };

const PARAMETERS = { figuresFrom: dayParameter, figuresTo: dayParameter };
const FiguresPage = createContext<Page | null>(null);

/** The days that figures are of: those of the URL where there can be figures of them, else the last thirty. */
export function useFiguresRange(): FiguresRange {
  const [raw] = useSearchParameters();
  const { figuresFrom, figuresTo } = readFilters(PARAMETERS, raw);
  const today = dayIn(useTimeZone(), serverNow());
  const otherwise = presetRange('last30', today);
  if (figuresFrom === undefined || figuresTo === undefined) return otherwise;
  const chosen = { from: figuresFrom, to: figuresTo };
  return reportDaysIssue(chosen, today) === null ? chosen : otherwise;
}

/** Names the rows whose figures are asked for together, once the first cell that shows one is rendered. */
export function PageFigures({
  ids,
  range,
  children,
}: {
  ids: readonly number[];
  range: FiguresRange;
  children: ReactNode;
}) {
  const text = ids.join();
  const { from, to } = range;
  const page = useMemo(() => ({ ids: text, range: { from, to } }), [text, from, to]);
  return <FiguresPage value={page}>{children}</FiguresPage>;
}

function usePageFigures(asked = true) {
  const page = useContext(FiguresPage);
  return useQuery({
    ...apiQuery(api.campaigns.figures, { ids: page?.ids ?? '', from: '', to: '', ...page?.range }),
    enabled: asked && page !== null && page.ids !== '',
    select: (answer) => new Map(answer.items.map((item) => [item.id, item])),
  });
}

/** `undefined` while they come, `null` where they could not be had. */
export function useFigures(campaignId: number): CampaignFigures | null | undefined {
  const query = usePageFigures();
  return query.data?.get(campaignId) ?? (query.isError ? null : undefined);
}

/** In the toolbar while a figure is shown: of which days, and a way out when they could not be loaded. */
export function FiguresFilter({ shows }: { shows: (columnId: string) => boolean }) {
  const t = useTexts(campaignListTexts);
  const [raw, change] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  const range = useFiguresRange();
  const shown = FIGURE_COLUMNS.some((column) => shows(column));
  const query = usePageFigures(shown);
  if (!shown) return null;
  return (
    <>
      <DayRangeFilter
        clearable={false}
        label={t('figures.range')}
        value={range}
        onChange={({ from, to }) => change({ figuresFrom: from, figuresTo: to })}
      />
      <DaysNotice issue={addressDaysIssue({ from: raw.figuresFrom, to: raw.figuresTo }, today)} {...range} />
      {query.isError && (
        <button
          type="button"
          className={control.button}
          title={t('figures.failed')}
          onClick={() => void query.refetch()}
        >
          <RotateCcw size={16} aria-hidden />
          {`${t('figures.failed')}. ${t('figures.retry')}`}
        </button>
      )}
    </>
  );
}
