import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';
import { fund } from './support/small-network.ts';
import { goWithin } from './support/within.ts';

const DOMAIN = 'lights.example.com';

const own = sharedPlacard();
const { at } = own;
const network = networkIn(own, { domain: DOMAIN });
let advertiser: Page;
let publisher: Page;

test.beforeAll(async ({ browser }) => {
  advertiser = await own.pageOf(browser, network().advertiser);
  publisher = await own.pageOf(browser, network().publisher);
});

/** Opens the palette by its keys, types, and takes what it found. */
async function goBy(page: Page, text: string, found: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(text);
  const option = dialog.getByRole('option', { name: found });
  await expect(option).toBeVisible();
  await option.click();
  await expect(dialog).toHaveCount(0);
}

test('the palette leads to campaigns, creatives, websites and pages by their names', async () => {
  await advertiser.goto(at('/advertiser/billing'));
  await expect(advertiser.getByRole('heading', { level: 1 })).toBeVisible();
  await goBy(advertiser, 'lantern w', /Lantern week/);
  await expect(advertiser).toHaveURL(new RegExp(`/advertiser/campaigns/${network().campaignId}(\\?|$)`));
  await goBy(advertiser, 'banner', /Lantern banner/);
  await expect(advertiser).toHaveURL(at(`/advertiser/creatives/${network().creativeId}`));
  await publisher.goto(at('/publisher/payment'));
  await expect(publisher.getByRole('heading', { level: 1 })).toBeVisible();
  await goBy(publisher, 'lights', /lights\.example\.com/);
  await expect(publisher).toHaveURL(at(`/publisher/websites/${network().websiteId}/widgets`));
  const { adSetId, campaignId, websiteId, widgetId } = network();
  await goBy(advertiser, `${campaignId}`, /^Lantern week$/);
  await expect(advertiser).toHaveURL(new RegExp(`/advertiser/campaigns/${campaignId}(\\?|$)`));
  const { name } = (
    await network().advertiser.get<{ adSets: { id: number; name: string }[] }>(
      `/advertiser/campaigns/${campaignId}`,
    )
  ).adSets.find(({ id }) => id === adSetId) ?? { name: '' };
  await goBy(advertiser, name, new RegExp(`${name} ?Lantern week`));
  await expect(advertiser).toHaveURL(new RegExp(`/campaigns/${campaignId}\\?.*adSet=${adSetId}`));
  await goBy(publisher, `${widgetId}`, /^Beside the text ?lights/);
  await expect(publisher).toHaveURL(at(`/publisher/websites/${websiteId}/widgets/${widgetId}/edit`));
  await goBy(publisher, 'traffic', /Traffic/);
  await expect(publisher).toHaveURL(at('/publisher/stats'));
});

