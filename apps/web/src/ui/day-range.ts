import type { RangePreset } from '@placard/domain/analytics/range-preset';

/** Days from and to, both included. */
export type DayRange = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Chosen by its name: days that move with the calendar. */
  readonly preset?: RangePreset | undefined;
};

/** Whether there may be no days, or only one of them; `report` where those that there are are a report's, which covers only so many. */
export type Clearable = boolean | 'report';
