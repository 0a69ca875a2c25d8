import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Of `campaign c` of `account a`, or its card: today is among its days. */
export function wouldRun(now: Date, account: 'a' | 'u'): RawBuilder<SqlBool> {
  const today = sql`day_in_zone(${now}, ${sql.ref(`${account}.time_zone`)})`;
  return sql`(c.status = 'active' and c.start_date <= ${today} and (c.end_date is null or c.end_date >= ${today}))`;
}
