import type { AccountOfOperator } from '@placard/contract/records';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { closingTexts } from '../../kits/closing/texts.ts';
import { api } from '../../lib/api/api.ts';
import { serverNow } from '../../lib/server-clock.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import type { Detail } from '../../ui/panel.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';

const CloseAccountDialog = quietPart(() => import('./close-account-dialog.tsx'));

/** How an account was closed, and what an operator can do: close it, or open it again while that is possible. */
export function useClosing(account: AccountOfOperator): {
  readonly actions: MenuAction[];
  readonly facts: Detail[];
  readonly badge: string | null;
  readonly dialog: ReactNode;
} {
  const t = useTexts(closingTexts);
  const ask = useConfirmedAction();
  const [opened, setOpened] = useState(false);
  const { closing, id, name } = account;
  const reopen = () =>
    void ask(
      {
        title: t('operator.reopenTitle', { name }),
        message: t('operator.reopenText'),
        confirmLabel: t('operator.reopen'),
      },
      {
        run: () => api.closing.reopenAccount({ id }),
        success: t('operator.reopened', { name }),
        failure: t('operator.reopenFailed'),
        refresh: [['records']],
      },
    );
  const close: MenuAction = {
    key: 'close',
    label: t('operator.close'),
    icon: DoorClosed,
    danger: true,
    onSelect: () => setOpened(true),
  };
  const open: MenuAction = { key: 'reopen', label: t('operator.reopen'), icon: DoorOpen, onSelect: reopen };
  const canReopen =
    closing !== null && closing.erasedAt === null && Date.parse(closing.erasesAt) > serverNow();
  return {
    actions: [...(closing === null ? [close] : []), ...(canReopen ? [open] : [])],
    facts: closing === null ? [] : factsOf(closing, t),
    badge: closing === null ? null : t('operator.closed'),
    dialog: opened && <CloseAccountDialog account={account} onClose={() => setOpened(false)} />,
  };
}

function factsOf(
  closing: NonNullable<AccountOfOperator['closing']>,
  t: ReturnType<typeof useTexts<typeof closingTexts.english>>,
): Detail[] {
  const { by, reason, closedAt, erasedAt, erasesAt } = closing;
  return [
    {
      label: t('operator.label'),
      value: (
        <>
          <DateTime value={closedAt} withTime />{' '}
          {by === 'owner' ? t('operator.byOwner') : t('operator.byOperator', { reason })}
        </>
      ),
    },
    {
      label: t(erasedAt === null ? 'operator.erases' : 'operator.erased'),
      value: <DateTime value={erasedAt ?? erasesAt} />,
    },
  ];
}
