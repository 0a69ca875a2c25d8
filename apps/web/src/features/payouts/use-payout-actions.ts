import type { OperatorPayout } from '@placard/contract/payouts';
import { useQueryClient } from '@tanstack/react-query';
import { payoutTexts } from '../../i18n/en/payouts.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { openConfirm } from '../../ui/confirm.ts';
import { downloadPayouts, type ExportFormat } from './download-payouts.ts';

type Rows = readonly OperatorPayout[];

const CENTS = 100;

/** Cents are summed as whole numbers. */
function totalOf(rows: Rows): number {
  return rows.reduce((sum, row) => sum + Math.round(row.amount * CENTS), 0) / CENTS;
}

/** Approving, completing and exporting, for one row as for many. */
export function usePayoutActions() {
  const t = useTexts(payoutTexts);
  const queryClient = useQueryClient();
  const [, act] = useAction();
  const facts = (rows: Rows) => ({
    count: rows.length,
    amount: formatMoney(totalOf(rows), rows[0]?.currency ?? 'USD'),
  });
  const move = async (rows: Rows, action: 'process' | 'complete') => {
    // One key a row and dialog: a retry after a lost answer moves nothing twice.
    const keys = rows.map((row) => ({ id: row.id, idempotencyKey: newIdempotencyKey() }));
    const completes = action === 'complete';
    const two = !completes && rows.some((row) => row.approvalsNeeded > row.approvals.length + 1);
    const sure = await openConfirm({
      title: t(`${action}Title`, facts(rows)),
      message: completes ? t('completeText') : two ? t('processTwoText') : t('processText'),
      ...(completes ? { consequence: t('completeConsequence') } : {}),
      confirmLabel: t(action),
    });
    if (!sure) return;
    const done = { moved: 0, waiting: 0 };
    try {
      for (const { id, idempotencyKey } of keys) {
        const after = await api.payouts.act({ id, action }, { idempotencyKey });
        if (after.status === 'pending') done.waiting += 1;
        else done.moved += 1;
      }
    } catch (error) {
      toast.failure(refusalOf(error, t(`${action}Failed`)));
    } finally {
      if (done.moved > 0) toast.success(t(`${action}Done`, { count: done.moved }));
      if (done.waiting > 0) toast.success(t('approvedFirst', { count: done.waiting }));
      await queryClient.invalidateQueries({ queryKey: ['payouts'] });
    }
  };
  const exportBatch = async (rows: Rows, format: ExportFormat) => {
    const sure = await openConfirm({
      title: t('exportTitle', facts(rows)),
      message: t('exportText'),
      consequence: t('exportConsequence'),
      confirmLabel: t(`exportAs.${format}`),
    });
    if (!sure) return;
    await act({
      run: () =>
        downloadPayouts(
          rows.map((row) => row.id),
          format,
        ),
      success: t('exportDone'),
      failure: t('exportFailed'),
      refresh: [['payouts']],
    });
  };
  return { move, exportBatch };
}
