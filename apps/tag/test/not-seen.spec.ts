import { expect, test } from './network.ts';
import { banner, imageAd, publish, shown, stopClock, watchFor, widget } from './pages.ts';

test.describe('not seen, though it is in the window:', () => {
  const FLOODED = '<svg width="0" height="0"><filter id="own"><feFlood flood-color="#fff"/></filter></svg>';
  const LAYER = 'position:absolute;left:0;width:1000px;background:#fff';
  /** What the page does to the slot, which stands in two boxes; and whether a viewable impression comes of it. */
  const cases: readonly (readonly [name: string, style: string, extra: string, counts: 0 | 1])[] = [
    ['hidden', '#near{visibility:hidden}', '', 0],
    ['hidden far above', '#far{visibility:hidden}', '', 0],
    ['transparent', '#near{opacity:0}', '', 0],
    ['nearly transparent by two that are not so alone', '#near,#far{opacity:.6}', '', 0],
    ['transparent by a filter', '#far{filter:opacity(0)}', '', 0],
    ['blurred', '#far{filter:blur(20px)}', '', 0],
    ['scaled to a dot', '#near{transform:scale(.05)}', '', 0],
    ['scaled to nothing', '#near{transform:scale(0)}', '', 0],
    ['clipped away', '#near{clip-path:inset(100%)}', '', 0],
    ['clipped to a sliver', '#near{width:300px;clip-path:polygon(0 0,2px 0,100% 100%,298px 100%)}', '', 0],
    ['clipped round, which leaves it', '#near{width:300px;clip-path:circle(50%)}', '', 1],
    [
      'cut off by a round corner',
      '#near{width:3000px;height:3000px;overflow:hidden;border-radius:50%}body{overflow:hidden}',
      '',
      0,
    ],
    [
      'cut off by one that is told after others',
      '#near{width:3000px;height:3000px;overflow:hidden;border-radius:0 8px 8px 1400px;margin-top:-2500px;padding-top:2500px;box-sizing:border-box}',
      '',
      0,
    ],
    [
      'without a little at its corners, which leaves it',
      '#near{width:300px;overflow:hidden;border-radius:12px}',
      '',
      1,
    ],
    ['inert', '', '<script>document.querySelector("#far").inert = true</script>', 0],
    ['masked by a gradient', '#near{mask-image:linear-gradient(#000,transparent 10%)}', '', 0],
    [
      'masked far above',
      '#far{mask:none,radial-gradient(circle at 90% 90%,#000 9px,transparent 10px)}',
      '',
      0,
    ],
    [
      'masked by a picture',
      `#near{mask-image:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")}`,
      '',
      0,
    ],
    ['masked as a border image is', '#near{-webkit-mask-box-image:linear-gradient(#0000,#0000)}', '', 0],
    [
      'masked so where the browser does not vouch',
      '#near{-webkit-mask-box-image:linear-gradient(#0000,#0000)}#far{opacity:.9}',
      '',
      0,
    ],
    ['without a difference between light and dark', '#near{filter:contrast(0)}', '', 0],
    ['without half of it twice', '#near{filter:contrast(.6)}#far{filter:contrast(.6)}', '', 0],
    ['with nearly all of it, which leaves it', '#near{filter:contrast(.9)}', '', 1],
    ['inverted half', '#far{filter:invert(.5)}', '', 0],
    ['mixed with the white below it', '#near{mix-blend-mode:lighten}', '', 0],
    ['under a filter of the page’s own', '#near{filter:url(#own)}', FLOODED, 0],
    ['in a page without colours, which leaves it', '#far{filter:grayscale(1)}', '', 1],
    [
      'behind the page',
      '#near{position:relative;z-index:-1}body{background:#fff}main{position:relative;background:#fff}',
      '',
      0,
    ],
    ['covered', '', `<div style="${LAYER};top:0;height:250px"></div>`, 0],
    ['covered by more than half', '', `<div style="${LAYER};top:0;height:140px"></div>`, 0],
    [
      'covered by another floating thing',
      '',
      '<div style="position:fixed;inset:0;background:#eee"></div>',
      0,
    ],
    [
      'covered by what stands in a shadow tree',
      '',
      '<x-sticky><template shadowrootmode="open"><p style="position:fixed;inset:0;margin:0;background:#eee"></p></template></x-sticky>',
      0,
    ],
    [
      'covered by less than half, which leaves enough',
      '',
      `<div style="${LAYER};top:0;height:110px"></div>`,
      1,
    ],
    [
      'under what lets light and clicks through, which leaves it',
      '',
      '<div style="position:fixed;inset:0;pointer-events:none"></div>',
      1,
    ],
    ['in a page that inverts itself, which leaves it', '#far{filter:invert(1)}', '', 1],
    ['half as large, which leaves it', '#near{transform:scale(.5)}', '', 1],
  ];
  for (const [name, style, extra, counts] of cases) {
    test(name, async ({ page, publisher, delivery }) => {
      delivery.ads.set('w', imageAd('b'));
      await stopClock(page);
      const body = `<main id="far"><div id="near">${banner('w')}</div></main>${extra}`;
      await page.goto(publish(publisher, delivery, { body, head: `<style>${style}</style>` }));
      await shown(page, 'w');
      await watchFor(page, delivery, 60_000);
      expect(delivery.events).toEqual(counts === 1 ? ['iw-1', 'vw-1'] : ['iw-1']);
    });
  }

  test('one floating ad under another', async ({ page, publisher, delivery }) => {
    delivery.ads.set('below', imageAd('f', 320, 50));
    delivery.ads.set('w', imageAd('f', 728, 90));
    await stopClock(page);
    const body = widget('floating_sticky_ad', 'below') + widget('floating_sticky_ad', 'w');
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'below');
    await shown(page, 'w');
    await watchFor(page, delivery, 60_000);
    expect([...delivery.events].sort()).toEqual(['ibelow-1', 'iw-2', 'vw-2']);
  });

  test('uncovered, it has its second from then on', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('b'));
    await stopClock(page);
    const cover = '<div id="cover" style="position:fixed;inset:0;background:#fff"></div>';
    await page.goto(publish(publisher, delivery, { body: banner('w') + cover }));
    await shown(page, 'w');
    await watchFor(page, delivery, 900);
    await page.evaluate(() => document.querySelector('#cover')?.remove());
    await watchFor(page, delivery, 900);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 500);
    expect(delivery.count('v')).toBe(1);
  });

  test('out of view between two looks that the browser tells of together', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('b'));
    await stopClock(page);
    await page.addInitScript(() => {
      const told: ((entries: IntersectionObserverEntry[]) => void)[] = [];
      class Told extends IntersectionObserver {
        readonly #callback: IntersectionObserverCallback;
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          super(callback, options);
          this.#callback = callback;
        }
        override observe(target: Element): void {
          super.observe(target);
          told.push((entries) =>
            this.#callback(
              entries.map((entry) => ({ ...entry, target })),
              this,
            ),
          );
        }
      }
      window.IntersectionObserver = Told;
      Object.assign(window, {
        interrupt: () => {
          for (const tell of told) {
            const entries = [0, 1].map((intersectionRatio) => ({
              ...{ intersectionRatio, isIntersecting: intersectionRatio > 0, isVisible: false },
              boundingClientRect: new DOMRect(0, 0, 300, 250),
            }));
            tell(entries as unknown as IntersectionObserverEntry[]);
          }
        },
      });
    });
    await page.goto(publish(publisher, delivery, { body: banner('w') }));
    await shown(page, 'w');
    await watchFor(page, delivery, 900);
    await page.evaluate('interrupt()');
    await watchFor(page, delivery, 900);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 500);
    expect(delivery.count('v')).toBe(1);
  });
});
