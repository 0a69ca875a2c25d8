import type { Metric } from '@placard/domain/analytics/metrics';
import type { Micros } from '@placard/domain/micros';
import { addDays, type LocalDay, monthOfDay } from '@placard/domain/time-zone';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import type { Actor } from '../../deps.ts';
import { answer } from '../reports/give-report.ts';

/** So many whole days before today, so that a week with today and a pace without it are both there. */
const DAYS_BEFORE = 7;
/** Whether anything was ever shown is asked of as many days as a report has at most. */
const EVER_DAYS = 365;

export type DaySums = {
  /** Micros from one day to another, both included, as a report of these days has them. */
  readonly between: (from: LocalDay, to: LocalDay) => Micros;
  /** Of each whole day before today that a pace is made of, the oldest first. */
  readonly before: readonly Micros[];
  readonly anythingShown: boolean;
};

/** A sum of money by day of the account's zone: of this month and of the week before today, from the report itself. */
export async function readDaySums(
  deps: HasAnalytics,
  actor: Actor,
  scope: ReportScope,
  metric: Extract<Metric, 'spend' | 'earnings'>,
  today: LocalDay,
): Promise<DaySums> {
  const week = addDays(today, -DAYS_BEFORE);
  const month = monthOfDay(today);
  const from = [week, month].toSorted()[0] ?? month;
  const asked = { metrics: [metric, 'impressions'], timeZone: actor.timeZone, to: today } as const;
  const { series, totals } = await answer(deps, scope, { ...asked, grain: 'day', from });
  const sums = new Map(
    series.map(({ at, metrics }) => {
      const micros = metrics[metric];
      return [at, typeof micros === 'bigint' ? micros : 0n] as const;
    }),
  );
  const anythingShown =
    Number(totals.impressions ?? 0) > 0 ||
    Number(
      (await answer(deps, scope, { ...asked, from: addDays(today, 1 - EVER_DAYS) })).totals.impressions ?? 0,
    ) > 0;
  return {
    between: (first, last) =>
      [...sums].reduce((sum, [day, micros]) => (day >= first && day <= last ? sum + micros : sum), 0n),
    before: Array.from({ length: DAYS_BEFORE }, (_, index) => sums.get(addDays(week, index)) ?? 0n),
    anythingShown,
  };
}
