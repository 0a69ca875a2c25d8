import { upholdInput } from '@placard/contract/appeals';
import type { ReviewItem } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import { api } from '../../lib/api/api.ts';
import { reviewName } from './review-value.ts';
import { reviewTexts } from './texts.ts';

/** Keeps to what was decided, with an answer that the owner is told. */
export default function UpholdDialog({
  item,
  appealId,
  onClose,
}: {
  item: ReviewItem;
  appealId: number;
  onClose: () => void;
}) {
  const t = useTexts(reviewTexts);
  const name = reviewName(item);
  return (
    <ReasonDialog
      title={t('appeal.upholdTitle', { name })}
      text={t('appeal.upholdHint')}
      reason={{ field: 'text', label: t('appeal.text'), hint: t('appeal.textHint') }}
      initialValues={{ text: '' }}
      schema={upholdInput}
      toInput={({ text }) => ({ id: appealId, version: item.version, text })}
      run={(input) => api.appeals.uphold(input)}
      label={t('appeal.uphold')}
      busyLabel={t('appeal.upholding')}
      done={t('appeal.upheld', { name })}
      failed={t('appeal.upholdFailed')}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
