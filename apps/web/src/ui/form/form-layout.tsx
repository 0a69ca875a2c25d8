import {
  type FormEventHandler,
  type FormHTMLAttributes,
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { Fault } from '../fault.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import classes from './form.module.css';
import { ToldContext } from './told-context.ts';

/** Why a form could not be sent, and what loads the newest state where it was saved elsewhere meanwhile. */
export type ToldInForm = { readonly text: string | null; readonly reload: (() => unknown) | null };

/** What a form is held by; `useAppForm` makes it. */
export type AppFormProps = {
  ref: RefObject<HTMLFormElement | null>;
  noValidate: true;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onMouseDown: MouseEventHandler<HTMLFormElement>;
  inForm: ToldInForm;
};

/**
 * The form element of `useAppForm`: `<AppForm {...formProps}>`. What it tells stands above its row of buttons
 * (`FormActions`, `ButtonRow`), or at its end where it has none.
 */
export function AppForm({
  children,
  inForm,
  className = 'grid gap-20',
  ...form
}: AppFormProps &
  Pick<FormHTMLAttributes<HTMLFormElement>, 'className' | 'aria-label' | 'onKeyDown'> & {
    children: ReactNode;
  }) {
  useLateFocus(form.ref);
  const atEnd = useShown(form.ref, inForm);
  const told = isQuiet(inForm) ? null : <Told {...inForm} />;
  return (
    <form {...form} className={className}>
      <ToldContext value={atEnd ? null : told}>{children}</ToldContext>
      {atEnd && told}
    </form>
  );
}

const isQuiet = ({ text, reload }: ToldInForm): boolean => text === null && reload === null;

const TOLD = 'data-told';

function Told({ text, reload }: ToldInForm) {
  return (
    <div className={`grid gap-12 shrinks below-4 ${classes.told}`} {...{ [TOLD]: '' }}>
      {reload !== null && <ConflictNotice onReload={() => void reload()} />}
      {text !== null && <Fault>{text}</Fault>}
    </div>
  );
}

/** Who pressed Enter in a field far from the buttons sees it as well. @returns whether the form has no row that shows it */
function useShown(form: RefObject<HTMLFormElement | null>, { text, reload }: ToldInForm): boolean {
  const [atEnd, setAtEnd] = useState(false);
  const conflict = reload !== null;
  useLayoutEffect(() => {
    if (text === null && !conflict) return;
    const shown = form.current?.querySelector(`[${TOLD}]`) ?? null;
    if (shown === null) setAtEnd(true);
    else shown.scrollIntoView({ block: 'nearest' });
  }, [form, text, conflict]);
  return atEnd;
}

/**
 * A form that came into its dialog only once something was loaded: until then nothing but the dialog's cross could have
 * the focus, and whoever goes on by the keyboard would close it.
 */
function useLateFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const focused = document.activeElement;
    const dialog = form.current?.closest('[role="dialog"]') ?? null;
    if (dialog === null || dialog.contains(focused) === false || form.current?.contains(focused) === true)
      return;
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [form]);
}

/** Fields side by side where there is room. */
export function FormColumns({ children }: { children: ReactNode }) {
  return <div className="tiles least-220 top">{children}</div>;
}

/** The buttons at the end of a form, and what it tells. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex wrap justify-end gap-8">
      {use(ToldContext)}
      {children}
    </div>
  );
}
