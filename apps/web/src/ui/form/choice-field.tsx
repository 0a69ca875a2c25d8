import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';

type Option<Value extends string | number> = {
  readonly value: Value;
  readonly label: string;
  /** What is said where the label is shortened to be seen. */
  readonly spoken?: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
};

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
};

function ChoiceField({
  label,
  hint,
  error,
  required = false,
  look,
  children,
}: FieldProps & { look: string | undefined; children: (faultId: string | undefined) => ReactNode }) {
  const t = useTexts(uiTexts);
  const id = useId();
  // A group has no other way to say it, and its star is only to be seen.
  const described = [required && `${id}-required`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  const faulty = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <fieldset
      className="plain-group shrinks"
      aria-labelledby={`${id}-label`}
      aria-describedby={described === '' ? undefined : described}
    >
      <legend id={`${id}-label`} className={`no-padding text-14 bold ${required ? 'starred' : ''} below-4`}>
        {label}
      </legend>
      {required && (
        <span id={`${id}-required`} hidden>
          {t('form.mandatory')}
        </span>
      )}
      <div className={look}>{children(faulty ? id : undefined)}</div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="above-4 muted text-12">
          {hint}
        </p>
      )}
      {faulty && (
        <p id={id} className="above-4 bad text-12">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Several of a few, at least one, as chips that are switched on and off: devices, days of the week. */
export function ChipsField<Value extends string | number>({
  options,
  value,
  onChange,
  ...field
}: Pick<FieldProps, 'label' | 'error'> & {
  options: readonly Option<Value>[];
  value: readonly Value[];
  /** Keeps the order of the options. */
  onChange: (value: Value[]) => void;
}) {
  const toggle = (toggled: Value, on: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((option) => (option === toggled ? on : value.includes(option))),
    );
  return (
    <ChoiceField {...field} required look="flex wrap gap-6">
      {(faultId) =>
        options.map(({ value: option, label, spoken, icon: Icon }) => (
          <label key={option} className="pick text-14">
            <input
              type="checkbox"
              aria-label={spoken}
              checked={value.includes(option)}
              aria-invalid={faultId !== undefined}
              aria-describedby={faultId}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            {Icon !== undefined && <Icon size={15} aria-hidden />}
            {label}
          </label>
        ))
      }
    </ChoiceField>
  );
}

/** One of a few, each with a sentence of its own: objective, type of creative, way of paying; `dense` for short ones. */
export function CardsField<Value extends string>({
  options,
  value,
  onChange,
  disabled,
  dense = false,
  ...field
}: FieldProps & {
  options: readonly Option<Value>[];
  value: Value | '';
  onChange: (value: Value) => void;
  dense?: boolean;
}) {
  const name = useId();
  return (
    <ChoiceField {...field} look={dense ? 'tiles least-220 least-132 even' : 'tiles least-220'}>
      {(faultId) =>
        options.map(({ value: option, label, hint, icon: Icon }) => (
          <label key={option} className="pick roomy">
            <input
              // A sentence describes what it is called; what is short belongs to the name: a size.
              {...(!dense && hint !== undefined && { 'aria-labelledby': `${name}-${option}` })}
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              disabled={disabled}
              aria-invalid={faultId !== undefined}
              aria-describedby={
                dense || hint === undefined ? faultId : `${faultId ?? ''} ${name}-${option}-hint`.trim()
              }
              onChange={() => onChange(option)}
            />
            {Icon !== undefined && <Icon size={18} aria-hidden />}
            <span>
              <strong id={`${name}-${option}`} className="semibold block">
                {label}
              </strong>
              {hint !== undefined && (
                <small id={`${name}-${option}-hint`} className="text-13 muted">
                  {hint}
                </small>
              )}
            </span>
          </label>
        ))
      }
    </ChoiceField>
  );
}
