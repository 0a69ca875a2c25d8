import { formatDate, formatDateTime, formatRelative } from '../lib/format/time-format.ts';
import { serverNow } from '../lib/server-clock.ts';
import { type Session, useSession } from '../lib/session/session-store.ts';

/** The account's time zone, in which every date of its screens is meant. */
export function useTimeZone(): string {
  return timeZoneOf(useSession());
}

export function timeZoneOf({ user }: Session): string {
  return user?.timeZone ?? 'UTC';
}

/** Absolute, relative on hover. A plain day ('2026-03-01') or an instant; `null` shows a dash. */
export function DateTime({ value, withTime = false }: { value: string | null; withTime?: boolean }) {
  const timeZone = useTimeZone();
  if (value === null) return <span>–</span>;
  const relative = formatRelative(value, serverNow());
  return (
    <time
      dateTime={value}
      title={withTime ? relative : `${formatDateTime(value, timeZone)} · ${relative}`}
      className="figure"
    >
      {withTime ? formatDateTime(value, timeZone) : formatDate(value, timeZone)}
    </time>
  );
}
