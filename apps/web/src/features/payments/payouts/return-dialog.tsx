import { type OperatorPayout, payoutAct } from '@placard/contract/payouts';
import { useTexts } from '../../../i18n/texts.ts';
import { ReasonDialog } from '../../../kits/form/reason-dialog.tsx';
import { api } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { payoutTabTexts } from './tab-texts.ts';
import { payoutTexts } from './texts.ts';

/** Fails or rejects a payout: its money goes back, its publisher reads why. */
export default function ReturnDialog({
  payout,
  action,
  onClose,
}: {
  payout: OperatorPayout;
  action: 'fail' | 'reject';
  onClose: () => void;
}) {
  const t = useTexts(payoutTexts);
  const words = useTexts(payoutTabTexts);
  const amount = formatMoney(payout.amount, payout.currency);
  return (
    <ReasonDialog
      title={words(`return.${action}Title`, { paymentId: payout.paymentId })}
      text={words('return.returned', { amount, publisher: payout.publisher.name })}
      reason={{ field: 'reason', label: t('reason'), hint: t('reasonHint') }}
      initialValues={{ reason: '' }}
      schema={payoutAct}
      toInput={({ reason }) => ({ id: payout.id, action, reason })}
      run={(input, call) => api.payouts.act(input, call)}
      label={t(action)}
      busyLabel={t('saving')}
      done={words(`return.${action}Done`)}
      failed={words(`return.${action}Failed`)}
      refresh={['payouts']}
      onClose={onClose}
    />
  );
}
