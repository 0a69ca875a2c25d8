/** The row of a statement that always answers with one: a count, a sum, the network's settings. */
export function theRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always answers with a row gave none');
  return row;
}
