import type { ReactNode } from 'react';
import { formatPercent } from '../../lib/format/number-format.ts';
import { Count } from '../../ui/count.tsx';
import classes from './report.module.css';

export type ShareRow = { readonly key: number; readonly label: ReactNode; readonly count: number };

/** Each step with its count, and its share of `total` as a figure and as a bar. */
export function ShareTable({
  caption,
  stepColumn,
  countColumn,
  rows,
  total,
}: {
  caption: string;
  stepColumn: string;
  countColumn: string;
  rows: readonly ShareRow[];
  total: number;
}) {
  return (
    <table className="plain-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{stepColumn}</th>
          <th scope="col" className="end">
            {countColumn}
          </th>
          <th scope="col" className={classes.share} aria-hidden />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count }) => {
          const share = total === 0 ? 0 : count / total;
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className="end">
                <Count value={count} />
                <small className="faint">{formatPercent(share)}</small>
              </td>
              <td aria-hidden>
                {share > 0 && (
                  <div className={`coloured ${classes.bar}`} style={{ width: `${share * 100}%` }} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
