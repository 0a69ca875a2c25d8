import { exportDiscard, type PayoutExport } from '@placard/contract/payouts';
import { useTexts } from '../../../i18n/texts.ts';
import { ReasonDialog } from '../../../kits/form/reason-dialog.tsx';
import { api } from '../../../lib/api/api.ts';
import { payoutTabTexts } from './tab-texts.ts';
import { payoutTexts } from './texts.ts';

/** Takes an export back that the bank has not carried out. */
export default function DiscardDialog({ batch, onClose }: { batch: PayoutExport; onClose: () => void }) {
  const t = useTexts(payoutTexts);
  const tab = useTexts(payoutTabTexts);
  return (
    <ReasonDialog
      title={tab('exports.discardTitle', { messageId: batch.messageId })}
      text={tab('exports.discardText')}
      reason={{ field: 'reason', label: t('reason'), hint: tab('exports.reasonHint') }}
      initialValues={{ reason: '' }}
      schema={exportDiscard}
      toInput={({ reason }) => ({ id: batch.id, reason })}
      run={(input) => api.payouts.discardExport(input)}
      label={tab('exports.discard')}
      busyLabel={t('saving')}
      done={tab('exports.discardDone')}
      failed={tab('exports.discardFailed')}
      refresh={['payouts']}
      onClose={onClose}
    />
  );
}
