import { newShareRate } from '@placard/contract/share-rates';
import { addDays } from '@placard/domain/time-zone';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { RateFields } from '../dated-rates/rate-fields.tsx';
import { datedRateTexts } from '../dated-rates/texts.ts';
import type { Amount } from '../form/amount.ts';
import { PercentInput } from '../form/number-field.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import WebsiteSelect from '../website/website-select.tsx';
import { shareRateTexts } from './texts.ts';

type Values = {
  websiteId: number | null;
  sharePercent: Amount;
  fromDay: string;
  lastDay: string;
  reason: string;
};

/** A share of the network, a publisher, or one of its websites from a day to come. */
export default function ShareDialog({
  publisherId,
  onClose,
}: {
  publisherId: number | null;
  onClose: () => void;
}) {
  const t = useTexts(shareRateTexts);
  const rates = useTexts(datedRateTexts);
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const toInput = ({ lastDay, ...values }: Values) => ({
    ...values,
    publisherId,
    lastDay: lastDay === '' ? null : lastDay,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      websiteId: null,
      sharePercent: '',
      fromDay: addDays(dayIn(timeZone, serverNow()), 1),
      lastDay: '',
      reason: '',
    },
    schema: newShareRate,
    toInput,
    failed: t('saveFailed'),
    onSubmit: async (values) => {
      try {
        await api.shareRates.create(newShareRate.parse(toInput(values)));
        toast.success(t('saved'));
        onClose();
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['shareRates'] });
      }
    },
  });
  return (
    <Dialog title={t('addTitle')} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('addText')}</p>
        {publisherId !== null && (
          <WebsiteSelect
            label={t('of')}
            of={{ publisherId }}
            none={t('ofAll')}
            value={form.values.websiteId ?? undefined}
            onChange={(id) => form.setFieldValue('websiteId', id ?? null)}
            error={form.errors.websiteId}
          />
        )}
        <PercentInput label={t('percent')} required data-autofocus {...form.getInputProps('sharePercent')} />
        <RateFields fieldOf={(name) => form.getInputProps(name)} lastDayHint={t('lastDayHint')} />
        <DialogActions form={form} busyLabel={rates('saving')} onClose={onClose}>
          {t('save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
