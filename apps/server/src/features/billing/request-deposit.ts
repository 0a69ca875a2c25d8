import type { Deposit } from '@placard/contract/billing';
import { issueMessage } from '@placard/contract/issue-messages';
import type { Tx } from '@placard/db/database';
import { formatMicros, type Micros, microsFromDollars } from '@placard/domain/micros';
import { AppError, invalidInput } from '../../http/app-error.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { creditDeposit } from './credit-deposit.ts';
import { newDepositReference } from './deposit-reference.ts';
import { type DepositRecord, depositView } from './deposit-view.ts';

export type RequestDepositInput = { readonly amount: number; readonly gateway: 'manual' | 'test_card' };

/** Deposits of one account that wait; more would only hide the real ones from the operator. */
const MAX_PENDING = 20;

/**
 * Asks to add funds: a bank transfer waits for the operator; a test card, which exists in demo mode only, pays at once.
 * @throws AppError `invalid_input` below the smallest deposit, `forbidden`, `conflict_status` with too many waiting.
 */
export async function requestDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: RequestDepositInput,
): Promise<Deposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const settings = await trx.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow();
    const amountMicros = microsFromDollars(input.amount) ?? 0n;
    if (amountMicros < settings.min_deposit_micros) {
      const smallest = `${settings.currency} ${formatMicros(settings.min_deposit_micros)}`;
      const message = `${issueMessage('amount_too_small')}: at least ${smallest}`;
      throw invalidInput({ path: 'amount', code: 'amount_too_small', message });
    }
    if (input.gateway === 'test_card' && !settings.demo) {
      throw new AppError('forbidden', { message: 'Test cards pay in demo mode only.' });
    }
    await refuseTooMany(trx, actor.userId);
    const deposit = await insertDeposit(trx, actor.userId, { ...input, amountMicros, now });
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'advertiser',
      action: 'deposit.request',
      subjectKind: 'deposit',
      subjectId: deposit.id,
      detail: { amountMicros, gateway: input.gateway, reference: deposit.reference },
      at: now,
    });
    if (input.gateway === 'manual') return depositView(deposit, settings.currency);
    const paid = await creditDeposit(trx, { depositId: deposit.id, actor: null, now });
    return depositView(paid, settings.currency);
  });
}

async function refuseTooMany(trx: Tx, advertiserId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('advertiser_id', '=', advertiserId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (count >= MAX_PENDING) {
    throw new AppError('conflict_status', {
      message: `${MAX_PENDING} deposits are waiting already. Cancel those that you will not pay.`,
    });
  }
}

type NewDeposit = {
  readonly amountMicros: Micros;
  readonly gateway: 'manual' | 'test_card';
  readonly now: Date;
};

async function insertDeposit(trx: Tx, advertiserId: number, deposit: NewDeposit): Promise<DepositRecord> {
  for (;;) {
    const inserted = await trx
      .insertInto('deposit')
      .values({
        advertiser_id: advertiserId,
        gateway: deposit.gateway,
        amount_micros: deposit.amountMicros,
        reference: newDepositReference(),
        created_at: deposit.now,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) return inserted;
  }
}
