import { addDays, type LocalDay, monthOfDay } from '../time-zone.ts';

export const PRESETS = ['today', 'last7', 'last30', 'last90', 'thisMonth', 'lastMonth'] as const;
export type RangePreset = (typeof PRESETS)[number];

export type DayRange = { readonly from: LocalDay; readonly to: LocalDay };

/** Both days included, ending today (or with the last month). */
export function presetRange(preset: RangePreset, today: LocalDay): DayRange {
  const firstOfMonth = monthOfDay(today);
  const lastOfMonthBefore = addDays(firstOfMonth, -1);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'last90':
      return { from: addDays(today, -89), to: today };
    case 'thisMonth':
      return { from: firstOfMonth, to: today };
    case 'lastMonth':
      return { from: monthOfDay(lastOfMonthBefore), to: lastOfMonthBefore };
  }
}
