import { Button } from '@mantine/core';
import type { Passkey } from '@placard/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { knowsPasskeys } from '../../lib/passkey.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { PasskeyTask } from './passkey-dialogs.tsx';
import { accountTexts } from './texts.ts';

const PasskeyDialog = quietPart(() => import('./passkey-dialogs.tsx'));

/** Passkeys of whoever is signed in: what signs in without a password, added and removed here. */
export function PasskeysPanel() {
  const t = useTexts(accountTexts);
  const query = useQuery(apiQuery(api.passkeys.list, undefined));
  const [task, setTask] = useState<PasskeyTask | null>(null);
  const possible = query.data?.possible !== false;
  const text = possible ? (knowsPasskeys() ? 'text' : 'noBrowser') : 'impossible';
  return (
    <Panel
      flush
      title={t('passkeys.title')}
      description={t(`passkeys.${text}`)}
      actions={
        text === 'text' ? (
          <Button variant="default" size="xs" onClick={() => setTask({ kind: 'add' })}>
            {t('passkeys.add')}
          </Button>
        ) : undefined
      }
    >
      <Loaded
        query={query}
        failed={t('passkeys.loadFailed')}
        loading={<div style={{ height: 48 }} aria-busy data-unsettled />}
      >
        {({ items }) => (
          <ul className="plain-list list-rows">
            {items.length === 0 && <li className="faint text-13">{t('passkeys.none')}</li>}
            {items.map((passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                onRemove={() => setTask({ kind: 'remove', passkey })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {task !== null && <PasskeyDialog task={task} onClose={() => setTask(null)} />}
    </Panel>
  );
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTexts(accountTexts);
  const { name, createdAt, lastUsedAt } = passkey;
  const when = (instant: string) => formatRelative(instant, serverNow());
  return (
    <li>
      <div className="breaks shrinks">
        <div>{name}</div>
        <div className="muted text-13">
          {lastUsedAt === null
            ? t('passkeys.unused', { added: when(createdAt) })
            : t('passkeys.used', { added: when(createdAt), used: when(lastUsedAt) })}
        </div>
      </div>
      <Button variant="default" size="xs" aria-label={t('passkeys.removeOf', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}
