import { expect, type Locator } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'contrast.example.com' });

/** What whoever sees no backgrounds and shadows, and only their own colours, gets to see of it. */
const looks = (part: Locator) => part.screenshot({ animations: 'disabled', caret: 'hide' });

test('what is chosen, what has the focus and where a panel ends is seen in the reader’s own colours', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser, { forcedColors: 'active' });

  await test.step('choices', async () => {
    await page.goto(own.at('/advertiser/campaigns/create'));
    const choice = page.getByRole('radio', { name: 'Traffic' });
    await expect(choice).toHaveCSS('opacity', '1');
    const before = await looks(choice);
    await choice.check();
    expect((await looks(choice)).equals(before)).toBe(false);
  });

  await test.step('boxes', async () => {
    await page.goto(own.at(`/advertiser/creatives/${network().creativeId}/edit`));
    const box = page.getByRole('checkbox', { name: 'Everywhere' });
    await expect(box).toBeChecked();
    // The browser's own: the tick of ours is white on a background that is not there.
    await expect(box).toHaveCSS('appearance', 'auto');
  });

  await test.step('fields, menus and what the arrow keys reach', async () => {
    await page.goto(own.at('/advertiser/campaigns'));
    const search = page.getByRole('searchbox');
    await search.focus();
    await expect(search).toHaveCSS('outline-style', 'solid');
    await page.getByRole('button', { name: 'Actions for Lantern week' }).press('Enter');
    const item = page.getByRole('menuitem').first();
    await expect(item).toBeFocused();
    await expect(item).toHaveCSS('outline-style', 'solid');
    await expect(page.locator('.mantine-Popover-dropdown, .mantine-Menu-dropdown')).toHaveCSS(
      'border-top-style',
      'solid',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog').getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(options.first()).toHaveCSS('forced-color-adjust', 'none');
    await expect(options.nth(1)).toHaveCSS('forced-color-adjust', 'auto');
  });

  await test.step('how much of a budget is spent, and which line of a chart is which', async () => {
    await page.goto(own.at(`/advertiser/campaigns/${network().campaignId}`));
    await expect(page.locator('.coloured').first()).toHaveCSS('forced-color-adjust', 'none');
    await page.goto(own.at('/advertiser/statistics'));
    await expect(page.locator('[data-series="1"]').first()).toHaveCSS('background-image', /repeating/);
  });
});
