import { cancelDocumentInput, type DocumentRecord } from '@placard/contract/documents';
import { useTexts } from '../../../i18n/texts.ts';
import { ReasonDialog } from '../../../kits/form/reason-dialog.tsx';
import { api } from '../../../lib/api/api.ts';
import { networkDocumentsTexts } from './texts.ts';

/** Takes a self-billing invoice back by a document of its own, which says why. */
export default function CancelDialog({
  document: { number, label },
  onClose,
}: {
  document: Pick<DocumentRecord, 'number' | 'label'>;
  onClose: () => void;
}) {
  const t = useTexts(networkDocumentsTexts);
  return (
    <ReasonDialog
      title={t('cancelTitle', { label })}
      text={t('cancelText')}
      reason={{ field: 'reason', label: t('reason'), hint: t('reasonHint') }}
      initialValues={{ reason: '' }}
      schema={cancelDocumentInput}
      toInput={({ reason }) => ({ number, reason })}
      run={(input, call) => api.operator.cancelDocument(input, call)}
      label={t('cancel')}
      busyLabel={t('cancelling')}
      done={t('cancelled', { label })}
      failed={t('cancelFailed')}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
