import type { OperatorPayout } from '@placard/contract/payouts';
import { useTexts } from '../../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import { downloadPayouts } from './download-payouts.ts';
import type { ExportFormat } from './export-formats.ts';
import { payoutTexts } from './texts.ts';

type Rows = readonly OperatorPayout[];

const CENTS = 100;

/** Cents are summed as whole numbers. */
function totalOf(rows: Rows): number {
  return rows.reduce((sum, row) => sum + Math.round(row.amount * CENTS), 0) / CENTS;
}

/** Approving, completing and exporting, for one row as for many. */
export function usePayoutActions() {
  const t = useTexts(payoutTexts);
  const ask = useConfirmedAction();
  const facts = (rows: Rows) => ({
    count: rows.length,
    amount: formatMoney(totalOf(rows), rows[0]?.currency ?? 'USD'),
  });
  const move = async (rows: Rows, action: 'process' | 'complete') => {
    // One key a row and dialog: a retry after a lost answer moves nothing twice.
    const keys = rows.map((row) => ({ id: row.id, idempotencyKey: newIdempotencyKey() }));
    const completes = action === 'complete';
    const two = !completes && rows.some((row) => row.approvalsNeeded > row.approvals.length + 1);
    const moveAll = async () => {
      const done = { moved: 0, waiting: 0 };
      try {
        for (let next = keys[0]; next !== undefined; next = keys[0]) {
          const { id, idempotencyKey } = next;
          const after = await api.payouts.act({ id, action }, { idempotencyKey });
          // What is done is done: trying again goes on with the rest.
          keys.shift();
          if (after.status === 'pending') done.waiting += 1;
          else done.moved += 1;
        }
      } finally {
        if (done.moved > 0) toast.success(t(`${action}Done`, { count: done.moved }));
        if (done.waiting > 0) toast.success(t('approvedFirst', { count: done.waiting }));
      }
    };
    await ask(
      {
        title: t(`${action}Title`, facts(rows)),
        message: completes ? t('completeText') : two ? t('processTwoText') : t('processText'),
        ...(completes ? { consequence: t('completeConsequence') } : {}),
        confirmLabel: t(action),
      },
      { run: moveAll, failure: t(`${action}Failed`), refresh: [['payouts']] },
    );
  };
  const exportBatch = async (rows: Rows, format: ExportFormat) => {
    await ask(
      {
        title: t('exportTitle', facts(rows)),
        message: t('exportText'),
        consequence: t('exportConsequence'),
        confirmLabel: t(`exportAs.${format}`),
      },
      {
        run: () =>
          downloadPayouts(
            rows.map((row) => row.id),
            format,
          ),
        success: t('exportDone'),
        failure: t('exportFailed'),
        refresh: [['payouts']],
      },
    );
  };
  return { move, exportBatch };
}
