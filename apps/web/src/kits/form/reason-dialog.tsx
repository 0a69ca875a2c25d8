import { Textarea } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import type { FieldErrors, SchemaLike } from './schema-faults.ts';
import { type AppForm as AppFormOf, useAppForm } from './use-app-form.ts';
import { useIntent } from './use-intent.ts';

type Props<Values extends Record<string, unknown>, Input> = {
  readonly title: string;
  /** What the action does, and who reads the reason. */
  readonly text: string;
  readonly reason: { readonly field: keyof Values & string; readonly label: string; readonly hint?: string };
  /** What is asked before the reason. */
  readonly fields?: (form: AppFormOf<Values>) => ReactNode;
  readonly initialValues: Values;
  readonly schema: SchemaLike;
  readonly rules?: (values: Values) => FieldErrors;
  readonly toInput: (values: Values) => Input;
  /** The key stays the same until the server refused: after a lost answer the same is asked for again, nothing twice. */
  readonly run: (input: Input, call: { readonly idempotencyKey: string }) => Promise<unknown>;
  readonly label: string;
  readonly busyLabel: string;
  readonly done: string;
  readonly failed: string;
  readonly refresh: QueryKey;
  /** Nothing is stopped or refused by it. */
  readonly harmless?: boolean;
  readonly onClose: () => void;
};

/** Asks for the reason before something is stopped, refused or taken back, and does it. */
export function ReasonDialog<Values extends Record<string, unknown>, Input>(props: Props<Values, Input>) {
  const { reason, refresh, onClose } = props;
  const queryClient = useQueryClient();
  const { idempotencyKey, leaves } = useIntent(onClose);
  const { form, formProps } = useAppForm<Values>({
    initialValues: props.initialValues,
    schema: props.schema,
    toInput: props.toInput,
    ...(props.rules === undefined ? {} : { rules: props.rules }),
    failed: props.failed,
    leaves,
    onSubmit: async (values) => {
      try {
        await props.run(props.toInput(values), { idempotencyKey });
        toast.success(props.done);
        onClose();
      } finally {
        await queryClient.invalidateQueries({ queryKey: refresh });
      }
    },
  });
  return (
    <Dialog title={props.title} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{props.text}</p>
        {props.fields?.(form)}
        <Textarea
          label={reason.label}
          description={reason.hint}
          required
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps(reason.field)}
        />
        <DialogActions
          form={form}
          danger={props.harmless !== true}
          busyLabel={props.busyLabel}
          onClose={onClose}
        >
          {props.label}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
