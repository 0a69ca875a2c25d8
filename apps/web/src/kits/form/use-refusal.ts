import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useState } from 'react';
import { besides } from '../../lib/faults/failure-text.ts';
import { type FormSide, toldRefusal } from '../../lib/faults/told-refusal.ts';
import { dismissFailures } from '../../lib/toast-store.ts';
import type { ToldInForm } from '../../ui/form/form-layout.tsx';
import { focusFirstFault } from './focus-first-fault.ts';

type Refused = { readonly error: unknown; readonly failed: () => string };

/** Why a submit came to nothing: by the server, or by the form's own rules. */
type State = {
  readonly refused?: Refused;
  readonly invalid?: true;
  /** The form shows none of the fields that are at fault. */
  readonly unseen?: true;
  /** What is saved was saved elsewhere since: nothing that is typed changes that. */
  readonly conflict: boolean;
};

/** Before the form itself: what is typed into it takes back what was told. */
export function useRefusalState() {
  const [state, setState] = useState<State>({ conflict: false });
  const clear = () => {
    dismissFailures();
    setState((before) =>
      before.refused === undefined && before.invalid === undefined ? before : { conflict: before.conflict },
    );
  };
  return { state, setState, clear };
}

type Options = Pick<FormSide, 'mapPath'> & {
  readonly renew: (() => unknown) | undefined;
  readonly invalid: string | undefined;
  readonly onFieldsRefused: ((fields: readonly string[]) => void) | undefined;
};

/** Tells a refusal of a form's submit: at its fields, else by what `AppForm` shows. */
export function useRefusal<Values extends Record<string, unknown>>(
  { state, setState }: ReturnType<typeof useRefusalState>,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setErrors' | 'errors'>,
  element: RefObject<HTMLFormElement | null>,
  { renew, invalid, onFieldsRefused, ...names }: Options,
) {
  const toldOf = ({ error, failed }: Refused) =>
    toldRefusal(error, {
      ...names,
      failed: failed(),
      values: form.getValues(),
      renews: renew !== undefined,
    });
  const focusFault = () =>
    focusFirstFault(element.current, () => setState((now) => ({ ...now, unseen: true })));
  const refuse = (error: unknown, failed: () => string): void => {
    const refused: Refused = { error, failed };
    const { fields, conflict } = toldOf(refused);
    setState((before) => ({ refused, conflict: before.conflict || conflict }));
    if (Object.keys(fields).length === 0) return;
    form.setErrors(fields);
    onFieldsRefused?.(Object.keys(fields));
    focusFault();
  };
  const refuseInvalid = (): void => {
    setState(({ conflict }) => ({ conflict, invalid: true }));
    focusFault();
  };
  const told = state.refused === undefined ? null : toldOf(state.refused);
  const [fault] = state.unseen === true ? Object.values(form.errors) : [];
  const unseen = typeof fault === 'string' ? fault : null;
  // Not of another step, nor once the last of its faults is gone.
  const stillInvalid = state.invalid === true && Object.keys(form.errors).length > 0;
  const own = stillInvalid ? (unseen ?? invalid ?? null) : null;
  const inForm: ToldInForm = {
    text: told?.inForm ?? (state.refused && unseen ? besides(state.refused.failed(), unseen) : own),
    reload: state.conflict ? (renew ?? null) : null,
  };
  return { refuse, refuseInvalid, inForm, atFields: told?.fields ?? {} };
}
