import type { UserRow } from '@placard/contract/users';
import { CirclePlay, CircleX, KeyRound, ShieldOff, UserCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { userTexts } from './texts.ts';

const ResetLinkDialog = quietPart(() => import('./reset-link-dialog.tsx'));
const ResetTotpDialog = quietPart(() => import('./reset-totp-dialog.tsx'));
const RolesDialog = quietPart(() => import('./roles-dialog.tsx'));

export function nameOf(row: Pick<UserRow, 'firstName' | 'lastName' | 'email'>): string {
  const name = `${row.firstName} ${row.lastName}`.trim();
  return name === '' ? row.email : name;
}

function useUserAction() {
  const t = useTexts(userTexts);
  const ask = useConfirmedAction();
  return async (row: UserRow, action: 'suspend' | 'reinstate') => {
    const name = nameOf(row);
    const suspending = action === 'suspend';
    await ask(
      {
        title: t(suspending ? 'suspendTitle' : 'reinstateTitle', { name }),
        ...(suspending ? { consequence: t('suspendConsequence') } : {}),
        confirmLabel: t(`${action}`),
        danger: suspending,
      },
      {
        run: () => api.operator.actOnUser({ id: row.id, action }),
        success: t(suspending ? 'suspended' : 'reinstated', { name }),
        failure: t(`${action}Failed`),
        refresh: [['operator'], ['records']],
      },
    );
  };
}

/** What is asked about one account. */
type Asked = { readonly what: 'roles' | 'reset' | 'totp'; readonly user: UserRow };

function AccountDialog({ what, user, onClose }: Asked & { onClose: () => void }) {
  if (what === 'roles') return <RolesDialog user={user} onClose={onClose} />;
  if (what === 'reset') return <ResetLinkDialog user={user} onClose={onClose} />;
  return <ResetTotpDialog user={user} onClose={onClose} />;
}

type Offer = {
  readonly t: Translate<typeof userTexts.english>;
  /** Not the own account. */
  readonly others: boolean;
  readonly ask: (asked: Asked) => void;
  readonly act: (row: UserRow, action: 'suspend' | 'reinstate') => Promise<void>;
};

/** What can be done about an account. */
function itemsOf(row: UserRow, { t, others, ask, act }: Offer): MenuAction[] {
  return [
    {
      key: 'roles',
      label: t('editRoles'),
      icon: UserCog,
      onSelect: () => ask({ what: 'roles', user: row }),
    },
    ...(others && row.status === 'active'
      ? [
          {
            key: 'reset',
            label: t('resetLink'),
            icon: KeyRound,
            onSelect: () => ask({ what: 'reset', user: row }),
          },
        ]
      : []),
    ...(others && row.totpEnabled
      ? [
          {
            key: 'totp',
            label: t('totpReset'),
            icon: ShieldOff,
            onSelect: () => ask({ what: 'totp', user: row }),
          },
        ]
      : []),
    ...(others && row.status !== 'suspended'
      ? [
          {
            key: 'suspend',
            label: t('suspend'),
            icon: CircleX,
            danger: true,
            onSelect: () => void act(row, 'suspend'),
          },
        ]
      : []),
    ...(row.status === 'suspended'
      ? [
          {
            key: 'reinstate',
            label: t('reinstate'),
            icon: CirclePlay,
            onSelect: () => void act(row, 'reinstate'),
          },
        ]
      : []),
  ];
}

/** What the operator does about somebody: for a row of the list and for their page. */
export function useUserActions(): {
  readonly actionsOf: (row: UserRow) => MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(userTexts);
  const me = useUser();
  const act = useUserAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    actionsOf: (row) => itemsOf(row, { t, others: row.id !== me.id, ask: setAsked, act }),
    dialog: asked !== null && <AccountDialog {...asked} onClose={() => setAsked(null)} />,
  };
}
