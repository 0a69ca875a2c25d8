import type { Report } from '@placard/contract/reports';
import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { grainsFor, longestDays, type ReportAsked } from '@placard/domain/analytics/report-asked';
import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { addressDaysIssue } from '@placard/domain/day-bounds';
import { useTexts } from '../../i18n/texts.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChoiceFilter, DayRangeFilter, DaysNotice } from '../../ui/filters.tsx';
import { CompareChoice } from './compare-choice.tsx';
import { FilterAdder } from './filter-adder.tsx';
import { FilterChips } from './filter-chips.tsx';
import { Freshness } from './freshness.tsx';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

/** What a report is asked: its days, what they are compared with, what narrows it; and how fresh the answer is. */
export function ReportControls({
  source,
  asked,
  report,
  change,
  onFilter,
  onRemove,
}: {
  source: ReportSource;
  asked: ReportAsked;
  report: Report | undefined;
  change: (change: SearchRecord) => void;
  onFilter: (filter: ReportFilter) => void;
  onRemove: (filter: ReportFilter) => void;
}) {
  const t = useTexts(reportTexts);
  const [raw] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  const { from, to, comparison } = asked;
  const compared =
    raw.vs === 'days' && comparison !== 'days'
      ? addressDaysIssue({ from: raw.vsFrom, to: raw.vsTo }, today)
      : null;
  return (
    <>
      <div className="row wrap gap-8 below-16">
        <DayRangeFilter
          label={t('range')}
          clearable={false}
          value={{ from, to }}
          onChange={({ preset, ...days }) =>
            // A range chosen by its name moves with the calendar, also where the view is saved.
            change({
              ...(preset === undefined
                ? { range: undefined, ...days }
                : { range: preset, from: undefined, to: undefined }),
              grain: undefined,
              page: undefined,
            })
          }
        />
        <ChoiceFilter<TimeGrain>
          required
          label={t('grain')}
          value={asked.grain}
          choices={grainsFor(longestDays(asked)).map((value) => ({
            value,
            label: t(`grains.${value}`),
          }))}
          onChange={(grain) => change({ grain })}
        />
        <CompareChoice asked={asked} onChange={change} />
        <FilterAdder source={source} asked={asked} onAdd={onFilter} />
        <FilterChips source={source} asked={asked} report={report} onRemove={onRemove} />
        <Freshness report={report} />
      </div>
      <DaysNotice issue={addressDaysIssue(raw, today)} compared={compared} from={from} to={to} />
    </>
  );
}
