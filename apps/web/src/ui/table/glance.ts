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
  const below = columns.map(({ id }) => id).filter((id) => id !== heading);
  const last = below.findLast((id) => glance.includes(id)) ?? below[0];
  return new Map(
    columns.map(({ id }) => [
      id,
      id === heading ? 'heading' : id === last ? 'last' : glance.includes(id) ? 'glance' : 'rest',
    ]),
  );
}

export function hasRest(places: ReadonlyMap<string, Place>): boolean {
  return [...places.values()].includes('rest');
}
