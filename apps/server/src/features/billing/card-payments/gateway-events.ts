import { MOST_ATTEMPTS, pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { type EventSubject, type GatewayEvent, GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { inTransaction } from '../../in-transaction.ts';
import { syncCards } from '../cards/sync-cards.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';
import { syncDeposit } from './sync-deposit.ts';

type StoredEvent = { readonly id: string; readonly subject: unknown; readonly received_at: Date };

/**
 * So long it is asked about what the gateway does not know: an event of its test mode, or of a customer who was deleted, would be
 * tried for ever. As long as the gateway itself repeats an event that nobody takes.
 */
const UNKNOWN_FOR_MS = 3 * 24 * 3_600_000;

function isUnknown(error: unknown): boolean {
  return error instanceof GatewayRefusedError && error.code === 'resource_missing';
}

/**
 * Keeps an event, once by its id, and works on it at once where the gateway answers; else it waits for the worker.
 * Events only say where to look: what is booked is what the gateway says now, so their order does not matter.
 */
export async function receiveEvent(deps: CardDeps, event: GatewayEvent): Promise<void> {
  const now = deps.clock();
  const kept = await deps.db
    .insertInto('gateway_event')
    .values({
      gateway: 'stripe',
      id: event.id,
      type: event.type.slice(0, 200),
      subject: JSON.stringify(event.subject),
      received_at: now,
      processed_at: event.subject === null ? now : null,
      next_attempt_at: new Date(now.getTime() + pauseAfterAttemptMs(0)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined || event.subject === null) return;
  await workOnEvent(deps, { id: event.id, subject: event.subject, received_at: now });
}

/** What fails is tried again by the worker; what the gateway knows nothing of is given up after three days, which the log says as an error. */
async function workOnEvent(deps: CardDeps, event: StoredEvent): Promise<void> {
  try {
    await follow(deps, event.subject as EventSubject);
  } catch (error) {
    const isGivenUp =
      isUnknown(error) && deps.clock().getTime() - event.received_at.getTime() >= UNKNOWN_FOR_MS;
    if (!isGivenUp) {
      deps.log.warn({ event: event.id, err: error }, 'an event of the card gateway waits for another try');
      return;
    }
    const { subject } = event;
    deps.log.error(
      { event: event.id, subject, err: error },
      'an event of the card gateway is given up: the gateway does not know what it is about',
    );
  }
  await deps.db
    .updateTable('gateway_event')
    .set({ processed_at: deps.clock() })
    .where('gateway', '=', 'stripe')
    .where('id', '=', event.id)
    .execute();
}

async function follow(deps: CardDeps, subject: EventSubject): Promise<void> {
  if (subject === null) return;
  const cards = cardsOf(deps);
  if (subject.kind === 'customer') {
    await followCustomer(deps, subject.customerId);
  } else if (subject.kind === 'payment') {
    const { paymentId } = subject;
    const known = await depositWith(deps, 'gateway_id', paymentId);
    const depositId =
      known ?? (await depositWith(deps, 'reference', (await cards.readPayment(paymentId)).reference));
    if (depositId !== null) await syncDeposit(deps, depositId, { paymentId });
  } else {
    const known = await depositWith(deps, 'checkout_id', subject.checkoutId);
    if (known !== null) {
      await syncDeposit(deps, known);
      return;
    }
    const checkout = await cards.readCheckout(subject.checkoutId);
    const depositId = await depositWith(deps, 'reference', checkout.reference);
    if (depositId !== null && checkout.paymentId !== null) {
      await syncDeposit(deps, depositId, { paymentId: checkout.paymentId });
    }
    if (checkout.purpose === 'save_card' && checkout.customerId !== null) {
      await followCustomer(deps, checkout.customerId);
    }
  }
}

/** Somebody else may use the same account of the gateway: what is not ours is left alone. */
async function depositWith(
  deps: CardDeps,
  column: 'gateway_id' | 'checkout_id' | 'reference',
  value: string | null,
): Promise<number | null> {
  if (value === null) return null;
  const deposit = await deps.db
    .selectFrom('deposit')
    .select('id')
    .where('gateway', '=', 'stripe')
    .where(column, '=', value)
    .executeTakeFirst();
  return deposit?.id ?? null;
}

async function followCustomer(deps: CardDeps, customerId: string): Promise<void> {
  const customer = await deps.db
    .selectFrom('gateway_customer')
    .select('account_id')
    .where('gateway', '=', 'stripe')
    .where('gateway_id', '=', customerId)
    .executeTakeFirst();
  if (customer !== undefined)
    await syncCards(deps, cardsOf(deps), { accountId: customer.account_id, customerId, byUserId: null });
}

const BATCH = 20;

/** Events that could not be worked on when they came. @returns how many were due. */
export async function workOnEvents(deps: CardDeps): Promise<number> {
  const now = deps.clock();
  const due = await inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('gateway_event')
      .select(['id', 'subject', 'attempts', 'received_at'])
      .where('processed_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const nextMs = now.getTime() + pauseAfterAttemptMs(row.attempts + 1);
      await trx
        .updateTable('gateway_event')
        .set({ attempts: Math.min(row.attempts + 1, MOST_ATTEMPTS), next_attempt_at: new Date(nextMs) })
        .where('gateway', '=', 'stripe')
        .where('id', '=', row.id)
        .execute();
    }
    return rows;
  });
  for (const event of due) await workOnEvent(deps, event);
  return due.length;
}
