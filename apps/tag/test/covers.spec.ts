import { expect, test } from './network.ts';
import { adLink, banner, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

/** One page with an ad in each cell of 300×250 px, and what its case does there; 1 where a viewable impression comes of it. */
const PASSING = 'position:absolute;inset:0;margin:0;pointer-events:none';
const AD = '<!--ad-->';
const MONO = 'font:20px monospace;color:#0000';
const BETWEEN = 'position:absolute;left:0;width:300px;background:#fff';
const CASES: readonly (readonly [name: string, style: string, html: string, counts: 0 | 1])[] = [
  [
    'under what is nearer in space, and was painted before it',
    'transform-style:preserve-3d',
    `<p style="${PASSING};background:#fff;transform:translateZ(5px)"></p><div style="transform:translateZ(0)">${AD}</div>`,
    0,
  ],
  [
    'under two shades there',
    'transform-style:preserve-3d',
    `${`<p style="${PASSING};background:#fff6;transform:translateZ(5px)"></p>`.repeat(2)}<div style="transform:translateZ(0)">${AD}</div>`,
    0,
  ],
  [
    'before what is farther away, and was painted after it',
    'transform-style:preserve-3d',
    `<div style="opacity:.9">${AD}</div><p style="${PASSING};background:#fff;transform:translateZ(-5px)"></p>`,
    1,
  ],
  [
    'under what takes no part by its style',
    '',
    `${AD}<p style="${PASSING};pointer-events:auto;interactivity:inert;background:#fff"></p>`,
    0,
  ],
  [
    'under the ground of a line of spaces',
    '',
    `${AD}<p class="line" style="${PASSING};white-space:pre;overflow:hidden;font:500px monospace">    </p>`,
    0,
  ],
  [
    'under letters with a wide stroke',
    '',
    `${AD}<p style="${PASSING};${MONO};-webkit-text-stroke:500px #fff">x x x x x x x</p>`,
    0,
  ],
  [
    'under the shadow of letters above it',
    '',
    `${AD}<p style="${PASSING};${MONO};text-shadow:${[...Array(24).keys()].map((row) => `0 ${row * 11}px 0 #fff`).join(',')}">█████████████████████████</p>`,
    0,
  ],
  [
    'under a wide line through letters',
    '',
    `${AD}<p style="${PASSING};${MONO};text-decoration:line-through 600px #fff"><b>x x x x x x x x x x x x x</b></p>`,
    0,
  ],
  [
    'under a line through letters, which leaves it',
    '',
    `${AD}<p style="${PASSING};text-decoration:line-through">Text</p>`,
    1,
  ],
  [
    'under the line between two rows',
    '',
    `${AD}<div style="${PASSING};display:grid;row-gap:250px;row-rule:250px solid #fff"><b></b><b></b></div>`,
    0,
  ],
  [
    'under borders that a table’s cells have with it',
    '',
    `${AD}<table style="${PASSING};width:300px;height:250px;border-collapse:collapse"><tr><td style="border:120px solid #fff"></table>`,
    0,
  ],
  ['under what its own element draws before itself', '', AD.replace('ad', 'drawn'), 0],
  [
    'under what covers all but nine places',
    'overflow:hidden',
    `${AD}${[0, 42.5, 126, 209.5].map((top) => `<p style="${BETWEEN};margin:0;top:${top}px;height:${top === 0 || top > 200 ? 40.8 : 82}px"></p>`).join('')}`,
    0,
  ],
  ['darkened to less than half', 'filter:brightness(.4)', AD, 0],
  ['brightened until it is white', 'filter:brightness(3)', AD, 0],
  ['a little darker, which leaves it', 'filter:brightness(.9)', AD, 1],
  ['under filters that have come to their end, which leaves it', 'filter:blur(0px) opacity(1)', AD, 1],
  ['hardly there by a filter', 'filter:opacity(.4)', AD, 0],
  ['masked by nothing but clear colours', 'mask-image:linear-gradient(#0000,#0000)', AD, 0],
  ['mixed with the white below it', 'mix-blend-mode:screen', AD, 0],
  ['masked from its middle on', 'mask-image:linear-gradient(#000 50%,#0000)', AD, 0],
];
/** A press there is meant for something else. */
const HIDDEN = [0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 18, 19];

test('what hides one of many ads on a page, and what leaves it', async ({ page, publisher, delivery }) => {
  await page.setViewportSize({ width: 1_840, height: 1_040 });
  await stopClock(page);
  const cells = CASES.map(([, style, html], place) => {
    delivery.ads.set(`w${place}`, imageAd('b'));
    const ad = banner(`w${place}`);
    const inner = html.replace(AD, ad).replace('<!--drawn-->', `<div class="drawn">${ad}</div>`);
    return `<section style="position:relative;width:300px;height:250px;${style}">${inner}</section>`;
  });
  const head = `<style>body{display:flex;flex-wrap:wrap;gap:4px}.line::first-line{background:#fff}.drawn>div{position:relative}.drawn>div::before{content:"";${PASSING};background:#fff;z-index:1}</style>`;
  await page.goto(publish(publisher, delivery, { body: cells.join(''), head }));
  for (const place of CASES.keys()) await shown(page, `w${place}`);
  for (let second = 0; second < 4; second += 1) await watchFor(page, delivery, 1_000);
  const names = CASES.map(([name]) => name);
  const viewed = delivery.events.flatMap((line) => names[Number(/^vw(\d+)-/.exec(line)?.[1])] ?? []);
  expect(viewed.sort()).toEqual(names.filter((_, place) => CASES[place]?.[3] === 1).sort());
  const links = await adLink(page).evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')?.endsWith('?h')),
  );
  expect(names.filter((_, place) => links[place])).toEqual(HIDDEN.map((place) => names[place]));
});

test('a large ad that is turned to a line, or masked within its second, is not seen', async ({
  page,
  publisher,
  delivery,
}) => {
  await stopClock(page);
  for (const key of ['w', 'x']) delivery.ads.set(key, imageAd('b', 970, 250));
  const body = `<main style="width:970px">${banner('x')}</main><div style="width:970px;margin-top:-50px;transform:rotate(45deg) scaleY(.005)">${banner('w')}</div>`;
  await page.goto(publish(publisher, delivery, { body }));
  await shown(page, 'w');
  await shown(page, 'x');
  await watchFor(page, delivery, 500);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.style.maskImage = 'linear-gradient(#0000,#0000)';
  });
  for (let second = 0; second < 3; second += 1) await watchFor(page, delivery, 1_000);
  expect(delivery.count('i')).toBe(2);
  expect(delivery.count('v')).toBe(0);
});
