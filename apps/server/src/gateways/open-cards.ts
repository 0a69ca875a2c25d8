import type { CardGateway } from './card-gateway.ts';
import type { StripeConfig } from './stripe-gateway.ts';

/** The configured card gateway; null where there is none. Its library is loaded only where it is needed. */
export async function openCards(stripe: StripeConfig | null): Promise<CardGateway | null> {
  if (stripe === null) return null;
  const { stripeGateway } = await import('./stripe-gateway.ts');
  return stripeGateway(stripe);
}
