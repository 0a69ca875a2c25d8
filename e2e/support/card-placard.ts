import { FAKE_SECRET_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@placard/tooling/fake-stripe/fake-stripe';
import { networkIn, type OwnPlacard, ownPlacard, test } from './own-placard.ts';
import { addProfile, openBooks, PAYPAL } from './publisher-money.ts';
import type { SmallNetwork } from './small-network.ts';

/** A Placard of the file's own that takes cards, with a network whose publisher can withdraw $120. All of it is there within tests and hooks. */
export function placardWithCards(): {
  readonly own: OwnPlacard;
  readonly network: () => SmallNetwork;
  readonly gateway: () => FakeStripe;
} {
  let stripe: FakeStripe;
  const own = ownPlacard(async () => {
    stripe = await FakeStripe.start();
    return {
      STRIPE_SECRET_KEY: FAKE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: FAKE_WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
    };
  });
  const network = networkIn(own);
  test.beforeAll(async () => {
    stripe.webhookUrl = own.at('/api/webhooks/stripe');
    const { publisher } = network();
    const books = openBooks(own.placard);
    own.closeFirst(books.close);
    await books.give(publisher.accountId, 120);
    await addProfile(publisher, 'Newsroom PayPal', PAYPAL);
  });
  test.afterAll(async () => {
    await stripe.stop();
  });
  return { own, network, gateway: () => stripe };
}
