import type { Locator } from '@playwright/test';
import { expect, test } from './network.ts';
import { adLink, banner, frameAd, imageAd, LEADERBOARD, publish, shown, VIDEO, widget } from './pages.ts';

const HEBREW = 'חנות הספרים (2026)!';
const ENGLISH = 'From our partners!';

/** Where the first and the last letter of a text begin, from the left edge of what it stands in. */
async function endsOf(text: Locator): Promise<readonly [first: number, last: number]> {
  return await text.evaluate((element) => {
    const node = element.firstChild as Text;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(node.length - 1)] as const;
  });
}

/** How far the sign of a text, its last letter that is seen, stands at the right of the first one. */
const signOf = (text: Locator) =>
  text.evaluate((element) => {
    const node = element.firstChild as Text;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(node.data.search(/[►✕]/)) - leftOf(0);
  });

for (const dir of ['ltr', 'rtl']) {
  test(`on a page written ${dir} each text of a native ad is written as it is`, async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', { ...imageAd('n'), n: ENGLISH, a: HEBREW });
    await page.goto(
      publish(publisher, delivery, { body: `<div dir="${dir}">${widget('native', 'w')}</div>` }),
    );
    await shown(page, 'w');
    const [first, last] = await endsOf(page.getByText(ENGLISH));
    expect(first).toBe(12);
    expect(last).toBeGreaterThan(first + 60);
    const [right, left] = await endsOf(page.getByText(HEBREW));
    expect(right).toBeGreaterThan(left + 60);
    // It begins at the right edge.
    expect(right).toBeGreaterThan(240);
  });
}

for (const [kind, type, size] of [
  ['b', 'banner', LEADERBOARD],
  ['n', 'native', { widthPx: 300, heightPx: 250 }],
  ['v', 'video', VIDEO],
  ['f', 'floating_sticky_ad', LEADERBOARD],
] as const) {
  for (const ad of [imageAd, frameAd]) {
    test(`${ad === imageAd ? 'an image' : 'code'} in a ${type} is seen whole on a page written to the left`, async ({
      page,
      publisher,
      delivery,
    }) => {
      delivery.ads.set('w', ad(kind, size.widthPx, size.heightPx));
      // Of the widget and of a box that is narrower than it.
      for (const width of [1_000, 280]) {
        const body = `<div style="width:${width}px">${type === 'banner' ? banner('w', [size]) : widget(type, 'w', size)}</div>`;
        const boxes = [];
        for (const dir of ['ltr', 'rtl']) {
          await page.goto(publish(publisher, delivery, { body: `<div dir="${dir}">${body}</div>` }));
          await shown(page, 'w');
          const media = await page.locator('[data-placard] img, [data-placard] iframe').boundingBox();
          const card = await (ad === imageAd ? adLink(page) : page.locator('[data-placard]')).boundingBox();
          boxes.push({
            fromLeft: (media?.x ?? 0) - (card?.x ?? 0),
            width: media?.width,
            height: media?.height,
          });
        }
        expect(boxes[1]).toEqual(boxes[0]);
      }
    });
  }
}

test('the mark and what closes a floating ad end with their sign on pages of both directions', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('w', imageAd('f', 728, 90));
  const lookAt = async (dir: string) => {
    const body = `<div dir="${dir}">${widget('floating_sticky_ad', 'w', LEADERBOARD)}</div>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    const parts = [page.getByRole('link', { name: /^Ad/ }), page.getByRole('button', { name: /^Close ad/ })];
    return await Promise.all(
      parts.map(async (part) => ({
        text: await part.textContent(),
        box: await part.boundingBox(),
        sign: await signOf(part),
      })),
    );
  };
  const usual = await lookAt('ltr');
  expect(await lookAt('rtl')).toEqual(usual);
  for (const { sign } of usual) expect(sign).toBeGreaterThan(0);
});
