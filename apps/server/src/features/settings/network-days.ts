import type { Db } from '@placard/db/database';
import { addDays, type LocalDay, localDayAt } from '@placard/domain/time-zone';
import { dayThen, firstInstantOf, type ZoneSpan, zoneSpans, zoneThen } from '@placard/domain/zone-history';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** More changes of the network's zone than anybody makes. */
const MAX_CHANGES = 1_000;

/** The network's days, past ones in the zone that held then. */
export class NetworkDays {
  readonly timeZone: string;
  readonly #spans: readonly ZoneSpan[];

  private constructor(timeZone: string, spans: readonly ZoneSpan[]) {
    this.timeZone = timeZone;
    this.#spans = spans;
  }

  /** What the zone was before is read from the audit log of the settings. */
  static async read(db: Db): Promise<NetworkDays> {
    const { time_zone: timeZone } = await db
      .selectFrom('network_settings')
      .select('time_zone')
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ at: Date; before: string }>`
      select at, detail->'timeZone'->>'before' as before from audit_log
       where subject_kind = 'settings' and subject_id is null and action = 'settings.update'
         and detail->'timeZone' ? 'before'
       order by id desc limit ${MAX_CHANGES}`.execute(db);
    const changes = rows.map(({ at, before }) => ({ atMs: at.getTime(), before })).toReversed();
    return new NetworkDays(timeZone, zoneSpans(timeZone, changes));
  }

  /** The day that an instant was on. */
  of(moment: Date): LocalDay {
    return dayThen(this.#spans, moment.getTime());
  }

  /** The zone that held at an instant. */
  zoneAt(moment: Date): string {
    return zoneThen(this.#spans, moment.getTime());
  }

  today(now: Date): LocalDay {
    return localDayAt(this.timeZone, now.getTime());
  }

  startOf(day: LocalDay): Date {
    return new Date(firstInstantOf(this.#spans, day));
  }

  /** `column` (a moment) lies in the days `from` … `to`, both included. */
  within(
    column: string,
    { from, to }: { readonly from: LocalDay; readonly to: LocalDay },
  ): RawBuilder<SqlBool> {
    const moment = sql.ref(column);
    return sql<SqlBool>`${moment} >= ${this.startOf(from)} and ${moment} < ${this.startOf(addDays(to, 1))}`;
  }
}
