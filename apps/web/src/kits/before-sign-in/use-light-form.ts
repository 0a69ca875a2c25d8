import { type FormEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import type { issueTexts } from '../../i18n/en/issues.ts';
import { type PlainKey, useTexts } from '../../i18n/texts.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { besides } from '../../lib/faults/failure-text.ts';
import { toldRefusal } from '../../lib/faults/told-refusal.ts';
import { keepFieldFocused } from '../../ui/form/keep-field-focused.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { authTexts } from './texts.ts';

export type IssueCode = PlainKey<typeof issueTexts.english>;
/** Broken rules by field, in the order in which they are shown. */
export type LightFaults<Name extends string> = { [Field in Name]?: readonly IssueCode[] | undefined };

export type LightForm<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly faults: LightFaults<Name>;
  /** What the server found at fields, in its words. */
  readonly refused: Readonly<Record<string, string>>;
  /** Why the last submit came to nothing, where no field says it: `LightSubmit` shows it. */
  readonly told: string | null;
  readonly busy: boolean;
  readonly set: (name: Name, value: string) => void;
  readonly leave: (name: Name) => void;
};

export type LightFormProps = {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onMouseDown: (event: MouseEvent<HTMLFormElement>) => void;
  readonly noValidate: true;
};

type Options<Name extends string> = {
  readonly initial: Record<Name, string>;
  readonly check: (values: Readonly<Record<Name, string>>) => LightFaults<Name>;
  /** What it throws is told as behind sign-in (ADR 148). */
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<void>;
  /** What is said where it throws, followed by the server's words. */
  readonly failed: string;
  /** Fields that are not shown this time: what is wrong with them stands in the form. */
  readonly hidden?: readonly NoInfer<Name>[];
  /** Before a refusal is told. @returns whether the form is gone with it */
  readonly leaves?: (error: unknown) => boolean;
};

const shownOf = (values: Readonly<Record<string, string>>, hidden: readonly string[] = []) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));

const anyOf = (values: object): boolean => Object.values(values).some((value) => value !== undefined);

function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/**
 * Forms of the pages before sign-in: texts only, checked by a pure function when a field is left and at submit.
 * The forms behind sign-in use `useAppForm` with Mantine, with which login would be beyond its budget (docs/dependencies.md).
 */
export function useLightForm<Name extends string>(
  options: Options<Name>,
): { form: LightForm<Name>; formProps: LightFormProps } {
  const t = useTexts(authTexts);
  const [values, setValues] = useState<Record<Name, string>>(options.initial);
  const [faults, setFaults] = useState<LightFaults<Name>>({});
  const [refusal, setRefusal] = useState<{ readonly error: unknown } | null>(null);
  const [busy, run] = useBusy();
  const latest = useRef(values);
  const element = useRef<HTMLFormElement>(null);

  const toldOf = (error: unknown) =>
    toldRefusal(error, {
      failed: options.failed,
      values: shownOf(latest.current, options.hidden),
      mapPath: (path) => path,
      renews: false,
    });
  const set = (name: Name, value: string) => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
    setFaults((before) => ({ ...before, [name]: undefined }));
    setRefusal(null);
  };
  const leave = (name: Name) => {
    if (latest.current[name] === '') return;
    const found = options.check(latest.current)[name];
    setFaults((before) => ({ ...before, [name]: found }));
  };
  const send = async () => {
    try {
      await options.onSubmit(latest.current);
    } catch (error) {
      if (options.leaves?.(error) === true) return;
      setRefusal({ error });
      if (anyOf(toldOf(error).fields)) focusFirstFault(element.current);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = options.check(latest.current);
    setFaults(found);
    setRefusal(null);
    if (anyOf(found)) focusFirstFault(element.current);
    else void run(send);
  };
  const { fields, inForm } = refusal === null ? { fields: {}, inForm: null } : toldOf(refusal.error);
  // Where nobody refused anything, whether it is the line or the server.
  const isAway = refusal?.error instanceof ApiError && refusal.error.status === 0;
  const why = t(isAway ? 'login.unreachable' : 'login.serverFault');
  const told = inForm === options.failed ? besides(inForm, why) : inForm;
  const form = { values, faults, refused: fields, told, busy, set, leave };
  return { form, formProps: { ref: element, onSubmit, onMouseDown: keepFieldFocused, noValidate: true } };
}
