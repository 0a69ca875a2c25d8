import type { ClosedBooks, OpenBooks } from '@placard/contract/month-close';
import type { Db, Tx } from '@placard/db/database';
import { formatMicros } from '@placard/domain/micros';
import { numberOfDay, startOfLocalDayMs } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { NetworkDays } from '../settings/network-days.ts';
import { readLines } from './month-lines.ts';
import { readOpenMonths } from './month-states.ts';

/** Newest first; open ones with what stands between them and their close. */
export async function listBooks(
  { db, clock }: HasDb & HasClock,
  _actor: Actor,
): Promise<{ open: OpenBooks[]; closed: ClosedBooks[] }> {
  const [open, closed] = await Promise.all([readOpenMonths(db, clock()), readClosed(db)]);
  return {
    open: open.toReversed().map(({ month, endsAt, blockers }) => ({
      month: month.slice(0, 7),
      endsAt: endsAt.toISOString(),
      blockers: [...blockers],
    })),
    closed,
  };
}

async function readClosed(db: Db): Promise<ClosedBooks[]> {
  const rows = await db
    .selectFrom('closed_month')
    .innerJoin('app_user', 'app_user.id', 'closed_month.closed_by')
    .select(['month', 'closed_at', 'reconciliation_id', 'first_name', 'last_name', 'email'])
    .orderBy('month', 'desc')
    .execute();
  return rows.map((row) => ({
    month: row.month.slice(0, 7),
    closedAt: row.closed_at.toISOString(),
    closedBy: displayName(row),
    reconciliationId: row.reconciliation_id,
  }));
}

/**
 * Closes the oldest open month: from then on the database refuses whatever is dated into it, and its figures are kept.
 * @throws AppError `conflict_status` that names what stands between the month and its close; `not_found` for a month that
 * has no bookings
 */
export async function closeBooks(
  deps: HasDb & HasClock,
  actor: Actor,
  { month: name }: { readonly month: string },
): Promise<ClosedBooks> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    // What is being booked is waited for; what comes after it sees the closed month.
    await sql`lock table ledger_transaction, invoice in share row exclusive mode`.execute(trx);
    const month = `${name}-01`;
    const state = (await readOpenMonths(trx, now)).find((each) => each.month === month);
    if (state === undefined) {
      const closed = await trx
        .selectFrom('closed_month')
        .select('month')
        .where('month', '=', month)
        .executeTakeFirst();
      if (closed !== undefined) throw new AppError('conflict_status', { reason: 'month_closed' });
      throw new AppError('not_found');
    }
    if (state.blockers.length > 0 || state.reconciliationId === null) {
      throw new AppError('conflict_status', {
        reason: 'month_not_closable',
        values: { blockers: state.blockers.join(', ') },
      });
    }
    const startsAt = await beginOf(trx, month);
    const lines = await readLines(trx, { month, startsAt, endsAt: state.endsAt });
    await trx
      .insertInto('closed_month')
      .values({
        month,
        ends_at: state.endsAt,
        reconciliation_id: state.reconciliationId,
        closed_by: actor.userId,
        closed_at: now,
        lines: JSON.stringify(lines),
      })
      .execute();
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'books.close',
      subjectKind: 'month',
      subjectId: null,
      detail: { month: name, reconciliationId: state.reconciliationId },
      at: now,
    });
    const [view] = (await readClosed(trx)).filter((each) => each.month === name);
    if (view === undefined) throw new Error(`month ${name} was not closed`);
    return view;
  });
}

/** Where the month closed before it ended: in another time zone, what lies between the two would be in both or in neither. */
async function beginOf(trx: Tx, month: string): Promise<Date> {
  const { time_zone: timeZone, closed_up_to: closedUpTo } = await trx
    .selectFrom('network_settings')
    .select('time_zone')
    .select((eb) =>
      eb
        .selectFrom('closed_month')
        .select(({ fn }) => fn.max('ends_at').as('at'))
        .as('closed_up_to'),
    )
    .executeTakeFirstOrThrow();
  return closedUpTo ?? new Date(startOfLocalDayMs(timeZone, numberOfDay(month)));
}

/** The closing totals as they were. @throws AppError `not_found` for a month that is not closed. */
export async function exportBooks(
  { db }: HasDb,
  { month }: { readonly month: string },
  make: MakeDocument,
): Promise<File> {
  const row = await db
    .selectFrom('closed_month')
    .innerJoin('network_settings', (join) => join.onTrue())
    .select(['lines', 'closed_at', 'currency'])
    .where('month', '=', `${month}-01`)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const closed = (await NetworkDays.read(db)).of(row.closed_at);
  const lines = [
    ['month', 'section', 'name', 'count', 'amount', 'currency', 'closed'],
    ...row.lines.map(({ section, name, count, micros }) => [
      ...[month, section, name, String(count), formatMicros(BigInt(micros)), row.currency, closed],
    ]),
  ];
  return new File([await make('csv', lines)], `books-${month}.csv`, { type: 'text/csv' });
}
