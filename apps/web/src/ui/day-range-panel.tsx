import { PRESETS, presetRange } from '@placard/domain/analytics/range-preset';
import { type FormEvent, useId, useState } from 'react';
import { issueTexts } from '../i18n/en/issues.ts';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { dayIn, formatZone } from '../lib/format/time-format.ts';
import { serverNow } from '../lib/server-clock.ts';
import classes from './control.module.css';
import { useTimeZone } from './date-time.tsx';
import type { Clearable, DayRange } from './day-range.ts';
import { type DayFault, type Days, faultOf, lackOf, SIDES, type Side } from './day-range-faults.ts';
import button from './plain-button.module.css';

type PanelProps = {
  readonly value: DayRange;
  readonly clearable: Clearable;
  readonly onApply: (range: DayRange) => void;
};

export function DayRangePanel({ value, clearable, onApply }: PanelProps) {
  const t = useTexts(uiTexts);
  const timeZone = useTimeZone();
  const nowMs = serverNow();
  const { fields, blocked, onSubmit } = useDays({ value, clearable, onApply });
  return (
    // What is wrong is said in our words, where the browser has its own.
    <form className={`grid gap-12 pad-12 ${classes.range}`} noValidate onSubmit={onSubmit}>
      <div className={`grid gap-4 ${classes.sides}`}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className={`justify-centre ${classes.button}`}
            onClick={() => onApply({ ...presetRange(preset, dayIn(timeZone, nowMs)), preset })}
          >
            {t(`filter.${preset}`)}
          </button>
        ))}
      </div>
      <div className={`grid top gap-8 ${classes.sides}`}>
        {SIDES.map((side) => (
          <DayField key={side} label={t(`filter.${side}`)} {...fields[side]} />
        ))}
      </div>
      <p className="faint text-12">{t('filter.zone', { zone: formatZone(timeZone, nowMs) })}</p>
      <div className="flex justify-end gap-8">
        {clearable !== false && (
          <button type="button" className={button.quiet} onClick={() => onApply({})}>
            {t('filter.clear')}
          </button>
        )}
        <button type="submit" className={button.primary} aria-disabled={blocked}>
          {t('filter.apply')}
        </button>
      </div>
    </form>
  );
}

type DayFieldProps = {
  readonly value: string;
  readonly issue: DayFault['issue'] | null;
  readonly onRead: (value: string, unread: boolean) => void;
};

/** The days as they are typed, and what is wrong with them; what a report lacks is said when it is asked for. */
function useDays({ value, clearable, onApply }: PanelProps) {
  const timeZone = useTimeZone();
  const [days, setDays] = useState<Days>({ from: value.from ?? '', to: value.to ?? '' });
  const [unread, setUnread] = useState<ReadonlySet<Side>>(new Set());
  const [tried, setTried] = useState(false);
  const wrong = faultOf(days, unread, clearable === true ? null : dayIn(timeZone, serverNow()));
  const lack = lackOf(days, clearable !== false);
  const shown = wrong ?? (tried ? lack : null);
  const field = (side: Side): DayFieldProps => ({
    value: days[side],
    issue: shown?.side === side ? shown.issue : null,
    onRead: (day, isUnread) => {
      setDays((before) => ({ ...before, [side]: day }));
      setUnread((before) => new Set(SIDES.filter((each) => (each === side ? isUnread : before.has(each)))));
    },
  });
  return {
    fields: { from: field('from'), to: field('to') },
    blocked: (wrong ?? lack) !== null,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      const fault = wrong ?? lack;
      const inputs = event.currentTarget.querySelectorAll<HTMLElement>('input[type="date"]');
      if (fault !== null) inputs[SIDES.indexOf(fault.side)]?.focus();
      else onApply({ from: days.from || undefined, to: days.to || undefined });
    },
  };
}

function DayField({ label, value, issue, onRead }: DayFieldProps & { readonly label: string }) {
  const issues = useTexts(issueTexts);
  const id = useId();
  const read = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    onRead(currentTarget.value, currentTarget.validity.badInput);
  return (
    <div className="grid gap-4">
      <label className="gap-4 grid text-13 muted">
        {label}
        <span className={classes.field}>
          <input
            className="full-width"
            type="date"
            value={value}
            aria-invalid={issue !== null || undefined}
            aria-describedby={issue === null ? undefined : id}
            onChange={read}
            // A day half typed changes no value: it is found when the field is left.
            onBlur={read}
          />
        </span>
      </label>
      {issue !== null && (
        <p id={id} className="bad text-13" role="alert">
          {issues(issue)}
        </p>
      )}
    </div>
  );
}
