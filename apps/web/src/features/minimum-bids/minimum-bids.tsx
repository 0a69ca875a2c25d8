import type { BidCard } from '@placard/contract/minimum-bids';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { RowList } from '../../kits/records/related-panel.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { HeldRecord } from '../../ui/form/held-record.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { minimumBidTexts } from './texts.ts';

/** By itself: what it needs is then no part of what every first page loads the names of. */
const CardForm = lazyPart(() => import('./card-form.tsx'));

/** Of a list whose last ones to begin come first, the first that this is true of holds now. */
const isBegun = ({ removable }: BidCard) => !removable;

/** What the network asks for at least: the card to set, and those that were and will be. */
export default function MinimumBidsScreen() {
  const t = useTexts(minimumBidTexts);
  const query = useQuery(apiQuery(api.minimumBids.list, undefined));
  const [taken, setTaken] = useState<BidCard | null>(null);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <HeldRecord query={query} failed={t('loadFailed')}>
        {({ items, lastCardId }, renew) => {
          const started = taken ?? items.find(isBegun) ?? null;
          return (
            <Suspense fallback={<LoadingState />}>
              <CardForm
                key={taken?.id ?? 'now'}
                card={started}
                lastCardId={lastCardId}
                onRenew={() => {
                  setTaken(null);
                  renew();
                }}
              />
            </Suspense>
          );
        }}
      </HeldRecord>
      {query.data !== undefined && <History items={query.data.items} onTake={setTaken} />}
    </>
  );
}

function History({ items, onTake }: { items: readonly BidCard[]; onTake: (card: BidCard) => void }) {
  const t = useTexts(minimumBidTexts);
  const current = items.find(isBegun);
  return (
    <div className="above-20">
      <Panel flush title={t('history')}>
        <RowList empty={t('historyNone')}>
          {items.map((card) => (
            <CardLine key={card.id} card={card} holdsNow={card === current} onTake={() => onTake(card)} />
          ))}
        </RowList>
      </Panel>
    </div>
  );
}

function CardLine({ card, holdsNow, onTake }: { card: BidCard; holdsNow: boolean; onTake: () => void }) {
  const t = useTexts(minimumBidTexts);
  const ask = useConfirmedAction();
  const { id, removable, reason } = card;
  const from = formatDateTime(card.from, 'UTC');
  const name =
    card.until === null
      ? t('from', { from })
      : t('fromUntil', { from, until: formatDateTime(card.until, 'UTC') });
  const minimums = card.minimums.flatMap(({ minCpm, minCpc }) => [minCpm, minCpc]);
  const remove = () =>
    ask(
      { title: t('removeTitle'), message: t('removeText'), confirmLabel: t('remove'), danger: true },
      {
        run: () => api.minimumBids.remove({ id }),
        success: t('removed'),
        failure: t('removeFailed'),
        refresh: [['minimumBids']],
      },
    );
  const take = { key: 'take', label: t('take'), icon: Pencil, onSelect: onTake };
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
        {name}
        <small className="block faint text-12">
          {t('counts', {
            minimums: minimums.filter((amount) => amount !== null).length,
            tiers: card.tiers.length,
          })}
        </small>
        <small className="block faint text-12">{t('by', { reason, name: card.createdBy })}</small>
      </span>
      <span className="row gap-8 to-end">
        <span className={holdsNow ? 'semibold text-13' : 'faint text-13'}>
          {t(`state.${holdsNow ? 'now' : removable ? 'coming' : 'over'}`)}
        </span>
        <ActionMenu name={name} actions={removable ? [take, removal] : [take]} />
      </span>
    </li>
  );
}
