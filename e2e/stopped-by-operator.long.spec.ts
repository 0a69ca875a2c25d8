import { expect } from '@playwright/test';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { decide } from './support/visitor.ts';

const DOMAIN = 'news.example.com';

const own = ownPlacard();
const network = networkIn(own, {
  ...{ objective: 'BRAND_AWARENESS', totalBudget: 100, bid: 5, deposit: 100 },
  domain: DOMAIN,
});

test('the operator stops a website and a creative, and the owner reads why', async ({ browser }) => {
  const { publisher, advertiser, websiteId, creativeId, embedKey } = network();
  const serves = async () => (await decide(own.placard.deliveryUrl, embedKey, 1, DOMAIN)).length;
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/websites'));
  await rowAction(page, 'news.example.com', 'Suspend');
  const dialog = page.getByRole('dialog', { name: 'Suspend news.example.com?' });
  await dialog.getByLabel('What is wrong').fill('Its visitors are no people.');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expectToast(page, 'news.example.com suspended');
  await expect.poll(serves, { timeout: 60_000 }).toBe(0);
  const site = await publisher.get<object>(`/publisher/websites/${websiteId}`);
  expect(site).toMatchObject({ suspensionText: 'Its visitors are no people.' });
  const theirs = await own.pageOf(browser, publisher);
  await theirs.goto(own.at('/publisher/websites'));
  await theirs
    .getByRole('row', { name: /news\.example\.com/ })
    .getByRole('button', { name: 'Suspended' })
    .click();
  await expect(theirs.getByText(/Its visitors are no people\./)).toBeVisible();
  await theirs.context().close();
  await rowAction(page, 'news.example.com', 'Activate');
  await confirm(page, 'Activate');
  await expectToast(page, 'news.example.com activated');

  await page.goto(own.at('/operator/creatives?search=shop.example.com'));
  await rowAction(page, 'Lantern banner', 'Take down');
  const ask = page.getByRole('dialog', { name: 'Take down Lantern banner?' });
  await ask.getByLabel('What is wrong').fill('The shop does not exist.');
  await ask.getByRole('button', { name: 'Take down', exact: true }).click();
  await expectToast(page, 'Lantern banner taken down');
  await page.context().close();
  const mine = await own.pageOf(browser, advertiser);
  await mine.goto(own.at(`/advertiser/creatives/${creativeId}`));
  await expect(mine.getByRole('region', { name: 'Tracking URLs' })).toContainText('archived or cancelled');
  await mine.locator('header').getByRole('button', { name: 'Cancelled' }).click();
  await expect(mine.getByText('Taken down by the network: The shop does not exist.').first()).toBeVisible();
  await mine.context().close();
});
