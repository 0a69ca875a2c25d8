import { expect } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { codeContent, pendingCreative } from './support/pending-creatives.ts';
import { confirm, expectToast } from './support/screens.ts';

const own = ownPlacard();

test('what a trusted account submits goes live by itself, and is looked at afterwards where something was found', async ({
  browser,
}) => {
  const advertiser = await own.invite('trusted@example.com', ['advertiser'], 'Trusted');
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at(`/operator/accounts/${advertiser.accountId}`));
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await confirm(page, 'Trust');
  await expectToast(page, 'Trusted Account is trusted');
  const id = await pendingCreative(advertiser, 'Trusted lamp', '<img src="https://unknown.example/x">');
  await expect
    .poll(async () => (await advertiser.get<{ status: string }>(`/advertiser/creatives/${id}`)).status)
    .toBe('active');
  const card = page.getByRole('listitem', { name: 'Trusted lamp', exact: true });
  await expect
    .poll(async () => {
      const { items } = await own.operator.get<{ items: { id: number }[] }>(
        '/operator/reviews?kind=creative',
      );
      return items.map((item) => item.id);
    })
    .toContain(id);
  await page.goto(own.at('/operator/reviews?kind=creative'));
  await expect(card).toContainText('Live already');
  await card.getByRole('button', { name: 'Keep' }).click();
  await expect(card).toHaveCount(0);
  expect((await advertiser.get<{ status: string }>(`/advertiser/creatives/${id}`)).status).toBe('active');
  await page.context().close();
});

test('several are approved at once: each can be taken back for five seconds, and what was changed meanwhile is not approved', async ({
  browser,
}) => {
  const advertiser = await own.invite('several@example.com', ['advertiser'], 'Several');
  const names = ['Bulk one', 'Bulk two', 'Bulk three', 'Bulk four'] as const;
  const ids = new Map<string, number>();
  for (const name of names) ids.set(name, await pendingCreative(advertiser, name, `<b>${name}</b>`));
  const read = async (name: string) =>
    await advertiser.get<{ status: string; version: number }>(`/advertiser/creatives/${ids.get(name)}`);
  const statuses = async () => await Promise.all(names.map(async (name) => (await read(name)).status));
  const page = await own.pageOf(browser, own.operator);
  const card = (name: string) => page.getByRole('listitem', { name, exact: true });
  await page.goto(own.at('/operator/reviews?kind=creative'));
  const bar = page.getByRole('region', { name: 'Several at once' });
  for (const name of names) await page.getByRole('checkbox', { name: `Mark ${name}` }).check();
  await expect(bar).toContainText('4 marked');
  // It stays in sight, and nothing lies over it.
  await card('Bulk four').scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await bar.getByRole('button', { name: 'Unmark all' }).click({ trial: true });

  await test.step('A asks once more for all of them, and Esc or another mark leaves it', async () => {
    await page.keyboard.press('a');
    await expect(bar).toContainText('Press A again to approve 4');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(bar).not.toContainText('Press A again');
    await page.keyboard.press('a');
    await page.getByRole('checkbox', { name: 'Mark Bulk four' }).uncheck();
    await expect(bar).toContainText('3 marked');
    await expect(bar).not.toContainText('Press A again');
    await page.getByRole('checkbox', { name: 'Mark Bulk four' }).check();
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending']);
  });

  await test.step('one is changed by its owner, one is taken back, and the others are approved', async () => {
    const { version } = await read('Bulk two');
    await advertiser.put(`/advertiser/creatives/${ids.get('Bulk two')}/content`, {
      version,
      ...codeContent('<b>another ad</b>'),
    });
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect(bar).toHaveCount(0);
    for (const name of names) await expect(card(name)).toContainText('is approved in 5 seconds');
    await card('Bulk three').getByRole('button', { name: 'Undo' }).click();
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending']);
    await expect(page.getByText('2 entries approved')).toBeVisible();
    await expect(page.getByText('Bulk two was not approved. This was changed')).toBeVisible();
    for (const name of ['Bulk one', 'Bulk four']) await expect(card(name)).toHaveCount(0);
    await expect(card('Bulk two').getByRole('alert')).toContainText('Not approved. This was changed');
    await expect(card('Bulk two')).toContainText('another ad');
    expect(await statuses()).toEqual(['active', 'pending', 'pending', 'active']);
  });

  await test.step('what it shows now is approved by the button, and no longer says that it was not', async () => {
    await page.getByRole('checkbox', { name: 'Mark Bulk two' }).check();
    await bar.getByRole('button', { name: 'Approve 1' }).click();
    await expect(page.getByText('Bulk two approved')).toBeVisible();
    await expect(card('Bulk two')).toHaveCount(0);
    expect(await statuses()).toEqual(['active', 'active', 'pending', 'active']);
  });
  await page.context().close();
});
