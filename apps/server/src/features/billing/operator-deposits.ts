import type { Deposit, Dispute, Refund } from '@placard/contract/billing';
import type { Db, Tx } from '@placard/db/database';
import type { Contested } from '@placard/domain/billing/dispute';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { dollarsFromMicros, type Micros, minMicros } from '@placard/domain/micros';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { isOwn } from '../accounts/memberships.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { theRow } from '../the-row.ts';
import { creditDeposit, decideDeposit, tellDepositFailed } from './credit-deposit.ts';
import { CREDITED_BY_HAND_MICROS, DEPOSIT_STATE, depositView, selectDepositsShown } from './deposit-view.ts';
import { contestedDeposits, disputesOfDeposit } from './disputes.ts';
import { labelOf } from './issue-invoice.ts';
import { readCurrency } from './read-balance.ts';

export type OperatorDeposit = Deposit & {
  advertiser: { id: number; name: string; email: string };
  refundable: number;
  refunds: Refund[];
};

export type DepositListQuery = ListQuery & {
  readonly status?: Deposit['state'] | undefined;
  readonly contested?: Contested | undefined;
  readonly account?: number | undefined;
};

function selectDeposits(db: Db) {
  return selectDepositsShown(db)
    .innerJoin('account_card', 'account_card.id', 'deposit.advertiser_id')
    .select(['account_card.email', 'account_card.first_name', 'account_card.last_name'])
    .select(CREDITED_BY_HAND_MICROS.as('credited_by_hand_micros'))
    .select(
      sql<Micros>`coalesce((select balance_micros from ledger_account a
        where a.kind = 'advertiser_wallet' and a.owner_id = deposit.advertiser_id), 0)::bigint`.as(
        'wallet_micros',
      ),
    );
}

type DepositOfAdvertiser = Parameters<typeof depositView>[0] &
  Parameters<typeof displayName>[0] & {
    readonly wallet_micros: Micros;
    readonly credited_by_hand_micros: Micros;
  };

function operatorView(
  row: DepositOfAdvertiser,
  currency: string,
  refunds: readonly RefundRow[],
): OperatorDeposit {
  return {
    ...depositView(row, currency),
    advertiser: { id: row.advertiser_id, name: displayName(row), email: row.email },
    refundable: row.status === 'confirmed' ? dollarsFromMicros(refundableMicros(row, currency)) : 0,
    refunds: refunds.filter((refund) => refund.deposit_id === row.id).map(refundView),
  };
}

/** Whole cents of what is left of a deposit and what the wallet holds; whole units of a currency without cents. */
function refundableMicros(row: DepositOfAdvertiser, currency: string): Micros {
  const leftMicros = row.amount_micros - row.refunded_micros - row.credited_by_hand_micros;
  const most = minMicros(leftMicros, row.wallet_micros);
  return most <= 0n ? 0n : most - (most % smallestStepMicros(currency));
}

type RefundRow = Awaited<ReturnType<typeof refundsOf>>[number];

async function refundsOf(db: Db, depositIds: readonly number[]) {
  if (depositIds.length === 0) return [];
  return await db
    .selectFrom('deposit_refund')
    .selectAll()
    .where('deposit_id', 'in', depositIds)
    .orderBy('id')
    .execute();
}

function refundView(row: RefundRow): Refund {
  return {
    id: row.id,
    amount: dollarsFromMicros(row.amount_micros),
    origin: row.origin,
    status: row.status,
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    failure: row.failure_text,
    uncovered: dollarsFromMicros(row.amount_micros - row.covered_micros),
  };
}

const SORT_COLUMNS = { createdAt: sql`deposit.created_at`, amount: sql`deposit.amount_micros` };

export type DepositList = {
  items: OperatorDeposit[];
  total: number;
  stats: { pending: number; pendingAmount: number };
};

