import { Button } from '@mantine/core';
import type { ShareRateRow } from '@placard/contract/share-rates';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { RecordLink } from '../records/record-link.tsx';
import { RowList } from '../records/related-panel.tsx';
import { percent, useShareWords } from './share-words.ts';
import { shareRateTexts } from './texts.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const EndDialog = lazy(() => import('./end-dialog.tsx'));

type Asked = { readonly ends: ShareRateRow | null };

/** Shares of a publisher and its websites, or the network's: what holds now, what is to come, what was. */
export function ShareRatesPanel({ publisherId }: { publisherId: number | null }) {
  const t = useTexts(shareRateTexts);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(apiQuery(api.shareRates.list, publisherId === null ? {} : { publisherId }));
  const close = () => setAsked(null);
  return (
    <Panel
      flush
      title={t(publisherId === null ? 'networkTitle' : 'title')}
      {...(publisherId === null ? { description: t('networkHint') } : {})}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setAsked({ ends: null })}
        >
          {t('add')}
        </Button>
      }
    >
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={2} />}>
        {({ items, present }) => (
          <RowList empty={t('none')}>
            {[
              <li key="now">
                <strong className="semibold">
                  {t('now', {
                    share: percent(present.sharePercent),
                    level: t(`level.${present.shareLevel}`),
                  })}
                </strong>
              </li>,
              ...items.map((rate) => (
                <RateLine key={rate.id} rate={rate} onEnd={() => setAsked({ ends: rate })} />
              )),
            ]}
          </RowList>
        )}
      </Loaded>
      <Suspense>
        {asked?.ends === null && <ShareDialog publisherId={publisherId} onClose={close} />}
        {asked !== null && asked.ends !== null && <EndDialog rate={asked.ends} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function RateLine({ rate, onEnd }: { rate: ShareRateRow; onEnd: () => void }) {
  const t = useTexts(shareRateTexts);
  const words = useShareWords()(rate);
  const ask = useConfirmedAction();
  const { id, website, removable } = rate;
  const over = rate.until !== null && Date.parse(rate.until) <= Date.now();
  const remove = () =>
    ask(
      { title: t('removeTitle'), message: t('removeText'), confirmLabel: t('remove'), danger: true },
      {
        run: () => api.shareRates.remove({ id }),
        success: t('removed'),
        failure: t('removeFailed'),
        refresh: [['shareRates']],
      },
    );
  const end = { key: 'end', label: t('end'), icon: CalendarX, onSelect: onEnd };
  const removal = {
    key: 'remove',
    label: t('remove'),
    icon: Trash2,
    danger: true,
    onSelect: () => void remove(),
  };
  return (
    <li>
      <span className="breaks shrinks">
        {words}
        <small className="block faint text-12">
          {t('by', { reason: rate.reason, name: rate.createdBy })}
        </small>
      </span>
      {website !== null && (
        <RecordLink kind="website" id={website.id} title={website.domain}>
          {shownDomain(website.domain)}
        </RecordLink>
      )}
      {(removable || over) && (
        <span className="faint text-13">{t(over ? 'state.over' : 'state.coming')}</span>
      )}
      {!over && <ActionMenu name={words} actions={removable ? [end, removal] : [end]} />}
    </li>
  );
}
