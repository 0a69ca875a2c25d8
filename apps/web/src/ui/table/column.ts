import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name that the list operation sorts by; `true` where it is the column's `id`. */
  readonly sort?: string | true;
  /** Right-aligned: figures, money. */
  readonly end?: boolean;
  /** Its value in the CSV file; a column without is not exported. Money and counts as numbers, days as ISO. */
  readonly csv?: (row: Row) => string | number | null;
  /** The text that is seen, where the file has another. */
  readonly seen?: (row: Row) => string;
  /** Always shown: the chooser has no switch for it. The first such column is the heading of a card on phones. */
  readonly fixed?: boolean;
  /** Hidden until somebody chooses it. */
  readonly hidden?: boolean;
};

/** One page of a list, and how many rows there are in all. */
export type ListPage<Row> = { readonly items: readonly Row[]; readonly total: number };

export function sortName<Row>(column: Column<Row>): string | undefined {
  return column.sort === true ? column.id : column.sort;
}