/** Deposits of all advertisers; search looks into reference, address and name. */
export async function listDeposits(
  { db, clock }: HasDb & HasClock,
  query: DepositListQuery,
): Promise<DepositList> {
  const pattern = searchPattern(query.search);
  const status = query.status ?? null;
  const account = query.account ?? null;
  const asked = sql<SqlBool>`(${status}::text is null or ${DEPOSIT_STATE} = ${status})
    and (${account}::integer is null or deposit.advertiser_id = ${account})
    and (${pattern}::text is null or deposit.reference ilike ${pattern} or account_card.email ilike ${pattern}
      or account_card.first_name || ' ' || account_card.last_name ilike ${pattern} or account_card.company ilike ${pattern})`;
  const condition =
    query.contested === undefined
      ? asked
      : sql<SqlBool>`${asked} and deposit.id in (${contestedDeposits(query.contested, clock())})`;
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
             count(*) filter (where ${DEPOSIT_STATE} = 'pending') as pending,
             coalesce(sum(amount_micros) filter (where ${DEPOSIT_STATE} = 'pending'), 0)::bigint as pending_micros
        from deposit join account_card on account_card.id = deposit.advertiser_id`.execute(db),
  ]);
  const count = theRow(counts);
  const refunds = await refundsOf(
    db,
    rows.map((row) => row.id),
  );
  return {
    items: rows.map((row) => operatorView(row, currency, refunds)),
    total: Number(count.matching),
    stats: {
      pending: Number(count.pending),
      pendingAmount: dollarsFromMicros(count.pending_micros),
    },
  };
}

export async function readOperatorDeposit(db: Db, depositId: number): Promise<OperatorDeposit> {
  const row = await selectDeposits(db)
    .where('deposit.id', '=', depositId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return operatorView(row, await readCurrency(db), await refundsOf(db, [depositId]));
}

/** A deposit with the documents about it. @throws AppError `not_found`. */
export async function readDepositRecord(
  { db }: HasDb,
  depositId: number,
): Promise<OperatorDeposit & { documents: { number: number; label: string }[]; disputes: Dispute[] }> {
  const deposit = await readOperatorDeposit(db, depositId);
  const disputes = await disputesOfDeposit(db, depositId);
  const rows = await db
    .selectFrom('invoice')
    .select(['number', 'advertiser_id', 'series', 'series_number'])
    .where((eb) =>
      eb.or([
        eb('deposit_id', '=', depositId),
        eb(
          'refund_id',
          'in',
          eb.selectFrom('deposit_refund').select('id').where('deposit_id', '=', depositId),
        ),
      ]),
    )
    .orderBy('number')
    .execute();
  const documents = rows.map((row) => ({ number: row.number, label: labelOf(row) }));
  return { ...deposit, documents, disputes };
}

/** @throws AppError `own_deposit`: nobody says of money of their own that it came, or sends it back. */
export async function refuseOwnDeposit(
  trx: Tx,
  actor: Actor,
  deposit: { readonly advertiser_id: number },
  now: Date,
): Promise<void> {
  if (await isOwn(trx, actor, deposit.advertiser_id, now)) throw new AppError('own_deposit');
}

/**
 * Whether a card was charged, its gateway knows better than anybody here; whether a transfer came is said by somebody
 * who gains nothing by it. @throws AppError `not_found`, `own_deposit`, `conflict_status`
 */
async function refuseUndecidable(trx: Tx, actor: Actor, depositId: number, now: Date): Promise<void> {
  const deposit = await trx
    .selectFrom('deposit')
    .select(['gateway', 'status', 'advertiser_id'])
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  await refuseOwnDeposit(trx, actor, deposit, now);
  if (deposit.status !== 'pending' || deposit.gateway !== 'stripe') return;
  throw new AppError('conflict_status', { reason: 'deposit_of_gateway' });
}

/** The operator has seen the money. @throws AppError `not_found`, `own_deposit`, `conflict_status`. */
export async function confirmDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<OperatorDeposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await refuseUndecidable(trx, actor, input.id, now);
    await creditDeposit(trx, { depositId: input.id, actor, now });
    return await readOperatorDeposit(trx, input.id);
  });
}

/** The money did not come. @throws AppError `not_found`, `own_deposit`, `conflict_status`. */
export async function failDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<OperatorDeposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await refuseUndecidable(trx, actor, input.id, now);
    const decision = { depositId: input.id, actor, now, to: 'failed', cannot: 'marked as failed' } as const;
    const deposit = await decideDeposit(trx, decision);
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'deposit.fail',
      subjectKind: 'deposit',
      subjectId: input.id,
      detail: { status: { before: 'pending', after: 'failed' } },
      at: now,
    });
    await tellDepositFailed(trx, deposit, now);
    return await readOperatorDeposit(trx, input.id);
  });
}
