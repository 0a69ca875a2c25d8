import { expect } from '@playwright/test';
import { placardWithCards } from './support/card-placard.ts';
import { NUMBER_FIELDS, useNumberFields } from './support/number-fields.ts';
import { test } from './support/own-placard.ts';

const { own, network: anyNetwork } = placardWithCards();

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
