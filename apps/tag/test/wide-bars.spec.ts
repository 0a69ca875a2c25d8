import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { expect, test } from './network.ts';
import { banner, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

/** Playwright hides bars to scroll by; those of a desktop take room. */
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: chromiumFlags(),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

test('a bar to scroll by as wide as a ground covers an ad, a usual one does not', async ({
  page,
  publisher,
  delivery,
}) => {
  await stopClock(page);
  for (const key of ['w', 'x']) delivery.ads.set(key, imageAd('b'));
  const bar = (name: string) =>
    `<div class="${name}" style="position:absolute;inset:0;pointer-events:none;overflow-y:scroll"><b style="display:block;height:999px"></b></div>`;
  const body = [`${banner('w')}${bar('wide')}`, `${banner('x')}${bar('usual')}`]
    .map((inner) => `<section style="position:relative;width:300px;height:250px">${inner}</section>`)
    .join('');
  const head = '<style>.wide::-webkit-scrollbar{width:300px;background:#fff}</style>';
  await page.goto(publish(publisher, delivery, { body, head }));
  await shown(page, 'w');
  await shown(page, 'x');
  for (let second = 0; second < 3; second += 1) await watchFor(page, delivery, 1_000);
  expect(delivery.events.filter((line) => line.startsWith('v'))).toEqual(['vx-2']);
});
