import type { ReactNode } from 'react';

/** A day ('2026-03-01') or an instant, which the file has in the account's time zone. */
export type Moment = { readonly at: string };
export type CsvValue = string | number | null | Moment;

/** One column of a `DataTable`. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name that the list operation sorts by; `true` where it is the column's `id`. */
  readonly sort?: string | true;
  /** Right-aligned: figures, money. */
  readonly end?: boolean;
  /** Its value in the CSV file, in words where it is shown in words; a column without is not exported. */
  readonly csv?: (row: Row) => CsvValue;
  /** Its figures are money: the file says in which currency, the network's where a row has none of its own. */
  readonly currency?: (row: Row) => string | null;
  /** Always shown: the chooser has no switch for it. The first such column is the heading of a card on phones. */
  readonly fixed?: boolean;
  /** Needs no heading beside it at the first glance of a card: a chip, a button. */
  readonly plain?: boolean;
  /** Hidden until somebody chooses it. */
  readonly hidden?: boolean;
};

/** One page of a list, and how many rows there are in all. */
export type ListPage<Row> = { readonly items: readonly Row[]; readonly total: number };

export function sortName<Row>(column: Column<Row>): string | undefined {
  return column.sort === true ? column.id : column.sort;
}
