import { TextInput } from '@mantine/core';
import { type WithholdingRateRow, withholdingRateEnd } from '@placard/contract/withholding';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { withholdingTexts } from './texts.ts';
import { useWithholdingWords } from './withholding-words.ts';

/** Gives a rate its last day. */
export default function EndDialog({ rate, onClose }: { rate: WithholdingRateRow; onClose: () => void }) {
  const t = useTexts(withholdingTexts);
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const { id } = rate;
  const words = useWithholdingWords()(rate);
  const { form, formProps } = useAppForm<{ lastDay: string }>({
    initialValues: { lastDay: rate.lastDay ?? dayIn(timeZone, Date.now()) },
    schema: withholdingRateEnd,
    toInput: (values) => ({ ...values, id }),
    onSubmit: async ({ lastDay }) => {
      try {
        await api.withholding.end({ id, lastDay });
        toast.success(t('ended'));
        onClose();
      } catch (error) {
        form.refused(error, t('endFailed'));
      }
      void queryClient.invalidateQueries({ queryKey: ['withholding'] });
    },
  });
  return (
    <Dialog title={t('endTitle')} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{words}</p>
        <TextInput
          type="date"
          label={t('lastDay')}
          required
          min={FIRST_DAY}
          max={LAST_DAY}
          data-autofocus
          {...form.getInputProps('lastDay')}
        />
        <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
          {t('endSave')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
