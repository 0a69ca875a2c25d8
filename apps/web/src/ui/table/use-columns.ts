import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  type ReactTable,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import { browserStore } from '../../lib/browser-storage.ts';
import type { Column } from './column.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
export type TableFeatures = typeof features;
export type TableModel<Row extends object> = ReactTable<TableFeatures, Row>;

const storageKey = (id: string) => `columns:${id}`;

/** Which columns somebody chose for this table, kept in the browser; `null` when they never did. */
function storedVisibility(id: string): ColumnVisibilityState | null {
  try {
    const stored: unknown = JSON.parse(browserStore.read(storageKey(id)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as ColumnVisibilityState) : null;
  } catch {
    return null;
  }
}

const NO_ROWS: readonly never[] = [];

/**
 * TanStack's row and column model: which columns show, which rows are selected. Order, pages, search and filters are
 * the server's, so none of its other features are loaded.
 */
export function useTableModel<Row extends object>(options: {
  readonly id: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string | number;
}): TableModel<Row> {
  const { id, columns, rows, rowId } = options;
  const [columnVisibility, setVisibility] = useState<ColumnVisibilityState>(() => ({
    ...Object.fromEntries(columns.filter((column) => column.hidden).map((column) => [column.id, false])),
    ...storedVisibility(id),
  }));
  const [rowSelection, setSelection] = useState<RowSelectionState>({});

  useEffect(() => {
    browserStore.write(storageKey(id), JSON.stringify(columnVisibility));
  }, [id, columnVisibility]);

  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<TableFeatures, Row> => ({
          id: column.id,
          header: column.header,
          enableHiding: column.fixed !== true,
        }),
      ),
    [columns],
  );

  return useTable({
    features,
    columns: definitions,
    data: (rows ?? NO_ROWS) as Row[],
    getRowId: (row) => String(rowId(row)),
    state: { columnVisibility, rowSelection },
    onColumnVisibilityChange: setVisibility,
    onRowSelectionChange: setSelection,
  });
}
