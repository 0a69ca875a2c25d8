import type { AccountOfOperator } from '@placard/contract/records';
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { lookTexts } from '../../kits/looks/texts.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';

const LookDialog = quietPart(() => import('./look-dialog.tsx'));

/** Looking at an active account as its members see it. */
export function useLook(account: AccountOfOperator): {
  readonly actions: MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(lookTexts);
  const [opened, setOpened] = useState(false);
  const look = { key: 'look', label: t('begin.label'), icon: Eye, onSelect: () => setOpened(true) };
  return {
    actions: account.status === 'active' && account.roles.length > 0 ? [look] : [],
    dialog: opened && <LookDialog account={account} onClose={() => setOpened(false)} />,
  };
}
