import { Button } from '@mantine/core';
import type { ApiKey } from '@placard/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { apiKeysTexts } from './texts.ts';

const ApiKeyDialog = quietPart(() => import('./api-key-dialog.tsx'));

/** Where programs of the account are told what happens. */
export function WebhooksPanel() {
  const t = useTexts(apiKeysTexts);
  return (
    <Panel title={t('webhooks.title')}>
      <div className="row wrap between gap-12-24">
        <span className="muted text-13">{t('webhooks.text')}</span>
        <ButtonLink to="/account/webhooks" variant="default" size="xs">
          {t('webhooks.open')}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** By which keys programs act for the account: one's own, and of its owner everybody's. */
export function ApiKeysPanel() {
  const t = useTexts(apiKeysTexts);
  const keys = useQuery(apiQuery(api.apiKeys.list, undefined));
  const [creating, setCreating] = useState(false);
  return (
    <Panel
      title={t('title')}
      description={
        <span className="underlined">
          {t('description')}{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer">
            {t('docs')}
          </a>
        </span>
      }
      actions={
        <Button variant="default" size="xs" onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      }
      flush
    >
      <Loaded
        query={keys}
        failed={t('loadFailed')}
        loading={<div style={{ height: 72 }} aria-busy data-unsettled />}
      >
        {({ items }) => (
          <ul className="plain-list list-rows">
            {items.length === 0 && <li className="muted">{t('none')}</li>}
            {items.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </Loaded>
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  const ask = useConfirmedAction();
  const { id, name, hint, scopes, mine, maker, expiresAt, expired, lastUsedAt, lastUsedIp } = apiKey;
  const revoke = async () => {
    await ask(
      {
        title: t('revokeTitle', { name }),
        message: t('revokeText'),
        confirmLabel: t('revoke'),
        danger: true,
      },
      {
        run: () => api.apiKeys.revoke({ id }),
        success: t('revoked'),
        failure: t('revokeFailed'),
        refresh: [api.apiKeys.list.key],
      },
    );
  };
  const uses =
    lastUsedAt === null
      ? t('unused')
      : t('lastUsed', { when: formatRelative(lastUsedAt, serverNow()), address: lastUsedIp ?? '' });
  return (
    <li>
      <div>
        <div>
          <strong>{name}</strong> <code className="muted">{hint}…</code>
        </div>
        <div className="text-13">{scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</div>
        <div className="muted text-13">
          {mine ? uses : `${t('by', { maker })} · ${uses}`}
          {' · '}
          {expiresAt === null ? (
            t('endless')
          ) : (
            <span className={expired ? 'bad' : undefined}>
              {t(expired ? 'expired' : 'expires')} <DateTime value={expiresAt} />
            </span>
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('revokeNamed', { name })}
        onClick={() => void revoke()}
      >
        {t('revoke')}
      </Button>
    </li>
  );
}
