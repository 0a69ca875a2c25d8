import { Select, Textarea, TextInput } from '@mantine/core';
import { type CorrectableAccount, type SpendRefundPreview, spendRefund } from '@placard/contract/corrections';
import { CHARGES_NAMED, REFUND_DAYS_MAX } from '@placard/domain/billing/correction';
import { daysBetween, FIRST_DAY, isDay, LAST_DAY } from '@placard/domain/day-bounds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type AppForm, useAppForm } from '../../kits/form/use-app-form.ts';
import { useIntent } from '../../kits/form/use-intent.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault.tsx';
import { AppForm as Form, FormColumns } from '../../ui/form/form-layout.tsx';
import { type Detail, DetailList } from '../../ui/panel.tsx';
import { AccountSearch } from './account-search.tsx';
import { correctionTexts } from './texts.ts';

type Values = {
  account: CorrectableAccount | null;
  periodFrom: string;
  periodTo: string;
  campaign: string;
  website: string;
  reason: string;
};

function scopeOf({ account, periodFrom, periodTo, campaign, website }: Values) {
  return {
    accountId: account?.id ?? Number.NaN,
    periodFrom,
    periodTo,
    ...(campaign === '' ? {} : { campaignId: Number(campaign) }),
    ...(website === '' ? {} : { websiteId: Number(website) }),
  };
}

type Scope = ReturnType<typeof scopeOf>;

function usePreview(values: Values) {
  const { account, periodFrom, periodTo } = values;
  const scope = scopeOf(values);
  const days = isDay(periodFrom) && isDay(periodTo) ? daysBetween(periodFrom, periodTo) : 0;
  return useQuery({
    ...apiQuery(api.corrections.preview, scope),
    // What is too long the field says itself.
    enabled: account !== null && days >= 1 && days <= REFUND_DAYS_MAX,
    // What can be chosen stays while the account does; no figures of another choice.
    placeholderData: (before, query) =>
      (query?.queryKey.at(-1) as Scope | undefined)?.accountId === scope.accountId ? before : undefined,
  });
}

/** Gives an advertiser back what a period was charged, as it is seen here. */
export default function RefundDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(correctionTexts);
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const { idempotencyKey, leaves } = useIntent(onClose);
  const today = dayIn(timeZone, serverNow());
  const [figures, setFigures] = useState<SpendRefundPreview | null>(null);
  const inputOf = (values: Values) => ({
    ...scopeOf(values),
    amount: figures?.amount ?? Number.NaN,
    reason: values.reason,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      account: null,
      periodFrom: today,
      periodTo: today,
      campaign: '',
      website: '',
      reason: '',
    },
    schema: spendRefund,
    toInput: inputOf,
    rules: ({ account }): Record<string, string> => {
      if (account === null) return { account: 'required' };
      if (figures === null) return { amount: t('refund.looking') };
      return figures.amount === 0 ? { amount: t('refund.none') } : {};
    },
    failed: t('refund.failed'),
    leaves,
    onSubmit: async (values) => {
      try {
        await api.corrections.refundSpend(inputOf(values), { idempotencyKey });
        toast.success(t('refund.done'));
        onClose();
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['corrections'] });
      }
    },
  });
  const query = usePreview(form.values);
  const choices = form.values.account === null ? null : (query.data ?? null);
  const shown = query.isPlaceholderData ? null : choices;
  if (shown !== figures) setFigures(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said of figures that were not there is over
  useEffect(() => form.clearFieldError('amount'), [figures]);
  const amount = shown === null || shown.amount === 0 ? null : formatMoney(shown.amount, shown.currency);
  return (
    <Dialog title={t('refund.title')} onClose={onClose}>
      <Form {...formProps}>
        <p>{t('refund.text')}</p>
        <ScopeFields form={form} preview={choices} />
        {query.isError && <Fault>{failureText(t('refund.lookFailed'), query.error)}</Fault>}
        {form.values.account !== null && shown === null && query.isFetching && <p>{t('refund.looking')}</p>}
        {shown !== null && <Figures preview={shown} />}
        <Textarea
          label={t('correct.reason')}
          description={t('correct.reasonHint')}
          required
          autosize
          minRows={3}
          {...form.getInputProps('reason')}
        />
        <DialogActions form={form} danger busyLabel={t('refund.doing')} onClose={onClose}>
          {amount === null ? t('refund.doEmpty') : t('refund.do', { amount })}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function ScopeFields({ form, preview }: { form: AppForm<Values>; preview: SpendRefundPreview | null }) {
  const t = useTexts(correctionTexts);
  const days = { type: 'date', min: FIRST_DAY, max: LAST_DAY } as const;
  const choices = (none: string, all: SpendRefundPreview['campaigns'], chosen: string) => {
    const currency = preview?.currency ?? 'USD';
    const options = all.map(({ id, name, amount }) => ({
      value: String(id),
      label: t('refund.choice', { name, amount: formatMoney(amount, currency) }),
    }));
    // What is chosen stays in the list, also where nothing of it is left.
    const lost = chosen === '' || options.some(({ value }) => value === chosen) ? [] : [chosen];
    return [{ value: '', label: none }, ...options, ...lost.map((value) => ({ value, label: `#${value}` }))];
  };
  const mostCharged = (named: SpendRefundPreview['campaigns']) =>
    named.length < CHARGES_NAMED ? undefined : t('refund.mostCharged', { count: CHARGES_NAMED });
  const { campaign, website } = form.values;
  return (
    <>
      <AccountSearch
        value={form.values.account}
        error={form.errors.account}
        onChange={(account) => form.setValues({ account, campaign: '', website: '' })}
      />
      <FormColumns>
        <TextInput {...days} label={t('refund.from')} {...form.getInputProps('periodFrom')} />
        <TextInput {...days} label={t('refund.to')} {...form.getInputProps('periodTo')} />
      </FormColumns>
      <p className="muted text-13">{t('refund.zone')}</p>
      {preview !== null && (
        <FormColumns>
          <Select
            label={t('refund.campaign')}
            description={mostCharged(preview.campaigns)}
            allowDeselect={false}
            data={choices(t('refund.allCampaigns'), preview.campaigns, campaign)}
            {...form.getInputProps('campaign')}
          />
          <Select
            label={t('refund.website')}
            description={mostCharged(preview.websites)}
            allowDeselect={false}
            data={choices(t('refund.allWebsites'), preview.websites, website)}
            {...form.getInputProps('website')}
          />
        </FormColumns>
      )}
    </>
  );
}

export function Figures({ preview }: { preview: SpendRefundPreview }) {
  const t = useTexts(correctionTexts);
  const money = (amount: number) => formatMoney(amount, preview.currency);
  const line = (name: 'amount' | 'publishers' | 'network' | 'uncovered' | 'refunded'): Detail => ({
    label: t(`refund.${name}`),
    value: money(preview[name]),
  });
  return (
    <div className="grid gap-8" aria-live="polite">
      {preview.amount === 0 ? (
        <p className="semibold">{t('refund.none')}</p>
      ) : (
        <DetailList
          details={[
            line('amount'),
            line('publishers'),
            line('network'),
            ...(preview.uncovered > 0 ? [line('uncovered')] : []),
          ]}
        />
      )}
      {preview.refunded > 0 && <DetailList details={[line('refunded')]} />}
      {preview.needsSecond && <p className="semibold">{t('refund.needsSecond')}</p>}
    </div>
  );
}
