import { expect } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { button } from './support/lists.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { addActiveWebsite } from './support/publisher-data.ts';
import { goWithin } from './support/within.ts';

/** One more than a choice shows before anything is typed; the last one stands beyond it. */
const WEBSITES = 21;
const LAST = 'paper-21.example';

const own = sharedPlacard();

test('each of many websites can be chosen, wherever one is chosen', async ({ browser }) => {
  const session = await own.invite('many-websites@example.com', ['publisher'], 'Many');
  const ids: number[] = [];
  for (let number = 1; number <= WEBSITES; number += 1) {
    const domain = `paper-${String(number).padStart(2, '0')}.example`;
    ids.push(await addActiveWebsite(own.operator, session, domain));
  }
  const last = ids.at(-1) ?? 0;
  const page = await own.pageOf(browser, session);
  const choice = page.getByLabel('Website', { exact: true });
  const option = (name: string) => page.getByRole('option', { name, exact: true });

  await page.goto(own.at('/publisher/stats'));
  await choice.click();
  await expect(option('paper-20.example')).toBeAttached();
  await expect(option(LAST)).toHaveCount(0);
  await expect(option('1 more website: type to find it')).toBeAttached();
  expect(await violationsOf(page)).toEqual([]);
  await choice.fill('R-21');
  await option(LAST).click();
  await expect(page).toHaveURL(own.at(`/publisher/stats?website=${last}`));
  await expect(choice).toHaveValue(LAST);
  await choice.fill('no such');
  await expect(page.getByText('No website matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveValue(LAST);
  await choice.press('ArrowDown');
  await option('All websites').click();
  await expect(page).toHaveURL(own.at('/publisher/stats'));

  await goWithin(page, '/publisher/ads');
  await choice.fill('21');
  // The first of what was found is chosen by the keyboard alone.
  await expect(option('paper-20.example')).toHaveCount(0);
  await choice.press('ArrowDown');
  await choice.press('Enter');
  await expect(page).toHaveURL(own.at(`/publisher/ads?website=${last}`));
  await expect(page.getByText(`A block here holds for ${LAST} at once.`)).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue(LAST);

  await goWithin(page, '/publisher/widgets');
  const create = button(page, 'Create Widget').first();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(create).toBeVisible();
  const words = create.getByText('Create Widget', { exact: true });
  expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(2);
  await create.click();
  await page.getByRole('menuitem', { name: 'Another website…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Website').fill('21');
  await option(LAST).click();
  await dialog.getByRole('link', { name: 'Create Widget' }).click();
  await expect(page).toHaveURL(own.at(`/publisher/websites/${last}/widgets/create`));

  const operator = await own.pageOf(browser, own.operator);
  await operator.goto(own.at(`/operator/accounts/${session.accountId}`));
  await button(operator, 'Set a share').click();
  const share = operator.getByRole('dialog');
  await expect(share.getByLabel('Of', { exact: true })).toHaveValue(
    'All websites without a share of their own',
  );
  await share.getByLabel('Of', { exact: true }).fill('21');
  await operator.getByRole('option', { name: LAST }).click();
  await expect(share.getByLabel('Of', { exact: true })).toHaveValue(LAST);
  await operator.context().close();
});
