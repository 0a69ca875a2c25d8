import type { Tx } from '@placard/db/database';
import { microsOfMinorUnits } from '@placard/domain/billing/minor-units';
import { formatMicros, wholeCents } from '@placard/domain/micros';
import { recordPath } from '@placard/domain/record-paths';
import {
  type CardGateway,
  GatewayAwayError,
  type GatewayFailure,
  type GatewayPayment,
  GatewayRefusedError,
} from '../../../gateways/card-gateway.ts';
import { mailText } from '../../../mail/mail-text.ts';
import { moneyIn } from '../../../texts/worded.ts';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { inTransaction } from '../../in-transaction.ts';
import { networkName } from '../../settings/network-name.ts';
import { stopTopUp } from '../auto-top-up/stop-top-up.ts';
import { gatewayCustomer } from '../cards/gateway-customer.ts';
import { syncCards } from '../cards/sync-cards.ts';
import { creditDeposit, decideDeposit } from '../credit-deposit.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';
import { applyReturns } from './apply-returns.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';
import { endOf, type GatewayState, gatewayState } from './gateway-state.ts';
import { tellOfSecondPayment, tellOnce } from './tell-uncredited.ts';

export type SyncOptions = {
  /** The payment, where an event has named it. */
  readonly paymentId?: string;
  /** Open the gateway's page where there is none yet. */
  readonly open?: boolean;
};

export type Synced = {
  /** Where the payer goes on; null: there is nothing to do. */
  readonly redirectUrl: string | null;
};

const NOWHERE: Synced = { redirectUrl: null };

/**
 * Asks the gateway about a card deposit (or has it paid, where that was begun), and books what it says. The return from
 * the gateway's page, events and the reconciling job all come here: it looks at the gateway's present state, and every
 * booking is guarded by our own, so order, repetition and coincidence change nothing.
 * @throws GatewayAwayError when nobody knows; asking again later is safe.
 */
export async function syncDeposit(
  deps: CardDeps,
  depositId: number,
  options: SyncOptions = {},
): Promise<Synced> {
  const cards = cardsOf(deps);
  const deposit = await deps.db
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  const { paymentId = null, open = false } = options;
  if (deposit.gateway !== 'stripe') return NOWHERE;
  // Money that arrives for a deposit that was given up still counts; without a payment there can be none.
  if (deposit.status !== 'pending' && deposit.gateway_id === null && paymentId === null) return NOWHERE;
  let state: GatewayState;
  const payments: GatewayPayment[] = [];
  try {
    state = await gatewayState(deps, cards, { deposit, paymentId, open });
    if (state.payment !== null) payments.push(state.payment);
    // Somebody may pay a deposit twice, on two pages or at the gateway itself: each is asked for, so that none is passed over.
    for (const id of new Set([deposit.gateway_id, paymentId]))
      if (id !== null && id !== state.payment?.id) payments.push(await cards.readPayment(id));
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    return await refused(deps, deposit, error);
  }
  const { payment, checkout } = state;
  if (payment?.state === 'succeeded' && deposit.save_card && deposit.status !== 'confirmed') {
    await keepCard(deps, cards, deposit);
  }
  await inTransaction(deps.db, async (trx) => await apply(trx, deps, depositId, state, payments));
  return { redirectUrl: payment?.actionUrl ?? (checkout?.state === 'open' ? checkout.url : null) };
}

/** What a payment cannot be begun with: the deposit fails. Known payments are not touched by a question that is refused. */
async function refused(deps: CardDeps, deposit: DepositRecord, error: GatewayRefusedError): Promise<Synced> {
  deps.log.warn({ depositId: deposit.id, code: error.code }, 'the card gateway refused a deposit');
  if (deposit.gateway_id !== null || deposit.checkout_id !== null || deposit.status !== 'pending')
    return NOWHERE;
  await inTransaction(deps.db, async (trx) => {
    const locked = await lockDeposit(trx, deposit.id);
    if (locked.status !== 'pending' || locked.gateway_id !== null) return;
    await fail(trx, locked, { code: error.code, text: 'The card could not be charged.' }, deps.clock());
  });
  return NOWHERE;
}

/**
 * Before the deposit is booked: whatever dies in between, it is asked for again. Money that was paid counts all the same where
 * the gateway refuses (it does not know the customer any more).
 */
