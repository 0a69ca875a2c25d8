import type { AccountOfOperator } from '@placard/contract/records';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { RecordNotes } from '../../kits/records/record-notes.tsx';
import { RecordPage } from '../../kits/records/record-page.tsx';
import { RowList } from '../../kits/records/related-panel.tsx';
import { recordTexts } from '../../kits/records/texts.ts';
import { ShareRatesPanel } from '../../kits/share-rates/share-rates-panel.tsx';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { WithholdingPanel } from '../../kits/withholding/withholding-panel.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { Address } from '../../ui/address.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { AccountRecords } from './account-records.tsx';
import { userTexts } from './texts.ts';
import { useClosing } from './use-closing.tsx';
import { useGivenExports } from './use-given-exports.tsx';
import { useLook } from './use-look.tsx';
import { useUserActions } from './use-user-actions.tsx';

/** An account: who acts for it, what it holds, and all it has. */
export default function AccountPage({ id }: { id: number }) {
  const t = useTexts(userTexts);
  const query = useRecord(apiQuery(api.records.account, { id }));
  return (
    <Loaded page query={query} failed={t('accountFailed')} loading={<LoadingState lines={6} />}>
      {(account) => <Account account={account} />}
    </Loaded>
  );
}

/** What the wallet holds and what was earned, as far as the account has the role for it. */
function moneyOf(
  { wallet, earnings, currency }: AccountOfOperator,
  t: ReturnType<typeof useTexts<typeof userTexts.english>>,
) {
  const money = (value: number) => <Money value={value} currency={currency} />;
  return [
    ...(wallet === null
      ? []
      : [
          { label: t('money.balance'), value: money(wallet.balance) },
          { label: t('money.spent'), value: money(wallet.spent) },
        ]),
    ...(earnings === null
      ? []
      : [
          { label: t('money.available'), value: money(earnings.available) },
          { label: t('money.inFlight'), value: money(earnings.inFlight) },
          { label: t('money.pending'), value: money(earnings.pending) },
          { label: t('money.total'), value: money(earnings.total) },
        ]),
  ];
}

function Account({ account }: { account: AccountOfOperator }) {
  const t = useTexts(userTexts);
  const words = useTexts(recordTexts);
  const shell = useTexts(shellTexts);
  const { actionsOf, dialog } = useUserActions();
  const { id, ownerUserId } = account;
  // What is done about an account is done about its owner: one operation for both.
  const owner = useQuery(apiQuery(api.records.user, { id: ownerUserId })).data;
  const trust = useTrust();
  const closing = useClosing(account);
  const look = useLook(account);
  const archives = useGivenExports(account);
  const money = moneyOf(account, t);
  return (
    <>
      <RecordPage
        record={{
          kind: 'account',
          id,
          state: [account.status, account.trustedAt ?? '', account.closing?.closedAt].join(),
        }}
        title={account.name}
        crumb={{ label: t('title'), to: '/operator/users' }}
        badge={<StatusChip status={account.status} reason={closing.badge} />}
        actions={[
          ...look.actions,
          ...(account.closing === null && (account.mayTrust || account.trustedAt !== null)
            ? [trust(account)]
            : []),
          ...(owner === undefined || account.closing !== null
            ? []
            : actionsOf(owner).filter(({ key }) => key === 'suspend' || key === 'reinstate')),
          ...archives.actions,
          ...closing.actions,
        ]}
        notes={<RecordNotes kind="account" id={id} />}
        facts={[
          { label: words('field.id'), value: id },
          { label: t('column.company'), value: account.company },
          { label: t('column.roles'), value: account.roles.map((role) => shell(`role.${role}`)).join(', ') },
          { label: t('column.email'), value: account.email },
          { label: t('timeZone'), value: account.timeZone },
          {
            label: t('trust.label'),
            value:
              account.trustedAt === null ? (
                t('trust.waits')
              ) : (
                <>
                  {t('trust.live')} <DateTime value={account.trustedAt} />
                </>
              ),
          },
          { label: words('field.created'), value: <DateTime value={account.createdAt} withTime /> },
          ...closing.facts,
        ]}
        money={money.length === 0 ? undefined : money}
      >
        {account.earnings !== null && <ShareRatesPanel publisherId={id} />}
        {account.earnings !== null && <WithholdingPanel publisherId={id} />}
        <AccountRecords account={account} />
        <Panel flush title={t('members')}>
          <RowList empty="">
            {account.members.map((member) => (
              <li key={member.userId}>
                <span>
                  <RecordLink kind="user" id={member.userId}>
                    {member.name}
                  </RecordLink>
                  <small className="block faint text-12">
                    <Address text={member.email} />
                  </small>
                </span>
                <span className="text-13">{t(`member.${member.role}`)}</span>
                <span className="faint text-13">
                  {member.lastLogin === null ? t('never') : <DateTime value={member.lastLogin} withTime />}
                </span>
              </li>
            ))}
          </RowList>
        </Panel>
        {archives.panel}
      </RecordPage>
      {dialog}
      {closing.dialog}
      {look.dialog}
      {archives.dialog}
    </>
  );
}

/** Lets what the account submits go live at once, or no more. */
function useTrust(): (account: AccountOfOperator) => MenuAction {
  const t = useTexts(userTexts);
  const ask = useConfirmedAction();
  return ({ id, name, trustedAt }) => {
    const trusted = trustedAt === null;
    const words = trusted ? 'give' : 'take';
    return {
      key: 'trust',
      label: t(`trust.${words}.label`),
      icon: trusted ? ShieldCheck : ShieldOff,
      onSelect: () =>
        void ask(
          {
            title: t(`trust.${words}.title`, { name }),
            message: t(`trust.${words}.text`),
            confirmLabel: t(`trust.${words}.label`),
          },
          {
            run: () => api.records.trustAccount({ id, trusted }),
            success: t(`trust.${words}.done`, { name }),
            failure: t('trust.failed'),
            refresh: [['records']],
          },
        ),
    };
  };
}
