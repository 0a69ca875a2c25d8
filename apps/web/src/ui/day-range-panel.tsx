import { useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { PRESETS, presetRange } from '../lib/format/range-preset.ts';
import { dayIn, formatZone } from '../lib/format/time-format.ts';
import classes from './control.module.css';
import { useTimeZone } from './date-time.tsx';
import type { DayRange } from './filters.tsx';
import button from './plain-button.module.css';

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
  const timeZone = useTimeZone();
  const [from, setFrom] = useState(value.from ?? '');
  const [to, setTo] = useState(value.to ?? '');
  const nowMs = Date.now();
  const wrong = from !== '' && to !== '' && to < from;
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
        <label>
          {t('filter.from')}
          <span className={classes.field}>
            <input
              type="date"
              value={from}
              max={to === '' ? undefined : to}
              onChange={(event) => setFrom(event.target.value)}
            />
          </span>
        </label>
        <label>
          {t('filter.to')}
          <span className={classes.field}>
            <input
              type="date"
              value={to}
              min={from === '' ? undefined : from}
              onChange={(event) => setTo(event.target.value)}
            />
          </span>
        </label>
      </div>
      {wrong && (
        <p className={classes.fault} role="alert">
          {t('filter.orderWrong')}
        </p>
      )}
      <p className={classes.zone}>{t('filter.zone', { zone: formatZone(timeZone, nowMs) })}</p>
      <div className={classes.buttons}>
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
