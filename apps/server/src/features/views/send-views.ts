import type { Report } from '@placard/contract/reports';
import type { Db, Tx } from '@placard/db/database';
import { brokenDownBy, type ReportAsked, readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { readSort } from '@placard/domain/analytics/report-question';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { latestDueMs, nextDueMs, turnMeantMs } from '@placard/domain/report-view/due';
import { localDayAt } from '@placard/domain/time-zone';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { AppError, tooOften } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { type Mail, queueMail } from '../../mail/outbox.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { reportOf } from '../reports/give-report.ts';
import { reportDays } from '../reports/report-days.ts';
import { networkName } from '../settings/network-name.ts';
import { arrangedRows } from './arranged-rows.ts';
import { rhythmOf, turnDue, unsubscribeToken } from './schedule-view.ts';
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
 * active get none; whose question is refused is told so once. Those that fail keep none of the others waiting; they
 * come again after a pause.
 * @param stopping leaves the rest to another worker: a thousand reports take minutes. @returns how many views were mailed
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
    const at = deps.clock();
    const turn = await inTransaction(deps.db, async (trx) => await takeTurn(trx, viewId, at));
    return turn !== null && (await sendTurn(deps, turn, at));
  };
  const sent = await eachAlone(due, 'views could not be mailed', send, stopping);
  return sent.filter(Boolean).length;
}

type Turn = {
  readonly letter: Letter;
  readonly schedule: ScheduleRecord;
  /** Until when nobody else takes it. */
  readonly heldUntil: Date;
  readonly next: Date;
};

/**
 * Takes a turn by putting it off: whoever dies over it, or fails, has left it to whoever looks after the pause, and what others
 * are due comes before it. @returns null where there is nothing to send
 */
