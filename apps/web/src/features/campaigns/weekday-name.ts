import { currentLocale } from '../../i18n/texts.ts';

/** 2024-01-01 was a Monday. @param day 1 = Monday … 7 = Sunday */
export function weekdayName(day: number, length: 'short' | 'long'): string {
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(currentLocale(), { weekday: length, timeZone: 'UTC' }).format(date);
}

/** Consecutive days become a range: [1,2,3,4,5,7] → [[1,5],[7,7]]. The week is not a circle: Sunday ends it. */
export function dayRuns(days: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** "Mon–Fri, Sun" */
export function weekdaysText(days: readonly number[]): string {
  return dayRuns(days)
    .map(([first, last]) => {
      if (first === last) return weekdayName(first, 'short');
      return `${weekdayName(first, 'short')}–${weekdayName(last, 'short')}`;
    })
    .join(', ');
}