test('the palette leads an operator to minimum bids, and from an ad set’s or widget’s number to where it is', async ({
  browser,
}) => {
  const { operator, campaignId, adSetId, websiteId, widgetId } = network();
  const page = await own.pageOf(browser, operator);
  await page.goto(at('/operator/audit'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await goBy(page, 'minimum', /^Minimum bids/);
  await expect(page).toHaveURL(at('/operator/minimum-bids'));
  await expect(page.getByRole('link', { name: 'Minimum bids' })).toHaveAttribute('aria-current', 'page');
  await goBy(page, `${adSetId}`, /^Everywhere ?Lantern week/);
  await expect(page).toHaveURL(at(`/operator/campaigns/${campaignId}`));
  await goBy(page, `${widgetId}`, /^Beside the text ?lights/);
  await expect(page).toHaveURL(at(`/operator/websites/${websiteId}`));
  await page.context().close();
});

test('what the operator confirms is in the advertiser’s open page as soon as they come back to it, and within a minute', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.clock.install();
  await page.goto(at('/advertiser/creatives'));
  const chip = page.getByRole('banner').locator('a[href="/advertiser/billing"]');
  const { balance } = await network().advertiser.get<{ balance: number }>('/advertiser/wallet/balance');
  const shown = (dollars: number) => `$${dollars.toFixed(2)}`;
  await expect(chip).toHaveText(shown(balance));
  await fund(network().operator, network().advertiser, 50);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(chip).toHaveText(shown(balance + 50));
  await fund(network().operator, network().advertiser, 50);
  await page.clock.fastForward(60_000);
  await expect(chip).toHaveText(shown(balance + 100));
  await page.context().close();
});

test('the first Tab skips to the content', async () => {
  await advertiser.goto(at('/advertiser/campaigns'));
  await expect(advertiser.getByRole('heading', { level: 1 })).toBeVisible();
  await advertiser.keyboard.press('Tab');
  await expect(advertiser.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await advertiser.keyboard.press('Enter');
  await expect(advertiser.getByRole('main')).toBeFocused();
  // Where the reader's own colours leave no background, the page that is open still has its mark.
  await advertiser.emulateMedia({ forcedColors: 'active' });
  const open = advertiser.getByRole('link', { name: 'Campaigns', exact: true });
  await expect(open).toHaveCSS('border-top-style', 'solid');
  await advertiser.emulateMedia({ forcedColors: null });
});

test('a page beyond the end leads to the last one', async () => {
  await advertiser.goto(at('/advertiser/campaigns?page=99'));
  await expect(advertiser.getByText(/^1–(\d+) of \1$/)).toBeVisible();
  await expect(advertiser).toHaveURL(at('/advertiser/campaigns'));
});

test('who wants no motion has none begin, not even when all colours turn', async () => {
  await advertiser.goto(at('/advertiser/campaigns'));
  await expect(advertiser.getByRole('link', { name: 'Lantern week' })).toBeVisible();
  const html = advertiser.locator('html');
  const background = () => advertiser.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  // As the setting does: what moves because of it begins at the next look at the styles.
  const begun = await html.evaluate((root) => {
    root.dataset.mantineColorScheme = 'dark';
    return document.getAnimations().length;
  });
  expect(await background()).not.toBe(light);
  expect(begun).toBe(0);
  await html.evaluate((root) => {
    root.dataset.mantineColorScheme = 'light';
  });
});

test('somebody else’s campaign looks like one that never was', async ({ browser }) => {
  const stranger = await own.invite('other@shell.example.com', ['advertiser'], 'Other');
  const page = await own.pageOf(browser, stranger);
  const shown: (string | null)[] = [];
  for (const id of [network().campaignId, 424_242]) {
    await page.goto(at(`/advertiser/campaigns/${id}`));
    await expect(page.getByText('Campaign not found')).toBeVisible();
    // The balance comes when it comes.
    await expect(page.getByRole('banner').locator('a[href="/advertiser/billing"]')).toHaveText('$0.00');
    shown.push(await page.locator('body').textContent());
  }
  expect(shown[0]).toBe(shown[1]);
  await page.context().close();
});

test('what a screen shows first is asked for once, and only by who may see it', async () => {
  const asked: string[] = [];
  for (const page of [advertiser, publisher]) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/api\/advertiser\/(campaigns|report)$/.test(pathname)) asked.push(pathname + search);
    });
  }
  await publisher.goto(at('/advertiser/campaigns'));
  await expect(publisher).toHaveURL(at('/dashboard'));
  expect(asked).toEqual([]);
  await advertiser.goto(at('/advertiser/campaigns?sort=name&page=1'));
  await expect(advertiser.getByRole('link', { name: 'Lantern week' })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('sort=name')]);
  await advertiser.goto(at('/advertiser/statistics'));
  await expect(advertiser.getByRole('region', { name: 'Breakdown' })).toBeVisible();
  await advertiser.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('compare=previous'))).toHaveLength(1);
  expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
});

test('a list out of reach says so and comes with a press', async () => {
  await publisher.goto(at('/publisher/payment'));
  await expect(publisher.getByRole('heading', { level: 1 })).toBeVisible();
  const calls = /\/api\/publisher\/websites\?/;
  await answerCalls(publisher, calls, (route) => route.abort('internetdisconnected'));
  await publisher.getByRole('link', { name: 'Websites', exact: true }).click();
  await expect(publisher.getByRole('alert')).toContainText('The server cannot be reached.', {
    timeout: 60_000,
  });
  await publisher.unroute(calls);
  await publisher.getByRole('button', { name: 'Try Again' }).click();
  await expect(publisher.getByRole('link', { name: DOMAIN })).toBeVisible();
});

