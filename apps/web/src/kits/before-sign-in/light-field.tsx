import { type ReactNode, useId, useState } from 'react';
import { issueTexts } from '../../i18n/en/issues.ts';
import { useTexts } from '../../i18n/texts.ts';
import button from '../../ui/plain-button.module.css';
import classes from './auth.module.css';
import { authTexts } from './texts.ts';
import type { LightForm } from './use-light-form.ts';

const EYE = 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z';

function EyeButton({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const t = useTexts(authTexts);
  return (
    <button
      type="button"
      className={`centred bare rounded-small faint ${classes.eye}`}
      aria-label={t('login.showCharacters')}
      aria-pressed={shown}
      onClick={onToggle}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden
      >
        <path d={EYE} />
        <circle cx="12" cy="12" r="3" />
        {!shown && <path d="M4 4l16 16" />}
      </svg>
    </button>
  );
}

/** Label above, hint below, every broken rule under the field. */
export function LightField<Name extends string>({
  form,
  name,
  label,
  type = 'text',
  autoComplete,
  hint,
  aside,
  autoFocus,
}: {
  form: LightForm<Name>;
  name: Name;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
  hint?: string;
  /** At the right of the label: a link. */
  aside?: ReactNode;
  autoFocus?: boolean;
}) {
  const t = useTexts(issueTexts);
  const id = useId();
  const [shown, setShown] = useState(false);
  const faults = form.faults[name] ?? [];
  const described = [hint === undefined ? '' : `${id}-hint`, faults.length === 0 ? '' : `${id}-faults`]
    .join(' ')
    .trim();
  return (
    <div className={`grid gap-6 ${classes.field}`}>
      <div className="flex wrap between gap-12">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={`anchor ${classes.input}`}>
        <input
          id={id}
          name={name}
          type={type === 'password' && shown ? 'text' : type}
          value={form.values[name]}
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: these pages are one form each, reached to fill it in
          autoFocus={autoFocus}
          aria-required
          aria-invalid={faults.length > 0}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => form.set(name, event.target.value)}
          onBlur={() => form.leave(name)}
        />
        {type === 'password' && <EyeButton shown={shown} onToggle={() => setShown(!shown)} />}
      </div>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="faint text-13">
          {hint}
        </span>
      )}
      {faults.length > 0 && (
        <ul id={`${id}-faults`} className="plain-list grid gap-2 bad text-13" role="alert">
          {faults.map((code) => (
            <li key={code}>{t(code)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Submit of such a form; its label tells what it is doing. `disabled` while something else is under way. */
export function LightSubmit({
  busy,
  disabled = false,
  label,
  busyLabel,
}: {
  busy: boolean;
  disabled?: boolean;
  label: string;
  busyLabel: string;
}) {
  return (
    <button type="submit" className={button.primary} aria-disabled={busy || disabled}>
      {busy ? busyLabel : label}
    </button>
  );
}
