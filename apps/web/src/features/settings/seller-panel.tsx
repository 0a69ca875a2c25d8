import { Button, Textarea, TextInput } from '@mantine/core';
import { MAX_TAX_RATES } from '@placard/domain/billing/tax';
import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { CountryField } from '../../kits/form/country-field.tsx';
import { PercentInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { FormColumns } from '../../ui/form/form-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { SettingsValues } from './settings-values.ts';
import { settingsTexts } from './texts.ts';

/** Who sells, as documents name it, and the tax in what buyers are charged. */
export function SellerPanel({ form }: { form: AppForm<SettingsValues> }) {
  const t = useTexts(settingsTexts);
  return (
    <Panel title={t('seller.title')} description={t('seller.text')}>
      <FormColumns>
        <TextInput label={t('seller.name')} {...form.getInputProps('sellerName')} />
        <CountryField label={t('seller.country')} clearable {...form.getInputProps('sellerCountry')} />
      </FormColumns>
      <Textarea
        mt="md"
        mb="md"
        label={t('seller.address')}
        description={t('seller.addressHint')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('sellerAddress')}
      />
      <FormColumns>
        <TextInput
          label={t('seller.vatNumber')}
          description={t('seller.vatNumberHint')}
          {...form.getInputProps('sellerVatNumber')}
        />
        <TextInput
          label={t('seller.registration')}
          description={t('seller.registrationHint')}
          {...form.getInputProps('sellerRegistration')}
        />
      </FormColumns>
      <TaxRates form={form} />
    </Panel>
  );
}

function TaxRates({ form }: { form: AppForm<SettingsValues> }) {
  const t = useTexts(settingsTexts);
  const { taxRates } = form.values;
  return (
    <fieldset className="plain-group above-20">
      <legend className="no-padding semibold">{t('tax.title')}</legend>
      <p className="below-8 muted text-13">{t('tax.text')}</p>
      {taxRates.map((rate, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate is its place in the list while it is typed
        <div key={index} className="fields-row">
          <CountryField
            label={t('tax.country')}
            required
            {...form.getInputProps(`taxRates.${index}.country`)}
          />
          <PercentInput label={t('tax.rate')} required {...form.getInputProps(`taxRates.${index}.percent`)} />
          <Button
            variant="default"
            leftSection={<Trash2 size={14} aria-hidden />}
            aria-label={t('tax.removeOf', { country: rate.country || String(index + 1) })}
            onClick={() => form.removeListItem('taxRates', index)}
          >
            {t('tax.remove')}
          </Button>
        </div>
      ))}
      {taxRates.length < MAX_TAX_RATES && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => form.insertListItem('taxRates', { country: '', percent: '' })}
        >
          {t('tax.add')}
        </Button>
      )}
    </fieldset>
  );
}
