import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type BillingDetails, billingDetailsInput } from '@placard/contract/billing-details';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CountryField } from '../../kits/form/country-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { type Api, api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions, FormColumns } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { accountTexts } from './texts.ts';

type Answer = Awaited<ReturnType<Api['billingDetails']['read']>>;

const NOTHING = {
  ...{ name: '', address: '', country: '', vatNumber: '', registrationNumber: '' },
  isBusiness: null,
} as const;

type Values = Omit<BillingDetails, 'isBusiness'> & { isBusiness: '' | 'yes' | 'no' };

const toInput = ({ isBusiness, ...values }: Values) => ({
  ...values,
  isBusiness: isBusiness === '' ? null : isBusiness === 'yes',
});

const chosen = (isBusiness: boolean | null) => (isBusiness === null ? '' : isBusiness ? 'yes' : 'no');

export default function BillingDetailsForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  // What the form was opened with: news in the background does not make a change of somebody else's ours.
  const [opened] = useState(answer);
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: api.billingDetails.read.key });
    onDone();
  };
  const details = opened.details ?? NOTHING;
  const { form, formProps } = useAppForm<Values>({
    initialValues: { ...details, isBusiness: chosen(details.isBusiness) },
    schema: billingDetailsInput,
    toInput,
    failed: t('billing.failed'),
    renew: reload,
    onSubmit: async (values) => {
      await api.billingDetails.save({ ...toInput(values), version: opened.version });
      form.resetDirty();
      toast.success(t('billing.saved'));
      await reload();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <FormColumns>
        <TextInput
          label={t('billing.name')}
          description={t('billing.nameHint')}
          required
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <CountryField label={t('billing.country')} required {...form.getInputProps('country')} />
      </FormColumns>
      <Textarea
        label={t('billing.address')}
        description={t('billing.addressHint')}
        required
        autosize
        minRows={3}
        maxRows={6}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <FormColumns>
        <TextInput
          label={t('billing.vatNumber')}
          description={t('billing.vatNumberHint')}
          {...form.getInputProps('vatNumber')}
        />
        <TextInput
          label={t('billing.registrationNumber')}
          description={t('billing.registrationNumberHint')}
          {...form.getInputProps('registrationNumber')}
        />
      </FormColumns>
      <NativeSelect
        label={t('billing.business')}
        data={[
          { value: '', label: t('billing.businessNone') },
          { value: 'yes', label: t('billing.businessYes') },
          { value: 'no', label: t('billing.businessNo') },
        ]}
        {...form.getInputProps('isBusiness')}
      />
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
