import { TOP_UP_STOPS } from '@placard/domain/billing/top-up';
import { endsWithACent } from '@placard/domain/micros';
import { z } from 'zod';
import { advertiserPaymentOperation } from './operation.ts';
import { post, put, remove } from './route.ts';
import { data, dollars, done, id, instant, issue } from './scalars.ts';

/** A card that is kept by the gateway; Placard knows no more of it than this. */
export const card = z.object({
  id,
  /** As the gateway writes it: `visa`, `mastercard`. */
  brand: z.string(),
  last4: z.string().length(4),
  expiresMonth: z.number().int().min(1).max(12),
  expiresYear: z.number().int(),
  isDefault: z.boolean(),
});
export type Card = z.infer<typeof card>;

/** Counts changes; 0 while nothing was set. */
const topUpVersion = z.number().int().min(0);

export const autoTopUp = z.object({
  enabled: z.boolean(),
  /** Below this balance … */
  threshold: z.number(),
  /** … this is added. */
  amount: z.number(),
  /** Why it was switched off by the network; null when it is on or its owner switched it off. */
  stopped: z.object({ because: z.enum(TOP_UP_STOPS), at: instant }).nullable(),
  version: topUpVersion,
});
export type AutoTopUp = z.infer<typeof autoTopUp>;

export const autoTopUpInput = z.object({
  enabled: z.boolean(),
  threshold: dollars.refine((value) => value > 0, issue('amount_too_small')),
  amount: dollars
    .refine((value) => value > 0, issue('amount_too_small'))
    .refine(endsWithACent, issue('amount_whole_cents')),
});

const tags = ['Billing'];

export const cardsContract = {
  add: advertiserPaymentOperation
    .route(
      post(
        '/advertiser/payment-methods',
        tags,
        "Save a card; answers with the address of the gateway's page for it",
      ),
    )
    .output(data(z.object({ redirectUrl: z.string() }))),
  checkAdded: advertiserPaymentOperation
    .route(post('/advertiser/payment-methods/check', tags, "What became of a visit to the gateway's page"))
    .input(z.object({ checkoutId: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) }))
    .output(data(z.object({ status: z.enum(['saved', 'open', 'left']), card: card.nullable() }))),
  setDefault: advertiserPaymentOperation
    .route(post('/advertiser/payment-methods/{id}/default', tags, 'Pay with this card by default'))
    .input(z.object({ id }))
    .output(data(card)),
  remove: advertiserPaymentOperation
    .route(remove('/advertiser/payment-methods/{id}', tags, 'Forget a card'))
    .input(z.object({ id }))
    .output(done),
  saveAutoTopUp: advertiserPaymentOperation
    .route(put('/advertiser/auto-top-up', tags, 'Add funds by the default card when the balance is low'))
    .input(autoTopUpInput.extend({ version: topUpVersion }))
    .output(data(autoTopUp)),
};
