import { TextInput } from '@mantine/core';
import { newWithholdingRate } from '@placard/contract/withholding';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { addDays } from '@placard/domain/time-zone';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm, FormColumns } from '../../ui/form/form-layout.tsx';
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
      fromDay: addDays(dayIn(timeZone, Date.now()), 1),
      lastDay: '',
      reason: '',
    },
    schema: newWithholdingRate,
    toInput,
    onSubmit: async (values) => {
      try {
        await api.withholding.create(newWithholdingRate.parse(toInput(values)));
        toast.success(t('saved'));
        onClose();
      } catch (error) {
        form.refused(error, t('saveFailed'));
      }
      void queryClient.invalidateQueries({ queryKey: ['withholding'] });
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
        <FormColumns>
          <TextInput
            type="date"
            label={t('fromDay')}
            required
            min={FIRST_DAY}
            max={LAST_DAY}
            {...form.getInputProps('fromDay')}
          />
          <TextInput
            type="date"
            label={t('lastDay')}
            description={t('lastDayHint')}
            min={FIRST_DAY}
            max={LAST_DAY}
            {...form.getInputProps('lastDay')}
          />
        </FormColumns>
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          required
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
          {t('save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
