import type { Report } from '@placard/contract/reports';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoment, formatSpan, formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import classes from './report.module.css';
import { reportTexts } from './texts.ts';

/** While everything runs events are in the figures after 3 s at most. */
const LIVE_SECONDS = 3;

/**
 * In whose days the figures are, up to when, and how far that lay behind when they were given.
 * @param report undefined: not there yet, and the room is kept
 */
export function Freshness({
  report,
}: {
  report: Pick<Report, 'timeZone' | 'updatedAt' | 'lateSeconds'> | undefined;
}) {
  const t = useTexts(reportTexts);
  const own = useTimeZone();
  const { timeZone, updatedAt, lateSeconds } = report ?? {
    timeZone: own,
    updatedAt: new Date(serverNow()).toISOString(),
    lateSeconds: 0,
  };
  const isLive = lateSeconds <= LIVE_SECONDS;
  return (
    <span
      className={`faint text-13 ${classes.fresh}`}
      style={report === undefined ? { visibility: 'hidden' } : undefined}
    >
      {t('zone', { zone: formatZone(timeZone, serverNow()) })} ·{' '}
      {t('updated', { time: formatMoment(updatedAt, timeZone) })} ·{' '}
      {isLive ? t('live') : <strong>{t('late', { span: formatSpan(lateSeconds * 1_000) })}</strong>}
    </span>
  );
}
