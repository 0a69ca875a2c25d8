import { Button, TextInput } from '@mantine/core';
import { accountsContract } from '@placard/contract/accounts';
import { GIVEN_MEMBER_ROLES, type GivenMemberRole } from '@placard/domain/account/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { teamTexts } from './texts.ts';

const schema = accountsContract.invite['~orpc'].inputSchema;

/** Asks for email and role, then shows the one-time link where no mail is sent: the only moment it can be seen. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(teamTexts);
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
  const t = useTexts(teamTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<{ email: string; role: GivenMemberRole }>({
    initialValues: { email: '', role: 'manager' },
    ...(schema === undefined ? {} : { schema }),
    onSubmit: async (values) => {
      try {
        const { invitation, inviteUrl } = await api.accounts.invite(values);
        await queryClient.invalidateQueries({ queryKey: api.accounts.team.key });
        onInvited(invitation.email, inviteUrl);
      } catch (error) {
        form.refused(error, t('inviteFailed'));
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
      <MemberRoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      <DialogActions form={form} busyLabel={t('sending')} answeredOnce onClose={onClose}>
        {t('send')}
      </DialogActions>
    </AppForm>
  );
}

export function MemberRoleField({
  value,
  onChange,
}: {
  value: GivenMemberRole;
  onChange: (role: GivenMemberRole) => void;
}) {
  const t = useTexts(teamTexts);
  return (
    <CardsField
      label={t('role')}
      required
      options={GIVEN_MEMBER_ROLES.map((role) => ({
        value: role,
        label: t(`roles.${role}`),
        hint: t(`may.${role}`),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
