import { Button } from '@mantine/core';
import type { UserRow } from '@placard/contract/users';
import { ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { CirclePlay, CircleX, KeyRound, ShieldOff, UserCog, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api } from '../../lib/api/api.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { Count } from '../../ui/count.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { userTexts } from './texts.ts';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const ResetLinkDialog = lazy(() => import('./reset-link-dialog.tsx'));
const ResetTotpDialog = lazy(() => import('./reset-totp-dialog.tsx'));
const RolesDialog = lazy(() => import('./roles-dialog.tsx'));

const search = listSearch({
  sorts: ['email', 'name', 'status', 'createdAt', 'lastLogin'],
  defaultSort: '-createdAt',
  filters: { role: oneOf(ROLES), status: oneOf(USER_STATUSES) },
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
      {
        id: 'name',
        header: t('column.name'),
        fixed: true,
        sort: true,
        cell: (row) => nameOf(row),
        csv: (row) => nameOf(row),
      },
      {
        id: 'email',
        header: t('column.email'),
        sort: true,
        cell: (row) => row.email,
        csv: (row) => row.email,
      },
      { id: 'roles', header: t('column.roles'), cell: roles, csv: roles },
      {
        id: 'status',
        header: t('column.status'),
        sort: true,
        cell: (row) => <StatusChip status={row.status} {...(row.invited ? { reason: t('waiting') } : {})} />,
        csv: (row) => row.status,
      },
      {
        id: 'createdAt',
        header: t('column.created'),
        sort: true,
        cell: (row) => <DateTime value={row.memberSince} />,
        csv: (row) => row.memberSince,
      },
      {
        id: 'lastLogin',
        header: t('column.lastLogin'),
        sort: true,
        cell: (row) => (row.lastLogin === null ? t('never') : <DateTime value={row.lastLogin} withTime />),
        csv: (row) => row.lastLogin ?? '',
      },
      {
        id: 'company',
        header: t('column.company'),
        hidden: true,
        cell: (row) => row.company ?? '–',
        csv: (row) => row.company ?? '',
      },
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
  const list = useList(search);
  const query = useListQuery(api.operator.users, list.input);
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
      <UserStats stats={query.data?.stats} failed={query.isError} />
      <DataTable
        id="users"
        caption={t('caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={nameOf}
        rowActions={rowActions}
        filters={<UserFilters list={list} />}
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        fetchPage={(page) => api.operator.users({ ...list.input, ...page })}
        empty={<EmptyState icon={Users} title={t('empty')} />}
      />
      <Suspense>
        {inviting && <InviteDialog onClose={() => setInviting(false)} />}
        {asked !== null && <AccountDialog {...asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

function UserStats({
  stats,
  failed,
}: {
  stats: { total: number; active: number } | undefined;
  failed: boolean;
}) {
  const t = useTexts(userTexts);
  const loading = stats === undefined;
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('total')}
        icon={Users}
        loading={loading}
        value={<Count value={stats?.total ?? 0} />}
      />
      <StatCard
        label={t('active')}
        icon={CirclePlay}
        loading={loading}
        value={<Count value={stats?.active ?? 0} />}
      />
    </StatCards>
  );
}

function UserFilters({ list }: { list: ReturnType<typeof useList<string, typeof search.filters>> }) {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  const ui = useTexts(uiTexts);
  return (
    <>
      <ChoiceFilter
        label={t('column.roles')}
        value={list.input.role}
        choices={ROLES.map((value) => ({ value, label: shell(`role.${value}`) }))}
        onChange={(role) => list.setFilters({ role })}
      />
      <ChoiceFilter
        label={t('column.status')}
        value={list.input.status}
        choices={USER_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
        onChange={(status) => list.setFilters({ status })}
      />
    </>
  );
}
