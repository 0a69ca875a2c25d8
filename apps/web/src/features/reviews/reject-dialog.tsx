import { NativeSelect } from '@mantine/core';
import { REJECTION_CODES, type ReviewItem, rejectInput } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import { rejectionTexts } from '../../kits/rejection/texts.ts';
import { api } from '../../lib/api/api.ts';
import { reviewName } from './review-value.ts';
import { reviewTexts } from './texts.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

export default function RejectDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const t = useTexts(reviewTexts);
  const words = useTexts(rejectionTexts);
  const { kind, id, version } = item;
  const name = reviewName(item);
  const initialValues: Values = { code: 'misleading', text: '' };
  return (
    <ReasonDialog
      title={t('rejectTitle', { name })}
      text={t('rejectHint')}
      fields={(form) => (
        <NativeSelect
          label={t('reason')}
          required
          data={REJECTION_CODES.map((value) => ({ value, label: words(`code.${value}`) }))}
          {...form.getInputProps('code')}
        />
      )}
      reason={{ field: 'text', label: t('text'), hint: t('textHint') }}
      initialValues={initialValues}
      schema={rejectInput}
      toInput={(values) => ({ kind, id, version, ...values })}
      run={(input) => api.operator.reject(input)}
      label={t('reject')}
      busyLabel={t('rejecting')}
      done={t('rejected', { name })}
      failed={t('rejectFailed')}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