async function takeTurn(trx: Tx, viewId: number, now: Date): Promise<Turn | null> {
  const schedule = await trx
    .selectFrom('view_schedule')
    .selectAll()
    .where('view_id', '=', viewId)
    .where('next_due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (schedule === undefined) return null;
  const view = await trx
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', viewId)
    .executeTakeFirstOrThrow();
  const owner = await activeOwner(trx, view);
  const timeZone = owner?.actor.timeZone ?? 'UTC';
  const meantMs = turnMeantMs(rhythmOf(schedule), timeZone, turnDue(schedule).getTime());
  const turn = turnOf(schedule, { timeZone, meantMs }, now);
  const heldUntil = new Date(now.getTime() + FAILED_PAUSE_MS);
  // Its account has another zone by now: it is not eight o'clock there.
  const isEarly = owner !== null && meantMs > now.getTime();
  const due = owner === null ? turn.next : isEarly ? new Date(meantMs) : heldUntil;
  // Tried again for however long, it is still this turn that is owed.
  const owed = due === heldUntil ? new Date(meantMs) : null;
  await trx
    .updateTable('view_schedule')
    .set({ next_due_at: due, turn_at: owed })
    .where('view_id', '=', viewId)
    .execute();
  if (owner === null || isEarly) return null;
  return { letter: { view, owner, at: turn.at }, schedule, heldUntil, next: turn.next };
}

/**
 * Mails what was taken. Analytics may take half a minute to answer: no transaction waits for that. What was deleted, or is sent
 * at other times by now, is not mailed.
 */
async function sendTurn(
  deps: Deps,
  { letter, schedule, heldUntil, next }: Turn,
  now: Date,
): Promise<boolean> {
  const mail = await mailOrRefusal(deps, letter, now);
  const refused = 'why' in mail;
  return await inTransaction(deps.db, async (trx) => {
    const held = await trx
      .updateTable('view_schedule')
      .set({ next_due_at: next, turn_at: null, ...(refused ? {} : { last_sent_at: now }) })
      .set((eb) => ({ refused_at: refused ? eb.fn.coalesce('refused_at', eb.val(now)) : null }))
      .where('view_id', '=', letter.view.id)
      .where('next_due_at', '=', heldUntil)
      .executeTakeFirst();
    if (held.numUpdatedRows === 0n) return false;
    if (!refused) await queueMail(trx, mail);
    else if (schedule.refused_at === null)
      await queueMail(trx, await refusalMail({ ...deps, db: trx }, letter, mail.why, now));
    return !refused;
  });
}

/** @param meantMs the turn that was due */
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

type Owner = {
  readonly actor: Actor;
  readonly email: string;
  readonly language: Language;
  /** Whether the account still has the role whose screen it is. */
  readonly isShown: boolean;
};

async function activeOwner(db: Db, view: ViewRecord): Promise<Owner | null> {
  const { role } = SCREENS[view.screen];
  const user = await db
    .selectFrom('app_user')
    .innerJoin('account_member', 'account_member.user_id', 'app_user.id')
    .innerJoin('account', 'account.id', 'account_member.account_id')
    .leftJoin('account_role', (join) =>
      join.onRef('account_role.account_id', '=', 'account.id').on('account_role.role', '=', role),
    )
    .select(['email', 'time_zone', 'language', 'account_member.role as member', 'account_role.role'])
    .where('app_user.id', '=', view.user_id)
    .where('account.id', '=', view.account_id)
    .where('app_user.status', '=', 'active')
    .where('account.status', '=', 'active')
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
  const language = user.language ?? DEFAULT_LANGUAGE;
  return { actor, email: user.email, language, isShown: user.role !== null };
}

type Why = 'role' | 'names' | 'hours' | 'other';

/** The mail, or why its question is refused: it would be each time. */
async function mailOrRefusal(deps: Deps, letter: Letter, now: Date): Promise<Mail | { readonly why: Why }> {
  if (!letter.owner.isShown) return { why: 'role' };
  try {
    return await letterOf(deps, letter, now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    const code = error.issues?.[0]?.code;
    return {
      why: code === 'report_names_too_many' ? 'names' : code === 'report_hours_too_long' ? 'hours' : 'other',
    };
  }
}

async function refusalMail(deps: Deps, { view, owner }: Letter, why: Why, now: Date): Promise<Mail> {
  const text = mailText('viewRefused', {
    ...{ network: await networkName(deps.db), name: view.name, why: mailPart(`viewRefusal.${why}`) },
    url: why === 'role' ? deps.publicUrl : viewUrl(deps, view),
    stop: unsubscribeUrl(deps, view),
  });
  return { to: owner.email, ...text(owner.language), unsubscribeUrl: unsubscribeUrl(deps, view), at: now };
}

function viewUrl({ publicUrl }: Pick<Deps, 'publicUrl'>, view: ViewRecord): string {
  return `${publicUrl}${SCREENS[view.screen].path}?${new URLSearchParams({ ...view.search, view: String(view.id) })}`;
}

function unsubscribeUrl(
  { publicUrl, secrets }: Pick<Deps, 'publicUrl' | 'secrets'>,
  { id }: ViewRecord,
): string {
  return `${publicUrl}/unsubscribe?token=${unsubscribeToken(secrets, id)}`;
}

/**
 * Mails a view to its owner at once, to see what will come; without a transaction that waits for analytics. @throws AppError `not_found`, `rate_limited`.
 */
export async function sendViewNow(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.clock();
  const view = await ownView(deps.db, actor, id);
  refuseSoonAgain(view, now);
  const owner = await activeOwner(deps.db, view);
  if (owner?.isShown !== true) throw new AppError('not_found');
  const mail = await letterOf(deps, { view, owner, at: now }, now);
  await inTransaction(deps.db, async (trx) => {
    refuseSoonAgain(await lockView(trx, actor, id), now);
    await trx.updateTable('saved_view').set({ last_sent_by_hand_at: now }).where('id', '=', id).execute();
    await queueMail(trx, mail);
  });
}

function refuseSoonAgain({ last_sent_by_hand_at: last }: ViewRecord, now: Date): void {
  const waitMs = last === null ? 0 : last.getTime() + BY_HAND_EVERY_MS - now.getTime();
  if (waitMs > 0) throw tooOften(waitMs);
}

type Letter = { readonly view: ViewRecord; readonly owner: Owner; readonly at: Date };

async function letterOf(deps: Deps, { view, owner, at }: Letter, now: Date): Promise<Mail> {
  const today = localDayAt(owner.actor.timeZone, at.getTime());
  const asked = readReport(view.search, REPORT_OFFERS[view.screen], today);
  const report = await reportOfView(deps, view, owner.actor, asked);
  const search = view.search.search ?? '';
  const scheduled = await deps.db
    .selectFrom('view_schedule')
    .select('view_id')
    .where('view_id', '=', view.id)
    .executeTakeFirst();
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
    url: viewUrl(deps, view),
    // One that was asked for by hand and comes no more needs no way out.
    unsubscribeUrl: scheduled === undefined ? null : unsubscribeUrl(deps, view),
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
