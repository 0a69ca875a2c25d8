import type { ReactNode } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ActionMenu, type MenuAction } from '../action-menu.tsx';
import { Skeleton } from '../states.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import type { TableModel } from './use-columns.ts';

/** The column that heads a row's card on a phone: the first that is always shown. */
export function headingId<Row>(columns: readonly Column<Row>[]): string | undefined {
  return columns.find((column) => column.fixed)?.id ?? columns[0]?.id;
}

/** Letters from which on a name takes room from the whole table rather than a line for each two of its words. */
const LONG_TEXT = 60;

function isLong<Row>({ csv, seen }: Column<Row>, row: Row): boolean {
  const text = (seen ?? csv)?.(row);
  return typeof text === 'string' && text.length > LONG_TEXT;
}

/** What heads its row needs no name beside it on a phone, where cells name themselves. */
function Cell<Row>({
  column,
  heads,
  unnamed = false,
  long = false,
  children,
}: {
  column: Column<Row>;
  heads: boolean;
  unnamed?: boolean;
  long?: boolean;
  children: ReactNode;
}) {
  const className = column.end ? classes.end : long ? classes.long : undefined;
  return heads ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className} data-label={unnamed ? undefined : column.header}>
      {children}
    </td>
  );
}

export function TableBody<Row extends object>({
  table,
  columns,
  rowName,
  rowActions,
  rowEditor,
  dimmed,
  selectable,
}: {
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
  rowName: (row: Row) => string;
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  rowEditor?: { readonly rowId: string | number; readonly content: ReactNode } | undefined;
  dimmed: boolean;
  selectable: boolean;
}) {
  const t = useTexts(uiTexts);
  const heading = headingId(columns);
  const cellCount = columns.length + (selectable ? 1 : 0) + (rowActions === undefined ? 0 : 1);
  return (
    <tbody className={dimmed ? classes.dimmed : undefined}>
      {table.getRowModel().rows.map((row) =>
        rowEditor !== undefined && row.id === String(rowEditor.rowId) ? (
          <tr key={row.id} data-editing>
            <td className={classes.editor} colSpan={cellCount}>
              {rowEditor.content}
            </td>
          </tr>
        ) : (
          <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
            {selectable && (
              <td className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={t('table.selectRow', { name: rowName(row.original) })}
                  checked={row.getIsSelected()}
                  onChange={(event) => row.toggleSelected(event.target.checked)}
                />
              </td>
            )}
            {columns.map((column) => (
              <Cell
                key={column.id}
                column={column}
                heads={column.id === heading}
                long={isLong(column, row.original)}
              >
                {column.cell(row.original)}
              </Cell>
            ))}
            {rowActions !== undefined && (
              <td className={classes.menu}>
                <ActionMenu name={rowName(row.original)} actions={rowActions(row.original)} />
              </td>
            )}
          </tr>
        ),
      )}
    </tbody>
  );
}

export function TableFoot<Row>({
  columns,
  totals,
  selectable,
  actions,
}: {
  columns: readonly Column<Row>[];
  totals: Readonly<Record<string, ReactNode>>;
  selectable: boolean;
  actions: boolean;
}) {
  const t = useTexts(uiTexts);
  const heading = headingId(columns);
  return (
    <tfoot>
      <tr>
        {selectable && <td className={classes.check} />}
        {columns.map((column) => {
          const total = totals[column.id];
          const isHeading = column.id === heading;
          return (
            <Cell key={column.id} column={column} heads={isHeading} unnamed={total === undefined}>
              {total ?? (isHeading ? t('table.total') : null)}
            </Cell>
          );
        })}
        {actions && <td className={classes.menu} />}
      </tr>
    </tfoot>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Rows of the first load, as high as the real ones, so nothing jumps when they come. */
export function TableSkeleton<Row>({
  columns,
  selectable,
  actions,
}: {
  columns: readonly Column<Row>[];
  selectable: boolean;
  actions: boolean;
}) {
  return (
    <tbody aria-hidden>
      {SKELETON_ROWS.map((key, index) => (
        <tr key={key}>
          {selectable && <td className={classes.check} />}
          {columns.map((column, at) => (
            <td key={column.id} className={column.end ? classes.end : undefined}>
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
