import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Objective } from '@placard/domain/campaign/rules';
import { COUNTRY_CODES, DEVICES, LANGUAGE_CODES } from '@placard/domain/targeting/places';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, amountOf } from '../../kits/form/amount.ts';
import { choicesTexts } from '../../kits/form/choices-texts.ts';
import { CodesField } from '../../kits/form/codes-field.tsx';
import { FormPart } from '../../kits/form/form-part.tsx';
import { CountInput, MoneyInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChipsField } from '../../ui/form/choice-field.tsx';
import { Fields, Half, Notice } from '../../ui/form/field-layout.tsx';
import { useCurrency } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type AdSetValues, type CampaignBudgets, WEEKDAYS } from './ad-set-values.ts';
import { bidWarningText } from './outlook-words.ts';
import { campaignsTexts } from './texts.ts';
import { weekdayName } from './weekday-name.ts';

const AUDIENCE = ['locations', 'languages', 'devices'] as const;
const DEVICE_ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet };

export type AdSetFieldsProps = {
  readonly form: AppForm<AdSetValues>;
  readonly campaign: CampaignBudgets & { readonly objective: Objective | '' };
  /** What the network asks for, below the bid. */
  readonly minimumBid: ReactNode;
};

/** The fields of an ad set, in the wizard and on the campaign's Target tab. */
export function AdSetFields({ form, campaign, minimumBid }: AdSetFieldsProps) {
  const t = useTexts(campaignsTexts);
  return (
    <>
      <Panel title={t('adSetField.basics')}>
        <Fields>
          <TextInput required label={t('adSetField.name')} {...form.getInputProps('name')} />
          <Textarea
            autosize
            minRows={2}
            maxRows={6}
            label={t('adSetField.description')}
            {...form.getInputProps('description')}
          />
        </Fields>
      </Panel>
      <FormPart form={form} fields={AUDIENCE} by={[t]}>
        {() => (
          <Panel title={t('adSetField.audience')}>
            <AudienceFields form={form} />
          </Panel>
        )}
      </FormPart>
      <Panel title={t('adSetField.schedule')}>
        <ScheduleFields form={form} />
      </Panel>
      <Panel title={t('adSetField.amounts')}>
        <AmountFields form={form} campaign={campaign} minimumBid={minimumBid} />
      </Panel>
    </>
  );
}

function AudienceFields({ form }: Pick<AdSetFieldsProps, 'form'>) {
  const t = useTexts(campaignsTexts);
  const countries = useTexts(choicesTexts);
  return (
    <Fields>
      <CodesField
        type="region"
        codes={COUNTRY_CODES}
        find={countries('search')}
        label={t('adSetField.locations')}
        description={t('adSetField.locationsHint')}
        value={form.values.locations}
        onChange={(locations) => form.setFieldValue('locations', locations)}
        error={form.errors.locations}
      />
      <CodesField
        type="language"
        codes={LANGUAGE_CODES}
        find={t('adSetField.languagesFind')}
        label={t('adSetField.languages')}
        description={t('adSetField.languagesHint')}
        value={form.values.languages}
        onChange={(languages) => form.setFieldValue('languages', languages)}
        error={form.errors.languages}
      />
      <ChipsField
        label={t('adSetField.devices')}
        options={DEVICES.map((value) => ({ value, label: t(`device.${value}`), icon: DEVICE_ICONS[value] }))}
        value={form.values.devices}
        onChange={(devices) => form.setFieldValue('devices', devices)}
        error={form.errors.devices}
      />
    </Fields>
  );
}

function ScheduleFields({ form }: Pick<AdSetFieldsProps, 'form'>) {
  const t = useTexts(campaignsTexts);
  const zone = formatZone(useTimeZone(), serverNow());
  const { allDay, startTime, endTime } = form.values;
  const overnight = !allDay && startTime !== '' && endTime !== '' && endTime < startTime;
  return (
    <Fields>
      <ChipsField
        label={t('adSetField.daysOfWeek')}
        options={WEEKDAYS.map((value) => ({
          value,
          label: weekdayName(value, 'short'),
          spoken: weekdayName(value, 'long'),
        }))}
        value={form.values.daysOfWeek}
        onChange={(days) => form.setFieldValue('daysOfWeek', days)}
        error={form.errors.daysOfWeek}
      />
      <Switch label={t('adSetField.allDay')} {...form.getInputProps('allDay', { type: 'checkbox' })} />
      {!allDay && (
        <>
          <Half>
            <TextInput
              required
              type="time"
              label={t('adSetField.startTime')}
              description={t('adSetField.timesHint', { zone })}
              {...form.getInputProps('startTime')}
            />
          </Half>
          <Half>
            <TextInput
              required
              type="time"
              label={t('adSetField.endTime')}
              description={
                overnight ? t('adSetField.overnight', { time: endTime }) : t('adSetField.timesHint', { zone })
              }
              {...form.getInputProps('endTime')}
            />
          </Half>
        </>
      )}
    </Fields>
  );
}

function AmountFields({ form, campaign, minimumBid }: AdSetFieldsProps) {
  const t = useTexts(campaignsTexts);
  const currency = useCurrency();
  const inherited = (value: Amount) => {
    const amount = amountOf(value);
    return amount === undefined ? null : formatMoney(amount, currency);
  };
  const total = inherited(campaign.totalBudget);
  const daily = inherited(campaign.dailyBudget);
  const { values } = form;
  const warning = bidWarningText(
    t,
    campaign.objective,
    {
      bid: values.bid,
      totalBudget: values.totalBudget === '' ? campaign.totalBudget : values.totalBudget,
      dailyBudget: values.dailyBudget === '' ? campaign.dailyBudget : values.dailyBudget,
    },
    currency,
  );
  return (
    <Fields>
      <Half>
        <MoneyInput
          label={t('adSetField.totalBudget')}
          description={total === null ? undefined : t('adSetField.totalBudgetHint', { amount: total })}
          {...form.getInputProps('totalBudget')}
        />
      </Half>
      <Half>
        <MoneyInput
          label={t('adSetField.dailyBudget')}
          description={
            daily === null
              ? t('adSetField.dailyBudgetNoneHint')
              : t('adSetField.dailyBudgetHint', { amount: daily })
          }
          {...form.getInputProps('dailyBudget')}
        />
      </Half>
      <Half>
        <MoneyInput
          label={campaign.objective === 'TRAFFIC' ? t('adSetField.bidCpc') : t('adSetField.bidCpm')}
          description={t('adSetField.bidHint')}
          {...form.getInputProps('bid')}
        />
      </Half>
      <Half>
        <CountInput
          unit={t('adSetField.frequencyCapUnit', { count: amountOf(form.values.frequencyCapPerDay) ?? 0 })}
          label={t('adSetField.frequencyCap')}
          description={t('adSetField.frequencyCapHint')}
          {...form.getInputProps('frequencyCapPerDay')}
        />
      </Half>
      {minimumBid}
      {warning !== null && (
        <Notice tone="warn" live>
          <p>{warning}</p>
        </Notice>
      )}
    </Fields>
  );
}
