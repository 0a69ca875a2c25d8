import type { OperatorPayout } from '@placard/contract/payouts';
import { payoutTexts } from '../../i18n/en/payouts.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { useAction } from '../../lib/use-action.ts';
import { openConfirm } from '../../ui/confirm.ts';
import { downloadPayouts } from './download-payouts.ts';

type Rows = readonly OperatorPayout[];

const CENTS = 100;

/** Cents are summed as whole numbers. */
function totalOf(rows: Rows): number {
  return rows.reduce((sum, row) => sum + Math.round(row.amount * CENTS), 0) / CENTS;
}

/** Approving, completing and exporting, for one row as for many. */
export function usePayoutActions() {
  const t = useTexts(payoutTexts);
  const [, act] = useAction();
  const facts = (rows: Rows) => ({
    count: rows.length,
    amount: formatMoney(totalOf(rows), rows[0]?.currency ?? 'USD'),
  });
  const move = async (rows: Rows, action: 'process' | 'complete') => {
    // One key a row and dialog: a retry after a lost answer moves nothing twice.
    const keys = rows.map((row) => ({ id: row.id, idempotencyKey: newIdempotencyKey() }));
    const completes = action === 'complete';
    const sure = await openConfirm({
      title: t(`${action}Title`, facts(rows)),
      message: completes ? t('completeText') : t('processText'),
      ...(completes ? { consequence: t('completeConsequence') } : {}),
      confirmLabel: t(action),
    });
    if (!sure) return;
    await act({
      run: async () => {
        for (const { id, idempotencyKey } of keys) await api.payouts.act({ id, action }, { idempotencyKey });
      },
      success: t(`${action}Done`, { count: rows.length }),
      failure: t(`${action}Failed`),
      refresh: [['payouts']],
    });
  };
  const exportBatch = async (rows: Rows) => {
    const sure = await openConfirm({
      title: t('exportTitle', facts(rows)),
      message: t('exportText'),
      consequence: t('exportConsequence'),
      confirmLabel: t('export'),
    });
    if (!sure) return;
    await act({
      run: () => downloadPayouts(rows.map((row) => row.id)),
      success: t('exportDone'),
      failure: t('exportFailed'),
      refresh: [['payouts']],
    });
  };
  return { move, exportBatch };
}
