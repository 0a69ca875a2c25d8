import type { ReviewItem } from '@placard/contract/reviews';
import type { Said } from './review-value.ts';
import classes from './reviews.module.css';

export type Field = ReviewItem['fields'][number];

export type Shown = {
  readonly name: (key: string, otherwise: string) => string;
  readonly value: (said: Said) => string;
};

/** What is judged for the first time: a field a line. */
export function Fields({ fields, shown }: { fields: readonly Field[]; shown: Shown }) {
  return (
    <dl className={`no-margin shrinks ${classes.fields}`}>
      {fields.map(({ key, field, value, said }) => (
        <div key={key} className={`grid gap-12 text-14 ${classes.field}`}>
          <dt className="faint">{shown.name(key, field)}</dt>
          <dd>
            <FieldValue isCode={key === 'adCode'} value={shown.value({ key, value, said })} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Addresses as text only: a reviewer must not open what is under review by a slip of the mouse. */
function FieldValue({ isCode, value }: { isCode: boolean; value: string }) {
  if (value === '') return '–';
  return value.includes('\n') || value.includes('<') || isCode ? (
    <pre className="no-margin scrolls text-12 high-240 pre-wrap">{value}</pre>
  ) : (
    value
  );
}
