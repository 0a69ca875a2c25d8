import { NativeSelect } from '@mantine/core';
import { REJECTION_CODES, type ReviewItem, rejectInput } from '@placard/contract/operator';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { reviewName } from './review-value.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

export default function RejectDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  const { kind, id, version } = item;
  const name = reviewName(item);
  const initialValues: Values = { code: 'misleading', text: '' };
  return (
    <ReasonDialog
      title={t('review.rejectTitle', { name })}
      text={t('review.rejectHint')}
      fields={(form) => (
        <NativeSelect
          label={t('review.reason')}
          required
          data={REJECTION_CODES.map((value) => ({ value, label: t(`review.code.${value}`) }))}
          {...form.getInputProps('code')}
        />
      )}
      reason={{ field: 'text', label: t('review.text'), hint: t('review.textHint') }}
      initialValues={initialValues}
      schema={rejectInput}
      toInput={(values) => ({ kind, id, version, ...values })}
      run={(input) => api.operator.reject(input)}
      label={t('review.reject')}
      busyLabel={t('review.rejecting')}
      done={t('review.rejected', { name })}
      failed={t('review.rejectFailed')}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
