import { Select, Textarea, TextInput } from '@mantine/core';
import { type CorrectableAccount, type SpendRefundPreview, spendRefund } from '@placard/contract/corrections';
import { CHARGES_NAMED, REFUND_DAYS_MAX } from '@placard/domain/billing/correction';
import { daysBetween, FIRST_DAY, isDay, LAST_DAY } from '@placard/domain/day-bounds';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type AppForm, useAppForm } from '../../kits/form/use-app-form.ts';
import { api, apiQuery, newIdempotencyKey } from '../../lib/api/api.ts';
import { keyAfter } from '../../lib/api/intended-once.ts';
import { failureText, wentThrough } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions, DialogFault } from '../../ui/dialog.tsx';
import { AppForm as Form, FormColumns } from '../../ui/form/form-layout.tsx';
import { leavingTexts } from '../../ui/form/leaving-texts.ts';
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

function usePreview(values: Values) {
  const { account, periodFrom, periodTo } = values;
  const days = isDay(periodFrom) && isDay(periodTo) ? daysBetween(periodFrom, periodTo) : 0;
  return useQuery({
    ...apiQuery(api.corrections.preview, scopeOf(values)),
    // What is too long the field says itself.
    enabled: account !== null && days >= 1 && days <= REFUND_DAYS_MAX,
    placeholderData: keepPreviousData,
  });
}

/** Gives an advertiser back what a period was charged, as it is seen here. */
export default function RefundDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(correctionTexts);
  const leaving = useTexts(leavingTexts);
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const today = dayIn(timeZone, serverNow());
  const [preview, setPreview] = useState<SpendRefundPreview | null>(null);
  const inputOf = (values: Values) => ({
    ...scopeOf(values),
    amount: preview?.amount ?? Number.NaN,
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
    rules: ({ account }): Record<string, string> => (account === null ? { account: 'required' } : {}),
    onSubmit: async (values) => {
      try {
        await api.corrections.refundSpend(inputOf(values), { idempotencyKey });
        toast.success(t('refund.done'));
        onClose();
      } catch (error) {
        if (wentThrough(error)) {
          toast.failure(leaving('wentThrough'));
          onClose();
          return;
        }
        setIdempotencyKey(keyAfter(idempotencyKey, error));
        if (!form.takeIssues(error)) toast.failure(failureText(t('refund.failed'), error));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['corrections'] });
      }
    },
  });
  const query = usePreview(form.values);
  const shown = form.values.account === null ? null : (query.data ?? null);
  if (shown !== preview) setPreview(shown);
  const amount = shown === null || shown.amount === 0 ? null : formatMoney(shown.amount, shown.currency);
  return (
    <Dialog title={t('refund.title')} onClose={onClose}>
      <Form {...formProps}>
        <p>{t('refund.text')}</p>
        <Scope form={form} preview={shown} />
        {query.isError && <DialogFault>{failureText(t('refund.lookFailed'), query.error)}</DialogFault>}
        {form.values.account !== null && query.isPending && query.isFetching && <p>{t('refund.looking')}</p>}
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

function Scope({ form, preview }: { form: AppForm<Values>; preview: SpendRefundPreview | null }) {
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
    <div className="grid gap-10" aria-live="polite">
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
