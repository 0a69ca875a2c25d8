import type { FormEventHandler, MouseEventHandler, ReactNode, RefObject } from 'react';
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
  return (
    <form {...formProps} className="grid gap-20">
      {children}
    </form>
  );
}

/** Fields side by side where there is room. */
export function FormColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex wrap justify-end gap-8">{children}</div>;
}
