import { PRESETS, presetRange } from '@placard/domain/analytics/range-preset';
import { dayIssue, reportDaysIssue } from '@placard/domain/day-bounds';
import { useState } from 'react';
import { issueTexts } from '../i18n/en/issues.ts';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { dayIn, formatZone } from '../lib/format/time-format.ts';
import classes from './control.module.css';
import { useTimeZone } from './date-time.tsx';
import type { DayRange } from './day-range.ts';
import button from './plain-button.module.css';

/** @param today of a report, which covers only so many days; null for a filter, which may be open */
function faultOf({ from, to }: { from: string; to: string }, today: string | null) {
  for (const day of [from, to]) {
    const found = day === '' ? null : dayIssue(day);
    if (found !== null) return found;
  }
  if (from === '' || to === '') return null;
  if (today !== null) return reportDaysIssue({ from, to }, today);
  return to < from ? ('end_date_before_start' as const) : null;
}

export function DayRangePanel({
  value,
  clearable,
  onApply,
}: {
  value: DayRange;
  clearable: boolean;
  onApply: (range: DayRange) => void;
}) {
  const t = useTexts(uiTexts);
  const issues = useTexts(issueTexts);
  const timeZone = useTimeZone();
  const [from, setFrom] = useState(value.from ?? '');
  const [to, setTo] = useState(value.to ?? '');
  const nowMs = Date.now();
  const fault = faultOf({ from, to }, clearable ? null : dayIn(timeZone, nowMs));
  const wrong = fault !== null;
  const incomplete = !clearable && (from === '' || to === '');
  const apply = () => onApply({ from: from === '' ? undefined : from, to: to === '' ? undefined : to });
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && !incomplete) apply();
      }}
    >
      <div className={classes.presets}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            onClick={() => onApply({ ...presetRange(preset, dayIn(timeZone, nowMs)), preset })}
          >
            {t(`filter.${preset}`)}
          </button>
        ))}
      </div>
      <div className={classes.days}>
        <label className="gap-4 grid text-13 muted">
          {t('filter.from')}
          <span className={classes.field}>
            <input
              className="full-width"
              type="date"
              value={from}
              max={to === '' ? undefined : to}
              onChange={(event) => setFrom(event.target.value)}
            />
          </span>
        </label>
        <label className="gap-4 grid text-13 muted">
          {t('filter.to')}
          <span className={classes.field}>
            <input
              className="full-width"
              type="date"
              value={to}
              min={from === '' ? undefined : from}
              onChange={(event) => setTo(event.target.value)}
            />
          </span>
        </label>
      </div>
      {fault !== null && (
        <p className="bad text-13" role="alert">
          {issues(fault)}
        </p>
      )}
      <p className="faint text-12">{t('filter.zone', { zone: formatZone(timeZone, nowMs) })}</p>
      <div className="flex justify-end gap-8">
        {clearable && (
          <button type="button" className={button.quiet} onClick={() => onApply({})}>
            {t('filter.clear')}
          </button>
        )}
        <button type="submit" className={button.primary} aria-disabled={wrong || incomplete}>
          {t('filter.apply')}
        </button>
      </div>
    </form>
  );
}
