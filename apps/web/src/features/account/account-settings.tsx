import { Button } from '@mantine/core';
import type { User } from '@placard/contract/auth';
import { EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { lookTexts } from '../../kits/looks/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { readLookUntilMs } from '../../lib/session/access-token.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { lazyPart, quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DetailList, Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { ApiKeysPanel, WebhooksPanel } from './api-keys-panel.tsx';
import { BillingDetailsPanel } from './billing-details-panel.tsx';
import { MailsPanel } from './mails-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInLinksPanel } from './sign-in-links-panel.tsx';
import { accountTexts } from './texts.ts';
import { TwoFactorPanel } from './two-factor-panel.tsx';

const ProfileForm = lazyPart(() =>
  import('./profile-form.tsx').then((module) => ({ default: module.ProfileForm })),
);
/** At the end of a long page: what leaving takes comes after what is seen first. */
const LeavingPanels = quietPart(() => import('./leaving-panels.tsx'));
const PasswordDialog = quietPart(() => import('./password-dialog.tsx'));

function ProfileView({ user }: { user: User }) {
  const t = useTexts(accountTexts);
  return (
    <DetailList
      details={[
        { label: t('firstName'), value: user.firstName },
        { label: t('lastName'), value: user.lastName },
        { label: t('email'), value: user.email },
        { label: t('phone'), value: user.phone },
        { label: t('company'), value: user.company },
        { label: t('timeZone'), value: user.timeZone },
      ]}
    />
  );
}

function Membership({ user }: { user: User }) {
  const t = useTexts(accountTexts);
  return (
    <Panel title={t('membership')}>
      <DetailList
        details={[
          {
            label: t('roles'),
            value: (
              <span className="row wrap gap-8">
                {user.roles.map((role) => (
                  <span key={role} className="badge on-quiet">
                    {t(`role.${role}`)}
                  </span>
                ))}
                <span className="muted text-13">{t('roleCount', { count: user.roles.length })}</span>
              </span>
            ),
          },
          { label: t('status'), value: <StatusChip status={user.status} /> },
          { label: t('memberSince'), value: <DateTime value={user.memberSince} /> },
          {
            label: t('lastLogin'),
            value: user.lastLogin === null ? t('never') : <DateTime value={user.lastLogin} withTime />,
          },
        ]}
      />
    </Panel>
  );
}

function Security() {
  const t = useTexts(accountTexts);
  const [opened, setOpened] = useState(false);
  const [needed, setNeeded] = useState(false);
  return (
    <Panel title={t('security')}>
      <div className="row wrap between gap-12-24">
        <div>
          <div>{t('password')}</div>
          <div className="muted text-13">{t('otherSessionsEnd')}</div>
        </div>
        <Button
          variant="default"
          onClick={() => {
            setNeeded(true);
            setOpened(true);
          }}
        >
          {t('changePassword')}
        </Button>
      </div>
      {needed && <PasswordDialog opened={opened} onClose={() => setOpened(false)} />}
    </Panel>
  );
}

function AccountSettings() {
  const t = useTexts(accountTexts);
  const user = useUser();
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button variant="default" size="xs" onClick={() => setEditing(true)}>
      {t('edit')}
    </Button>
  );
  return (
    <div className="stack gap-16 max-860">
      <Panel title={t('profile')} description={t('profileText')} actions={editing ? undefined : edit}>
        {editing ? (
          <Suspense fallback={<LoadingState />}>
            <ProfileForm user={user} onDone={() => setEditing(false)} />
          </Suspense>
        ) : (
          <ProfileView user={user} />
        )}
      </Panel>
      <BillingDetailsPanel />
      <Membership user={user} />
      <Security />
      <TwoFactorPanel />
      <PasskeysPanel />
      <SignInLinksPanel />
      <MailsPanel email={user.email} />
      <SessionsPanel />
      <ApiKeysPanel />
      <WebhooksPanel />
      <LeavingPanels />
    </div>
  );
}

export default function AccountScreen() {
  const t = useTexts(accountTexts);
  const looks = useTexts(lookTexts);
  return (
    <>
      <PageHeader title={t('title')} />
      {readLookUntilMs() === null ? (
        <AccountSettings />
      ) : (
        <EmptyState framed icon={EyeOff} title={looks('personal.title')} text={looks('personal.text')} />
      )}
    </>
  );
}
