import { Button } from '@mantine/core';
import type { Invitation, Member } from '@placard/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Crown, UserCog, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { actFor, useUser } from '../../lib/session/session-store.ts';
import { may } from '../../lib/session/session-user.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { teamTexts } from './texts.ts';

const InviteDialog = quietPart(() => import('./invite-dialog.tsx'));
const RoleDialog = quietPart(() => import('./role-dialog.tsx'));
const HandOverDialog = quietPart(() => import('./hand-over-dialog.tsx'));

type Asked = { readonly what: 'invite' } | { readonly what: 'role' | 'handOver'; readonly member: Member };

const TEAM = [api.accounts.team.key];

export default function TeamScreen() {
  const t = useTexts(teamTexts);
  const user = useUser();
  const team = useQuery(apiQuery(api.accounts.team, undefined));
  const [asked, setAsked] = useState<Asked | null>(null);
  const owns = may(user, 'members');
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description', { account: user.accountName })}
        actions={
          owns ? (
            <Button
              leftSection={<UserPlus size={16} aria-hidden />}
              onClick={() => setAsked({ what: 'invite' })}
            >
              {t('invite')}
            </Button>
          ) : (
            <LeaveButton />
          )
        }
      />
      <Loaded query={team} failed={t('failed')}>
        {({ members, invitations }) => (
          <div className="stack gap-16">
            <Panel title={t('members')} description={owns ? t('membersText') : t('onlyOwner')} flush>
              <ul className="plain-list list-rows">
                {members.map((member) => (
                  <MemberRow key={member.userId} member={member} owns={owns} onAsk={setAsked} />
                ))}
              </ul>
            </Panel>
            {invitations.length > 0 && (
              <Panel title={t('invitations')} description={t('invitationsText')} flush>
                <ul className="plain-list list-rows">
                  {invitations.map((invitation) => (
                    <InvitationRow key={invitation.id} invitation={invitation} owns={owns} />
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        )}
      </Loaded>
      {asked?.what === 'invite' && <InviteDialog onClose={close} />}
      {asked?.what === 'role' && <RoleDialog member={asked.member} onClose={close} />}
      {asked?.what === 'handOver' && <HandOverDialog member={asked.member} onClose={close} />}
    </>
  );
}

function MemberRow({
  member,
  owns,
  onAsk,
}: {
  member: Member;
  owns: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const t = useTexts(teamTexts);
  const user = useUser();
  const ask = useConfirmedAction();
  const { name, userId } = member;
  const remove = async () => {
    await ask(
      {
        title: t('removeTitle', { name }),
        message: t('removeText', { account: user.accountName }),
        confirmLabel: t('remove'),
        danger: true,
      },
      {
        run: () => api.accounts.removeMember({ userId }),
        success: t('removed', { name }),
        failure: t('removeFailed'),
        refresh: TEAM,
      },
    );
  };
  return (
    <li>
      <div className="shrinks">
        <div className="breaks">
          {name} {member.userId === user.id && <span className="muted text-13">({t('you')})</span>}
        </div>
        <div className="muted text-13 breaks">
          {member.email === name ? '' : `${member.email} · `}
          {t('joined', { when: formatRelative(member.joinedAt, serverNow()) })}
          {member.lastLogin !== null &&
            ` · ${t('lastSeen', { when: formatRelative(member.lastLogin, serverNow()) })}`}
        </div>
      </div>
      <div className="row gap-8">
        <span className="text-13 semibold" title={t(`may.${member.role}`)}>
          {t(`roles.${member.role}`)}
        </span>
        {owns && member.role !== 'owner' && (
          <ActionMenu
            name={t('actions', { name })}
            actions={[
              {
                key: 'role',
                label: t('changeRole'),
                icon: UserCog,
                onSelect: () => onAsk({ what: 'role', member }),
              },
              {
                key: 'handOver',
                label: t('handOver'),
                icon: Crown,
                onSelect: () => onAsk({ what: 'handOver', member }),
              },
              {
                key: 'remove',
                label: t('remove'),
                icon: UserMinus,
                danger: true,
                onSelect: () => void remove(),
              },
            ]}
          />
        )}
      </div>
    </li>
  );
}

function InvitationRow({ invitation, owns }: { invitation: Invitation; owns: boolean }) {
  const t = useTexts(teamTexts);
  const ask = useConfirmedAction();
  const { id, email, role } = invitation;
  const revoke = async () => {
    await ask(
      {
        title: t('revokeTitle', { email }),
        message: t('revokeText'),
        confirmLabel: t('revoke'),
        danger: true,
      },
      {
        run: () => api.accounts.revokeInvitation({ id }),
        success: t('revoked'),
        failure: t('revokeFailed'),
        refresh: TEAM,
      },
    );
  };
  return (
    <li>
      <div className="shrinks">
        <div className="breaks">{email}</div>
        <div className="muted text-13">
          {t(`roles.${role}`)} · <Expiry at={invitation.expiresAt} />
        </div>
      </div>
      {owns && (
        <Button variant="default" size="xs" onClick={() => void revoke()}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}

function Expiry({ at }: { at: string }) {
  const t = useTexts(teamTexts);
  const [before, after] = t('expires', { date: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <DateTime value={at} withTime />
      {after}
    </>
  );
}

function LeaveButton() {
  const t = useTexts(teamTexts);
  const { accountName: account } = useUser();
  const ask = useConfirmedAction();
  const leave = async () => {
    await ask(
      {
        title: t('leaveTitle', { account }),
        message: t('leaveText'),
        confirmLabel: t('leave'),
        danger: true,
      },
      {
        run: () => api.accounts.leave(undefined),
        failure: t('leaveFailed'),
        refresh: async () => actFor(null),
      },
    );
  };
  return (
    <Button variant="default" onClick={() => void leave()}>
      {t('leave')}
    </Button>
  );
}
