import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ActionMenu, type MenuAction } from '../action-menu.tsx';
import { Skeleton } from '../states.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { hasRest, type Place, placesOf } from './glance.ts';
import cards from './row-cards.module.css';
import type { TableModel } from './use-columns.ts';

type ModelRow<Row extends object> = ReturnType<TableModel<Row>['getRowModel']>['rows'][number];

/** Letters from which on a name takes room from the whole table rather than a line for each two of its words. */
const LONG_TEXT = 60;

function isLong<Row>({ csv }: Column<Row>, row: Row): boolean {
  const text = csv?.(row);
  return typeof text === 'string' && text.length > LONG_TEXT;
}

/** On a phone cells name themselves: not what heads its row, nor what says at the first glance what it is. */
function Cell<Row>({
  column,
  place,
  unnamed = false,
  long = false,
  children,
}: {
  column: Column<Row>;
  place: Place | undefined;
  unnamed?: boolean;
  long?: boolean;
  children: ReactNode;
}) {
  const className = column.end ? classes.end : long ? classes.long : undefined;
  return place === 'heading' ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td
      className={className}
      data-label={unnamed ? undefined : column.header}
      data-place={place}
      data-plain={column.plain || undefined}
    >
      {children}
    </td>
  );
}

/** Opens the rest of a card. */
function MoreCell({ name, open, onToggle }: { name: string; open: boolean; onToggle: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <td className={cards.more} data-cell="more">
      <button
        type="button"
        className="centred plain-button rounded-small muted"
        aria-label={t('table.more', { name })}
        aria-expanded={open}
        onClick={onToggle}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </td>
  );
}

type RowParts<Row extends object> = {
  readonly columns: readonly Column<Row>[];
  readonly glance: readonly string[];
  readonly rowName: (row: Row) => string;
  readonly rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  readonly selectable: boolean;
};

function BodyRow<Row extends object>({
  row,
  columns,
  glance,
  rowName,
  rowActions,
  selectable,
}: RowParts<Row> & { row: ModelRow<Row> }) {
  const t = useTexts(uiTexts);
  const [open, setOpen] = useState(false);
  const places = placesOf(columns, glance);
  const name = rowName(row.original);
  return (
    <tr data-selected={row.getIsSelected() || undefined} data-open={open || undefined}>
      {selectable && (
        <td className={classes.check} data-cell="check">
          <input
            type="checkbox"
            aria-label={t('table.selectRow', { name })}
            checked={row.getIsSelected()}
            onChange={(event) => row.toggleSelected(event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell
          key={column.id}
          column={column}
          place={places.get(column.id)}
          long={isLong(column, row.original)}
        >
          {column.cell(row.original)}
        </Cell>
      ))}
      {hasRest(places) && <MoreCell name={name} open={open} onToggle={() => setOpen(!open)} />}
      {rowActions !== undefined && (
        <td className={classes.menu} data-cell="menu">
          <ActionMenu name={name} actions={rowActions(row.original)} />
        </td>
      )}
    </tr>
  );
}

export function TableBody<Row extends object>({
  table,
  rowEditor,
  dimmed,
  ...parts
}: RowParts<Row> & {
  table: TableModel<Row>;
  rowEditor?: { readonly rowId: string | number; readonly content: ReactNode } | undefined;
  dimmed: boolean;
}) {
  const { columns, selectable, rowActions } = parts;
  const cellCount = columns.length + (selectable ? 1 : 0) + (rowActions === undefined ? 0 : 1);
  return (
    <tbody className={dimmed ? 'dimmed' : undefined}>
      {table.getRowModel().rows.map((row) =>
        rowEditor !== undefined && row.id === String(rowEditor.rowId) ? (
          <tr key={row.id} data-editing>
            <td className={classes.editor} data-cell="editor" colSpan={cellCount}>
              {rowEditor.content}
            </td>
          </tr>
        ) : (
          <BodyRow key={row.id} row={row} {...parts} />
        ),
      )}
    </tbody>
  );
}

export function TableFoot<Row>({
  columns,
  glance,
  totals,
  selectable,
  actions,
}: {
  columns: readonly Column<Row>[];
  glance: readonly string[];
  totals: Readonly<Record<string, ReactNode>>;
  selectable: boolean;
  actions: boolean;
}) {
  const t = useTexts(uiTexts);
  const [open, setOpen] = useState(false);
  const places = placesOf(columns, glance);
  return (
    <tfoot>
      <tr data-open={open || undefined}>
        {selectable && <td className={classes.check} />}
        {columns.map((column) => {
          const total = totals[column.id];
          const place = places.get(column.id);
          return (
            <Cell key={column.id} column={column} place={place} unnamed={total === undefined}>
              {total ?? (place === 'heading' ? t('table.total') : null)}
            </Cell>
          );
        })}
        {hasRest(places) && <MoreCell name={t('table.total')} open={open} onToggle={() => setOpen(!open)} />}
        {actions && <td className={classes.menu} />}
      </tr>
    </tfoot>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Rows of the first load, as high as the real ones, so nothing jumps when they come. */
export function TableSkeleton<Row>({
  columns,
  glance,
  selectable,
  actions,
}: {
  columns: readonly Column<Row>[];
  glance: readonly string[];
  selectable: boolean;
  actions: boolean;
}) {
  const places = placesOf(columns, glance);
  return (
    <tbody aria-hidden>
      {SKELETON_ROWS.map((key, index) => (
        <tr key={key}>
          {selectable && <td className={classes.check} />}
          {columns.map((column, at) => (
            <td
              key={column.id}
              className={column.end ? classes.end : undefined}
              data-place={places.get(column.id)}
            >
              <Skeleton
                width={at === 0 ? 120 + ((index * 37) % 70) : 56 + ((index * 23 + at * 11) % 40)}
                height={12}
              />
            </td>
          ))}
          {actions && <td className={classes.menu} />}
        </tr>
      ))}
    </tbody>
  );
}
