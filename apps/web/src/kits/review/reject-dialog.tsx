import { NativeSelect } from '@mantine/core';
import { REJECTION_CODES, rejectInput } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { ReasonDialog } from '../form/reason-dialog.tsx';
import { rejectionTexts } from '../rejection/texts.ts';
import type { Judged } from './judged.ts';
import { verdictTexts } from './texts.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

/** Rejects what was seen, with a reason that its owner is shown. */
export default function RejectDialog({ item, onClose }: { item: Judged; onClose: () => void }) {
  const t = useTexts(verdictTexts);
  const words = useTexts(rejectionTexts);
  const { kind, id, version, name, refresh } = item;
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
      refresh={refresh}
      onClose={onClose}
    />
  );
}
