import { expect, test } from './network.ts';
import { banner, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

const LAYER = 'position:absolute;left:0;width:1000px;background:#fff';
const PASSING = 'position:fixed;inset:0;pointer-events:none';
const ELSEWHERE = 'position:fixed;top:-400px;left:0;width:1000px;height:400px;background:#fff';
const WHITE =
  'data:image/svg+xml,<svg xmlns=%27http://www.w3.org/2000/svg%27 width=%27999%27 height=%27700%27><rect width=%27999%27 height=%27700%27 fill=%27white%27/></svg>';

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
      'under a wide border of such a backdrop',
      '#pop{left:900px;pointer-events:none}#pop::backdrop{border:400px solid #fff;pointer-events:none}',
      '<div popover="manual" id="pop">x</div><script>pop.showPopover()</script>',
      0,
    ],
    [
      'under one of what stands in a shadow tree',
      '',
      '<x-notice><template shadowrootmode="open"><style>i{left:900px;pointer-events:none}i::backdrop{background:#fff;pointer-events:none}</style><i popover="manual">x</i></template></x-notice><script>document.querySelector("x-notice").shadowRoot.querySelector("i").showPopover()</script>',
      0,
    ],
    [
      'under one that is hardly there, which leaves it',
      '#pop{left:900px;pointer-events:none}#pop::backdrop{background:#000;opacity:.3;pointer-events:none}',
      '<div popover="manual" id="pop">x</div><script>pop.showPopover()</script>',
      1,
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
      'under two light shades, which together are none',
      '',
      `<div style="${PASSING};background:rgb(255 255 255/.4)"></div>`.repeat(2),
      0,
    ],
    [
      'under one that blends all into grey',
      '',
      `<div style="${PASSING};backdrop-filter:contrast(0)"></div>`,
      0,
    ],
    [
      'under the outline of a box around it',
      '',
      `<div style="${PASSING};outline:400px solid #fff;outline-offset:-400px"></div>`,
      0,
    ],
    [
      'within such an outline, which leaves it',
      '',
      `<div style="${PASSING};outline:12px solid red;outline-offset:-12px"></div>`,
      1,
    ],
    [
      'under a shadow within a box',
      '',
      `<div style="${PASSING};box-shadow:inset 0 0 0 400px #fff"></div>`,
      0,
    ],
    [
      'under a border that is a picture',
      '',
      `<div style="${PASSING};border:300px solid #0000;border-image:linear-gradient(#fff,#fff) 1 fill"></div>`,
      0,
    ],
    [
      'under the line between two columns',
      '',
      `<div style="${PASSING};columns:2;column-gap:900px;column-rule:900px solid #fff"><b style="display:block;height:999px"></b></div>`,
      0,
    ],
    [
      'under the picture before an entry of a list',
      '',
      `<ul style="${PASSING};list-style:inside url('${WHITE}')"><li></li></ul>`,
      0,
    ],
    [
      'under what a browser draws for a field',
      '',
      `<progress value="1" style="${PASSING};width:100%;height:100%"></progress>`,
      0,
    ],
    [
      'under large letters',
      '',
      `<p style="${PASSING};margin:0;font:900px/500px monospace;color:#fff">███</p>`,
      0,
    ],
    [
      'under a line of small ones, which leaves it',
      '',
      `<p style="${PASSING};margin:0">A line of text</p>`,
      1,
    ],
    [
      'under large letters before a box',
      'p::before{content:"███"}',
      `<p style="${PASSING};margin:0;font:900px/500px monospace;color:#fff"></p>`,
      0,
    ],
    [
      'under a sign before a box, which leaves it',
      'p::before{content:"★"}',
      `<p style="${PASSING};margin:0"></p>`,
      1,
    ],
    [
      'under the shadow that a filter draws of something elsewhere',
      '',
      `<div style="${ELSEWHERE};filter:drop-shadow(0 400px 0 #fff)"></div>`,
      0,
    ],
    [
      'under the shadow of letters elsewhere',
      '',
      `<div style="${ELSEWHERE};font:900px/400px monospace;text-shadow:0 400px 0 #fff">███</div>`,
      0,
    ],
    [
      'under the mirror image of something elsewhere',
      '',
      `<div style="${ELSEWHERE};-webkit-box-reflect:below"></div>`,
      0,
    ],
    [
      'under the ground of a table’s row',
      '',
      `<table style="${PASSING};width:100%;height:100%;border-spacing:0"><tr style="background:#fff"><td></table>`,
      0,
    ],
    [
      'under the ground of a table’s column',
      '',
      `<table style="${PASSING};width:100%;height:100%;border-spacing:0"><col style="background:#fff"><tr><td></table>`,
      0,
    ],
    [
      'under what stands before an entry of a list',
      'li::marker{content:"███"}',
      `<ul style="${PASSING};margin:0;list-style:inside;font:900px/500px monospace;color:#fff"><li></li></ul>`,
      0,
    ],
    [
      'under what stands in a field',
      '',
      `<input value="███" style="${PASSING};appearance:none;border:0;background:#0000;width:100%;height:100%;font:900px/500px monospace;color:#fff">`,
      0,
    ],
    [
      'under the ground of a first letter',
      'p::first-letter{background:#fff;padding:0 999px 700px 0}',
      `<p style="${PASSING};margin:0">A</p>`,
      0,
    ],
    [
      'under what a closed box of details keeps open',
      'details::details-content{display:block;content-visibility:visible;height:700px;background:#fff}',
      `<details style="${PASSING}"><summary></summary></details>`,
      0,
    ],
    [
      'under the button by which a box is scrolled',
      'div::scroll-button(right){content:"";position:fixed;inset:0;width:1280px;height:700px;background:#fff;border:0;appearance:none;pointer-events:none}',
      `<div style="${PASSING};overflow:auto"><b style="display:block;width:9999px;height:1px"></b></div>`,
      0,
    ],
    [
      'under the ground of the marks by which a box is scrolled',
      'div{scroll-marker-group:before}div::scroll-marker-group{position:fixed;inset:0;width:1280px;height:700px;background:#fff;pointer-events:none}b::scroll-marker{content:"";width:1px;height:1px}',
      `<div style="${PASSING};overflow:auto"><b style="display:block;width:9999px;height:1px"></b></div>`,
      0,
    ],
    [
      'under a shape of the drawing that it stands in',
      '',
      `<svg width="1280" height="600" style="position:absolute;left:0;top:0"><foreignObject id="room" width="1280" height="600"></foreignObject><rect width="1280" height="600" fill="#fff" pointer-events="none"/></svg><script>room.append(document.querySelector("[data-placard]"))</script>`,
      0,
    ],
    [
      'in a drawing, over its shapes, which leaves it',
      '',
      `<svg width="1280" height="600" style="position:absolute;left:0;top:0"><rect width="1280" height="600" fill="#def" pointer-events="none"/><foreignObject id="room" width="1280" height="600" opacity=".9"></foreignObject></svg><script>room.append(document.querySelector("[data-placard]"))</script>`,
      1,
    ],
    [
      'under the end of a gradient',
      '',
      `<div style="${PASSING};background:linear-gradient(to top,transparent 60%,#fff)"></div>`,
      0,
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
