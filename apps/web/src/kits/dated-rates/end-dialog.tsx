import { TextInput } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useTexts } from '../../i18n/texts.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import type { DatedRate } from './rate-line.tsx';
import { datedRateTexts } from './texts.ts';

/** Gives a rate its last day. */
export function EndRateDialog({
  rate,
  words,
  title,
  schema,
  end,
  queryKey,
  onClose,
}: {
  rate: DatedRate;
  words: string;
  title: string;
  /** Of the operation that ends it. */
  schema: z.ZodType;
  end: (input: { id: number; lastDay: string }) => Promise<unknown>;
  queryKey: string;
  onClose: () => void;
}) {
  const t = useTexts(datedRateTexts);
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const { id } = rate;
  const { form, formProps } = useAppForm<{ lastDay: string }>({
    initialValues: { lastDay: rate.lastDay ?? dayIn(timeZone, serverNow()) },
    schema,
    toInput: (values) => ({ ...values, id }),
    failed: t('endFailed'),
    onSubmit: async ({ lastDay }) => {
      try {
        await end({ id, lastDay });
        toast.success(t('ended'));
        onClose();
      } finally {
        void queryClient.invalidateQueries({ queryKey: [queryKey] });
      }
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
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
