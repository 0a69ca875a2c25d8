import { FAKE_SECRET_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@placard/tooling/fake-stripe/fake-stripe';
import { expect } from '@playwright/test';
import { NUMBER_FIELDS, useNumberFields } from './support/number-fields.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { addProfile, openBooks, PAYPAL } from './support/publisher-money.ts';

let stripe: FakeStripe;
const own = ownPlacard(async () => {
  stripe = await FakeStripe.start();
  return {
    STRIPE_SECRET_KEY: FAKE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: FAKE_WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  };
});
const anyNetwork = networkIn(own);

test.beforeAll(async () => {
  stripe.webhookUrl = own.at('/api/webhooks/stripe');
  const network = anyNetwork();
  const books = openBooks(own.placard);
  own.closeFirst(books.close);
  await books.give(network.publisher.accountId, 120);
  await addProfile(network.publisher, 'Newsroom PayPal', PAYPAL);
});
test.afterAll(async () => {
  await stripe.stop();
});

for (const who of ['advertiser', 'publisher', 'operator'] as const) {
  test(`every amount and count of a signed-in ${who} is typed, selected, pasted and refused as anywhere else`, async ({
    browser,
  }) => {
    const network = anyNetwork();
    const page = await own.pageOf(browser, network[who]);
    if (who === 'advertiser') {
      await page.goto(own.at('/advertiser/billing'));
      await page.getByRole('button', { name: 'Add your first payment method' }).click();
      await page.getByRole('button', { name: 'Card 4242' }).click();
      await expect(page.getByText('Visa •••• 4242 was saved.')).toBeVisible();
    }
    for (const screen of NUMBER_FIELDS.filter((each) => each.who === who)) {
      await test.step(screen.source, async () => await useNumberFields(page, own.at, network, screen));
    }
    await page.context().close();
  });
}
