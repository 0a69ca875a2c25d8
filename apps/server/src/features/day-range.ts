import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * `column` (a moment) lies in the calendar days `from` … `to`, both included, of the zone. An open end is no limit.
 */
export function withinDays(
  column: string,
  zone: string,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const moment = sql.ref(column);
  if (from !== undefined) {
    conditions.push(sql<SqlBool>`${moment} >= (${from}::date::timestamp at time zone ${zone})`);
  }
  if (to !== undefined) {
    conditions.push(sql<SqlBool>`${moment} < ((${to}::date + 1)::timestamp at time zone ${zone})`);
  }
  return conditions;
}

/** All of them, or true where there is none. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
