import type { ModeratedWebsite } from '@placard/contract/moderation';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { CirclePlay, CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { moderationTexts } from './texts.ts';

const SuspendDialog = quietPart(() => import('./suspend-dialog.tsx'));

type Website = Pick<ModeratedWebsite, 'id' | 'version' | 'domain'> & { readonly actions: readonly string[] };

/** Suspending a website and lifting it: for a row of the list and for its page. */
export function useWebsiteActions(): {
  readonly actionsOf: (website: Website) => MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(moderationTexts);
  const ask = useConfirmedAction();
  const [stopped, setStopped] = useState<Website | null>(null);
  const activate = async ({ id, version, domain }: Website) => {
    const name = shownDomain(domain);
    await ask(
      { title: t('activateTitle', { name }), message: t('activateText'), confirmLabel: t('activate') },
      {
        run: () => api.moderation.activateWebsite({ id, version }),
        success: t('activated', { name }),
        failure: t('activateFailed'),
        refresh: [['moderation']],
      },
    );
  };
  const actionsOf = (website: Website): MenuAction[] => [
    ...(website.actions.includes('suspend')
      ? [
          {
            key: 'suspend',
            label: t('suspend'),
            icon: CircleX,
            danger: true,
            onSelect: () => setStopped(website),
          },
        ]
      : []),
    ...(website.actions.includes('activate')
      ? [
          {
            key: 'activate',
            label: t('activate'),
            icon: CirclePlay,
            onSelect: () => void activate(website),
          },
        ]
      : []),
  ];
  const dialog = stopped !== null && <SuspendDialog row={stopped} onClose={() => setStopped(null)} />;
  return { actionsOf, dialog };
}
