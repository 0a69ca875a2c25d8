import { Button } from '@mantine/core';
import { deviceName } from '@placard/domain/account/device-name';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { accountTexts } from './texts.ts';

export function SessionsPanel() {
  const t = useTexts(accountTexts);
  const sessions = useQuery(apiQuery(api.auth.sessions, undefined));
  const ask = useConfirmedAction();
  const nameOf = (userAgent: string) => {
    const device = deviceName(userAgent);
    return device === null ? t('unknownDevice') : t('device', device);
  };
  const revoke = async (id: number, device: string) => {
    await ask(
      {
        title: t('revokeTitle'),
        message: t('revokeText', { device }),
        confirmLabel: t('revoke'),
        danger: true,
      },
      {
        run: () => api.auth.revokeSession({ id }),
        success: t('revoked'),
        failure: t('revokeFailed'),
        refresh: [api.auth.sessions.key],
      },
    );
  };
  return (
    <div id="sessions">
      <Panel title={t('sessions')} description={t('sessionsText')} flush>
        <Loaded
          query={sessions}
          failed={t('sessionsFailed')}
          loading={<div style={{ height: 72 }} aria-busy data-unsettled />}
        >
          {({ items }) => (
            <ul className="plain-list list-rows">
              {items.map((session) => (
                <li key={session.id}>
                  <div>
                    <div title={session.userAgent}>{nameOf(session.userAgent)}</div>
                    <div className="muted text-13">
                      {t('lastSeen', { when: formatRelative(session.lastSeenAt, serverNow()) })}
                    </div>
                  </div>
                  {session.current ? (
                    <span className="good text-13 semibold">{t('thisSession')}</span>
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => void revoke(session.id, nameOf(session.userAgent))}
                    >
                      {t('revoke')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
