import { AppError } from '../../../api/app-error.ts';
import type { HasClock, HasDb } from '../../../deps.ts';
import { type CardGateway, GatewayAwayError, GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { displayName } from '../../account/user-view.ts';

/** The advertiser as the gateway knows it, made there on first use; once, also when an answer is lost. */
export async function gatewayCustomer(
  { db }: HasDb & HasClock,
  cards: CardGateway,
  accountId: number,
): Promise<string> {
  await db
    .insertInto('gateway_customer')
    .values({ gateway: 'stripe', account_id: accountId, gateway_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const customer = await db
    .selectFrom('gateway_customer')
    .innerJoin('account_card', 'account_card.id', 'gateway_customer.account_id')
    .select(['gateway_id', 'request_key', 'email', 'first_name', 'last_name'])
    .where('gateway', '=', 'stripe')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (customer.gateway_id !== null) return customer.gateway_id;
  const { request_key: key, email } = customer;
  const gatewayId = await cards.createCustomer({ key, email, name: displayName(customer) });
  await db
    .updateTable('gateway_customer')
    .set({ gateway_id: gatewayId })
    .where('gateway', '=', 'stripe')
    .where('account_id', '=', accountId)
    .where('gateway_id', 'is', null)
    .execute();
  return gatewayId;
}

/** Runs a question to the gateway in a call; its faults become refusals. @throws AppError `gateway_away`, `conflict_status`. */
export async function inCall<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayAwayError) throw new AppError('gateway_away');
    if (error instanceof GatewayRefusedError)
      throw new AppError('conflict_status', { reason: 'gateway_refused', value: error.message });
    throw error;
  }
}
