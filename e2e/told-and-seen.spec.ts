import { expect } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'told.example.com', deposit: 8_765 });

test('what has to be filled in is told, and what stands below a choice', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.goto(own.at('/advertiser/campaigns/create'));
  for (const name of ['Campaign name', 'Total budget', 'Start date'])
    await expect(page.getByRole('textbox', { name }).or(page.getByLabel(name))).toHaveAttribute('required');
  const objective = page.getByRole('group', { name: 'Objective' });
  await expect(objective).toHaveAccessibleDescription('Required');
  await page.context().close();
});
