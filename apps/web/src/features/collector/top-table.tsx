import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Count } from '../../ui/count.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CsvButton } from '../../ui/table/csv-button.tsx';
import { MOST_VIEWED } from './stats-search.ts';
import { websiteStatsTexts } from './texts.ts';
import classes from './website-stats.module.css';

export type TopRow = {
  readonly key: string;
  readonly label: string;
  /** Smaller, below: the website of a page. */
  readonly note?: string;
  readonly views: number;
  readonly visitors: number;
};

export type TopKind = 'pages' | 'referrers' | 'countries' | 'devices' | 'websites';

const FIRST_ROWS = 8;

/** One table of the most viewed; a row narrows the whole page to it. */
export function TopTable({
  kind,
  rows,
  onChoose,
}: {
  kind: TopKind;
  rows: readonly TopRow[];
  onChoose: (row: TopRow) => void;
}) {
  const t = useTexts(websiteStatsTexts);
  const [all, setAll] = useState(false);
  const most = Math.max(1, ...rows.map(({ views }) => views));
  const cut = rows.length === MOST_VIEWED;
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <Panel title={t(`top.${kind}`)} actions={rows.length > 0 ? <Csv kind={kind} rows={rows} /> : undefined}>
      {rows.length === 0 ? (
        <p className="faint">{t('nothing')}</p>
      ) : (
        <table className={classes.top}>
          <caption className="visually-hidden">{t(`top.${kind}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`column.${kind}`)}</th>
              <th scope="col">{t('views')}</th>
              <th scope="col">{t('visitors')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="anchor">
                  <span
                    className={`coloured rounded-small tinted ${classes.bar}`}
                    style={{ width: `${(row.views / most) * 100}%` }}
                    aria-hidden
                  />
                  <button
                    type="button"
                    className={`full-width word-button anchor height-28 ${classes.choose}`}
                    onClick={() => onChoose(row)}
                  >
                    {row.label}
                    {row.note !== undefined && <small className="muted block">{row.note}</small>}
                  </button>
                </th>
                <td>
                  <Count value={row.views} />
                </td>
                <td>
                  <Count value={row.visitors} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > FIRST_ROWS && (
        <button type="button" className="above-8 small-button" onClick={() => setAll(!all)}>
          {all ? t('fewer') : t(cut ? 'moreOfMany' : 'more', { count: rows.length })}
        </button>
      )}
      {cut && <p className="above-8 faint text-13">{t('mostViewed', { count: MOST_VIEWED })}</p>}
    </Panel>
  );
}

function Csv({ kind, rows }: { kind: TopKind; rows: readonly TopRow[] }) {
  const t = useTexts(websiteStatsTexts);
  const column = (id: string, header: string, csv: Column<TopRow>['csv']): Column<TopRow> => ({
    id,
    header,
    cell: () => null,
    ...(csv === undefined ? {} : { csv }),
  });
  const columns = [
    ...(kind === 'pages' ? [column('website', t('website'), (row) => row.note ?? '')] : []),
    column('name', t(`column.${kind}`), (row) => row.label),
    column('views', t('views'), (row) => row.views),
    column('visitors', t('visitors'), (row) => row.visitors),
  ];
  const fetchPage = async () => ({ items: rows, total: rows.length });
  return <CsvButton name={`website-statistics-${kind}`} columns={columns} fetchPage={fetchPage} />;
}
