import { expect, test } from './network.ts';
import { banner, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

/**
 * One page with an ad in each cell of 300×250 px, over which something paints that stands elsewhere in its cell, or hides it by several light shades; 1 where a
 * viewable impression comes of it. A cell cuts off what is beyond it, so that no case reaches another.
 */
const PASSING = 'position:absolute;inset:0;margin:0;pointer-events:none';
/** Above the ad, beside it, out of its cell. */
const ABOVE = 'position:absolute;top:-250px;left:0;width:300px;height:250px;margin:0;background:#fff';
const CLEAR = `<p style="${PASSING}"></p>`;
const LETTERS = 'font:20px/20px monospace;color:#0000';
const SHADES = (shadow: string) => [...Array(4)].map(() => `${shadow} #fff6`).join();
const CASES: readonly (readonly [name: string, html: string, counts: 0 | 1, style?: string])[] = [
  [
    'under a shadow, below something clear',
    `<p style="${ABOVE};box-shadow:0 0 0 250px #fff"></p>${CLEAR}`,
    0,
  ],
  [
    'under a shadow, in a box that is turned a little',
    `<p style="${ABOVE};box-shadow:0 0 0 250px #fff"></p>`,
    0,
    'rotate:.1deg',
  ],
  ['under four light shadows', `<p style="${ABOVE};box-shadow:${SHADES('0 250px 0 0')}"></p>`, 0],
  [
    'under four light shadows within a box',
    `<p style="${PASSING};box-shadow:${SHADES('inset 0 0 0 150px')}"></p>`,
    0,
  ],
  ['under four light borders', `<p style="${PASSING};border:150px solid #fff6"></p>`.repeat(4), 0],
  [
    'under four light outlines',
    `<p style="${PASSING};outline:150px solid #fff6;outline-offset:-150px"></p>`.repeat(4),
    0,
  ],
  [
    'under nine blurred shadows',
    `<p style="${ABOVE};box-shadow:${[...Array(9)].map(() => '0 0 500px #fff').join()}"></p>`,
    0,
  ],
  ['under nine that are blurred', `<p style="${ABOVE};filter:blur(250px)"></p>`.repeat(9), 0],
  [
    'under the second shadow of a filter',
    `<p style="${ABOVE};filter:drop-shadow(0 0 #0000) drop-shadow(0 250px #fff)"></p>`,
    0,
  ],
  [
    'under the shadow of what overflows its box',
    `<p style="${ABOVE};height:0;filter:drop-shadow(0 250px #fff)"><b class="tall" style="background:#fff"></b></p>`,
    0,
  ],
  [
    'under the shadow of a shadow',
    `<p style="${ABOVE};filter:drop-shadow(0 125px #fff) drop-shadow(0 125px #fff)"></p>`,
    0,
  ],
  ['under what a filter of the page’s own paints', `<p style="${ABOVE};filter:url(#flood)"></p>`, 0],
  [
    'under the picture of a border that reaches out',
    `<p style="${ABOVE};border:1px solid;border-image:linear-gradient(#fff,#fff) 1 fill/1px/250px"></p>`,
    0,
  ],
  [
    'under the line below letters',
    `<p style="${ABOVE};${LETTERS};text-decoration:underline 260px #fff;text-underline-offset:230px">xxxxxxxxxxxxxxxxxxxxxxxxxxx</p>`,
    0,
  ],
  [
    'under the line between columns that do not fit',
    `<p style="${PASSING};left:-300px;right:300px;columns:300px 1;column-gap:300px;column-rule:300px solid #fff;column-fill:auto"><b class="tall"></b><b class="tall"></b></p>`,
    0,
  ],
  [
    'under the end of a line that is drawn',
    '<svg width="1" height="1" style="position:absolute;left:0;top:249px;overflow:visible;pointer-events:none"><marker id="end" markerUnits="userSpaceOnUse" markerWidth="900" markerHeight="900" refX="450" refY="450"><rect width="900" height="900" fill="#fff"/></marker><path d="M0 0L1 1" marker-start="url(#end)"/></svg>',
    0,
  ],
  [
    'under the line of a fraction',
    `<math style="${PASSING};color:#fff"><mfrac linethickness="500px"><mspace width="300px" height="1px"></mspace><mspace height="1px"></mspace></mfrac></math>`,
    0,
  ],
  ['under a wide border that is drawn after something', '<i class="bordered"></i>', 0],
  ['under a shadow within what is drawn after something', '<i class="inner"></i>', 0],
  ['under an outline of what is drawn after something', '<i class="outlined"></i>', 0],
  ['under a shadow of what is drawn after something', '<i class="shadowed"></i>', 0],
  [
    'under a ground that is drawn after something, below something clear',
    `<i class="ground"></i>${CLEAR}`,
    0,
  ],
  ['under the button by which something is scrolled', '<div class="scrolled"><b class="wide"></b></div>', 0],
  ['under a light border of what is drawn after something, which leaves it', '<i class="lightly"></i>', 1],
  ['in a frame that is drawn after something, which leaves it', '<i class="framed"></i>', 1],
  [
    'under a shade that is not there yet, which leaves it',
    `<p style="${ABOVE};opacity:0;box-shadow:0 0 0 9999px #000"></p><p style="display:none;box-shadow:0 0 0 9999px #000"></p>${CLEAR}`,
    1,
  ],
  [
    'beside what is cut off before it, which leaves it',
    `<div style="position:absolute;top:220px;left:0;width:30px;height:30px;overflow:hidden"><p style="width:9px;height:9px;box-shadow:0 0 0 9999px #000"></p></div>${CLEAR}`,
    1,
  ],
  [
    'below a ground as wide as the page, which leaves it',
    `<p style="position:absolute;top:-20px;left:0;width:99px;height:30px;margin:0;box-shadow:0 0 0 100vmax #def;clip-path:inset(0 -100vmax)"></p>${CLEAR}`,
    1,
  ],
  [
    'below a header with a shadow, which leaves it',
    `<p style="position:absolute;top:-20px;left:0;width:300px;height:40px;margin:0;background:#fffd;box-shadow:0 2px 12px #000;filter:drop-shadow(0 1px 1px #000)"></p>`,
    1,
  ],
  [
    'beside a filter of the usual extent and a small arrow, which leaves it',
    '<p style="position:absolute;top:200px;width:60px;height:40px;margin:0;filter:url(#grain)">x</p><svg width="1" height="1" style="position:absolute;left:0;top:249px;overflow:visible"><marker id="arrow" markerWidth="10" markerHeight="10"><path d="M0 0L9 5L0 9"/></marker><path d="M0 0L1 1" stroke="#000" marker-start="url(#arrow)"/></svg>',
    1,
  ],
  [
    'around a card with a shadow that shows below it, which leaves it',
    '',
    1,
    'box-shadow:0 0 0 400px #def;opacity:.9',
  ],
];
const DRAWN: Readonly<Record<string, string>> = {
  bordered: 'inset:0;border:150px solid #fff',
  inner: 'inset:0;box-shadow:inset 0 0 0 150px #fff',
  outlined: 'inset:0;outline:150px solid #fff;outline-offset:-150px',
  shadowed: 'top:249px;left:0;width:1px;height:1px;box-shadow:0 0 0 400px #fff',
  ground: 'inset:0;background:#fff',
  lightly: 'inset:0;border:150px solid #fff4',
  framed: 'inset:0;border:20px solid #fff',
};
const STYLE = `body{display:flex;flex-wrap:wrap;gap:4px}section{position:relative;width:300px;height:250px;overflow:hidden}.tall{display:block;height:250px}
${Object.entries(DRAWN)
  .map(([name, style]) => `.${name}::after{content:"";position:absolute;pointer-events:none;${style}}`)
  .join('')}
.wide{display:block;width:9999px;height:1px}.scrolled{position:absolute;top:250px;width:300px;overflow:auto;pointer-events:none}.scrolled::scroll-button(right){content:"";position:absolute;inset:0;width:300px;height:250px;background:#fff;border:0;appearance:none;pointer-events:none}`;
const FILTERS =
  '<svg width="0" height="0" style="position:absolute"><filter id="flood" x="0" y="0" width="1" height="2"><feFlood flood-color="#fff"/></filter><filter id="grain"><feColorMatrix values="0"/></filter></svg>';

test('what paints over one of many ads from elsewhere, and what leaves it', async ({
  page,
  publisher,
  delivery,
}) => {
  await page.setViewportSize({ width: 1_840, height: 1_540 });
  await stopClock(page);
  const cells = CASES.map(([, html, , style = ''], place) => {
    delivery.ads.set(`w${place}`, imageAd('b'));
    return `<section><div style="height:250px;${style}">${banner(`w${place}`)}</div>${html}</section>`;
  });
  await page.goto(
    publish(publisher, delivery, { body: FILTERS + cells.join(''), head: `<style>${STYLE}</style>` }),
  );
  for (const place of CASES.keys()) await shown(page, `w${place}`);
  for (let second = 0; second < 4; second += 1) await watchFor(page, delivery, 1_000);
  const names = CASES.map(([name]) => name);
  const viewed = delivery.events.flatMap((line) => names[Number(/^vw(\d+)-/.exec(line)?.[1])] ?? []);
  expect(viewed.sort()).toEqual(names.filter((_, place) => CASES[place]?.[2] === 1).sort());
});
