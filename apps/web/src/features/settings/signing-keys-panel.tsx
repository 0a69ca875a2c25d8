import { Button } from '@mantine/core';
import type { signingKeys } from '@placard/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { z } from 'zod';
import { useTexts } from '../../i18n/texts.ts';
import { RowList } from '../../kits/records/related-panel.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { settingsTexts } from './texts.ts';

type SigningKeys = z.output<typeof signingKeys>;

/** Older ones are counted: all of them do the same. */
const SHOWN = 5;

/** A day of UTC, in which keys begin wherever one sits. */
const day = (instant: string) => formatDate(instant, 'UTC');

/** Keys by which ads and links are signed: which one does, since when, when the next one does; and another one by hand. */
export function SigningKeysPanel() {
  const t = useTexts(settingsTexts);
  const query = useQuery(apiQuery(api.operator.signingKeys, undefined));
  const ask = useConfirmedAction();
  const renew = () =>
    ask(
      { title: t('keys.renewTitle'), message: t('keys.renewText'), confirmLabel: t('keys.renew') },
      {
        run: () => api.operator.renewSigningKey(),
        success: t('keys.renewed'),
        failure: t('keys.renewFailed'),
        refresh: [['operator']],
      },
    );
  return (
    <Panel
      flush
      title={t('keys.title')}
      description={t('keys.text')}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<KeyRound size={14} aria-hidden />}
          disabled={query.data?.items.at(0)?.state === 'waits' || query.data?.keysLeft === 0}
          onClick={() => void renew()}
        >
          {t('keys.renew')}
        </Button>
      }
    >
      <Loaded query={query} failed={t('keys.loadFailed')} loading={<LoadingState lines={2} />}>
        {(keys) => <KeyLines keys={keys} />}
      </Loaded>
    </Panel>
  );
}

function KeyLines({ keys: { items, renewsFrom, keysLeft } }: { keys: SigningKeys }) {
  const t = useTexts(settingsTexts);
  const older = items.length - SHOWN;
  return (
    <RowList empty={t('keys.none')}>
      {[
        ...items.slice(0, SHOWN).map(({ id, signsFrom, state }) => (
          <li key={id}>
            <span className="breaks shrinks">
              <span className={state === 'signs' ? 'semibold' : ''}>
                {t(`keys.line.${state}`, { id: String(id), day: day(signsFrom) })}
              </span>
              <small className="block faint text-12">{t('keys.checks')}</small>
            </span>
          </li>
        )),
        ...(older > 0 ? [<li key="older">{t('keys.older', { count: older })}</li>] : []),
        <li key="next" className="faint text-13">
          {renewsFrom === null ? t('keys.byHand') : t('keys.next', { day: day(renewsFrom) })}{' '}
          {t('keys.left', { count: keysLeft })}
        </li>,
      ]}
    </RowList>
  );
}
