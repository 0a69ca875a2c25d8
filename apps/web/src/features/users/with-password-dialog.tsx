import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { userTexts } from './texts.ts';

type Props = {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly failure: string;
  /** Does it. What it answers is shown until the dialog is closed. */
  readonly run: (currentPassword: string) => Promise<ReactNode>;
  readonly onClose: () => void;
};

/** Something that an operator does to another account only with the own password. */
export default function WithPasswordDialog(props: Props) {
  const t = useTexts(userTexts);
  const [done, setDone] = useState<ReactNode>(null);
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {done === null ? (
        <PasswordForm {...props} onDone={setDone} />
      ) : (
        <FieldStack>
          {done}
          <FormActions>
            <Button onClick={props.onClose}>{t('close')}</Button>
          </FormActions>
        </FieldStack>
      )}
    </Dialog>
  );
}

function PasswordForm(props: Props & { readonly onDone: (answer: ReactNode) => void }) {
  const t = useTexts(userTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '' },
    failed: props.failure,
    onSubmit: async ({ currentPassword }) => {
      const answer = await props.run(currentPassword);
      await queryClient.invalidateQueries({ queryKey: ['operator'] });
      props.onDone(answer);
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{props.text}</p>
      <OwnPassword label={t('ownPassword')} data-autofocus form={form} />
      <DialogActions form={form} busyLabel={t('sending')} answeredOnce onClose={props.onClose}>
        {props.confirmLabel}
      </DialogActions>
    </AppForm>
  );
}
