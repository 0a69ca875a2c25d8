import type { OperatorPayout } from '@placard/contract/payouts';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { approvalsNeeded } from '@placard/domain/payout/approval';
import type { PayoutMethod } from '@placard/domain/payout/rules';
import type { PayoutStatus } from '@placard/domain/payout/status';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { ownAmong } from '../accounts/memberships.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { theRow } from '../the-row.ts';
import { gavePasswordTo } from '../users/account-ties.ts';
import { readApprovalLimit, takenOnAlone } from './approval-limit.ts';
import { type Approval, readApprovals } from './approve-payout.ts';
import { PAYOUT_SORTS, payoutMatches } from './payment-history.ts';
import { payoutView } from './payout-record.ts';

type Deps = HasDb & HasSecrets & HasClock;

export type PayoutListQuery = ListQuery & {
  readonly status?: PayoutStatus | undefined;
  readonly method?: PayoutMethod | undefined;
  readonly account?: number | undefined;
};

export type PayoutList = {
  items: OperatorPayout[];
  total: number;
  stats: { pending: number; pendingAmount: number; processing: number; processingAmount: number };
};

export function selectPayouts(db: Db) {
  return db
    .selectFrom('payout')
    .innerJoin('account_card', 'account_card.id', 'payout.publisher_id')
    .innerJoin('payment_profile', 'payment_profile.id', 'payout.payment_profile_id')
    .leftJoin('payout_export', 'payout_export.id', 'payout.export_id')
    .selectAll('payout')
    .select([
      'payout_export.message_id as export_message_id',
      'payout_export.format as export_format',
      'payout_export.exported_at',
      'account_card.email',
      'account_card.first_name',
      'account_card.last_name',
      'payment_profile.name as profile_name',
    ]);
}

type PayoutOfPublisher = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number];

/** Views with what the caller may do about each: approvals so far, and whether the money is the caller's own. */
async function operatorViews(
  deps: Deps,
  actor: Actor,
  rows: readonly PayoutOfPublisher[],
): Promise<OperatorPayout[]> {
  const { db, secrets } = deps;
  const now = deps.clock();
  const publisherIds = rows.map((row) => row.publisher_id);
  const [own, currency, presentMicros, alone, gavePassword, approvals] = await Promise.all([
    ownAmong(db, actor.userId, publisherIds, now),
    readCurrency(db),
    readApprovalLimit(db, now),
    takenOnAlone(db, publisherIds, now),
    gavePasswordTo(db, actor.userId, publisherIds, now),
    readApprovals(
      db,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) => {
    const given = approvals.get(row.id) ?? [];
    return {
      ...payoutView(row, currency, secrets),
      publisher: { id: row.publisher_id, name: displayName(row), email: row.email },
      profileName: row.profile_name,
      approvals: given.map(({ name, at }) => ({ name, at: at.toISOString() })),
      approvalsNeeded: neededFor(row, given, { presentMicros, alone, gavePassword }),
      approvedByYou: given.some((approval) => approval.operatorId === actor.userId),
      isYours: own.has(row.publisher_id),
      export: exportOf(row),
    };
  });
}

/** What is taken on already has had enough, whatever counts by now. */
function neededFor(
  row: PayoutOfPublisher,
  given: readonly Approval[],
  at: {
    readonly presentMicros: Micros;
    readonly alone: ReadonlyMap<number, Micros>;
    readonly gavePassword: ReadonlySet<number>;
  },
): 1 | 2 {
  const waits = row.status === 'pending';
  if (!waits && given.length > 1) return 2;
  const aloneMicros = waits ? (at.alone.get(row.publisher_id) ?? 0n) : 0n;
  return approvalsNeeded(row.amount_micros + aloneMicros, {
    requestedUnderMicros: row.approval_limit_micros,
    presentMicros: at.presentMicros,
    neverAlone: waits && at.gavePassword.has(row.publisher_id),
  });
}

function exportOf(row: PayoutOfPublisher): OperatorPayout['export'] {
  const { export_id: id, export_message_id: messageId, export_format: format, exported_at: at } = row;
  if (id === null || messageId === null || format === null || at === null) return null;
  return { id, messageId, format, at: at.toISOString() };
}

type Counts = {
  pending: bigint;
  pending_micros: bigint;
  processing: bigint;
  processing_micros: bigint;
};

async function countOpen(db: Db): Promise<PayoutList['stats']> {
  const row = theRow(
    await sql<Counts>`
    select count(*) filter (where status = 'pending') as pending,
           coalesce(sum(amount_micros) filter (where status = 'pending'), 0)::int8 as pending_micros,
           count(*) filter (where status = 'processing') as processing,
           coalesce(sum(amount_micros) filter (where status = 'processing'), 0)::int8 as processing_micros
      from payout where status in ('pending', 'processing')`.execute(db),
  );
  return {
    pending: Number(row.pending),
    pendingAmount: dollarsFromMicros(row.pending_micros),
    processing: Number(row.processing),
    processingAmount: dollarsFromMicros(row.processing_micros),
  };
}

/** Payouts of all publishers; search looks into payment id, method, reason, address and name. */
export async function listPayouts(deps: Deps, actor: Actor, query: PayoutListQuery): Promise<PayoutList> {
  const { db } = deps;
  const conditions = [sql<SqlBool>`true`];
  if (query.status !== undefined) conditions.push(sql`payout.status = ${query.status}`);
  if (query.method !== undefined) conditions.push(sql`payout.method = ${query.method}`);
  if (query.account !== undefined) conditions.push(sql`payout.publisher_id = ${query.account}`);
  const pattern = searchPattern(query.search);
  if (pattern !== null) {
    conditions.push(sql`(${payoutMatches(pattern)} or account_card.email ilike ${pattern}
      or account_card.first_name || ' ' || account_card.last_name ilike ${pattern} or account_card.company ilike ${pattern})`);
  }
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  const { limit, offset } = pageOf(query);
  const sort = sortOf(query.sort, PAYOUT_SORTS, { column: PAYOUT_SORTS.requestedAt, direction: 'desc' });
  const [rows, count, stats] = await Promise.all([
    selectPayouts(db)
      .where(condition)
      .orderBy(sort.column, sort.direction)
      .orderBy('payout.id', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('payout')
      .innerJoin('account_card', 'account_card.id', 'payout.publisher_id')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .where(condition)
      .executeTakeFirstOrThrow(),
    countOpen(db),
  ]);
  return {
    items: await operatorViews(deps, actor, rows),
    total: Number(count.total),
    stats,
  };
}

export async function readOperatorPayout(
  deps: Deps,
  actor: Actor,
  payoutId: number,
): Promise<OperatorPayout> {
  const rows = await selectPayouts(deps.db).where('payout.id', '=', payoutId).execute();
  const [view] = await operatorViews(deps, actor, rows);
  if (view === undefined) throw new AppError('not_found');
  return view;
}
