import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { newKeyInput } from '@placard/contract/api-keys';
import { KEY_LIFETIMES, type KeyLifetime, type KeyScope, scopesOf } from '@placard/domain/account/api-key';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, Notice } from '../../ui/form/field-layout.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { apiKeysTexts } from './texts.ts';

/** Asks what a key is for, then shows it once. */
export default function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const [key, setKey] = useState<string | null>(null);
  return (
    <Dialog title={t('create')} onClose={onClose}>
      {key === null ? (
        <KeyForm onKey={setKey} onClose={onClose} />
      ) : (
        <FieldStack>
          <Notice tone="warn" live>
            {t('once')}
          </Notice>
          <CodeShownOnce code={key} label={t('keyLabel')} />
          <FormActions>
            <Button onClick={onClose}>{t('kept')}</Button>
          </FormActions>
        </FieldStack>
      )}
    </Dialog>
  );
}

type Values = { name: string; scopes: KeyScope[]; lifetime: KeyLifetime; currentPassword: string };

function KeyForm({ onKey, onClose }: { onKey: (key: string) => void; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const queryClient = useQueryClient();
  const { member } = useUser();
  const { form, formProps } = useAppForm<Values>({
    initialValues: { name: '', scopes: ['read'], lifetime: '90_days', currentPassword: '' },
    schema: newKeyInput,
    failed: t('createFailed'),
    onSubmit: async (values) => {
      const { key } = await api.apiKeys.create(values);
      void queryClient.invalidateQueries({ queryKey: api.apiKeys.list.key });
      onKey(key);
    },
  });
  return (
    <AppForm {...formProps}>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('scopes')} required {...form.getInputProps('scopes')}>
        <div className="stack gap-8 above-8">
          {scopesOf(member).map((scope) => (
            <Checkbox
              key={scope}
              // A box of 24 pixels: a finger finds it.
              size="md"
              value={scope}
              label={t(`scope.${scope}`)}
              description={t(`scopeHint.${scope}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t('lifetime')}
        data={KEY_LIFETIMES.map((value) => ({ value, label: t(`lifetimes.${value}`) }))}
        {...form.getInputProps('lifetime')}
      />
      <OwnPassword label={t('currentPassword')} form={form} />
      <DialogActions form={form} busyLabel={t('creating')} answeredOnce onClose={onClose}>
        {t('submit')}
      </DialogActions>
    </AppForm>
  );
}
