import { Fragment, type ReactNode } from 'react';
import { Address } from './address.tsx';
import classes from './panel.module.css';

/** A framed part of a page with a heading and, at the right, what can be done with it. */
export function Panel({
  title,
  description,
  actions,
  children,
  flush = false,
}: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** No padding: for tables and lists that reach the edges. */
  flush?: boolean;
}) {
  return (
    <section className="card" aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className={`row wrap between gap-8-16 line-below ${classes.head}`}>
          <div>
            {title !== undefined && <h2 className="text-15">{title}</h2>}
            {description !== undefined && <p className="muted text-13 breaks">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}

export type Detail = { readonly label: string; readonly value: ReactNode };

/** Label and value, line by line: the view mode of a record. An empty value shows a dash. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={classes.list}>
      {details.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="muted">{label}</dt>
          <dd className="breaks shrinks">
            {value === null || value === undefined || value === '' ? (
              '–'
            ) : typeof value === 'string' ? (
              <Address text={value} />
            ) : (
              value
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
