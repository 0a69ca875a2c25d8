import { type ReactNode, useId, useState } from 'react';
import { issueTexts } from '../../i18n/en/issues.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Fault } from '../../ui/fault.tsx';
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
      className={`icon-button ${classes.eye}`}
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

/** Every rule that a field breaks, in words; nothing of one that the server refused besides. */
function useFaults<Name extends string>(form: LightForm<Name>, name: Name): readonly string[] {
  const t = useTexts(issueTexts);
  const refused = form.refused[name];
  return form.faults[name]?.map((code) => t(code)) ?? (refused === undefined ? [] : [refused]);
}

/** Under what is filled in, which is described by it. */
export function LightFaults<Name extends string>({
  form,
  name,
  id,
}: {
  form: LightForm<Name>;
  name: Name;
  id: string;
}) {
  const faults = useFaults(form, name);
  if (faults.length === 0) return null;
  return (
    <ul id={id} className="plain-list grid gap-2 bad text-13" role="alert">
      {faults.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

export const isAtFault = <Name extends string>(form: LightForm<Name>, name: Name): boolean =>
  form.faults[name] !== undefined || form.refused[name] !== undefined;

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
  const id = useId();
  const [shown, setShown] = useState(false);
  const atFault = isAtFault(form, name);
  const described = [hint === undefined ? '' : `${id}-hint`, atFault ? `${id}-faults` : ''].join(' ').trim();
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
          aria-invalid={atFault}
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
      <LightFaults form={form} name={name} id={`${id}-faults`} />
    </div>
  );
}

const intoView = (told: HTMLElement | null) => told?.scrollIntoView({ block: 'nearest' });

/** Submit of such a form; its label tells what it is doing, and above it stands why it was refused. `disabled` while something else is under way. */
export function LightSubmit<Name extends string>({
  form,
  disabled = false,
  label,
  busyLabel,
}: {
  form: Pick<LightForm<Name>, 'busy' | 'told'>;
  disabled?: boolean;
  label: string;
  busyLabel: string;
}) {
  const { busy, told } = form;
  return (
    <>
      {told !== null && (
        <div ref={intoView} className="text-14">
          <Fault>{told}</Fault>
        </div>
      )}
      <button type="submit" className={button.primary} aria-disabled={busy || disabled}>
        {busy ? busyLabel : label}
      </button>
    </>
  );
}
