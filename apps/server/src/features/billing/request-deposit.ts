import type { Deposit } from '@placard/contract/billing';
import type { Tx } from '@placard/db/database';
import { CARD_PAYMENT_MAX_MICROS, MOST_WAITING_DEPOSITS } from '@placard/domain/billing/deposit-rules';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import type { Micros } from '@placard/domain/micros';
import { AppError, invalidInput, issueAt, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import type { HasCards } from '../../gateways/card-gateway.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { microsOf } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { amountTooSmall } from './amount-too-small.ts';
import { cardsOf } from './card-payments/cards-of.ts';
import { creditDeposit } from './credit-deposit.ts';
import { newDepositReference } from './deposit-reference.ts';
import { type DepositRecord, readDepositView } from './deposit-view.ts';

export type RequestDepositInput = {
  readonly amount: number;
  readonly gateway: DepositRecord['gateway'];
  /** A saved card; left out, the card is entered on the gateway's page. */
  readonly cardId?: number | undefined;
  readonly saveCard?: boolean;
};

/**
 * Asks to add funds: a bank transfer waits for the operator, a card payment for `payDeposit`; a test card, which exists
 * in demo mode only, pays at once.
 * @throws AppError `invalid_input` below the smallest deposit, `forbidden`, `conflict_status` with too many waiting,
 * `not_found` for a card that is not the advertiser's, `card_payments_off`.
 */
export async function requestDeposit(
  deps: HasDb & HasClock & HasCards,
  actor: Actor,
  input: RequestDepositInput,
): Promise<Deposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const settings = await trx.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow();
    const amountMicros = microsOf(input.amount);
    if (amountMicros < settings.min_deposit_micros) throw invalidInput(amountTooSmall(settings));
    if (amountMicros % smallestStepMicros(settings.currency) !== 0n) {
      throw invalidInput(issueAt('amount', 'amount_whole_units'));
    }
    if (input.gateway === 'test_card' && !settings.demo) {
      throw new AppError('forbidden', { reason: 'test_card_refused' });
    }
    if (input.gateway === 'stripe') {
      cardsOf(deps);
      await checkCardPayment(trx, actor.accountId, { ...input, amountMicros });
    }
    await refuseTooMany(trx, actor.accountId);
    const deposit = await insertDeposit(trx, actor.accountId, { ...input, amountMicros, now });
    await writeAudit(trx, {
      ...doneBy(actor, 'advertiser'),
      action: 'deposit.request',
      subjectKind: 'deposit',
      subjectId: deposit.id,
      detail: { amountMicros, gateway: input.gateway, reference: deposit.reference },
      at: now,
    });
    if (input.gateway === 'test_card') await creditDeposit(trx, { depositId: deposit.id, actor: null, now });
    return await readDepositView(trx, deposit.id, settings.currency);
  });
}

type CardPayment = Pick<RequestDepositInput, 'cardId'> & {
  readonly amountMicros: Micros;
};

async function checkCardPayment(trx: Tx, advertiserId: number, payment: CardPayment): Promise<void> {
  const { amountMicros, cardId } = payment;
  if (amountMicros > CARD_PAYMENT_MAX_MICROS) throw invalidInput(issueAt('amount', 'amount_too_large'));
  if (cardId === undefined) return;
  await trx
    .selectFrom('payment_method')
    .select('id')
    .where('id', '=', cardId)
    .where('advertiser_id', '=', advertiserId)
    .where('gateway', '=', 'stripe')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

async function refuseTooMany(trx: Tx, advertiserId: number): Promise<void> {
  await lockActiveAccount(trx, advertiserId);
  const { count } = await trx
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('advertiser_id', '=', advertiserId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  refuseFull(count, MOST_WAITING_DEPOSITS, 'deposits_full');
}

type NewDeposit = Omit<RequestDepositInput, 'amount'> & { readonly amountMicros: Micros; readonly now: Date };

async function insertDeposit(trx: Tx, advertiserId: number, deposit: NewDeposit): Promise<DepositRecord> {
  for (;;) {
    const inserted = await trx
      .insertInto('deposit')
      .values({
        advertiser_id: advertiserId,
        gateway: deposit.gateway,
        amount_micros: deposit.amountMicros,
        reference: newDepositReference(),
        payment_method_id: deposit.gateway === 'stripe' ? (deposit.cardId ?? null) : null,
        save_card: deposit.gateway === 'stripe' && deposit.cardId === undefined && deposit.saveCard === true,
        created_at: deposit.now,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) return inserted;
  }
}
