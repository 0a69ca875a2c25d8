import { ArrowDown, ArrowUp } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { ListControls } from '../../lib/search/use-list.ts';
import { type Column, sortName } from './column.ts';
import classes from './data-table.module.css';
import { headingId } from './glance.ts';
import type { TableModel } from './use-columns.ts';

function HeadCell<Row>({
  column,
  list,
  heads,
}: {
  column: Column<Row>;
  list: ListControls;
  /** Its cells head their rows. */
  heads: boolean;
}) {
  const t = useTexts(uiTexts);
  const name = sortName(column);
  const look = column.end ? classes.end : undefined;
  if (name === undefined) {
    return (
      <th scope="col" className={look} data-heads={heads || undefined}>
        {column.header}
      </th>
    );
  }
  const sorted = list.sort === name ? 'ascending' : list.sort === `-${name}` ? 'descending' : undefined;
  const Icon = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={look} aria-sort={sorted} data-heads={heads || undefined}>
      <button
        type="button"
        className={`inline-row plain-button gap-4 ${classes.sort}`}
        title={t('table.sortBy', { column: column.header })}
        onClick={() => list.toggleSort(name)}
      >
        {column.header}
        <Icon size={13} aria-hidden />
      </button>
    </th>
  );
}

/** In the header; and above cards, which have none, with its words beside it. */
export function SelectAll<Row extends object>({ table, named }: { table: TableModel<Row>; named?: boolean }) {
  const t = useTexts(uiTexts);
  const some = table.getIsSomeRowsSelected();
  const all = table.getIsAllRowsSelected();
  const box = (
    <input
      type="checkbox"
      aria-label={t('table.selectAll')}
      checked={all}
      ref={(element) => {
        if (element !== null) element.indeterminate = some && !all;
      }}
      onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
    />
  );
  if (named !== true) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds the box
    <label className={`row gap-8 pad-12 line-below clickable ${classes.phoneAll}`}>
      {box}
      {t('table.selectAll')}
    </label>
  );
}

export function TableHead<Row extends object>({
  table,
  columns,
  list,
  selectable,
  actions,
}: {
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
  list: ListControls;
  selectable: boolean;
  actions: boolean;
}) {
  const t = useTexts(uiTexts);
  const heading = headingId(columns);
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={classes.check}>
            <SelectAll table={table} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} list={list} heads={column.id === heading} />
        ))}
        {actions && (
          <th scope="col" className={classes.menu}>
            {t('actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}
