import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ErrorCode } from '@placard/contract/error-catalogue';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { ApiError, type ApiIssue, messageOf } from '../../lib/faults/api-error.ts';
import { failureText, isVersionConflict } from '../../lib/faults/failure-text.ts';
import { dismissFailures, toast } from '../../lib/toast-store.ts';
import type { AppFormProps } from '../../ui/form/form-layout.tsx';
import { keepFieldFocused } from '../../ui/form/keep-field-focused.ts';
import { useCurrency } from '../../ui/money.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { unreadFaults } from './amount.ts';
import { issueWords } from './issue-words.ts';
import { type FieldErrors, faultsOf, type SchemaLike } from './schema-faults.ts';
import type { UnsettledFields } from './unsettled-fields.ts';
import { useKeptTyping } from './use-kept-typing.ts';

type FormValues = Record<string, unknown>;

export type AppForm<Values extends FormValues> = UseFormReturnType<Values> & {
  /** The submit is under way. */
  readonly busy: boolean;
  /** Puts the server's issues on their fields. @returns whether the error had any. */
  readonly takeIssues: (error: unknown) => boolean;
  /** The save was refused: its issues land on their fields, `failed` and the server's words are said; a conflict is kept. */
  readonly refused: (error: unknown, failed: string) => void;
  /** What was saved is from a version that isn't the newest any more. */
  readonly conflict: boolean;
};

function toldFaults(
  issues: readonly ApiIssue[],
  mapPath: (path: string) => string,
  currency: string,
): FieldErrors {
  return Object.fromEntries(
    issues.map(({ path, message }) => [mapPath(path), issueWords(message, currency)]),
  );
}

/** What is taken already is a matter of one field, wherever a form has it. */
const FIELD_OF_CONFLICT: Readonly<Record<string, string>> = {
  domain_taken: 'domain',
  view_name_taken: 'name',
  email_taken: 'email',
  member_already: 'email',
} satisfies { readonly [Code in ErrorCode]?: string };

/** A busy page shows a fault some frames after it is set; one that is not there by then will not come. */
const FRAMES_TO_WAIT = 20;

/** Focuses the first field with a fault, in the order in which the page shows them. */
export function focusFirstFault(form: HTMLElement | null, frames = FRAMES_TO_WAIT): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (form?.isConnected === true && fault === null && frames > 1) {
      focusFirstFault(form, frames - 1);
      return;
    }
    // Some fields mark their frame, not the input in it.
    const field = fault?.matches('input, textarea, select, button')
      ? fault
      : fault?.querySelector<HTMLElement>('input, textarea, select, button');
    (field ?? fault)?.focus();
  });
}

/** What a submit throws is told, where the form has the words for it. */
async function toldRefusal<Values>(
  { onSubmit, failed }: { onSubmit: (values: Values) => Promise<void>; failed?: string | undefined },
  values: Values,
  refused: (error: unknown, failed: string) => void,
): Promise<void> {
  try {
    await onSubmit(values);
  } catch (error) {
    if (failed === undefined) throw error;
    refused(error, failed);
  }
}

type Submit = (event?: FormEvent<HTMLFormElement>) => void;

/** A submit that waits for the fields that work on something by themselves. */
function settledFirst(
  submit: Submit,
  unsettled: Pick<UnsettledFields, 'state' | 'settled'> | undefined,
  wait: (work: () => Promise<void>) => Promise<void>,
) {
  return (event: FormEvent<HTMLFormElement>): void => {
    if (unsettled?.state().pending !== true) {
      submit(event);
      return;
    }
    event.preventDefault();
    void wait(async () => {
      if (await unsettled.settled()) submit();
    });
  };
}

/** Once after each change of the language, of a component that has texts. */
function useInAnotherLanguage(work: () => void): void {
  const language = useRef(currentLocale());
  useEffect(() => {
    if (language.current === currentLocale()) return;
    language.current = currentLocale();
    work();
  });
}

/**
 * A form checked by its operation's schema: each field when it is left and all at submit; the first fault gets the
 * focus; the server's issues land on their fields. What is typed outlives the end of the session. `mapPath` renames a server path to the form's field.
 */
