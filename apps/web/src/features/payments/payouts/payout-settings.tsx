import { Button, TextInput } from '@mantine/core';
import { payoutSettingsChange, type PayoutSettings as Settings } from '@placard/contract/payouts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { type Amount, requiredAmount } from '../../../kits/form/amount.ts';
import { MoneyInput } from '../../../kits/form/number-field.tsx';
import { type AppForm as AppFormOf, useAppForm } from '../../../kits/form/use-app-form.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { formatDateTime } from '../../../lib/format/time-format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { Notice } from '../../../ui/form/field-layout.tsx';
import { AppForm, FormActions, FormColumns } from '../../../ui/form/form-layout.tsx';
import { HeldRecord } from '../../../ui/form/held-record.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../../ui/form/use-unsaved-changes-guard.ts';
import { DetailList, Panel } from '../../../ui/panel.tsx';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import { payoutTabTexts } from './tab-texts.ts';
import { payoutTexts } from './texts.ts';

/** What was asked for last, whether it counts already or not: saving something else beside it changes nothing about it. */
const askedLimit = ({ approvalLimit, raised }: Settings) => raised?.approvalLimit ?? approvalLimit;

type Values = { approvalLimit: Amount; accountName: string; iban: string; bic: string };

export default function PayoutSettings() {
  const t = useTexts(payoutTabTexts);
  const query = useQuery(apiQuery(api.payouts.settings, undefined));
  return (
    <HeldRecord query={query} failed={t('settings.loadFailed')}>
      {(settings, renew) => <SettingsForm settings={settings} onRenew={renew} />}
    </HeldRecord>
  );
}

function SettingsForm({ settings, onRenew }: { settings: Settings; onRenew: () => void }) {
  const t = useTexts(payoutTexts);
  const tab = useTexts(payoutTabTexts);
  const queryClient = useQueryClient();
  const [entering, setEntering] = useState(false);
  const toInput = ({ approvalLimit, ...debtor }: Values) => ({
    version: settings.version,
    approvalLimit: requiredAmount(approvalLimit),
    ...(entering ? { debtor } : {}),
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: { approvalLimit: askedLimit(settings), accountName: '', iban: '', bic: '' },
    schema: payoutSettingsChange,
    toInput,
    rules: ({ approvalLimit }): Record<string, string> =>
      approvalLimit === '' ? { approvalLimit: 'required' } : {},
    mapPath: (path) => path.replace('debtor.', ''),
    failed: tab('settings.saveFailed'),
    renew: onRenew,
    onSubmit: async (values) => {
      await api.payouts.updateSettings(toInput(values));
      form.resetDirty();
      toast.success(tab('settings.saved'));
      await queryClient.invalidateQueries({ queryKey: ['payouts'] });
      onRenew();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <div className="grid max-720 gap-16">
        <Panel title={tab('settings.approval')}>
          <div className="grid gap-16">
            <MoneyInput
              required
              label={tab('settings.limit')}
              description={tab('settings.limitHint')}
              {...form.getInputProps('approvalLimit')}
            />
            <RaisedLimit settings={settings} />
          </div>
        </Panel>
        <Panel title={tab('settings.account')} description={tab('settings.accountText')}>
          <div className="grid max-720 gap-16">
            {settings.currency !== 'EUR' && (
              <Notice tone="info">
                <p>{tab('settings.noSepa', { currency: settings.currency })}</p>
              </Notice>
            )}
            {entering ? <AccountFields form={form} /> : <SavedAccount settings={settings} />}
            <AccountButtons
              settings={settings}
              entering={entering}
              onEnter={setEntering}
              onRemoved={onRenew}
            />
          </div>
        </Panel>
        <FormActions>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('saving')}>
            {tab('settings.save')}
          </BusyButton>
        </FormActions>
      </div>
    </AppForm>
  );
}

function RaisedLimit({ settings: { raised, approvalLimit, currency } }: { settings: Settings }) {
  const t = useTexts(payoutTabTexts);
  const timeZone = useTimeZone();
  if (raised === null) return null;
  const at = formatDateTime(raised.countsFrom, timeZone);
  const until = { at, limit: formatMoney(approvalLimit, currency) };
  return (
    <Notice tone="info">
      <p>
        {raised.approvalLimit === 0
          ? t('settings.endsAt', until)
          : t('settings.raisedAt', { ...until, raised: formatMoney(raised.approvalLimit, currency) })}
      </p>
    </Notice>
  );
}

function SavedAccount({ settings: { debtor } }: { settings: Settings }) {
  const t = useTexts(payoutTabTexts);
  if (debtor === null) return <p>{t('settings.noAccount')}</p>;
  return (
    <DetailList
      details={[
        { label: t('settings.accountName'), value: debtor.accountName },
        { label: t('settings.iban'), value: debtor.iban },
        { label: t('settings.bic'), value: debtor.bic },
      ]}
    />
  );
}

function AccountFields({ form }: { form: AppFormOf<Values> }) {
  const t = useTexts(payoutTabTexts);
  // Browsers must not offer these to the next person at the same machine.
  const off = { autoComplete: 'off' };
  return (
    <FormColumns>
      <TextInput label={t('settings.accountName')} required {...off} {...form.getInputProps('accountName')} />
      <TextInput label={t('settings.iban')} required {...off} {...form.getInputProps('iban')} />
      <TextInput
        label={t('settings.bic')}
        description={t('settings.bicHint')}
        {...off}
        {...form.getInputProps('bic')}
      />
    </FormColumns>
  );
}

function AccountButtons({
  settings,
  entering,
  onEnter,
  onRemoved,
}: {
  settings: Settings;
  entering: boolean;
  onEnter: (entering: boolean) => void;
  onRemoved: () => void;
}) {
  const t = useTexts(payoutTexts);
  const tab = useTexts(payoutTabTexts);
  const ask = useConfirmedAction();
  const { version, debtor } = settings;
  const none = debtor === null;
  const words = entering
    ? none
      ? t('cancel')
      : tab('settings.keep')
    : none
      ? tab('settings.enter')
      : tab('settings.replace');
  const remove = async () => {
    const removed = await ask(
      {
        title: `${tab('settings.remove')}?`,
        message: tab('settings.removeText'),
        confirmLabel: tab('settings.remove'),
        danger: true,
      },
      {
        run: () => api.payouts.updateSettings({ version, approvalLimit: askedLimit(settings), debtor: null }),
        success: tab('settings.saved'),
        failure: tab('settings.saveFailed'),
        refresh: [['payouts']],
      },
    );
    if (removed) onRemoved();
  };
  return (
    <div className="flex wrap gap-8">
      <Button variant="default" size="compact-sm" onClick={() => onEnter(!entering)}>
        {words}
      </Button>
      {debtor !== null && !entering && (
        <Button variant="default" size="compact-sm" onClick={() => void remove()}>
          {tab('settings.remove')}
        </Button>
      )}
    </div>
  );
}
