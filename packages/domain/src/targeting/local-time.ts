/** A moment as an account's wall clock shows it. */
export type LocalTime = {
  /** Calendar day as days since 1970-01-01. */
  readonly dayNumber: number;
  /** 0 … 1439. */
  readonly minuteOfDay: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly isoWeekday: number;
};

const DAY_MS = 86_400_000;

// Making a formatter costs 30–60 µs, using it 1–2: one per zone is kept.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const kept = formatters.get(zone);
  if (kept !== undefined) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** Day of the week of a day number; 1970-01-01 was a Thursday. */
export function isoWeekdayOf(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** Day number of a 'YYYY-MM-DD' text. @throws RangeError where it is none. */
export function dayNumberOf(date: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw new RangeError(`not a calendar day: ${date}`);
  return ms / DAY_MS;
}

/** 'YYYY-MM-DD' of a day number. */
export function dateOfDayNumber(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** @throws RangeError for a zone that the runtime does not know. */
export function localTimeAt(zone: string, epochMs: number): LocalTime {
  let year = 0;
  let month = 1;
  let day = 1;
  let hour = 0;
  let minute = 0;
  for (const part of formatterOf(zone).formatToParts(epochMs)) {
    if (part.type === 'year') year = Number(part.value);
    else if (part.type === 'month') month = Number(part.value);
    else if (part.type === 'day') day = Number(part.value);
    else if (part.type === 'hour') hour = Number(part.value);
    else if (part.type === 'minute') minute = Number(part.value);
  }
  const dayNumber = Date.UTC(year, month - 1, day) / DAY_MS;
  return { dayNumber, minuteOfDay: hour * 60 + minute, isoWeekday: isoWeekdayOf(dayNumber) };
}
