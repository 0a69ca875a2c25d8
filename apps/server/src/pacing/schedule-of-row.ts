import { type Schedule, weekdayMaskOf } from '@placard/domain/targeting/schedule';
import { numberOfDay } from '@placard/domain/time-zone';

type Days = { readonly start_date: string; readonly end_date: string | null };
type Hours = {
  readonly start_minute: number;
  readonly end_minute: number;
  readonly days_of_week: readonly number[];
};

/** When an ad set may run: its campaign's days, its own hours and weekdays. */
export function scheduleOfRow(campaign: Days, adSet: Hours): Schedule {
  return {
    startDay: numberOfDay(campaign.start_date),
    endDay: campaign.end_date === null ? null : numberOfDay(campaign.end_date),
    startMinute: adSet.start_minute,
    endMinute: adSet.end_minute,
    weekdayMask: weekdayMaskOf(adSet.days_of_week),
  };
}
