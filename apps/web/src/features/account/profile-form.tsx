import { Button, Select, type SelectProps, TextInput } from '@mantine/core';
import { profileInput, type User } from '@placard/contract/auth';
import { isLanguage, LANGUAGES } from '@placard/domain/language';
import { useState } from 'react';
import { chooseLanguage } from '../../i18n/language-choice.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { replaceUser } from '../../lib/session/session-store.ts';
import { may } from '../../lib/session/session-user.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions, FormColumns } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { timeZones } from '../../ui/form/time-zones.ts';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { changedProfile, type ProfileValues, profileRequest, profileValues } from './profile-request.ts';
import { accountTexts } from './texts.ts';

/** Each by its own name: who cannot read the page finds it. */
function languageOptions() {
  return LANGUAGES.map((value) => {
    const names = new Intl.DisplayNames([value], { type: 'language' });
    return { value, label: names.of(value) ?? value };
  });
}

const inItsLanguage: NonNullable<SelectProps['renderOption']> = ({ option: { value, label } }) => (
  <span lang={isLanguage(value) ? value : undefined}>{label}</span>
);

function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase();
}

/** Company and time zone are the account's: its owner changes them. */
const changesAccount = (user: User) => may(user, 'members');

export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useTexts(accountTexts);
  const [before] = useState(() => profileValues(user));
  const { form, formProps } = useAppForm<ProfileValues>({
    initialValues: before,
    schema: profileInput,
    toInput: profileRequest,
    rules: ({ email, currentPassword }): Record<string, string> =>
      changesEmail(user, email) && currentPassword === ''
        ? { currentPassword: 'current_password_required_for_email' }
        : {},
    failed: t('updateFailed'),
    onSubmit: async (values) => {
      const updated = await api.auth.updateProfile(changedProfile(before, values));
      replaceUser(updated);
      await chooseLanguage(updated.language);
      toast.success(t('updated'));
      // Not the account's address yet: it has to be confirmed there.
      if (changesEmail(updated, values.email)) toast.info(t('confirmSent', { email: values.email.trim() }));
      onDone();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  const newEmail = changesEmail(user, form.values.email);
  return (
    <AppForm {...formProps}>
      <FormColumns>
        <TextInput
          label={t('firstName')}
          required
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={t('lastName')}
          required
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label={t('email')}
          type="email"
          required
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        {newEmail && (
          <OwnPassword label={t('currentPassword')} description={t('currentPasswordHint')} form={form} />
        )}
        <TextInput label={t('phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        <TextInput
          label={t('company')}
          autoComplete="organization"
          disabled={!changesAccount(user)}
          {...form.getInputProps('company')}
        />
        <Select
          label={t('timeZone')}
          description={t('timeZoneHint')}
          data={timeZones(user.timeZone)}
          searchable
          allowDeselect={false}
          disabled={!changesAccount(user)}
          {...form.getInputProps('timeZone')}
        />
        <Select
          label={t('language')}
          description={t('languageHint')}
          data={[{ value: '', label: t('browserLanguage') }, ...languageOptions()]}
          renderOption={inItsLanguage}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </FormColumns>
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('saving')}>
          {t('save')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}
