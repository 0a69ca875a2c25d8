import type { Report } from '@placard/contract/reports';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoment, formatSpan, formatZone } from '../../lib/format/time-format.ts';
import { reportTexts } from './texts.ts';

/** While everything runs events are in the figures after 3 s at most. */
const LIVE_SECONDS = 3;

/** In whose days the figures are, up to when, and how far that lay behind when they were given. */
export function Freshness({
  report: { timeZone, updatedAt, lateSeconds },
}: {
  report: Pick<Report, 'timeZone' | 'updatedAt' | 'lateSeconds'>;
}) {
  const t = useTexts(reportTexts);
  const isLive = lateSeconds <= LIVE_SECONDS;
  return (
    <span className="to-end faint text-13">
      {t('zone', { zone: formatZone(timeZone, Date.now()) })} ·{' '}
      {t('updated', { time: formatMoment(updatedAt, timeZone) })} ·{' '}
      {isLive ? t('live') : <strong>{t('late', { span: formatSpan(lateSeconds * 1_000) })}</strong>}
    </span>
  );
}
