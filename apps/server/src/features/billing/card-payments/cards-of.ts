import { AppError } from '../../../api/app-error.ts';
import type { HasClock, HasDb, HasLog, HasUrls } from '../../../deps.ts';
import type { CardGateway, HasCards } from '../../../gateways/card-gateway.ts';

/** What paying by card needs. */
export type CardDeps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'> & HasCards & HasLog;

/** @throws AppError `card_payments_off` where no gateway is configured. */
export function cardsOf({ cards }: HasCards): CardGateway {
  if (cards === null) throw new AppError('card_payments_off');
  return cards;
}

/** Where the gateway's pages send the browser back to. */
export function billingUrl({ publicUrl }: Pick<HasUrls, 'publicUrl'>, query: string): string {
  return `${publicUrl}/advertiser/billing?${query}`;
}
