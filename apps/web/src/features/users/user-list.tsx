import { Button } from '@mantine/core';
import type { UserRow } from '@placard/contract/users';
import { ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { CirclePlay, CircleX, KeyRound, ShieldOff, UserCog, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { SignUpsPanel } from './sign-ups-panel.tsx';
import { userTexts } from './texts.ts';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const ResetLinkDialog = lazy(() => import('./reset-link-dialog.tsx'));
const ResetTotpDialog = lazy(() => import('./reset-totp-dialog.tsx'));
const RolesDialog = lazy(() => import('./roles-dialog.tsx'));

const users = defineList({
  id: 'users',
  operation: api.operator.users,
  sorts: ['email', 'name', 'status', 'createdAt', 'lastLogin'],
  defaultSort: '-createdAt',
  filters: { role: oneOf(ROLES), status: oneOf(USER_STATUSES) },
  rowId: (row) => row.id,
  rowName: nameOf,
});

function nameOf(row: UserRow): string {
  const name = `${row.firstName} ${row.lastName}`.trim();
  return name === '' ? row.email : name;
}

function useColumns(): Column<UserRow>[] {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  return useMemo(() => {
    const roles = (row: UserRow) => row.roles.map((role) => shell(`role.${role}`)).join(', ');
    return [
      textColumn('name', t('column.name'), nameOf, { fixed: true, sort: true }),
      textColumn('email', t('column.email'), (row) => row.email, { sort: true }),
      textColumn('roles', t('column.roles'), roles),
      statusColumn(
        t('column.status'),
        (row) => ({ status: row.status, reason: row.invited ? t('waiting') : null }),
        { sort: true },
      ),
      dayColumn('createdAt', t('column.created'), (row) => row.memberSince, { sort: true }),
      dayColumn('lastLogin', t('column.lastLogin'), (row) => row.lastLogin, {
        sort: true,
        cell: (row) => (row.lastLogin === null ? t('never') : <DateTime value={row.lastLogin} withTime />),
      }),
      textColumn('company', t('column.company'), (row) => row.company, { hidden: true }),
    ];
  }, [t, shell]);
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
        refresh: [['operator']],
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
function actionsOf(row: UserRow, { t, others, ask, act }: Offer) {
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

export default function UserList() {
  const t = useTexts(userTexts);
  const me = useUser();
  const shell = useTexts(shellTexts);
  const { list, query, table } = useListOf(users);
  const columns = useColumns();
  const act = useUserAction();
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);

  const rowActions = (row: UserRow) => actionsOf(row, { t, others: row.id !== me.id, ask: setAsked, act });

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        }
      />
      <SignUpsPanel />
      <ListStats
        query={query}
        cards={{
          total: { label: t('total'), icon: Users },
          active: { label: t('active'), icon: CirclePlay },
        }}
      />
      <DataTable
        {...table}
        caption={t('caption')}
        columns={columns}
        rowActions={rowActions}
        filters={
          <>
            <ListChoice
              list={list}
              name="role"
              label={t('column.roles')}
              values={ROLES}
              words={(role) => shell(`role.${role}`)}
            />
            <StatusFilter list={list} label={t('column.status')} values={USER_STATUSES} />
          </>
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={Users} title={t('empty')} />}
      />
      <Suspense>
        {inviting && <InviteDialog onClose={() => setInviting(false)} />}
        {asked !== null && <AccountDialog {...asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
