import { shownDomain } from '@placard/domain/website/unicode-domain';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import type { Judged } from './judged.ts';
import { verdictTexts } from './texts.ts';

const RejectDialog = quietPart(() => import('./reject-dialog.tsx'));

/** Approve and reject for the page of what is judged: as items of its menu, and the dialog that asks why. */
export function useVerdict(): {
  readonly actionsOf: (judged: Judged, allowed: readonly string[]) => MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(verdictTexts);
  const ask = useConfirmedAction();
  const [rejecting, setRejecting] = useState<Judged | null>(null);
  const approve = async ({ kind, id, version, name, related = [], refresh }: Judged) => {
    const neighbours = related.map(({ domain, relation, publisher }) =>
      t('related.line', { relation, domain: shownDomain(domain), publisher: publisher.name }),
    );
    await ask(
      {
        title: t('approveTitle', { name }),
        message: [t('approveText'), ...neighbours].join(' '),
        ...(related.length === 0 ? {} : { consequence: t('related.hint'), danger: true }),
        confirmLabel: t('approve'),
      },
      {
        run: () =>
          api.operator.approve({ kind, id, version, seenRelated: related.map((website) => website.id) }),
        success: t('approved', { name }),
        failure: t('approveFailed'),
        refresh: [refresh],
      },
    );
  };
  const actionsOf = (judged: Judged, allowed: readonly string[]): MenuAction[] => [
    ...(allowed.includes('approve')
      ? [
          {
            key: 'approve',
            label: t('approve'),
            icon: CircleCheck,
            onSelect: () => void approve(judged),
          },
        ]
      : []),
    ...(allowed.includes('reject')
      ? [
          {
            key: 'reject',
            label: t('reject'),
            icon: CircleX,
            danger: true,
            onSelect: () => setRejecting(judged),
          },
        ]
      : []),
  ];
  const dialog = rejecting !== null && (
    <RejectDialog items={[rejecting]} onClose={() => setRejecting(null)} />
  );
  return { actionsOf, dialog };
}
