import { expect, test } from './network.ts';
import { banner, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

const LAYER = 'position:absolute;left:0;width:1000px;background:#fff';
const PASSING = 'position:fixed;inset:0;pointer-events:none';

test.describe('over the ad, where no click is stopped:', () => {
  /** What the page does; and whether a viewable impression comes of it. */
  const cases: readonly (readonly [name: string, style: string, extra: string, counts: 0 | 1])[] = [
    [
      'under an opaque cover that lets clicks through',
      '',
      `<div style="${PASSING};background:#fff"></div>`,
      0,
    ],
    [
      'under such a cover that says it is important',
      '',
      '<div style="position:fixed;inset:0;background:#fff;pointer-events:none!important"></div>',
      0,
    ],
    [
      'under such a cover behind a mask that leaves all of it',
      '',
      `<div style="${PASSING};background:#fff;mask-image:linear-gradient(#000,#000)"></div>`,
      0,
    ],
    [
      'under a picture that lets clicks through',
      '',
      `<img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" style="${PASSING};width:100%;height:100%">`,
      0,
    ],
    [
      'under a ground that the page draws after itself',
      'body::after{content:"";position:fixed;inset:0;background:#fff;pointer-events:none}',
      '',
      0,
    ],
    [
      'under a ground that something elsewhere draws after itself',
      'i{position:absolute;top:900px}i::after{content:"";position:fixed;inset:0;background:#fff;pointer-events:none}',
      '<i></i>',
      0,
    ],
    [
      'under an opaque cover that is inert',
      '',
      '<div inert style="position:fixed;inset:0;background:#fff"></div>',
      0,
    ],
    [
      'under a cover that is inert and says that it is not to be passed',
      '',
      '<div inert><p style="position:fixed;inset:0;margin:0;background:#fff;pointer-events:auto!important">x</p></div>',
      0,
    ],
    [
      'under the top layer, a popover that lets clicks through',
      '',
      `<div popover="manual" id="pop" style="${PASSING};width:auto;height:auto;border:0;margin:0;background:#fff"></div><script>pop.showPopover()</script>`,
      0,
    ],
    [
      'under a backdrop of what is in the top layer',
      '#pop{left:900px;pointer-events:none}#pop::backdrop{background:#fff;pointer-events:none}',
      '<div popover="manual" id="pop">x</div><script>pop.showPopover()</script>',
      0,
    ],
    [
      'under a wide border that lets clicks through',
      '',
      `<div style="${PASSING};border:300px solid #fff"></div>`,
      0,
    ],
    [
      'within the wide border of a frame, which leaves it',
      '',
      `<div style="${PASSING};border:20px solid #fff"></div>`,
      1,
    ],
    [
      'under the shadow of something small',
      'i{position:fixed;top:600px;left:900px;box-shadow:3px 3px 3px #000,0 0 0 2000px #fff}',
      '<i>x</i>',
      0,
    ],
    [
      'under the light shadow of something small, which leaves it',
      'i{position:fixed;top:600px;left:900px;box-shadow:0 0 0 2000px #0003,inset 0 0 0 2000px #fff}',
      '<i>x</i>',
      1,
    ],
    [
      'under a wide border of one side',
      '',
      `<div style="${PASSING};border-left:1300px solid #fff"></div>`,
      0,
    ],
    [
      'under a ground that something inert elsewhere draws after itself',
      'i{position:absolute;top:900px}i::after{content:"";position:fixed;inset:0;background:#fff}',
      '<i inert></i>',
      0,
    ],
    [
      'under a canvas that is drawn on',
      '',
      `<canvas id="drawn" style="${PASSING};width:100%;height:100%"></canvas><script>drawn.getContext('2d').fillRect(0, 0, 300, 150)</script>`,
      0,
    ],
    [
      'under a light shade in a newer colour, which leaves it',
      '',
      `<div style="${PASSING};background:oklch(0 0 0/.3)"></div>`,
      1,
    ],
    [
      'in the top layer itself, before its backdrop',
      '#pop{width:400px;height:300px;opacity:.9}#pop::backdrop{background:#fff}',
      '<div popover="manual" id="pop"></div><script>pop.append(document.querySelector("[data-placard]"));pop.showPopover()</script>',
      1,
    ],
    ['under its outline', 'i{position:fixed;top:600px;left:900px;outline:2000px solid #fff}', '<i>x</i>', 0],
    [
      'beside a shadow and an outline of the usual kind, which leaves it',
      'i{position:fixed;top:600px;left:900px;box-shadow:0 2px 30px 4px #000;outline:2px solid #fff}',
      `<i>x</i><div style="${PASSING}"></div>`,
      1,
    ],
    [
      'under such a cover in a shadow tree',
      '',
      `<x-notice><template shadowrootmode="open"><p style="${PASSING};margin:0;background:#fff"></p></template></x-notice>`,
      0,
    ],
    [
      'half under a cover that takes clicks, half under one that does not',
      '',
      `<div style="${LAYER};top:0;height:110px"></div><div style="${LAYER};pointer-events:none;top:110px;height:140px"></div>`,
      0,
    ],
    [
      'under a light shade that lets clicks through, which leaves it',
      '',
      `<div style="${PASSING};background:rgb(0 0 0/.3)"></div>`,
      1,
    ],
    [
      'under an opaque one that is hardly there, which leaves it',
      '',
      `<div style="${PASSING};opacity:.2;background:#000"></div>`,
      1,
    ],
    [
      'under a gradient to nothing, which leaves it',
      '',
      `<div style="${PASSING};background:linear-gradient(transparent 60%,#000)"></div>`,
      1,
    ],
    [
      'under an empty canvas, on which it may snow, which leaves it',
      '',
      `<canvas style="${PASSING};width:100%;height:100%"></canvas>`,
      1,
    ],
    [
      'over a ground that lets clicks through, which leaves it',
      '',
      `<div style="${PASSING};z-index:-1;background:#fff"></div><div style="${PASSING}"></div>`,
      1,
    ],
    [
      'in a coloured page that draws something clear after itself, which leaves it',
      'body{background:#def}body::after{content:"";position:fixed;inset:0;pointer-events:none}',
      '',
      1,
    ],
  ];
  for (const [name, style, extra, counts] of cases) {
    test(name, async ({ page, publisher, delivery }) => {
      delivery.ads.set('w', imageAd('b'));
      await stopClock(page);
      await page.goto(
        publish(publisher, delivery, { body: banner('w') + extra, head: `<style>${style}</style>` }),
      );
      await shown(page, 'w');
      await watchFor(page, delivery, 60_000);
      expect(delivery.events).toEqual(counts === 1 ? ['iw-1', 'vw-1'] : ['iw-1']);
    });
  }
});
