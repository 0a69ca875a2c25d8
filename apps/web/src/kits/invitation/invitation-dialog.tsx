import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { FormActions } from '../../ui/form/form-layout.tsx';
import type { DialogForm } from '../../ui/unsaved-dialog.ts';
import { invitationTexts } from './texts.ts';

export type Invited = { readonly email: string; readonly url: string | null };

/** Asks whom to invite by a form of the caller's, then shows the one-time link where no mail is sent: the only moment it can be seen. */
export function InvitationDialog({
  title,
  onClose,
  form,
}: {
  title: string;
  onClose: () => void;
  form: (onInvited: (invited: Invited) => void) => ReactNode;
}) {
  const t = useTexts(invitationTexts);
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <Dialog title={invited === null ? title : t('invited', { email: invited.email })} onClose={onClose}>
      {invited === null ? (
        form(setInvited)
      ) : (
        <FieldStack>
          <p>{t(invited.url === null ? 'mailed' : 'shown')}</p>
          {invited.url !== null && <CodeShownOnce code={invited.url} label={t('link')} />}
          <FormActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </FormActions>
        </FieldStack>
      )}
    </Dialog>
  );
}

/** Somebody else's: a browser knows one's own. */
export function InvitedEmail(field: Omit<TextInputProps, 'form'>) {
  const t = useTexts(invitationTexts);
  return <TextInput label={t('email')} type="email" required data-autofocus autoComplete="off" {...field} />;
}

export function InvitationActions({ form, onClose }: { form: DialogForm; onClose: () => void }) {
  const t = useTexts(invitationTexts);
  return (
    <DialogActions form={form} busyLabel={t('sending')} answeredOnce onClose={onClose}>
      {t('send')}
    </DialogActions>
  );
}
