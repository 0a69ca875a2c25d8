import type { ReviewItem } from '@placard/contract/reviews';
import { diffLines } from '@placard/domain/text-diff';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import button from '../../ui/plain-button.module.css';
import { type Field, Fields, type Shown } from './fields.tsx';
import classes from './reviews.module.css';
import { reviewTexts } from './texts.ts';

/** What changed since the last approval beside what was approved; what is the same can be unfolded. */
export function SideBySide({ item, shown }: { item: ReviewItem; shown: Shown }) {
  const t = useTexts(reviewTexts);
  const [all, showAll] = useState(false);
  const changed = item.fields.filter(({ before }) => before !== null);
  const same = item.fields.filter(({ before, key }) => before === null && key !== 'image');
  return (
    <div className={`shrinks ${classes.sides}`}>
      <div className={`grid gap-12 text-12 bold muted ${classes.side}`} aria-hidden>
        <span />
        <span>{t('approvedState')}</span>
        <span>{t('newState')}</span>
      </div>
      {changed.length === 0 && <p className="muted text-14">{t('unchanged')}</p>}
      <dl className="no-margin">
        {changed.map((field) => (
          <Changed key={field.key} field={field} item={item} shown={shown} />
        ))}
      </dl>
      {same.length > 0 &&
        (all ? (
          <Fields fields={same} shown={shown} />
        ) : (
          <button type="button" className={`${button.secondary} above-12`} onClick={() => showAll(true)}>
            {t('showSame', { count: same.length })}
          </button>
        ))}
    </div>
  );
}

function Changed({ field, item, shown }: { field: Field; item: ReviewItem; shown: Shown }) {
  const t = useTexts(reviewTexts);
  const { key, value, said, saidBefore } = field;
  const before = field.before ?? '';
  const name = shown.name(key, field.field);
  if (key === 'image') {
    return (
      <div className={`grid gap-12 text-14 ${classes.side}`}>
        <dt className="faint">{name}</dt>
        <dd>
          {item.imageBeforeUrl !== null && <Image url={item.imageBeforeUrl} alt={t('approvedState')} />}
        </dd>
        <dd>{item.imageUrl !== null && <Image url={item.imageUrl} alt={t('newState')} />}</dd>
      </div>
    );
  }
  if (key === 'adCode' || before.includes('\n') || value.includes('\n')) {
    return (
      <div className="stack gap-6 text-14 below-8">
        <dt className="faint">{name}</dt>
        <dd>
          <Lines before={before} after={value} />
        </dd>
      </div>
    );
  }
  return (
    <div className={`grid gap-12 text-14 ${classes.side}`}>
      <dt className="faint">{name}</dt>
      <dd className="shrinks bad-ground rounded-small pad-2-6">
        <span className="visually-hidden">{t('approvedState')}: </span>
        {before === '' ? '–' : shown.value({ key, value: before, said: saidBefore })}
      </dd>
      <dd className="shrinks good-ground rounded-small pad-2-6">
        <span className="visually-hidden">{t('newState')}: </span>
        {value === '' ? '–' : shown.value({ key, value, said })}
      </dd>
    </div>
  );
}

function Image({ url, alt }: { url: string; alt: string }) {
  return <img src={url} alt={alt} className={classes.picture} />;
}

/** Lines that went in red with a minus, lines that came in green with a plus. */
function Lines({ before, after }: { before: string; after: string }) {
  const MARKS = { same: ' ', removed: '−', added: '+' } as const;
  const GROUNDS = { same: '', removed: 'bad-ground', added: 'good-ground' } as const;
  return (
    <pre className="no-margin scrolls text-12 high-240 pre-wrap">
      {diffLines(before, after).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <span key={index} className={`block ${GROUNDS[kind]}`}>
          {MARKS[kind]} {text}
        </span>
      ))}
    </pre>
  );
}
