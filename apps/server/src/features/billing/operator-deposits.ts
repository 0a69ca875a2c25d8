import type { Deposit } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros } from '@placard/domain/micros';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import { depositFailedMail } from '../../mail/texts.ts';
import { displayName } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { creditDeposit, decideDeposit, mailAdvertiser } from './credit-deposit.ts';
import { depositView } from './deposit-view.ts';
import { readCurrency } from './read-balance.ts';

export type OperatorDeposit = Deposit & { advertiser: { id: number; name: string; email: string } };

export type DepositListQuery = ListQuery & { readonly status?: Deposit['status'] | undefined };

function selectDeposits(db: Db) {
  return db
    .selectFrom('deposit')
    .innerJoin('app_user', 'app_user.id', 'deposit.advertiser_id')
    .selectAll('deposit')
    .select(['app_user.email', 'app_user.first_name', 'app_user.last_name']);
}

type DepositOfAdvertiser = Parameters<typeof depositView>[0] & Parameters<typeof displayName>[0];

function operatorView(row: DepositOfAdvertiser, currency: string): OperatorDeposit {
  return {
    ...depositView(row, currency),
    advertiser: { id: row.advertiser_id, name: displayName(row), email: row.email },
  };
}

const SORT_COLUMNS = { createdAt: sql`deposit.created_at`, amount: sql`deposit.amount_micros` };

export type DepositList = {
  items: OperatorDeposit[];
  total: number;
  stats: { pending: number; pendingAmount: number };
};

/** Deposits of all advertisers; search looks into reference, address and name. */
export async function listDeposits({ db }: HasDb, query: DepositListQuery): Promise<DepositList> {
  const pattern = searchPattern(query.search);
  const status = query.status ?? null;
  const condition = sql<SqlBool>`(${status}::text is null or deposit.status = ${status})
    and (${pattern}::text is null or deposit.reference ilike ${pattern} or app_user.email ilike ${pattern}
      or app_user.first_name || ' ' || app_user.last_name ilike ${pattern} or app_user.company ilike ${pattern})`;
  const { limit, offset } = pageOf(query);
  const sort = sortOf(query.sort, SORT_COLUMNS, { column: SORT_COLUMNS.createdAt, direction: 'desc' });
  const [currency, rows, counts] = await Promise.all([
    readCurrency(db),
    selectDeposits(db)
      .where(condition)
      .orderBy(sort.column, sort.direction)
      .orderBy('deposit.id', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    sql<{ matching: bigint; pending: bigint; pending_micros: bigint }>`
      select count(*) filter (where ${condition}) as matching,
             count(*) filter (where deposit.status = 'pending') as pending,
             coalesce(sum(amount_micros) filter (where deposit.status = 'pending'), 0)::bigint as pending_micros
        from deposit join app_user on app_user.id = deposit.advertiser_id`.execute(db),
  ]);
  const count = counts.rows[0];
  return {
    items: rows.map((row) => operatorView(row, currency)),
    total: Number(count?.matching ?? 0n),
    stats: {
      pending: Number(count?.pending ?? 0n),
      pendingAmount: dollarsFromMicros(count?.pending_micros ?? 0n),
    },
  };
}

async function readOperatorDeposit(db: Db, depositId: number): Promise<OperatorDeposit> {
  const row = await selectDeposits(db).where('deposit.id', '=', depositId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return operatorView(row, await readCurrency(db));
}

/** The operator has seen the money. @throws AppError `not_found`, `conflict_status`. */
export async function confirmDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<OperatorDeposit> {
  return await inTransaction(deps.db, async (trx) => {
    await creditDeposit(trx, { depositId: input.id, actor, now: deps.clock() });
    return await readOperatorDeposit(trx, input.id);
  });
}

/** The money did not come. @throws AppError `not_found`, `conflict_status`. */
export async function failDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<OperatorDeposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const decision = { depositId: input.id, actor, now, to: 'failed', cannot: 'marked as failed' } as const;
    const deposit = await decideDeposit(trx, decision);
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'deposit.fail',
      subjectKind: 'deposit',
      subjectId: input.id,
      detail: { status: { before: 'pending', after: 'failed' } },
      at: now,
    });
    await mailAdvertiser(trx, deposit, now, depositFailedMail);
    return await readOperatorDeposit(trx, input.id);
  });
}
