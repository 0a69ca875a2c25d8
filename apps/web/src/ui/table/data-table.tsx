import { type ReactNode, useEffect, useRef, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { lastPageInstead } from '../../lib/search/page-window.ts';
import type { ListControls } from '../../lib/search/use-list.ts';
import type { MenuAction } from '../action-menu.tsx';
import { AfterFirstPaint } from '../after-first-paint.tsx';
import button from '../plain-button.module.css';
import { EmptyState, FailedState } from '../states.tsx';
import { type Column, type ListPage, sortName } from './column.ts';
import classes from './data-table.module.css';
import cards from './row-cards.module.css';
import { TableBody, TableFoot, TableSkeleton } from './table-body.tsx';
import { TableFooter } from './table-footer.tsx';
import { SelectAll, TableHead } from './table-head.tsx';
import { BulkBar, TableToolbar } from './table-toolbar.tsx';
import { useTableModel } from './use-columns.ts';
import { useOverflow } from './use-overflow.ts';

/** What `useListOf` returns, as far as the table looks at it. */
export type ListQuery<Row> = {
  readonly data:
    | { readonly items: readonly Row[]; readonly total: number; readonly more?: boolean | undefined }
    | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

export type DataTableProps<Row extends object> = {
  /** Names the table in the browser's storage (chosen columns) and the exported file. */
  readonly id: string;
  /** What the rows are: read out by screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** By column id, what a row shows of itself on a phone before it is opened: `Glance`. */
  readonly glance: readonly string[];
  readonly list: ListControls;
  readonly query: ListQuery<Row>;
  readonly rowId: (row: Row) => string | number;
  /** Names one row for its menu and its check box. */
  readonly rowName: (row: Row) => string;
  readonly rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  /** Offered for the selected rows of this page; without it nothing can be selected. */
  readonly bulkActions?: ((rows: readonly Row[]) => readonly MenuAction[]) | undefined;
  readonly searchLabel?: string | undefined;
  /** What removes search text and filters; "Clear filters" unless given. */
  readonly clearLabel?: string | undefined;
  /** Heading where search and filters leave nothing; a general one unless given. */
  readonly noMatch?: string | undefined;
  /** `ChoiceFilter` and `DayRangeFilter` elements; a function is told which columns are shown. */
  readonly filters?: ReactNode | ((shows: (columnId: string) => boolean) => ReactNode) | undefined;
  /** The order is a control beside the filters as well, in windows of every width. */
  readonly sortChoice?: boolean | undefined;
  /** Takes the place of one row's cells: what edits it where it stands. */
  readonly rowEditor?: { readonly rowId: string | number; readonly content: ReactNode } | undefined;
  /** By column id, in a row below the last. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** Shown when there is nothing yet: an `EmptyState` that says what to do next. */
  readonly empty: ReactNode;
  /** Heading of the failed state: "Failed to fetch campaigns". */
  readonly failed: string;
  /** What it says below where it is refused without a word. */
  readonly denied?: string;
  /** One page of what the list shows now; given, the table can be exported. */
  readonly fetchPage?: ((page: { page: number; pageSize: number }) => Promise<ListPage<Row>>) | undefined;
};

/** A list of the dashboard: paging, order, search and filters are the server's and live in the URL (`useList`). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  return (
    <AfterFirstPaint>
      <PaintedTable {...props} />
    </AfterFirstPaint>
  );
}

function PaintedTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, list, columns } = props;
  const leaving = useLastPageInstead(list, query);
  const rows = leaving ? undefined : query.data?.items;
  const table = useTableModel({ id: props.id, columns, rows, rowId: props.rowId });
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const visible = columns.filter((column) => table.getColumn(column.id)?.getIsVisible() !== false);
  const selectable = props.bulkActions !== undefined;
  const actions = props.rowActions !== undefined;
  const shown = { columns: visible, glance: props.glance, selectable };
  const untouched = query.data?.total === 0 && !list.narrowed;

  if (query.isError && rows === undefined) {
    return (
      <div className={`card ${classes.frame}`}>
        <FailedState
          title={props.failed}
          denied={props.denied}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  if (untouched) return <div className={`card ${classes.frame}`}>{props.empty}</div>;
  return (
    <section
      className={`card ${classes.frame}`}
      aria-label={props.caption}
      data-unsettled={rows === undefined || undefined}
    >
      {selected.length > 0 && props.bulkActions !== undefined ? (
        <BulkBar
          count={selected.length}
          actions={props.bulkActions(selected)}
          onClear={() => table.resetRowSelection(true)}
        />
      ) : (
        <TableToolbar {...props} table={table} nothing={query.data?.total === 0} />
      )}
      {selectable && rows?.length !== 0 && <SelectAll named table={table} />}
      <Scroller>
        <table
          className={`${classes.table} ${cards.cards}`}
          aria-busy={query.isPlaceholderData || rows === undefined}
        >
          <caption className="visually-hidden">{props.caption}</caption>
          <TableHead table={table} columns={visible} list={list} selectable={selectable} actions={actions} />
          {rows === undefined ? (
            <TableSkeleton {...shown} actions={actions} />
          ) : (
            <TableBody {...props} {...shown} table={table} dimmed={query.isPlaceholderData} />
          )}
          {props.totals !== undefined && rows !== undefined && rows.length > 0 && (
            <TableFoot {...shown} totals={props.totals} actions={actions} />
          )}
        </table>
        <div aria-live="polite">
          {query.data?.total === 0 && (
            <NoMatch title={props.noMatch} label={props.clearLabel} onClear={list.clear} />
          )}
        </div>
        <OrderSaid columns={columns} sort={list.sort} />
      </Scroller>
      {query.data !== undefined && !leaving && (
        <TableFooter list={list} total={query.data.total} more={query.data.more === true} />
      )}
    </section>
  );
}

/** Goes to the last page from one beyond it, in the same place of the history. @returns while that is under way */
function useLastPageInstead<Row>(list: ListControls, query: ListQuery<Row>): boolean {
  const { data, isPlaceholderData } = query;
  const last = data === undefined || isPlaceholderData ? null : lastPageInstead(list, data);
  const { setPage } = list;
  useEffect(() => {
    if (last !== null) setPage(last, { replace: true });
  }, [last, setPage]);
  return last !== null;
}

/** The order that somebody chose, for readers: that a header of a column changed is told to no one who is not on it. */
function OrderSaid<Row>({ columns, sort }: { columns: readonly Column<Row>[]; sort: string | undefined }) {
  const t = useTexts(uiTexts);
  const [first] = useState(sort);
  const [changed, setChanged] = useState(false);
  if (!changed && sort !== first) setChanged(true);
  const column = columns.find((each) => sortName(each) === sort?.replace(/^-/, ''))?.header;
  const isSaid = changed && column !== undefined;
  return (
    <span className="visually-hidden" aria-live="polite">
      {isSaid && t(sort?.startsWith('-') ? 'table.sortedDown' : 'table.sortedUp', { column })}
    </span>
  );
}

function Scroller({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(frame);
  return (
    <div
      ref={frame}
      className={`anchor scrolls-x ${classes.scroller} ${classes.pinned}`}
      data-overflows={overflows || undefined}
    >
      {children}
    </div>
  );
}

function NoMatch({
  title,
  label,
  onClear,
}: {
  title?: string | undefined;
  label?: string | undefined;
  onClear: () => void;
}) {
  const t = useTexts(uiTexts);
  return (
    <EmptyState
      title={title ?? t('table.noMatch')}
      text={t('table.noMatchText')}
      action={
        <button type="button" className={button.secondary} onClick={onClear}>
          {label ?? t('table.clearFilters')}
        </button>
      }
    />
  );
}
