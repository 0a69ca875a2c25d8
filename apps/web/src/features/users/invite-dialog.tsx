import { Button, PasswordInput, TextInput } from '@mantine/core';
import { usersContract } from '@placard/contract/users';
import { ROLES, type Role } from '@placard/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ChipsField } from '../../ui/form/choice-field.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { userTexts } from './texts.ts';

const schema = usersContract.inviteUser['~orpc'].inputSchema;

/** Asks for email and roles, then shows the one-time link where no mail is sent: the only moment it can be seen. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(userTexts);
  const [invited, setInvited] = useState<{ email: string; url: string | null } | null>(null);
  return (
    <Dialog
      title={invited === null ? t('inviteTitle') : t('invited', { email: invited.email })}
      onClose={onClose}
    >
      {invited === null ? (
        <InviteForm onClose={onClose} onInvited={(email, url) => setInvited({ email, url })} />
      ) : (
        <FieldStack>
          <p>{t(invited.url === null ? 'invitedText' : 'invitedShown')}</p>
          {invited.url !== null && <CodeShownOnce code={invited.url} label={t('copy')} />}
          <FormActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </FormActions>
        </FieldStack>
      )}
    </Dialog>
  );
}

function InviteForm({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: (email: string, url: string | null) => void;
}) {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<{ email: string; roles: Role[]; currentPassword?: string }>({
    initialValues: { email: '', roles: [] },
    ...(schema === undefined ? {} : { schema }),
    onSubmit: async (values) => {
      try {
        const answer = await api.operator.inviteUser(values);
        await queryClient.invalidateQueries({ queryKey: ['operator'] });
        onInvited(answer.user.email, answer.inviteUrl);
      } catch (error) {
        if (!form.takeIssues(error)) toast.failure(refusalOf(error, t('inviteFailed')));
      }
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('inviteHint')}</p>
      {/* Somebody else's: a browser knows one's own. */}
      <TextInput
        label={t('email')}
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <ChipsField
        label={t('roles')}
        required
        options={ROLES.map((value) => ({ value, label: shell(`role.${value}`) }))}
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
        error={form.errors.roles}
      />
      {form.values.roles.includes('operator') && (
        <PasswordInput
          label={t('ownPassword')}
          description={t('operatorHint')}
          required
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
      <DialogActions form={form} busyLabel={t('sending')} answeredOnce onClose={onClose}>
        {t('send')}
      </DialogActions>
    </AppForm>
  );
}
