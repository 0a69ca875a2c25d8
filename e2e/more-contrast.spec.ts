import { expect, type Page } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'more-contrast.example.com' });

type Faint = { readonly what: string; readonly ratio: number };

type Least = { readonly letters: number; readonly edges: number; readonly edgesOf: string };

const MORE: Least = { letters: 7, edges: 4.5, edgesOf: 'input, textarea, select, button, label' };
/** What WCAG asks for always: a field is told by its edge alone, a button by its letters, which axe looks at. */
const PLAIN: Least = { letters: 0, edges: 3, edgesOf: ':is(input, textarea, select):not(:disabled)' };

/** Letters and edges with less contrast to what they stand on than asked for, as they are painted. */
async function faintOn(page: Page, least: Least): Promise<Faint[]> {
  return await page.evaluate(({ letters, edges, edgesOf }) => {
    const drawn = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (drawn === null) throw new Error('no canvas');
    /** The colours one over the other, the lowest first. */
    const paint = (colours: readonly string[], opacity = 1) => {
      drawn.globalAlpha = 1;
      for (const [at, colour] of colours.entries()) {
        drawn.globalAlpha = at === colours.length - 1 ? opacity : 1;
        drawn.fillStyle = colour;
        drawn.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...drawn.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const above = (element: Element | null): Element[] =>
      element === null ? [] : [...above(element.parentElement), element];
    const grounds = (element: Element | null) =>
      above(element).map((each) => getComputedStyle(each).backgroundColor);
    const ratio = (one: number, other: number) =>
      (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const found: { what: string; ratio: number }[] = [];
    const judge = (what: string, least: number, is: number) => {
      if (is < least) found.push({ what: what.trim(), ratio: Math.round(is * 100) / 100 });
    };
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (element === null || node.nodeValue?.trim() === '' || !seen(element)) continue;
      const opacity = above(element).reduce((all, each) => all * Number(getComputedStyle(each).opacity), 1);
      const ground = grounds(element);
      judge(
        `${node.nodeValue}`,
        letters,
        ratio(paint(ground), paint([...ground, getComputedStyle(element).color], opacity)),
      );
    }
    for (const element of document.querySelectorAll(edgesOf)) {
      const { borderTopWidth, borderTopColor } = getComputedStyle(element);
      if (borderTopWidth === '0px' || borderTopColor === 'rgba(0, 0, 0, 0)' || !seen(element)) continue;
      const around = grounds(element.parentElement);
      const name = element.getAttribute('name') ?? element.textContent ?? '';
      judge(
        `edge of ${element.tagName} ${name}`,
        edges,
        ratio(paint(around), paint([...around, borderTopColor])),
      );
    }
    return found;
  }, least);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`whoever asks for more contrast reads at 7:1 and sees edges at 4.5:1 in the ${colorScheme} scheme`, async ({
    browser,
  }) => {
    const asked = { contrast: 'more', colorScheme } as const;
    const page = await own.pageOf(browser, network().advertiser, asked);
    const { creativeId } = network();
    for (const [path, there] of [
      // Fields and choices; what may not be changed and a button that can't be pressed; chips of states and a table.
      ['/advertiser/campaigns/create', 'Summary'],
      [`/advertiser/creatives/${creativeId}/edit`, 'Basic information'],
      ['/advertiser/creatives', 'Rows per page'],
    ] as const) {
      await page.goto(own.at(path));
      await expect(page.getByText(there).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await faintOn(page, MORE), path).toEqual([]);
      await page.emulateMedia({ contrast: 'no-preference' });
      expect(await faintOn(page, PLAIN), path).toEqual([]);
      await page.emulateMedia(asked);
    }
    // Whoever does not ask has fainter edges.
    await page.emulateMedia({ contrast: 'no-preference' });
    expect(await faintOn(page, MORE)).not.toEqual([]);
    const stranger = await browser.newPage(asked);
    await stranger.goto(own.at('/login'));
    await expect(stranger.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    expect(await faintOn(stranger, MORE)).toEqual([]);
    await stranger.emulateMedia({ contrast: 'no-preference' });
    expect(await faintOn(stranger, PLAIN)).toEqual([]);
    await stranger.close();
    await page.context().close();
  });
}
