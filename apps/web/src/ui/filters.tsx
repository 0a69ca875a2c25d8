import type { AddressDaysIssue } from '@placard/domain/day-bounds';
import { CalendarDays, Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { formatDate } from '../lib/format/time-format.ts';
import classes from './control.module.css';
import type { Clearable, DayRange } from './day-range.ts';
import { DayRangePanel } from './day-range-panel.tsx';
import { Disclosure } from './disclosure.tsx';
import { quietPart } from './lazy-part.tsx';

const RefusedDays = quietPart(() => import('./refused-days.tsx'));
const SEARCH_DEBOUNCE_MS = 300;

/** Search text of a list; told 300 ms after the last key, at once on Enter and when it is cleared. */
export function SearchBox({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (text: string) => void;
  label?: string | undefined;
}) {
  const t = useTexts(uiTexts);
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const name = label ?? t('table.search');

  const tell = (text: string) => {
    const trimmed = text.trim();
    if (trimmed === told.current) return;
    told.current = trimmed;
    onChange(trimmed);
  };

  // Back and forward change the URL from outside: what is typed follows.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text starts the pause anew
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className={`${classes.field} ${classes.search}`}>
      <Search size={16} aria-hidden />
      <input
        className="grow"
        type="search"
        value={typed}
        placeholder={name}
        aria-label={name}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell(typed);
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={`icon-button small ${classes.icon}`}
          aria-label={t('table.clearSearch')}
          onClick={() => {
            setTyped('');
            tell('');
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

export type Choice<Value extends string> = { readonly value: Value; readonly label: string };

/** One of a few values, or all: status, type. */
export function ChoiceFilter<Value extends string>({
  label,
  value,
  choices,
  onChange,
  required = false,
  none,
}: {
  label: string;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  onChange: (value: Value | undefined) => void;
  /** One of them always: a grain, a dimension. */
  required?: boolean;
  /** What no choice is called, where "All" would be wrong. */
  none?: string;
}) {
  const t = useTexts(uiTexts);
  const id = useId();
  return (
    <div className={value === undefined || required ? classes.field : `${classes.field} ${classes.set}`}>
      <label htmlFor={id} className={value === undefined || required ? 'muted' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(choices.find((choice) => choice.value === event.target.value)?.value)}
      >
        {!required && <option value="">{none ?? t('filter.any')}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Says that the days shown, or none without `from` and `to`, are not those of the address, and why. Hardly anybody sees it, so that
 * it is loaded then.
 */
export function DaysNotice({
  issue,
  compared = null,
  from,
  to,
}: {
  issue: AddressDaysIssue | null;
  /** Of the days that it is compared with. */
  compared?: AddressDaysIssue | null;
  from?: string | undefined;
  to?: string | undefined;
}) {
  if (issue === null && compared === null) return null;
  return <RefusedDays issue={issue} compared={compared} from={from} to={to} />;
}

/** Days from and to, both included, in the account's time zone, which it names. */
export function DayRangeFilter({
  label,
  spoken = label,
  value,
  onChange,
  clearable = true,
}: {
  label: string;
  /** What it is called where nobody sees the calendar beside its label: a column's heading, which sorts, has that name too. */
  spoken?: string | undefined;
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** A report always has a range; a list may have none. */
  clearable?: Clearable;
}) {
  const t = useTexts(uiTexts);
  const set = value.from !== undefined || value.to !== undefined;
  return (
    <Disclosure
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={set ? `${classes.button} ${clearable ? classes.set : classes.says}` : classes.button}
        >
          <CalendarDays size={16} aria-hidden />
          <span aria-hidden>{label}</span>
          <span className="visually-hidden">{spoken}</span>
          {set && <span>{rangeText(t, value)}</span>}
        </button>
      )}
    >
      {(close) => (
        <DayRangePanel
          // Begun anew where the days change behind it: the browser's Back leaves it open.
          key={rangeText(t, value)}
          value={value}
          clearable={clearable}
          onApply={(range) => {
            onChange(range);
            close();
          }}
        />
      )}
    </Disclosure>
  );
}

function rangeText(t: ReturnType<typeof useTexts<typeof uiTexts.english>>, { from, to }: DayRange): string {
  const start = from === undefined ? '' : formatDate(from, 'UTC');
  const end = to === undefined ? '' : formatDate(to, 'UTC');
  if (start === '') return t('filter.until', { day: end });
  if (end === '') return t('filter.since', { day: start });
  return start === end ? start : t('filter.between', { from: start, to: end });
}