test('a toast covers nothing that is needed next', async () => {
  const check = /\/campaigns\/can-create/;
  await answerCalls(advertiser, check, (route) => route.fulfill({ status: 500, body: '' }));
  for (const width of [1440, 360]) {
    await advertiser.setViewportSize({ width, height: 800 });
    await advertiser.goto(at('/advertiser/campaigns'));
    const create = advertiser.getByRole('button', { name: 'Create Campaign' });
    await create.click();
    const toast = advertiser.getByText('Failed to check if campaign can be created').first();
    // Its button holds it; all else of it lets a press through.
    await advertiser.getByRole('button', { name: 'Dismiss message', exact: true }).first().hover();
    for (const next of [
      create,
      advertiser.getByRole('button', { name: /^Notifications/ }),
      advertiser.getByRole('button', { name: /^User menu/ }),
    ]) {
      const [one, other] = [await next.boundingBox(), await toast.boundingBox()];
      if (one === null || other === null) throw new Error('both are to be seen');
      expect(other.y).toBeGreaterThanOrEqual(one.y + one.height);
    }
  }
  // Not `fit-content`, as popovers have it: of a grid Safari makes that as high as the window.
  const region = advertiser.getByRole('region', { name: 'Messages' });
  expect(await region.evaluate((element) => `${element.computedStyleMap().get('height')}`)).toBe('auto');
  await advertiser.unroute(check);
  await advertiser.setViewportSize({ width: 1280, height: 720 });
});

/** What can be pressed outside of rows, and all of the page's heading and the bar, that a toast lies on; in rows their menus. */
const coveredByToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[popover] > [role="alert"]')?.getBoundingClientRect();
    if (toast === undefined) return ['there is no toast'];
    const pressable = 'main :is(a, button, input, select, summary):not(tbody a, li a), [data-keep-clear]';
    return [...document.querySelectorAll(pressable)]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const beside = box.right <= toast.left || box.left >= toast.right;
        const apart = box.bottom <= toast.top || box.top >= toast.bottom;
        return !beside && !apart && element.checkVisibility();
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  });

test('a toast that stays while one goes on covers nothing to press on the next page either', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser);
  // Its four seconds never end.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const never = (run: TimerHandler, ms?: number) => (ms === 4_000 ? 0 : later(run, ms));
    Object.assign(window, { setTimeout: never });
  });
  const check = /\/campaigns\/can-create/;
  await answerCalls(page, check, (route) => route.fulfill({ status: 500, body: '' }));
  const { campaignId, creativeId } = network();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(at('/advertiser/campaigns'));
    await page.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(page.getByText('Failed to check if campaign can be created')).toHaveCount(1);
    const records = [`/advertiser/campaigns/${campaignId}`, `/advertiser/creatives/${creativeId}`];
    for (const path of [...records, '/account', '/advertiser/statistics', '/advertiser/creatives']) {
      await goWithin(page, path);
      await expect(page.locator('main [data-unsettled]')).toHaveCount(0);
      await expect.poll(() => coveredByToast(page), { message: `${path} at ${width} px` }).toEqual([]);
    }
    // A menu opens where the toasts are.
    await page.getByRole('button', { name: /^User menu/ }).click();
    const [menu, toast] = [page.getByRole('menu'), page.getByRole('alert')];
    const bottom = async () =>
      ((await menu.boundingBox())?.y ?? 0) + ((await menu.boundingBox())?.height ?? 0);
    await expect
      .poll(async () => ((await toast.boundingBox())?.y ?? 0) - (await bottom()))
      .toBeGreaterThan(0);
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

test('what is not there says so inside the shell to who is signed in, alone to others', async ({
  browser,
}) => {
  // The last of the ids of a path may be the one that is no number.
  for (const nothing of ['nowhere', 'campaigns/abc', 'creatives/0/edit', 'creatives/create/1/x']) {
    await advertiser.goto(at(`/advertiser/${nothing}`));
    await expect(advertiser.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  }
  await advertiser
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Campaigns' })
    .click();
  await expect(advertiser).toHaveURL(at('/advertiser/campaigns'));
  const page = await (await browser.newContext()).newPage();
  await page.goto(at('/nowhere'));
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.context().close();
});
