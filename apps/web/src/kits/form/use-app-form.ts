import { type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import type { AppFormProps } from '../../ui/form/form-layout.tsx';
import { keepFieldFocused } from '../../ui/form/keep-field-focused.ts';
import { useCurrency } from '../../ui/money.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { unreadFaults } from './amount.ts';
import { issueWords } from './issue-words.ts';
import { type FieldErrors, faultsOf, type SchemaLike } from './schema-faults.ts';
import type { UnsettledFields } from './unsettled-fields.ts';
import { useKeptTyping } from './use-kept-typing.ts';
import { useRefusal, useRefusalState } from './use-refusal.ts';

type FormValues = Record<string, unknown>;

export type AppForm<Values extends FormValues> = UseFormReturnType<Values> & {
  /** The submit is under way. */
  readonly busy: boolean;
  /** What was typed is on its way: not while the submit waits for an answer to a question, or for an upload. */
  readonly sending: boolean;
  /** Something else that the form does was refused, and is told as a refused submit is. */
  readonly refused: (error: unknown, failed: string) => void;
};

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

type Options<Values extends FormValues> = {
  readonly initialValues: Values;
  readonly schema?: SchemaLike;
  /** Rules between fields that the schema doesn't know: issue codes or texts by field; they win over the schema's. What a number
   * field could not read wins over both. */
  readonly rules?: (values: Values) => FieldErrors;
  /** From the form's values to what the schema checks and the operation takes. */
  readonly toInput?: (values: Values) => unknown;
  readonly mapPath?: (path: string) => string;
  /** Asked once the fields are right, before anything is on its way. */
  readonly ask?: (values: Values) => Promise<boolean>;
  /** What it throws is told (`toldRefusal`): at the fields, else in the form. */
  readonly onSubmit: (values: Values) => Promise<void>;
  /** What is said where it throws, followed by the server's words. */
  readonly failed: string | ((error: unknown) => string);
  /** Of a record with versions: leads to the newest state where it was saved elsewhere meanwhile. */
  readonly renew?: () => unknown;
  /** Before a refusal is told. @returns whether the form is gone with it, and somebody else has told it */
  readonly leaves?: (error: unknown) => boolean;
  /** The fields of a refusal, which may be in another step. */
  readonly onFieldsRefused?: (fields: readonly string[]) => void;
  /** What a form that is longer than a page says near its buttons where its own rules refuse a submit. */
  readonly invalid?: string;
  /** Fields that work on something by themselves: a submit waits for it, and what they could not take refuses it. */
  readonly unsettled?: Pick<UnsettledFields, 'state' | 'settled'>;
};

/** Asks, and sends what the answer was yes to. */
function useSending<Values extends FormValues>(
  options: Pick<Options<Values>, 'ask' | 'onSubmit' | 'failed' | 'leaves'>,
  refuse: (error: unknown, failed: () => string) => void,
) {
  const [sending, setSending] = useState(false);
  const send = async (values: Values): Promise<void> => {
    const { ask, onSubmit, failed, leaves } = options;
    if (ask !== undefined && !(await ask(values))) return;
    setSending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      if (leaves?.(error) !== true)
        refuse(error, () => (typeof failed === 'string' ? failed : failed(error)));
    } finally {
      setSending(false);
    }
  };
  return { sending, send };
}

/** The rules that values break, by field, in the reader's words. */
function faultsIn<Values extends FormValues>(
  values: Values,
  options: Pick<Options<Values>, 'schema' | 'rules' | 'toInput' | 'mapPath' | 'unsettled'>,
  required: string,
  currency: string,
): FieldErrors {
  const { schema, rules, toInput, mapPath = (path: string) => path, unsettled } = options;
  const faults = schema === undefined ? {} : faultsOf(schema, toInput?.(values) ?? values, required);
  const mapped = Object.entries(faults).map(([path, message]) => [mapPath(path), message] as const);
  const all = [
    ...mapped,
    ...Object.entries(rules?.(values) ?? {}),
    ...Object.entries(unreadFaults(values)),
    ...Object.entries(unsettled?.state().faults ?? {}),
  ];
  return Object.fromEntries(all.map(([field, message]) => [field, issueWords(message, currency)]));
}

/**
 * A form checked by its operation's schema: each field when it is left and all at submit; the first fault gets the
 * focus; a refusal lands on its fields, else in the form. What is typed outlives the end of the session. `mapPath` renames a server
 * path to the form's field.
 */
export function useAppForm<Values extends FormValues>(
  options: Options<Values>,
): { form: AppForm<Values>; formProps: AppFormProps } {
  const t = useTexts(uiTexts);
  const currency = useCurrency();
  const element = useRef<HTMLFormElement>(null);
  const [busy, run] = useBusy();
  const [waiting, wait] = useBusy();
  const refusal = useRefusalState();
  const validate = (values: Values) => faultsIn(values, options, t('form.required'), currency);
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    onValuesChange: refusal.clear,
    // Mantine's password field doesn't pass it on to the input inside.
    enhanceGetInputProps: (payload) =>
      payload.form.errors[payload.field] === undefined ? {} : { 'aria-invalid': true },
  });
  useKeptTyping(element, form, options.initialValues);
  const { refuse, refuseInvalid, inForm, atFields } = useRefusal(refusal, form, element, {
    mapPath: options.mapPath ?? ((path) => path),
    renew: options.renew,
    invalid: options.invalid,
    onFieldsRefused: options.onFieldsRefused,
  });
  // In another language what is wrong is worked out anew; what only the server knows has words in each.
  useInAnotherLanguage(() => {
    const faults = { ...atFields, ...validate(form.getValues()) };
    form.setErrors(Object.fromEntries(Object.keys(form.errors).map((field) => [field, faults[field]])));
  });
  const { sending, send } = useSending(options, refuse);
  const submit = form.onSubmit((values) => {
    refusal.clear();
    return run(() => send(values));
  }, refuseInvalid);
  const onSubmit = settledFirst(submit, options.unsettled, wait);
  const refused = (error: unknown, failed: string) => refuse(error, () => failed);
  return {
    form: { ...form, busy: busy || waiting, sending, refused },
    formProps: { ref: element, noValidate: true, onSubmit, onMouseDown: keepFieldFocused, inForm },
  };
}
