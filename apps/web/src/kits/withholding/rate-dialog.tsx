import { newWithholdingRate } from '@placard/contract/withholding';
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
import { CountryField } from '../form/country-field.tsx';
import { PercentInput } from '../form/number-field.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { withholdingTexts } from './texts.ts';

type Values = {
  country: string;
  withholdingPercent: Amount;
  fromDay: string;
  lastDay: string;
  reason: string;
};

/** A rate of a publisher, a country or the network from a day to come. */
export default function RateDialog({
  publisherId,
  onClose,
}: {
  publisherId: number | null;
  onClose: () => void;
}) {
  const t = useTexts(withholdingTexts);
  const rates = useTexts(datedRateTexts);
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const toInput = ({ country, lastDay, ...values }: Values) => ({
    ...values,
    publisherId,
    country: country === '' ? null : country,
    lastDay: lastDay === '' ? null : lastDay,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      country: '',
      withholdingPercent: '',
      fromDay: addDays(dayIn(timeZone, serverNow()), 1),
      lastDay: '',
      reason: '',
    },
    schema: newWithholdingRate,
    toInput,
    failed: t('saveFailed'),
    onSubmit: async (values) => {
      try {
        await api.withholding.create(newWithholdingRate.parse(toInput(values)));
        toast.success(t('saved'));
        onClose();
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['withholding'] });
      }
    },
  });
  return (
    <Dialog title={t('addTitle')} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('addText')}</p>
        {publisherId === null && (
          <CountryField
            label={t('country')}
            description={t('countryHint')}
            clearable
            {...form.getInputProps('country')}
          />
        )}
        <PercentInput
          label={t('percent')}
          description={t('percentHint')}
          required
          data-autofocus
          {...form.getInputProps('withholdingPercent')}
        />
        <RateFields fieldOf={(name) => form.getInputProps(name)} lastDayHint={t('lastDayHint')} />
        <DialogActions form={form} busyLabel={rates('saving')} onClose={onClose}>
          {t('save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
