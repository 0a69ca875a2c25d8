import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import type { issueTexts } from '../../i18n/en/issues.ts';
import type { PlainKey } from '../../i18n/texts.ts';
import { keepFieldFocused } from '../../ui/form/keep-field-focused.ts';
import { useBusy } from '../../ui/use-busy.ts';

export type IssueCode = PlainKey<typeof issueTexts.english>;
/** Broken rules by field, in the order in which they are shown. */
export type LightFaults<Name extends string> = { [Field in Name]?: readonly IssueCode[] | undefined };

export type LightForm<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly faults: LightFaults<Name>;
  readonly busy: boolean;
  readonly set: (name: Name, value: string) => void;
  readonly leave: (name: Name) => void;
  readonly setFaults: (faults: LightFaults<Name>) => void;
};

export type LightFormProps = {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onMouseDown: (event: MouseEvent<HTMLFormElement>) => void;
  readonly noValidate: true;
};

/**
 * Forms of the pages before sign-in: texts only, checked by a pure function when a field is left and at submit.
 * The forms behind sign-in use `useAppForm` with Mantine, with which login would be beyond its budget (docs/dependencies.md).
 */
export function useLightForm<Name extends string>(options: {
  readonly initial: Record<Name, string>;
  readonly check: (values: Readonly<Record<Name, string>>) => LightFaults<Name>;
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<void>;
}): { form: LightForm<Name>; formProps: LightFormProps } {
  const [values, setValues] = useState<Record<Name, string>>(options.initial);
  const [faults, setFaults] = useState<LightFaults<Name>>({});
  const [busy, run] = useBusy();
  const latest = useRef(values);

  const set = (name: Name, value: string) => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
    setFaults((before) => ({ ...before, [name]: undefined }));
  };
  const leave = (name: Name) => {
    if (latest.current[name] === '') return;
    const found = options.check(latest.current)[name];
    setFaults((before) => ({ ...before, [name]: found }));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = options.check(latest.current);
    setFaults(found);
    if (Object.values<readonly IssueCode[] | undefined>(found).some((codes) => codes !== undefined)) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    void run(() => options.onSubmit(latest.current));
  };
  const form = { values, faults, busy, set, leave, setFaults };
  return { form, formProps: { onSubmit, onMouseDown: keepFieldFocused, noValidate: true } };
}
