import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

export type LookedAt = {
  readonly key: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly place: Place;
  /** What ends it; left out where the reader may not do it. */
  readonly step?: string | undefined;
};

/** What wants a hand, with the way to it; one calm line while nothing does. */
export function LookList({
  title,
  items,
  calm,
  calmText,
  note,
}: {
  title: string;
  items: readonly LookedAt[];
  calm: string;
  calmText?: string;
  note?: string | undefined;
}) {
  return (
    <Panel flush title={title}>
      {items.length === 0 ? (
        <div className="row gap-12 pad-block">
          <CircleCheck size={20} aria-hidden className="good rigid" />
          <div>
            <p className="semibold">{calm}</p>
            {calmText !== undefined && <p className="muted text-13">{calmText}</p>}
          </div>
        </div>
      ) : (
        <ul className="plain-list list-rows">
          {items.map(({ key, title: name, text, place, step }) => (
            <li key={key}>
              <div className="breaks">
                <PlaceLink place={place} quiet>
                  {name}
                </PlaceLink>
                {text !== undefined && <small className="muted">{text}</small>}
              </div>
              {step !== undefined && <PlaceLink place={place}>{step}</PlaceLink>}
            </li>
          ))}
        </ul>
      )}
      {note !== undefined && <p className="faint text-12 pad-row">{note}</p>}
    </Panel>
  );
}

function PlaceLink({
  place: { to, search },
  quiet = false,
  children,
}: {
  place: Place;
  quiet?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className={quiet ? 'quiet-link semibold' : 'nowrap'}
      {...(search === undefined ? {} : { search })}
    >
      {children}
    </Link>
  );
}
