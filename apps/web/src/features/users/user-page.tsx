import type { UserOfOperator } from '@placard/contract/records';
import { Link } from '@tanstack/react-router';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { RecordNotes } from '../../kits/records/record-notes.tsx';
import { RecordPage } from '../../kits/records/record-page.tsx';
import { RowList } from '../../kits/records/related-panel.tsx';
import { recordTexts } from '../../kits/records/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { userTexts } from './texts.ts';
import { useExportsOf } from './use-given-exports.tsx';
import { nameOf, useUserActions } from './use-user-actions.tsx';

/** Somebody who signs in, with the accounts they act for. */
export default function UserPage({ id }: { id: number }) {
  const t = useTexts(userTexts);
  const query = useRecord(apiQuery(api.records.user, { id }));
  return (
    <Loaded page query={query} failed={t('fetchFailed')} loading={<LoadingState lines={6} />}>
      {(user) => <User user={user} />}
    </Loaded>
  );
}

function User({ user }: { user: UserOfOperator }) {
  const t = useTexts(userTexts);
  const words = useTexts(recordTexts);
  const shell = useTexts(shellTexts);
  const { actionsOf, dialog } = useUserActions();
  const { id } = user;
  const archives = useExportsOf(user, nameOf(user));
  return (
    <>
      <RecordPage
        record={{ kind: 'user', id, state: [user.status, user.totpEnabled, ...user.roles].join() }}
        title={nameOf(user)}
        crumb={{ label: t('title'), to: '/operator/users' }}
        badge={<StatusChip status={user.status} reason={user.invited ? t('waiting') : null} />}
        actions={[...actionsOf(user), ...archives.actions]}
        notes={<RecordNotes kind="user" id={id} />}
        facts={[
          { label: words('field.id'), value: id },
          {
            label: t('column.email'),
            value: (
              <>
                {user.email}
                <Link className="block text-13" to="/operator/mails" search={{ search: user.email }}>
                  {t('mails')}
                </Link>
              </>
            ),
          },
          { label: t('phone'), value: user.phone },
          { label: t('column.roles'), value: user.roles.map((role) => shell(`role.${role}`)).join(', ') },
          { label: t('totp'), value: t(user.totpEnabled ? 'totpOn' : 'totpOff') },
          { label: t('column.created'), value: <DateTime value={user.memberSince} withTime /> },
          {
            label: t('column.lastLogin'),
            value: user.lastLogin === null ? t('never') : <DateTime value={user.lastLogin} withTime />,
          },
        ]}
      >
        <Panel flush title={t('accounts')} description={t('accountsText')}>
          <RowList empty={t('noAccounts')}>
            {user.accounts.map((account) => (
              <li key={account.id}>
                <span>
                  <RecordLink kind="account" id={account.id}>
                    {account.name}
                  </RecordLink>
                  <small className="block faint text-12">
                    {account.roles.map((role) => shell(`role.${role}`)).join(', ')}
                  </small>
                </span>
                <span className="text-13">{t(`member.${account.member}`)}</span>
                <StatusChip status={account.status} />
              </li>
            ))}
          </RowList>
        </Panel>
        {archives.panel}
      </RecordPage>
      {dialog}
      {archives.dialog}
    </>
  );
}
