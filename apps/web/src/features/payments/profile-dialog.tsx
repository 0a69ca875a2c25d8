import { Button, Textarea, TextInput } from '@mantine/core';
import { newPaymentProfile, type PaymentProfile, paymentProfileChange } from '@placard/contract/payments';
import { BANK_FIELDS } from '@placard/domain/payout/rules';
import { Landmark, Wallet } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { type AppForm as AppFormOf, useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { AppForm, FormColumns } from '../../ui/form/form-layout.tsx';
import { DetailList } from '../../ui/panel.tsx';
import { detailsOf, emptyProfile, type ProfileValues, profileField } from './payment-values.ts';
import { paymentTexts } from './texts.ts';
import { useRefreshPayment } from './use-payment.ts';

type Props = { readonly profile: PaymentProfile | null; readonly onClose: () => void };

/** Adds a profile, or renames one and replaces its details; saved details are shown masked only. */
export default function ProfileDialog({ profile, onClose }: Props) {
  const t = useTexts(paymentTexts);
  const title = profile === null ? t('profile.addTitle') : t('profile.editTitle', { name: profile.name });
  return (
    <Dialog size={620} title={title} onClose={onClose}>
      <ProfileForm profile={profile} onClose={onClose} />
    </Dialog>
  );
}

function useProfileForm({ profile, onClose }: Props) {
  const t = useTexts(paymentTexts);
  const refresh = useRefreshPayment();
  const renew = async () => {
    await refresh();
    onClose();
  };
  const toInput = (values: ProfileValues) => ({
    ...(profile === null ? {} : { id: profile.id, version: profile.version }),
    name: values.name,
    ...(values.replace ? { details: detailsOf(values) } : {}),
  });
  const { form, formProps } = useAppForm<ProfileValues>({
    initialValues: emptyProfile(profile),
    schema: profile === null ? newPaymentProfile : paymentProfileChange,
    toInput,
    mapPath: profileField,
    failed: profile === null ? t('profile.createFailed') : t('profile.updateFailed'),
    renew,
    onSubmit: async (values) => {
      const details = detailsOf(values);
      if (profile === null) {
        await api.payments.createProfile({ name: values.name, details });
        toast.success(t('profile.createDone'));
      } else {
        const { id, version } = profile;
        const change = { id, version, name: values.name };
        await api.payments.updateProfile(values.replace ? { ...change, details } : change);
        toast.success(t('profile.updateDone'));
      }
      await renew();
    },
  });
  return { form, formProps };
}

function ProfileForm({ profile, onClose }: Props) {
  const t = useTexts(paymentTexts);
  const { form, formProps } = useProfileForm({ profile, onClose });
  return (
    <AppForm {...formProps}>
      <TextInput label={t('profile.name')} required data-autofocus {...form.getInputProps('name')} />
      {profile !== null && !form.values.replace ? (
        <SavedDetails profile={profile} onReplace={() => form.setFieldValue('replace', true)} />
      ) : (
        <Details form={form} anew={profile !== null} />
      )}
      <DialogActions form={form} busyLabel={t('profile.saving')} onClose={onClose}>
        {t('profile.save')}
      </DialogActions>
    </AppForm>
  );
}

function SavedDetails({ profile, onReplace }: { profile: PaymentProfile; onReplace: () => void }) {
  const t = useTexts(paymentTexts);
  const fields = profile.type === 'paypal' ? (['paypalEmail'] as const) : BANK_FIELDS;
  const details = fields
    .filter((field) => profile.masked[field] !== undefined)
    .map((field) => ({ label: t(`profile.field.${field}`), value: profile.masked[field] }));
  return (
    <section aria-label={t('profile.saved')}>
      <DetailList details={details} />
      <Button variant="default" size="compact-sm" mt={12} onClick={onReplace}>
        {t('profile.replace')}
      </Button>
    </section>
  );
}

function Details({ form, anew }: { form: AppFormOf<ProfileValues>; anew: boolean }) {
  const t = useTexts(paymentTexts);
  const { type } = form.values;
  return (
    <>
      {anew && <p>{t('profile.replaceHint')}</p>}
      <CardsField
        label={t('profile.kind')}
        options={[
          { value: 'bank_account' as const, label: t('profile.type.bank_account'), icon: Landmark },
          { value: 'paypal' as const, label: t('profile.type.paypal'), icon: Wallet },
        ]}
        value={type}
        onChange={(next) => {
          form.clearErrors();
          form.setFieldValue('type', next);
        }}
      />
      {type === 'paypal' ? (
        <TextInput
          label={t('profile.field.paypalEmail')}
          type="email"
          required
          autoComplete="off"
          {...form.getInputProps('paypalEmail')}
        />
      ) : (
        <BankFields form={form} />
      )}
    </>
  );
}

function BankFields({ form }: { form: AppFormOf<ProfileValues> }) {
  const t = useTexts(paymentTexts);
  // Browsers must not offer these to the next person at the same machine.
  const text = (field: Exclude<(typeof BANK_FIELDS)[number], 'bankAddress'>, hint?: string) => (
    <TextInput
      label={t(`profile.field.${field}`)}
      autoComplete="off"
      {...(hint === undefined ? {} : { description: hint })}
      {...form.getInputProps(field)}
    />
  );
  return (
    <>
      <FormColumns>
        <TextInput
          label={t('profile.field.accountName')}
          required
          autoComplete="off"
          {...form.getInputProps('accountName')}
        />
        <TextInput
          label={t('profile.field.bankName')}
          required
          autoComplete="off"
          {...form.getInputProps('bankName')}
        />
      </FormColumns>
      {text('iban', t('profile.hint.iban'))}
      {text('accountNumber')}
      <FormColumns>
        {text('swiftCode', t('profile.hint.swiftCode'))}
        {text('routingNumber', t('profile.hint.routingNumber'))}
      </FormColumns>
      <Textarea
        label={t('profile.field.bankAddress')}
        autosize
        minRows={2}
        autoComplete="off"
        {...form.getInputProps('bankAddress')}
      />
    </>
  );
}
