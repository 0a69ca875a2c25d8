import { Select, Textarea, TextInput } from '@mantine/core';
import { networkSettings } from '@placard/contract/settings';
import { SIGN_UP_MODES } from '@placard/domain/account/sign-up';
import { STEP_UP_REQUIREMENTS } from '@placard/domain/account/step-up';
import { TOTP_REQUIREMENTS } from '@placard/domain/account/two-factor';
import { SIGNING_KEY_RENEWALS } from '@placard/domain/signing-key-renewal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { FormPart } from '../../kits/form/form-part.tsx';
import { MoneyInput, PercentInput } from '../../kits/form/number-field.tsx';
import { type AppForm as AppFormOf, useAppForm } from '../../kits/form/use-app-form.ts';
import { ShareRatesPanel } from '../../kits/share-rates/share-rates-panel.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { replaceUser, useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions, FormColumns } from '../../ui/form/form-layout.tsx';
import { HeldRecord } from '../../ui/form/held-record.tsx';
import { timeZones } from '../../ui/form/time-zones.ts';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { SellerPanel } from './seller-panel.tsx';
import type { Settings, SettingsValues } from './settings-values.ts';
import { SigningKeysPanel } from './signing-keys-panel.tsx';
import { settingsTexts } from './texts.ts';

const FIELDS = {
  general: ['networkName', 'currency', 'timeZone'],
  money: [
    'cpm',
    'cpc',
    'publisherSharePercent',
    'minDeposit',
    'lowBalance',
    'minPayout',
    'bankTransferDetails',
  ],
  seller: [
    'sellerName',
    'sellerCountry',
    'sellerAddress',
    'sellerVatNumber',
    'sellerRegistration',
    'taxRates',
  ],
  review: ['reviewSamplePercent', 'rejectionTemplates'],
  access: ['signUp', 'termsUrl', 'totpRequired', 'stepUp', 'signingKeyRenewal'],
} as const;
type Shown = (typeof FIELDS)[keyof typeof FIELDS][number];
/** A field that no part knew would not show what is typed into it: then this is `never`, and nothing below compiles. */
const parts: Exclude<keyof SettingsValues, Shown> extends never ? typeof FIELDS : never = FIELDS;

export default function NetworkSettings() {
  const t = useTexts(settingsTexts);
  const query = useQuery(apiQuery(api.operator.settings, undefined));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <HeldRecord query={query} failed={t('loadFailed')}>
        {(settings, renew) => <SettingsForm settings={settings} onRenew={renew} />}
      </HeldRecord>
      <div className="stack gap-20 above-20">
        <ShareRatesPanel publisherId={null} />
        <SigningKeysPanel />
      </div>
    </>
  );
}

function SettingsForm({ settings, onRenew }: { settings: Settings; onRenew: () => void }) {
  const t = useTexts(settingsTexts);
  const queryClient = useQueryClient();
  const user = useUser();
  const { version, ...initialValues } = settings;
  const { form, formProps } = useAppForm<SettingsValues>({
    initialValues,
    schema: networkSettings,
    failed: t('failed'),
    renew: onRenew,
    onSubmit: async (values) => {
      const saved = await api.operator.updateSettings({ ...networkSettings.parse(values), version });
      form.resetDirty();
      // Every amount on the page is in it.
      replaceUser({ ...user, currency: saved.currency });
      toast.success(t('saved'));
      await queryClient.invalidateQueries({ queryKey: ['operator'] });
      onRenew();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <FormPart form={form} fields={parts.general} by={[t]}>
        {() => (
          <Panel title={t('general')}>
            <FormColumns>
              <TextInput label={t('networkName')} required {...form.getInputProps('networkName')} />
              <TextInput
                label={t('currency')}
                description={t('currencyHint')}
                required
                {...form.getInputProps('currency')}
              />
              <Select
                label={t('timeZone')}
                description={t('timeZoneHint')}
                required
                data={timeZones(settings.timeZone)}
                searchable
                allowDeselect={false}
                {...form.getInputProps('timeZone')}
              />
            </FormColumns>
          </Panel>
        )}
      </FormPart>
      <FormPart form={form} fields={parts.money}>
        {() => <MoneyPanels form={form} />}
      </FormPart>
      <FormPart form={form} fields={parts.seller}>
        {() => <SellerPanel form={form} />}
      </FormPart>
      <FormPart form={form} fields={parts.review}>
        {() => <ReviewPanel form={form} />}
      </FormPart>
      <FormPart form={form} fields={parts.access}>
        {() => (
          <AccessPanel
            signUp={form.getInputProps('signUp')}
            terms={form.getInputProps('termsUrl')}
            totp={form.getInputProps('totpRequired')}
            stepUp={form.getInputProps('stepUp')}
            keys={form.getInputProps('signingKeyRenewal')}
          />
        )}
      </FormPart>
      <FormActions>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('saving')}>
          {t('save')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}

/** What is charged, and from which amounts on. */
function MoneyPanels({ form }: { form: AppFormOf<SettingsValues> }) {
  const t = useTexts(settingsTexts);
  const amount = (field: 'cpm' | 'cpc' | 'minPayout' | 'lowBalance' | 'minDeposit') => (
    <MoneyInput label={t(`${field}`)} required {...form.getInputProps(field)} />
  );
  return (
    <>
      <Panel title={t('rates')}>
        <FormColumns>
          {amount('cpm')}
          {amount('cpc')}
          <PercentInput label={t('share')} required {...form.getInputProps('publisherSharePercent')} />
        </FormColumns>
      </Panel>
      <Panel title={t('money')}>
        <FormColumns>
          {amount('minDeposit')}
          {amount('lowBalance')}
          {amount('minPayout')}
        </FormColumns>
        <Textarea
          mt="md"
          label={t('bankDetails')}
          description={t('bankDetailsHint')}
          autosize
          minRows={3}
          {...form.getInputProps('bankTransferDetails')}
        />
      </Panel>
    </>
  );
}

/** How people come in. */
function AccessPanel({
  signUp,
  terms,
  totp,
  stepUp,
  keys,
}: Record<'signUp' | 'terms' | 'totp' | 'stepUp' | 'keys', object>) {
  const t = useTexts(settingsTexts);
  return (
    <Panel title={t('access')}>
      <FormColumns>
        <Select
          label={t('signUp')}
          description={t('signUpHint')}
          required
          data={SIGN_UP_MODES.map((value) => ({ value, label: t(`signUpOf.${value}`) }))}
          allowDeselect={false}
          {...signUp}
        />
        <TextInput label={t('termsUrl')} description={t('termsUrlHint')} type="url" {...terms} />
        <Select
          label={t('totpRequired')}
          description={t('totpRequiredHint')}
          required
          data={TOTP_REQUIREMENTS.map((value) => ({ value, label: t(`totpOf.${value}`) }))}
          allowDeselect={false}
          {...totp}
        />
        <Select
          label={t('stepUp')}
          description={t('stepUpHint')}
          required
          data={STEP_UP_REQUIREMENTS.map((value) => ({ value, label: t(`totpOf.${value}`) }))}
          allowDeselect={false}
          {...stepUp}
        />
        <Select
          label={t('signingKeyRenewal')}
          description={t('signingKeyRenewalHint')}
          required
          data={SIGNING_KEY_RENEWALS.map((value) => ({ value, label: t(`renewalOf.${value}`) }))}
          allowDeselect={false}
          {...keys}
        />
      </FormColumns>
    </Panel>
  );
}
