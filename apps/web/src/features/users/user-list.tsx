import { Button } from '@mantine/core';
import type { UserRow } from '@placard/contract/users';
import { ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { CirclePlay, UserPlus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { RecordLink, recordColumn } from '../../kits/records/record-link.tsx';
import { TagFilter, tagParameter } from '../../kits/records/tag-filter.tsx';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SignUpsPanel } from './sign-ups-panel.tsx';
import { userTexts } from './texts.ts';
import { nameOf, useUserActions } from './use-user-actions.tsx';

const InviteDialog = quietPart(() => import('./invite-dialog.tsx'));

const users = defineList({
  id: 'users',
  operation: api.operator.users,
  sorts: ['email', 'name', 'status', 'createdAt', 'lastLogin'],
  defaultSort: '-createdAt',
  filters: { role: oneOf(ROLES), status: oneOf(USER_STATUSES), tag: tagParameter },
  glance: ['roles', 'status'],
  rowId: (row) => row.id,
  rowName: nameOf,
});

function useColumns(): Column<UserRow>[] {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  return useMemo(() => {
    const roles = (row: UserRow) => row.roles.map((role) => shell(`role.${role}`)).join(', ');
    return [
      recordColumn<UserRow>(t('column.name'), {
        kind: 'user',
        column: 'name',
        id: (row) => row.id,
        name: nameOf,
        sort: true,
      }),
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
      textColumn('account', t('column.account'), (row) => row.accountName, {
        cell: (row) => (
          <RecordLink kind="user" id={row.accountId}>
            {row.accountName}
          </RecordLink>
        ),
      }),
    ];
  }, [t, shell]);
}

export default function UserList() {
  const t = useTexts(userTexts);
  const shell = useTexts(shellTexts);
  const { list, query, table } = useListOf(users);
  const columns = useColumns();
  const { actionsOf, dialog } = useUserActions();
  const [inviting, setInviting] = useState(false);

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
        rowActions={actionsOf}
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
            <TagFilter list={list} kind="account" />
          </>
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={Users} title={t('empty')} />}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {dialog}
    </>
  );
}
