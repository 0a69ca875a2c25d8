import type { SavedView, scheduleInput } from '@placard/contract/views';
import type { Tx } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import { nextDueMs, type Rhythm, turnMeantMs } from '@placard/domain/report-view/due';
import { minuteOfTime } from '@placard/domain/targeting/time-of-day';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { type MailedKind, mailsOfToken } from '../../mail/notice-token.ts';
import { inTransaction } from '../in-transaction.ts';
import { endMails, isMailed } from '../notices/mail-preferences.ts';
import { lockView, readView, type ScheduleRecord } from './view-record.ts';

type Deps = HasDb & HasClock;

/** Mails a view from its next turn on, or at other times than before. @throws AppError `not_found`, `conflict_version`. */
export async function scheduleView(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof scheduleInput>,
): Promise<SavedView> {
  const { every } = input;
  const rhythm: Rhythm = {
    every,
    weekday: every === 'week' ? input.weekday : null,
    minuteOfDay: minuteOfTime(input.time),
  };
  const nextMs = nextDueMs(rhythm, actor.timeZone, deps.clock().getTime());
  const values = {
    every,
    weekday: rhythm.weekday,
    minute_of_day: rhythm.minuteOfDay,
    next_due_at: new Date(nextMs),
    refused_at: null,
    turn_at: null,
  };
  return await inTransaction(deps.db, async (trx) => {
    const view = await lockView(trx, actor, input.id);
    if (view.version !== input.version) throw new AppError('conflict_version');
    await countChange(trx, view.id);
    await trx
      .insertInto('view_schedule')
      .values({ view_id: view.id, ...values })
      .onConflict((conflict) => conflict.column('view_id').doUpdateSet(values))
      .execute();
    return await readView(trx, actor, view.id);
  });
}

/** @throws AppError `not_found`. */
export async function unscheduleView(deps: HasDb, actor: Actor, id: number): Promise<SavedView> {
  return await inTransaction(deps.db, async (trx) => {
    const view = await lockView(trx, actor, id);
    await endSchedule(trx, view.id);
    return await readView(trx, actor, id);
  });
}

/** Whoever has its dialog open does not begin the mails anew unseen. */
async function endSchedule(trx: Tx, viewId: number): Promise<void> {
  const { numDeletedRows: ended } = await trx
    .deleteFrom('view_schedule')
    .where('view_id', '=', viewId)
    .executeTakeFirstOrThrow();
  if (ended > 0n) await countChange(trx, viewId);
}

async function countChange(trx: Tx, viewId: number): Promise<void> {
  await trx
    .updateTable('saved_view')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', viewId)
    .execute();
}

export function rhythmOf(schedule: ScheduleRecord): Rhythm {
  return { every: schedule.every, weekday: schedule.weekday, minuteOfDay: schedule.minute_of_day };
}

/** The turn that is due, or was and could not be mailed yet. */
export function turnDue({ turn_at: turn, next_due_at: next }: ScheduleRecord): Date {
  return turn ?? next;
}

/** After an account moved to another zone: the same local times there. What is due and not mailed yet stays so. */
export async function moveSchedules(trx: Tx, accountId: number, timeZone: string, now: Date): Promise<void> {
  const schedules = await trx
    .selectFrom('view_schedule')
    .innerJoin('saved_view', 'saved_view.id', 'view_schedule.view_id')
    .selectAll('view_schedule')
    .where('saved_view.account_id', '=', accountId)
    .orderBy('view_id')
    .forUpdate('view_schedule')
    .execute();
  for (const schedule of schedules) {
    const rhythm = rhythmOf(schedule);
    const dueMs = turnDue(schedule).getTime();
    const isOwed = dueMs <= now.getTime();
    const nextMs = isOwed ? turnMeantMs(rhythm, timeZone, dueMs) : nextDueMs(rhythm, timeZone, now.getTime());
    await trx
      .updateTable('view_schedule')
      .set({ next_due_at: new Date(nextMs), turn_at: null })
      .where('view_id', '=', schedule.view_id)
      .execute();
  }
}

// A link that ends a view's mails and can do nothing else: sealed, so that nobody makes one up.
const PURPOSE = 'unsubscribe from a view';

export function unsubscribeToken(secrets: Secrets, viewId: number): string {
  return secrets.seal(String(viewId), PURPOSE).toString('base64url');
}

/** @throws AppError `link_invalid`. */
function viewOfToken(secrets: Secrets, token: string): number {
  try {
    return Number(secrets.open(Buffer.from(token, 'base64url'), PURPOSE));
  } catch {
    throw new AppError('link_invalid');
  }
}

/** What a link is for. A view that is gone sends nothing either. @throws AppError `link_invalid`. */
export async function describeUnsubscription(
  deps: HasDb & HasSecrets,
  token: string,
): Promise<{ name: string; active: boolean; kind: MailedKind | null }> {
  const mails = mailsOfToken(deps.secrets, token);
  if (mails !== null) return { name: '', kind: mails.kind, active: await isMailed(deps, mails) };
  const view = await deps.db
    .selectFrom('saved_view')
    .leftJoin('view_schedule', 'view_schedule.view_id', 'saved_view.id')
    .select(['name', 'view_schedule.view_id'])
    .where('id', '=', viewOfToken(deps.secrets, token))
    .executeTakeFirst();
  return { name: view?.name ?? '', active: view !== undefined && view.view_id !== null, kind: null };
}

/** Works without signing in, any number of times. @throws AppError `link_invalid`. */
export async function unsubscribe(deps: HasDb & HasSecrets, token: string): Promise<void> {
  const mails = mailsOfToken(deps.secrets, token);
  if (mails !== null) return await endMails(deps, mails);
  const viewId = viewOfToken(deps.secrets, token);
  await inTransaction(deps.db, async (trx) => {
    await trx
      .selectFrom('saved_view')
      .select('id')
      .where('id', '=', viewId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    await endSchedule(trx, viewId);
  });
}
