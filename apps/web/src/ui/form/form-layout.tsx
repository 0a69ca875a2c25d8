import {
  type FormEventHandler,
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
} from 'react';
import classes from './form.module.css';

/** What a form is held by; `useAppForm` makes it. */
export type AppFormProps = {
  ref: RefObject<HTMLFormElement | null>;
  noValidate: true;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onMouseDown: MouseEventHandler<HTMLFormElement>;
};

/** The form element of `useAppForm`: `<AppForm {...formProps}>`. */
export function AppForm({ children, ...formProps }: AppFormProps & { children: ReactNode }) {
  useLateFocus(formProps.ref);
  return (
    <form {...formProps} className="grid gap-20">
      {children}
    </form>
  );
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
  return <div className={classes.columns}>{children}</div>;
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex wrap justify-end gap-8">{children}</div>;
}
