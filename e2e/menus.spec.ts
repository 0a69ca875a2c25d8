import { expect, type Page } from '@playwright/test';
import { button } from './support/lists.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';
import { confirm, rowAction } from './support/screens.ts';
import { holdBack } from './support/stored-session.ts';

const CREATIVE = 'Lantern banner';

const own = sharedPlacard();
const { at } = own;
const network = networkIn(own, { domain: 'menus.example.com' });
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await own.pageOf(browser, network().advertiser);
});

for (const key of ['Escape', 'Tab'])
  test(`${key} calls off a menu that is still being fetched`, async () => {
    await page.goto(at('/advertiser/creatives'));
    const files = /\/assets\/.*\.js$/;
    const release = await holdBack(page, files);
    const opener = button(page, `Actions for ${CREATIVE}`);
    const fetched = page.waitForResponse(files);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press(key);
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    release();
    await fetched;
    await expect(page.getByRole('menu')).toHaveCount(0);
    const there = expect(opener);
    await (key === 'Escape' ? there : there.not).toBeFocused();
    await page.unroute(files);
  });

test('a press is answered before its menu is made, which takes a slow machine longer than that', async () => {
  await page.goto(at('/advertiser/creatives'));
  const opener = button(page, `Actions for ${CREATIVE}`);
  const menu = page.getByRole('menu');
  // Fetched by then.
  await opener.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  const answered = await opener.evaluate(async (element) => {
    (element as HTMLElement).click();
    // React has done what a press asks of it once the tasks of this turn are done.
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    return [element.ariaExpanded, document.querySelectorAll('[role=menu]').length];
  });
  expect(answered).toEqual(['true', 0]);
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
});

/** What has the focus, as a sentence can name it. */
const focused = () => page.evaluate(() => document.activeElement?.tagName ?? 'nothing');

test('a menu is walked by its keys, and a letter reaches each item that begins with it', async () => {
  await page.goto(at('/advertiser/creatives'));
  await rowAction(page, CREATIVE, 'Pause');
  await confirm(page, 'Pause');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The menu offers what goes with it once the list has come again.
  await expect(page.getByRole('row', { name: new RegExp(CREATIVE) })).toContainText('Paused');
  const opener = button(page, `Actions for ${CREATIVE}`);
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(item('View details')).toBeFocused();
  for (const [key, name] of [
    ['ArrowDown', 'Preview'],
    ['ArrowUp', 'View details'],
    ['ArrowUp', 'Archive'],
    ['Home', 'View details'],
    ['End', 'Archive'],
    ['a', 'Activate'],
    ['a', 'Assign to ad set'],
    ['a', 'Archive'],
    ['a', 'Activate'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(item(name), key).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('View details')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(opener).not.toBeFocused();
  expect(await focused()).not.toBe('BODY');
});

test('menus and panels open at their button and inside the window', async () => {
  for (const size of [
    { width: 1440, height: 800 },
    { width: 360, height: 640 },
    // No room below a row's button.
    { width: 360, height: 420 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(at('/advertiser/creatives'));
    for (const name of [
      'Columns',
      /^Notifications/,
      /^User menu/,
      'Colour scheme',
      `Actions for ${CREATIVE}`,
    ]) {
      const opener = page.getByRole('button', { name, exact: true });
      await opener.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await opener.click();
      await expect(opener, String(name)).toHaveAttribute('aria-expanded', 'true');
      const panel = page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`);
      await expect(panel).toBeVisible();
      // At one moment: what is loaded meanwhile may move the button, and the panel follows it.
      const gapPx = async () =>
        await panel.evaluate(
          (element, button) => {
            const [box, by] = [element.getBoundingClientRect(), (button as Element).getBoundingClientRect()];
            return Math.round(box.y > by.y ? box.y - by.y - by.height : by.y - box.y - box.height);
          },
          await opener.elementHandle(),
        );
      await expect.poll(gapPx, String(name)).toBe(4);
      const box = await panel.evaluate((element) => element.getBoundingClientRect().toJSON());
      expect.soft(box.x, String(name)).toBeGreaterThanOrEqual(8);
      expect.soft(box.x + box.width, String(name)).toBeLessThanOrEqual(size.width - 8);
      expect.soft(box.y, String(name)).toBeGreaterThanOrEqual(8);
      expect.soft(box.y + box.height, String(name)).toBeLessThanOrEqual(size.height - 8);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('Tab goes through a card as it is seen: what heads it, its box and its menu, what opens it, then its values', async () => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(at('/advertiser/creatives'));
  const card = page.getByRole('row', { name: new RegExp(CREATIVE) });
  await card.getByRole('link', { name: CREATIVE, exact: true }).focus();
  const inOrder = [
    card.getByRole('checkbox'),
    button(page, `Actions for ${CREATIVE}`),
    button(page, `More about ${CREATIVE}`),
  ];
  for (const next of inOrder) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(card.getByRole('link', { name: 'Everywhere' })).toBeFocused();
  await page.setViewportSize(before ?? { width: 1280, height: 720 });
});

test('the focus never falls out of the page', async () => {
  await page.goto(at('/advertiser/statistics'));
  // A panel: what is chosen closes it, a menu inside it leaves it open.
  const days = page.getByRole('button', { name: /^Period/ });
  await days.click();
  await button(page, 'Last 7 days').click();
  await expect(days).toBeFocused();
  await button(page, 'Save view').click();
  await page.getByLabel('Name').fill('Weekly');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(focused).not.toBe('BODY');
  const views = page.getByRole('button', { name: /^Views/ });
  await views.click();
  const menu = button(page, 'Actions for Weekly');
  await menu.click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  // The dialog's button, the row and its menu are gone with the view.
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(focused).not.toBe('BODY');

  await page.goto(at('/advertiser/creatives'));
  await button(page, 'Columns').click();
  await expect(page.locator('label > input[type=checkbox]:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Columns')).toBeFocused();
  const opener = button(page, `Actions for ${CREATIVE}`);
  await rowAction(page, CREATIVE, 'Archive');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await rowAction(page, CREATIVE, 'Archive');
  await confirm(page, 'Archive');
  await expect(opener).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('nor in a browser that gives what is pressed no focus, such as Safari', async () => {
  await page.addInitScript(() => {
    const press = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest('a, button, label, summary') === null)
        return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    addEventListener('mousedown', press, true);
  });
  await page.goto(at('/advertiser/statistics'));
  const days = page.getByRole('button', { name: /^Period/ });
  await days.click();
  await page.keyboard.press('Escape');
  await expect(days).toBeFocused();
  const save = button(page, 'Save view');
  await save.click();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(save).toBeFocused();
});
