/** One page of a list, and how many rows there are in all. */
export type ListPage<Row> = { readonly items: readonly Row[]; readonly total: number };
