import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { expectToast } from './support/screens.ts';
import { decide } from './support/visitor.ts';

const own = ownPlacard();
const network = networkIn(own);

const appealOn = (page: Page) => page.getByRole('region', { name: 'Appeal' });

async function writeAppeal(page: Page, words: string): Promise<void> {
  await appealOn(page).getByRole('button', { name: 'Appeal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Appeal' }).click();
  await expect(dialog).toContainText('Say why the decision is wrong');
  await dialog.getByLabel('Your words').fill(words);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Appeal' }).click();
  await expectToast(page, 'Appeal sent');
  await expect(dialog).toBeHidden();
}

test('a creative that was taken down comes back by an appeal, and serves again; an appeal that is refused says why', async ({
  browser,
}) => {
  const { operator, advertiser, publisher, creativeId, websiteId, embedKey } = network();
  const shown = async () => (await decide(own.placard.deliveryUrl, embedKey, 1)).length;
  const versionOf = async (path: string) => (await operator.get<{ version: number }>(path)).version;
  await expect.poll(shown).toBe(1);
  await operator.post(`/operator/creatives/${creativeId}/take-down`, {
    version: await versionOf(`/operator/creatives/${creativeId}`),
    ...{ code: 'trademark', text: 'The lantern is a mark of somebody else.' },
  });
  await expect.poll(shown).toBe(0);
  const owner = await own.pageOf(browser, advertiser);
  const desk = await own.pageOf(browser, operator);
  const card = desk.getByRole('listitem', { name: 'Lantern banner', exact: true });

  await test.step('its advertiser appeals on its page', async () => {
    await owner.goto(own.at(`/advertiser/creatives/${creativeId}`));
    await expect(appealOn(owner)).toContainText('you can appeal against it once');
    await expect(appealOn(owner)).toContainText('The lantern is a mark of somebody else.');
    await writeAppeal(owner, 'The lantern is ours:\nsee our register.');
    await expect(appealOn(owner)).toContainText('waits for an answer');
    await expect(appealOn(owner)).toContainText('see our register.');
    await expect(appealOn(owner).getByRole('button')).toHaveCount(0);
  });

  await test.step('the operator finds it in what waits, with who decided what', async () => {
    await desk.goto(own.at('/operator'));
    await desk.getByRole('link', { name: /Appeals to answer/ }).click();
    await expect(desk).toHaveURL(/kind=appeal/);
    await expect(desk.getByText('A twice grants, R upholds the decision')).toBeVisible();
    await expect(card).toContainText('Taken down by yourself');
    await expect(card).toContainText('Trademark');
    await expect(card).toContainText('The lantern is a mark of somebody else.');
    await expect(card).toContainText('see our register.');
    await expect(card.getByRole('checkbox')).toHaveCount(0);
    expect(await violationsOf(desk)).toEqual([]);
  });

  await test.step('grants it by A twice, and the ad serves again', async () => {
    await desk.keyboard.press('a');
    await expect(card).toContainText('Press A again to grant');
    await desk.keyboard.press('a');
    await expect(card).toContainText('is granted in 5 seconds');
    await expect(desk.getByText('Lantern banner approved', { exact: true })).toBeVisible();
    await expect(card).toBeHidden();
    await expect.poll(shown).toBe(1);
    await owner.getByRole('button', { name: 'Notifications' }).click();
    await owner.getByText('Your appeal for Lantern banner was granted').click();
    await expect(owner).toHaveURL(new RegExp(`/advertiser/creatives/${creativeId}$`));
    await owner.reload();
    await expect(owner.getByText('Active', { exact: true }).first()).toBeVisible();
    await expect(appealOn(owner)).toHaveCount(0);
  });

  await test.step('a publisher appeals against a suspension, the operator keeps to it, and the publisher reads why', async () => {
    await operator.post(`/operator/websites/${websiteId}/suspend`, {
      version: await versionOf(`/operator/websites/${websiteId}`),
      text: 'Its visitors are no people.',
    });
    await expect.poll(shown).toBe(0);
    const site = await own.pageOf(browser, publisher);
    await site.goto(own.at(`/publisher/websites/${websiteId}/edit`));
    await writeAppeal(site, 'They are readers.');
    await desk.goto(own.at('/operator/reviews?kind=appeal'));
    const asked = desk.getByRole('listitem', { name: 'lights.example.com', exact: true });
    await expect(asked).toContainText('Suspended by yourself');
    await asked.getByRole('button', { name: 'Uphold' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Answer').fill('Our counts say otherwise.');
    await dialog.getByRole('button', { name: 'Uphold' }).click();
    await expectToast(desk, 'Decision about lights.example.com upheld');
    await expect(asked).toBeHidden();
    await site.reload();
    await expect(appealOn(site)).toContainText('This answer is final.');
    await expect(appealOn(site)).toContainText('Our counts say otherwise.');
    await expect(appealOn(site).getByRole('button')).toHaveCount(0);
    expect(await violationsOf(site)).toEqual([]);
    await expect.poll(shown).toBe(0);
  });
});
