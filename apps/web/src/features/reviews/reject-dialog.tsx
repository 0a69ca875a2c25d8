import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { REJECTION_CODES, type ReviewItem, rejectInput } from '@placard/contract/operator';
import { useQueryClient } from '@tanstack/react-query';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

export default function RejectDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  const queryClient = useQueryClient();
  const toInput = (values: Values) => ({ kind: item.kind, id: item.id, version: item.version, ...values });
  const { form, formProps } = useAppForm<Values>({
    initialValues: { code: 'misleading', text: '' },
    schema: rejectInput,
    toInput,
    onSubmit: async (values) => {
      try {
        await api.operator.reject(toInput(values));
        toast.success(t('review.rejected', { name: item.name }));
        onClose();
      } catch (error) {
        if (!form.takeIssues(error)) toast.failure(refusalOf(error, t('review.rejectFailed')));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['operator'] });
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('review.rejectTitle', { name: item.name })} centered>
      <AppForm {...formProps}>
        <p>{t('review.rejectHint')}</p>
        <NativeSelect
          label={t('review.reason')}
          required
          data={REJECTION_CODES.map((value) => ({ value, label: t(`review.code.${value}`) }))}
          {...form.getInputProps('code')}
        />
        <Textarea
          label={t('review.text')}
          description={t('review.textHint')}
          required
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {t('review.cancel')}
          </Button>
          <BusyButton type="submit" color="red" busy={form.busy} busyLabel={t('review.rejecting')}>
            {t('review.reject')}
          </BusyButton>
        </FormActions>
      </AppForm>
    </Modal>
  );
}