export function useAppForm<Values extends FormValues>(options: {
  readonly initialValues: Values;
  readonly schema?: SchemaLike;
  /** Rules between fields that the schema doesn't know: issue codes or texts by field; they win over the schema's. What a number
   * field could not read wins over both. */
  readonly rules?: (values: Values) => FieldErrors;
  /** From the form's values to what the schema checks and the operation takes. */
  readonly toInput?: (values: Values) => unknown;
  readonly mapPath?: (path: string) => string;
  readonly onSubmit: (values: Values) => Promise<void>;
  /** What is said where it throws, with the refusal's own words; without it, it throws nothing. */
  readonly failed?: string;
  /** A submit that the schema refused; the faults are on their fields already. */
  readonly onInvalid?: () => void;
  /** Fields that work on something by themselves: a submit waits for it, and what they could not take refuses it. */
  readonly unsettled?: Pick<UnsettledFields, 'state' | 'settled'>;
}): { form: AppForm<Values>; formProps: AppFormProps } {
  const t = useTexts(uiTexts);
  const currency = useCurrency();
  const element = useRef<HTMLFormElement>(null);
  const [busy, run] = useBusy();
  const [waiting, wait] = useBusy();
  const [conflict, setConflict] = useState(false);
  const mapPath = options.mapPath ?? ((path: string) => path);
  const validate = (values: Values): FieldErrors => {
    const faults =
      options.schema === undefined
        ? {}
        : faultsOf(options.schema, options.toInput?.(values) ?? values, t('form.required'));
    const mapped = Object.entries(faults).map(([path, message]) => [mapPath(path), message] as const);
    const all = [
      ...mapped,
      ...Object.entries(options.rules?.(values) ?? {}),
      ...Object.entries(unreadFaults(values)),
      ...Object.entries(options.unsettled?.state().faults ?? {}),
    ];
    return Object.fromEntries(all.map(([field, message]) => [field, issueWords(message, currency)]));
  };
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    onValuesChange: dismissFailures,
    // Mantine's password field doesn't pass it on to the input inside.
    enhanceGetInputProps: (payload) =>
      payload.form.errors[payload.field] === undefined ? {} : { 'aria-invalid': true },
  });
  useKeptTyping(element, form, options.initialValues);
  const told = useRef<readonly ApiIssue[]>([]);
  // In another language what is wrong is worked out anew; what only the server knows has words in each.
  useInAnotherLanguage(() => {
    const faults = { ...toldFaults(told.current, mapPath, currency), ...validate(form.getValues()) };
    form.setErrors(Object.fromEntries(Object.keys(form.errors).map((field) => [field, faults[field]])));
  });
  const takeFaults = (faults: FieldErrors): true => {
    form.setErrors(faults);
    focusFirstFault(element.current);
    return true;
  };
  const takeConflict = (error: unknown): boolean => {
    const field = error instanceof ApiError ? FIELD_OF_CONFLICT[error.code] : undefined;
    if (field === undefined || !(field in form.getValues())) return false;
    return takeFaults({ [field]: messageOf(error, '') });
  };
  const takeIssues = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.issues.length === 0) return takeConflict(error);
    told.current = error.issues;
    return takeFaults(toldFaults(error.issues, mapPath, currency));
  };
  const refused = (error: unknown, failed: string): void => {
    if (isVersionConflict(error)) {
      setConflict(true);
      return;
    }
    // At the field it says all there is to say.
    if (takeConflict(error)) return;
    takeIssues(error);
    toast.failure(failureText(failed, error));
  };
  const submit = form.onSubmit(
    (values) => run(() => toldRefusal(options, values, refused)),
    () => {
      options.onInvalid?.();
      focusFirstFault(element.current);
    },
  );
  const onSubmit = settledFirst(submit, options.unsettled, wait);
  return {
    form: { ...form, busy: busy || waiting, takeIssues, refused, conflict },
    formProps: { ref: element, noValidate: true, onSubmit, onMouseDown: keepFieldFocused },
  };
}
