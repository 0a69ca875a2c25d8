import type { Report } from '@placard/contract/reports';
import type { Db, Tx } from '@placard/db/database';
import { brokenDownBy, type ReportAsked, readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { readSort } from '@placard/domain/analytics/report-question';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { latestDueMs, nextDueMs, turnMeantMs } from '@placard/domain/report-view/due';
import { localDayAt } from '@placard/domain/time-zone';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { type Mail, queueMail } from '../../mail/outbox.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { reportOf } from '../reports/give-report.ts';
import { reportDays } from '../reports/report-days.ts';
import { networkName } from '../settings/network-name.ts';
import { arrangedRows } from './arranged-rows.ts';
import { rhythmOf, unsubscribeToken } from './schedule-view.ts';
import { FILE_ROWS, viewMail } from './view-mail.ts';
import { lockView, ownView, SCREENS, type ScheduleRecord, type ViewRecord } from './view-record.ts';

type Deps = HasDb & HasClock & HasAnalytics & HasSecrets & Pick<HasUrls, 'publicUrl'>;

/** A second press, or a press held, sends nothing more. */
const BY_HAND_EVERY_MS = 30_000;
/** After a turn that failed: a question that takes too long takes half a minute of analytics each time. */
export const FAILED_PAUSE_MS = 5 * 60_000;

/**
 * Mails every view whose turn has come: once a turn, also with two workers and after a time without any; of turns
 * that were missed the last one, as of its own day. Mail and next turn are written together. Accounts that are not
 * active, or lost the role, get none. Those that fail keep none of the others waiting; they come again after a pause.
 * @param stopping leaves the rest to another worker: a thousand reports take minutes. @returns how many mails were written
 */
export async function sendDueViews(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const now = deps.clock();
  const due = await deps.db
    .selectFrom('view_schedule')
    .select('view_id')
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .orderBy('view_id')
    .execute();
  const send = async ({ view_id: viewId }: { readonly view_id: number }) => {
    try {
      return await inTransaction(deps.db, async (trx) => await takeTurn(deps, trx, viewId, now));
    } catch (cause) {
      await putOff(deps, viewId, now);
      throw cause;
    }
  };
  const sent = await eachAlone(due, 'views could not be mailed', send, stopping);
  return sent.filter(Boolean).length;
}

/** Behind all others that are due, so that as many as a run bears do not fail first in each. */
async function putOff({ db }: Deps, viewId: number, now: Date): Promise<void> {
  await db
    .updateTable('view_schedule')
    .set({ next_due_at: new Date(now.getTime() + FAILED_PAUSE_MS) })
    .where('view_id', '=', viewId)
    .where('next_due_at', '<=', now)
    .execute();
}

async function takeTurn(deps: Deps, trx: Tx, viewId: number, now: Date): Promise<boolean> {
  // Whoever has it locked sends it.
  const schedule = await trx
    .selectFrom('view_schedule')
    .selectAll()
    .where('view_id', '=', viewId)
    .where('next_due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (schedule === undefined) return false;
  const view = await trx
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', viewId)
    .executeTakeFirstOrThrow();
  const owner = await activeOwner(trx, view);
  const timeZone = owner?.actor.timeZone ?? 'UTC';
  const meantMs = turnMeantMs(rhythmOf(schedule), timeZone, schedule.next_due_at.getTime());
  // Its account has another zone by now: it is not eight o'clock there.
  if (owner !== null && meantMs > now.getTime()) {
    await trx
      .updateTable('view_schedule')
      .set({ next_due_at: new Date(meantMs) })
      .where('view_id', '=', viewId)
      .execute();
    return false;
  }
  const turn = turnOf(schedule, { timeZone, meantMs }, now);
  const sends = owner !== null && (await mailed({ ...deps, db: trx }, { view, owner, at: turn.at }, now));
  await trx
    .updateTable('view_schedule')
    .set({ next_due_at: turn.next, ...(sends ? { last_sent_at: now } : {}) })
    .where('view_id', '=', viewId)
    .execute();
  return sends;
}

/** @param meantMs the turn that was due: one that failed is due after its time */
function turnOf(
  schedule: ScheduleRecord,
  { timeZone, meantMs }: { readonly timeZone: string; readonly meantMs: number },
  now: Date,
): { at: Date; next: Date } {
  const rhythm = rhythmOf(schedule);
  const nowMs = now.getTime();
  return {
    at: new Date(latestDueMs(rhythm, timeZone, meantMs, nowMs)),
    next: new Date(nextDueMs(rhythm, timeZone, nowMs)),
  };
}

type Owner = { readonly actor: Actor; readonly email: string; readonly language: Language };

async function activeOwner(db: Db, view: ViewRecord): Promise<Owner | null> {
  const { role } = SCREENS[view.screen];
  const user = await db
    .selectFrom('app_user')
    .innerJoin('account_member', 'account_member.user_id', 'app_user.id')
    .innerJoin('account', 'account.id', 'account_member.account_id')
    .innerJoin('account_role', 'account_role.account_id', 'account.id')
    .select(['email', 'time_zone', 'language', 'account_member.role as member'])
    .where('app_user.id', '=', view.user_id)
    .where('account.id', '=', view.account_id)
    .where('app_user.status', '=', 'active')
    .where('account.status', '=', 'active')
    .where('account_role.role', '=', role)
    .executeTakeFirst();
  if (user === undefined) return null;
  const actor = {
    userId: view.user_id,
    accountId: view.account_id,
    member: user.member,
    sessionId: 0,
    roles: [role],
    timeZone: user.time_zone,
  };
  return { actor, email: user.email, language: user.language ?? DEFAULT_LANGUAGE };
}

/** A view whose question is refused (too large a one) is left out: it would be refused each time. */
async function mailed(deps: Deps, letter: Letter, now: Date): Promise<boolean> {
  try {
    await queueMail(deps.db, await letterOf(deps, letter, now));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return false;
    throw error;
  }
}

/**
 * Mails a view to its owner at once, to see what will come. Analytics may take half a minute to answer: no transaction waits for
 * that, of which there are a few for everybody. @throws AppError `not_found`, `rate_limited`.
 */
export async function sendViewNow(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.clock();
  const view = await ownView(deps.db, actor, id);
  refuseSoonAgain(view, now);
  const owner = await activeOwner(deps.db, view);
  if (owner === null) throw new AppError('not_found');
  const mail = await letterOf(deps, { view, owner, at: now }, now);
  await inTransaction(deps.db, async (trx) => {
    refuseSoonAgain(await lockView(trx, actor, id), now);
    await trx.updateTable('saved_view').set({ last_sent_by_hand_at: now }).where('id', '=', id).execute();
    await queueMail(trx, mail);
  });
}

function refuseSoonAgain({ last_sent_by_hand_at: last }: ViewRecord, now: Date): void {
  if (last !== null && last.getTime() > now.getTime() - BY_HAND_EVERY_MS) throw new AppError('rate_limited');
}

type Letter = { readonly view: ViewRecord; readonly owner: Owner; readonly at: Date };

async function letterOf(deps: Deps, { view, owner, at }: Letter, now: Date): Promise<Mail> {
  const { publicUrl } = deps;
  const today = localDayAt(owner.actor.timeZone, at.getTime());
  const asked = readReport(view.search, REPORT_OFFERS[view.screen], today);
  const report = await reportOfView(deps, view, owner.actor, asked);
  const search = view.search.search ?? '';
  const scheduled = await deps.db
    .selectFrom('view_schedule')
    .select('view_id')
    .where('view_id', '=', view.id)
    .executeTakeFirst();
  const query = new URLSearchParams({ ...view.search, view: String(view.id) });
  const mail = viewMail({
    language: owner.language,
    network: await networkName(deps.db),
    view,
    asked,
    report: {
      ...report,
      rows: arrangedRows(report.rows.slice(0, FILE_ROWS), {
        ...{ language: owner.language, by: brokenDownBy(asked) },
        ...{ search, sort: readSort(view.search.sort) },
      }),
    },
    search,
    isCut: report.rows.length > FILE_ROWS,
    url: `${publicUrl}${SCREENS[view.screen].path}?${query}`,
    // One that was asked for by hand and comes no more needs no way out.
    unsubscribeUrl:
      scheduled === undefined
        ? null
        : `${publicUrl}/unsubscribe?token=${unsubscribeToken(deps.secrets, view.id)}`,
  });
  return { to: owner.email, ...mail, language: owner.language, at: now };
}

async function reportOfView(deps: Deps, view: ViewRecord, actor: Actor, asked: ReportAsked): Promise<Report> {
  const { metrics } = REPORT_OFFERS[view.screen];
  const scope =
    view.screen === 'statistics' ? { advertiserId: actor.accountId } : { publisherId: actor.accountId };
  const sort = readSort(view.search.sort);
  return await reportOf(deps, actor, scope, {
    ...reportDays(deps, actor, asked),
    metrics,
    by: brokenDownBy(asked),
    narrowed: asked.filters,
    compare: asked.compared,
    sort:
      sort !== null && metrics.some((metric) => metric === sort.key)
        ? sort
        : { key: 'impressions', descending: true },
    // By the one beyond it is seen that there are more.
    limit: FILE_ROWS + 1,
  });
}
