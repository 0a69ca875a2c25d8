import { CalendarX, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { datedRateTexts } from './texts.ts';

/** What rates of every kind have that hold from a day to a day. */
export type DatedRate = {
  readonly id: number;
  readonly lastDay: string | null;
  /** When it is over; null: when another begins. */
  readonly until: string | null;
  readonly reason: string;
  readonly createdBy: string;
  /** It has not begun. */
  readonly removable: boolean;
};

/** Its own words about removing one. */
export type Removal = {
  readonly title: string;
  readonly message: string;
  readonly success: string;
  readonly failure: string;
  readonly run: () => Promise<unknown>;
  readonly queryKey: string;
};

/** A rate of a list, with who set it and why, and what may be done to it while it isn't over. */
export function RateLine({
  rate,
  words,
  removal,
  onEnd,
  children,
}: {
  rate: DatedRate;
  words: string;
  removal: Removal;
  onEnd: () => void;
  children?: ReactNode;
}) {
  const t = useTexts(datedRateTexts);
  const ask = useConfirmedAction();
  const { removable } = rate;
  const over = rate.until !== null && Date.parse(rate.until) <= serverNow();
  const remove = () => {
    const { title, message, run, success, failure, queryKey } = removal;
    return ask(
      { title, message, confirmLabel: t('remove'), danger: true },
      { run, success, failure, refresh: [[queryKey]] },
    );
  };
  const end = { key: 'end', label: t('end'), icon: CalendarX, onSelect: onEnd };
  const removing = {
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
      {children}
      {(removable || over) && (
        <span className="faint text-13">{t(over ? 'state.over' : 'state.coming')}</span>
      )}
      {!over && <ActionMenu name={words} actions={removable ? [end, removing] : [end]} />}
    </li>
  );
}
