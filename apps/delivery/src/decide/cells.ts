/**
 * Longer cells that begin with the same.
 *
 * What is kept in cells is read `as number` throughout: who asks knows that the cell is there. A number that stands in for
 * one that is not there would hide that somebody asked for the wrong one, and no test could tell which number it is.
 */
export function grown<Cells extends Int32Array | Float64Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}