async function keepCard(deps: CardDeps, cards: CardGateway, deposit: DepositRecord): Promise<void> {
  const accountId = deposit.advertiser_id;
  try {
    const customerId = await gatewayCustomer(deps, cards, accountId);
    await syncCards(deps, cards, { accountId, customerId, byUserId: null });
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    deps.log.warn({ depositId: deposit.id, err: error }, 'the card of a paid deposit could not be kept');
  }
}

async function lockDeposit(trx: Tx, depositId: number): Promise<DepositRecord> {
  return await trx
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', depositId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Which of its payments a deposit is paid by: the one that was credited; before, the one known first that was paid, or is tried. */
function ownPayment(deposit: DepositRecord, payments: readonly GatewayPayment[]): GatewayPayment | null {
  const known = payments.find(({ id }) => id === deposit.gateway_id);
  if (known !== undefined && (deposit.status === 'confirmed' || known.state === 'succeeded')) return known;
  return payments.find(({ state }) => state === 'succeeded') ?? known ?? payments[0] ?? null;
}

async function apply(
  trx: Tx,
  deps: CardDeps,
  depositId: number,
  state: GatewayState,
  payments: readonly GatewayPayment[],
): Promise<void> {
  const now = deps.clock();
  const before = await lockDeposit(trx, depositId);
  if (before.gateway_id !== null && payments.every(({ id }) => id !== before.gateway_id))
    throw new GatewayAwayError('another payment of the deposit came to be known meanwhile');
  const own = ownPayment(before, payments);
  const gatewayId = own?.id ?? null;
  const checkoutId = before.checkout_id ?? state.checkout?.id ?? null;
  if (gatewayId !== before.gateway_id || checkoutId !== before.checkout_id) {
    await trx
      .updateTable('deposit')
      .set({ gateway_id: gatewayId, checkout_id: checkoutId })
      .where('id', '=', depositId)
      .execute();
  }
  const deposit = { ...before, gateway_id: gatewayId, checkout_id: checkoutId };
  for (const second of payments) if (second !== own) await tellOfSecondPayment(trx, deposit, second, now);
  if (own?.state === 'succeeded') {
    const credited = deposit.status === 'confirmed' || (await credit(trx, deposit, own, now));
    if (credited) await applyReturns(trx, deposit, own, now);
    return;
  }
  if (deposit.status !== 'pending' || payments.some((payment) => payment.state === 'processing')) return;
  const end = endOf(deposit, state, now);
  if (end !== null) await fail(trx, deposit, end, now);
}

/** @returns false where what was paid is not what was asked for: the operator is told, and nothing is credited. */
async function credit(trx: Tx, deposit: DepositRecord, payment: GatewayPayment, now: Date): Promise<boolean> {
  const currency = await readCurrency(trx);
  const receivedMicros = microsOfMinorUnits(payment.amountMinor, payment.currency);
  if (payment.currency === currency && receivedMicros === deposit.amount_micros) {
    await creditDeposit(trx, { depositId: deposit.id, actor: null, now, from: deposit.status });
    return true;
  }
  await trx.updateTable('deposit').set({ next_check_at: null }).where('id', '=', deposit.id).execute();
  const { reference } = deposit;
  await tellOnce(trx, deposit, {
    action: 'deposit.differs',
    detail: {
      asked: `${currency} ${formatMicros(deposit.amount_micros)}`,
      received: `${payment.currency} ${formatMicros(receivedMicros)}`,
    },
    text: mailText(
      'depositDiffers',
      {
        network: await networkName(trx),
        amount: moneyIn(wholeCents(deposit.amount_micros), currency),
        received: moneyIn(wholeCents(receivedMicros), payment.currency),
        reference,
      },
      recordPath('deposit', deposit.id),
    ),
    now,
  });
  return false;
}

async function fail(trx: Tx, deposit: DepositRecord, failure: GatewayFailure, now: Date): Promise<void> {
  const decision = {
    depositId: deposit.id,
    actor: null,
    now,
    to: 'failed',
    cannot: 'marked as failed',
  } as const;
  await decideDeposit(trx, { ...decision, failure });
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action: 'deposit.fail',
    subjectKind: 'deposit',
    subjectId: deposit.id,
    detail: { status: { before: 'pending', after: 'failed' }, code: failure.code },
    at: now,
  });
  if (!deposit.automatic || failure.code === 'not_begun') return;
  const because = failure.code === 'authentication_required' ? failure.code : 'declined';
  await stopTopUp(trx, { advertiserId: deposit.advertiser_id, because, now });
}
