import { addDays, type LocalDay, numberOfDay, startOfLocalDayMs } from '@placard/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The moment at which a day begins in a zone, reckoned by the platform, as reports do: PostgreSQL fails on a zone that it does not know.
 */
export function startOfDay(zone: string, day: LocalDay): Date {
  return new Date(startOfLocalDayMs(zone, numberOfDay(day)));
}

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
    conditions.push(sql<SqlBool>`${moment} >= ${startOfDay(zone, from)}`);
  }
  if (to !== undefined) {
    conditions.push(sql<SqlBool>`${moment} < ${startOfDay(zone, addDays(to, 1))}`);
  }
  return conditions;
}

/** All of them, or true where there is none. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
