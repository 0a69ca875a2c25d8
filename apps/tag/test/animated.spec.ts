import { expect, test } from './network.ts';
import { banner, imageAd, intersectionsTold, publish, requestsAnswered, shown } from './pages.ts';

/**
 * What animates on the compositor alone makes no frame of the main thread, and observers are asked with such a frame only. Time and
 * animations are real here.
 */
test.use({ viewport: { width: 1000, height: 720 } });

const SLIDES =
  '.view{width:600px;overflow:hidden}.track{display:flex;animation:move 3s infinite}.track>*{flex:0 0 600px}';
const slides = `<div class="view"><div class="track"><div>${banner('w')}</div><div>Two</div></div></div>`;
const box = `<div id="box">${banner('w')}</div>`;
const cover = '<div id="cover"></div>';

/** Of 3 s the ad is to be seen in the first 0.3. */
for (const [name, style, body, counts] of [
  [
    'slid away',
    `@keyframes move{0%,10%{transform:none}12%,100%{transform:translateX(-600px)}}${SLIDES}`,
    slides,
    0,
  ],
  ['moved a little', `@keyframes move{to{transform:translateX(-40px)}}${SLIDES}`, slides, 1],
  [
    'faded out',
    '@keyframes move{0%,10%{opacity:1}12%,100%{opacity:0}}#box{animation:move 3s infinite}',
    box,
    0,
  ],
  [
    'faded a little',
    '@keyframes move{0%{opacity:1}100%{opacity:.8}}#box{animation:move 3s infinite}',
    box,
    1,
  ],
  [
    'covered by what slides in',
    '@keyframes move{0%,10%{transform:translateY(-100vh)}12%,100%{transform:none}}#cover{position:fixed;inset:0;background:#fff;animation:move 3s infinite}',
    banner('w') + cover,
    0,
  ],
  [
    'covered by what slides in, a little',
    '@keyframes move{0%,10%{transform:translateY(-100vh)}12%,100%{transform:translateY(-95vh)}}#cover{position:fixed;inset:0;background:#fff;animation:move 3s infinite}',
    banner('w') + cover,
    1,
  ],
] as const) {
  test(`an ad ${name} by an animation is ${counts === 1 ? 'seen' : 'not'}`, async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('b'));
    await page.goto(publish(publisher, delivery, { body, head: `<style>${style}</style>` }));
    await shown(page, 'w');
    // Once what looks at the ad is there, which may take any time, a whole round. No frames are asked for meanwhile.
    await intersectionsTold(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          for (const animation of document.getAnimations()) animation.currentTime = 0;
          addEventListener('animationiteration', resolve, { once: true });
        }),
    );
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await requestsAnswered(page, delivery);
    expect(delivery.events).toEqual(counts === 1 ? ['iw-1', 'vw-1'] : ['iw-1']);
  });
}
