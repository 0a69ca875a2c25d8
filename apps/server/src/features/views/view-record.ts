import type { SavedView } from '@placard/contract/views';
import type { Db, Tx } from '@placard/db/database';
import type { SavedViewTable, ViewScheduleTable } from '@placard/db/schema/notices';
import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import type { AccountRole } from '@placard/domain/roles';
import { timeOfMinute } from '@placard/domain/targeting/time-of-day';
import type { Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';

export type ViewRecord = Selectable<SavedViewTable>;
export type ScheduleRecord = Selectable<ViewScheduleTable>;

/** Who is shown a screen, and its address. */
export const SCREENS: Readonly<Record<ReportScreen, { readonly role: AccountRole; readonly path: string }>> =
  {
    statistics: { role: 'advertiser', path: '/advertiser/statistics' },
    publisher_report: { role: 'publisher', path: '/publisher/report' },
  };

/** @throws AppError `forbidden` for a screen that the account is not shown. */
export function mayUse(actor: Actor, screen: ReportScreen): void {
  if (!actor.roles.includes(SCREENS[screen].role)) throw new AppError('forbidden');
}

function selectOwn(db: Db, actor: Actor, id: number) {
  return db
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId);
}

/** The caller's own, of a screen it is shown. @throws AppError `not_found`. */
export async function ownView(db: Db, actor: Actor, id: number): Promise<ViewRecord> {
  return shown(actor, await selectOwn(db, actor, id).executeTakeFirst());
}

/** The same, and nobody deletes it until the transaction ends. */
export async function lockView(trx: Tx, actor: Actor, id: number): Promise<ViewRecord> {
  return shown(actor, await selectOwn(trx, actor, id).forNoKeyUpdate().executeTakeFirst());
}

function shown(actor: Actor, view: ViewRecord | undefined): ViewRecord {
  if (view === undefined || !actor.roles.includes(SCREENS[view.screen].role)) throw new AppError('not_found');
  return view;
}

export function savedView(view: ViewRecord, schedule: ScheduleRecord | undefined): SavedView {
  return {
    id: view.id,
    screen: view.screen,
    name: view.name,
    search: view.search,
    isDefault: view.is_default,
    schedule:
      schedule === undefined
        ? null
        : {
            every: schedule.every,
            weekday: schedule.weekday,
            time: timeOfMinute(schedule.minute_of_day),
            nextDueAt: schedule.next_due_at.toISOString(),
            lastSentAt: schedule.last_sent_at?.toISOString() ?? null,
          },
    version: view.version,
  };
}

export async function readView(db: Db, actor: Actor, id: number): Promise<SavedView> {
  const view = await ownView(db, actor, id);
  const schedule = await db
    .selectFrom('view_schedule')
    .selectAll()
    .where('view_id', '=', id)
    .executeTakeFirst();
  return savedView(view, schedule);
}

export async function listViews(db: Db, actor: Actor, screen: ReportScreen): Promise<SavedView[]> {
  mayUse(actor, screen);
  const views = await db
    .selectFrom('saved_view')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .where('screen', '=', screen)
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .orderBy('id')
    .execute();
  if (views.length === 0) return [];
  const schedules = await db
    .selectFrom('view_schedule')
    .selectAll()
    .where(
      'view_id',
      'in',
      views.map((view) => view.id),
    )
    .execute();
  const byView = new Map(schedules.map((schedule) => [schedule.view_id, schedule]));
  return views.map((view) => savedView(view, byView.get(view.id)));
}
