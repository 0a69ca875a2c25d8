import type { OperatorPayout } from '@placard/contract/payouts';
import { Check, CircleX, Download, Play } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { exportFormatsOf } from './export-formats.ts';
import { bulkHindrancesOf, type Hindrance, hindrancesOf } from './payout-choices.ts';
import { payoutTexts } from './texts.ts';
import { usePayoutActions } from './use-payout-actions.ts';

const ReturnDialog = quietPart(() => import('./return-dialog.tsx'));

type Returning = { readonly payout: OperatorPayout; readonly action: 'fail' | 'reject' };

/** What the operator does with payouts: for a row of the list, for many, and for a page. */
export function usePayoutMenus() {
  const [returning, onReturn] = useState<Returning | null>(null);
  const t = useTexts(payoutTexts);
  const { move, exportBatch } = usePayoutActions();
  const unless = (why: Hindrance) => (why === null ? {} : { disabled: true, title: t(why) });
  const exportActions = (rows: readonly OperatorPayout[], state: Partial<MenuAction>): MenuAction[] =>
    exportFormatsOf(rows).map((format) => ({
      key: format,
      label: t(`exportAs.${format}`),
      icon: Download,
      onSelect: () => void exportBatch(rows, format),
      ...state,
    }));
  const rowActions = (payout: OperatorPayout): MenuAction[] => {
    const { process, others } = hindrancesOf(payout);
    const back = { icon: CircleX, danger: true, ...unless(others) };
    if (payout.status === 'pending') {
      return [
        {
          key: 'process',
          label: t('process'),
          icon: Play,
          onSelect: () => void move([payout], 'process'),
          ...unless(process),
        },
        {
          ...back,
          key: 'reject',
          label: t('reject'),
          onSelect: () => onReturn({ payout, action: 'reject' }),
        },
      ];
    }
    if (payout.status !== 'processing') return [];
    return [
      {
        key: 'complete',
        label: t('complete'),
        icon: Check,
        onSelect: () => void move([payout], 'complete'),
        ...unless(others),
      },
      ...exportActions([payout], {}),
      { ...back, key: 'fail', label: t('fail'), onSelect: () => onReturn({ payout, action: 'fail' }) },
    ];
  };
  const bulkActions = (rows: readonly OperatorPayout[]): MenuAction[] => {
    const hindered = bulkHindrancesOf(rows);
    return [
      {
        key: 'process',
        label: t('process'),
        icon: Play,
        onSelect: () => void move(rows, 'process'),
        ...unless(hindered.process),
      },
      ...exportActions(rows, unless(hindered.export)),
      {
        key: 'complete',
        label: t('complete'),
        icon: Check,
        onSelect: () => void move(rows, 'complete'),
        ...unless(hindered.complete),
      },
    ];
  };
  const dialog = returning !== null && <ReturnDialog {...returning} onClose={() => onReturn(null)} />;
  return { rowActions, bulkActions, dialog };
}
