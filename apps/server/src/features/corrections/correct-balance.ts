import type { Correction } from '@placard/contract/corrections';
import type { Db, Tx } from '@placard/db/database';
import { sizeOf } from '@placard/domain/billing/correction';
import { type Micros, wholeCents } from '@placard/domain/micros';
import { aloneSince, approvalsNeeded } from '@placard/domain/payout/approval';
import { sql } from 'kysely';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { isOwn } from '../accounts/memberships.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { microsOf } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { holdApprovalLimit } from '../payments/approval-limit.ts';
import { theRow } from '../the-row.ts';
import { bookCorrection } from './book-correction.ts';
import { readDocument, refuseBeyond } from './corrected-document.ts';
import type { Acting, CorrectionRow } from './correction-row.ts';
import { readCorrection } from './correction-view.ts';

export type CorrectionDeps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;

type Asked = Pick<CorrectionRow, 'kind' | 'account_id' | 'amount_micros' | 'reason'> &
  Partial<
    Pick<CorrectionRow, 'corrects_number' | 'campaign_id' | 'website_id' | 'period_from' | 'period_to'>
  >;

type NewCorrection = {
  readonly accountId: number;
  readonly balance: 'wallet' | 'earnings';
  readonly amount: number;
  readonly reason: string;
  readonly correctsNumber?: number | undefined;
};

const ROLE_OF = { wallet: 'advertiser', earnings: 'publisher' } as const;

/** @throws AppError `own_correction`: nobody decides about money of his own. */
export async function refuseOwn(
  trx: Tx,
  actor: Pick<Actor, 'userId'>,
  accountId: number,
  now: Date,
): Promise<void> {
  if (await isOwn(trx, actor, accountId, now)) throw new AppError('own_correction');
}

/**
 * What was given up with an erased account was booked: nothing would ever take out of it what comes later. Erasing waits
 * until this is done, or was first. @throws AppError `account_erased`.
 */
export async function refuseErased(trx: Tx, accountId: number): Promise<void> {
  await sql`select id from account where id = ${accountId} for share`.execute(trx);
  const erased = await trx
    .selectFrom('account_closing')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  if (erased !== undefined) throw new AppError('account_erased');
}

async function requireRole(trx: Tx, accountId: number, role: 'advertiser' | 'publisher'): Promise<void> {
  await trx
    .selectFrom('account_role')
    .select('role')
    .where('account_id', '=', accountId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Before anything else is locked: of two corrections of one operator the second sees what the first has booked. */
export async function lockOperator(trx: Tx, { userId }: Pick<Actor, 'userId'>): Promise<void> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(trx);
}

/** What an operator booked lately that nobody else approved, in either direction. */
export async function bookedAlone(db: Db, { userId }: Pick<Actor, 'userId'>, now: Date): Promise<Micros> {
  const booked = await sql<{ sum: Micros }>`
    select coalesce(sum(abs(amount_micros)), 0)::bigint as sum from money_correction
     where status = 'booked' and requested_by = ${userId} and decided_by = requested_by
       and decided_at > ${aloneSince(now)}`.execute(db);
  return theRow(booked).sum;
}

/** Writes down what is asked for and books it, unless a second operator has to approve. */
export async function requestCorrection(trx: Tx, acting: Acting, asked: Asked): Promise<Correction> {
  const { actor, now } = acting;
  const limitMicros = await holdApprovalLimit(trx, now);
  const aloneMicros = await bookedAlone(trx, actor, now);
  const row = await trx
    .insertInto('money_correction')
    .values({
      ...asked,
      approval_limit_micros: limitMicros,
      requested_by: actor.userId,
      requested_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const limits = { requestedUnderMicros: limitMicros, presentMicros: limitMicros };
  const needed = approvalsNeeded(sizeOf(row.amount_micros) + aloneMicros, limits);
  if (needed === 1) await bookCorrection(trx, acting, row);
  else {
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'correction.request',
      subjectKind: 'correction',
      subjectId: row.id,
      detail: {
        kind: row.kind,
        accountId: row.account_id,
        amountMicros: row.amount_micros,
        ...(aloneMicros === 0n ? {} : { movedAloneMicros: aloneMicros }),
        limitMicros,
        reason: row.reason,
      },
      at: now,
    });
  }
  return await readCorrection(trx, actor, row.id);
}

/**
 * Credits or debits a wallet, or earnings that can be withdrawn, with a reason that the account reads.
 * @throws AppError `not_found` where there is no such account with that role, `account_erased`, `own_correction`,
 * `insufficient_funds`;
 * `invalid_input` for a document of somebody else's, and for more than it says.
 */
export async function createCorrection(
  deps: CorrectionDeps,
  actor: Actor,
  input: NewCorrection,
): Promise<Correction> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockOperator(trx, actor);
    await requireRole(trx, input.accountId, ROLE_OF[input.balance]);
    await refuseErased(trx, input.accountId);
    await refuseOwn(trx, actor, input.accountId, now);
    const amountMicros = microsOf(input.amount);
    if (input.correctsNumber !== undefined)
      await refuseDocument(trx, input, input.correctsNumber, amountMicros);
    const asked = {
      kind: input.balance,
      account_id: input.accountId,
      amount_micros: amountMicros,
      reason: input.reason,
      corrects_number: input.correctsNumber ?? null,
    };
    return await requestCorrection(trx, { actor, now, publicUrl: deps.publicUrl }, asked);
  });
}

async function refuseDocument(
  trx: Tx,
  { accountId, balance }: NewCorrection,
  number: number,
  amountMicros: Micros,
): Promise<void> {
  const document = balance === 'wallet' ? await readDocument(trx, { accountId, number }) : null;
  if (document === null) throw invalidInput(issueAt('correctsNumber', 'document_not_correctable'));
  refuseBeyond(document, wholeCents(-amountMicros));
}
