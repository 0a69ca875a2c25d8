import type { Column } from './column.ts';

/**
 * What a row's card shows on a phone below its name, by column id: with it two or three lines. All else is one press away.
 */
export type Glance = readonly [string] | readonly [string, string] | readonly [string, string, string];

/** Where a column stands on a card: `last` of what is seen at once, beside what opens the rest. */
export type Place = 'heading' | 'glance' | 'last' | 'rest';

/** The column that heads a row's card on a phone: the first that is always shown. */
export function headingId<Row>(columns: readonly Column<Row>[]): string | undefined {
  return columns.find((column) => column.fixed)?.id ?? columns[0]?.id;
}

/** Of the columns that are shown now. */
export function placesOf<Row>(
  columns: readonly Column<Row>[],
  glance: readonly string[],
): ReadonlyMap<string, Place> {
  const heading = headingId(columns);
  const below = columns.filter(({ id }) => id !== heading);
  const declared = below.filter(({ id }) => glance.includes(id));
  const seen = declared.length > 0 ? declared : below.slice(0, 1);
  return new Map(
    columns.map((column): [string, Place] => {
      if (column.id === heading) return [column.id, 'heading'];
      if (!seen.includes(column)) return [column.id, 'rest'];
      return [column.id, column === seen.at(-1) ? 'last' : 'glance'];
    }),
  );
}

export function hasRest(places: ReadonlyMap<string, Place>): boolean {
  return [...places.values()].includes('rest');
}
