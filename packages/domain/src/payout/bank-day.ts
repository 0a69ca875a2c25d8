import {
  addDays,
  DAY_MS,
  type LocalDay,
  localDayAt,
  numberOfDay,
  offsetMinutesAt,
  weekdayOfNumber,
} from '../time-zone.ts';

/** Where the days of the TARGET system, by which banks of the SEPA settle, begin and end. */
export const BANK_TIME_ZONE = 'Europe/Berlin';
/** What a bank has by then it carries out on the same day; banks' own hours lie about it, and an order in time harms nobody. */
export const CUT_OFF_MINUTE = 14 * 60;

const SATURDAY = 6;
/** New Year, Labour Day, Christmas and the day after it; Good Friday and Easter Monday move. */
const FIXED_CLOSINGS = ['01-01', '05-01', '12-25', '12-26'];

/** Number of the day of Easter in the Gregorian calendar (the rule of Meeus, Jones and Butcher). */
export function easterDay(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const inMarch = epact + toSunday - 7 * late + 22;
  return Date.UTC(year, 2, inMarch) / DAY_MS;
}

/** Does TARGET settle on this day? Closed are weekends and six holidays, the same in all of the SEPA. */
export function isBankDay(day: LocalDay): boolean {
  const number = numberOfDay(day);
  if (weekdayOfNumber(number) >= SATURDAY || FIXED_CLOSINGS.includes(day.slice(5))) return false;
  const easter = easterDay(Number(day.slice(0, 4)));
  return number !== easter - 2 && number !== easter + 1;
}

/** The day on which an order is to be carried out: today if that is a bank day before the cut-off, else the next one. */
export function executionDay(nowMs: number): LocalDay {
  const today = localDayAt(BANK_TIME_ZONE, nowMs);
  const localMinute = Math.floor(nowMs / 60_000) + offsetMinutesAt(BANK_TIME_ZONE, nowMs);
  const inTime = ((localMinute % 1_440) + 1_440) % 1_440 < CUT_OFF_MINUTE;
  let day = inTime ? today : addDays(today, 1);
  while (!isBankDay(day)) day = addDays(day, 1);
  return day;
}
