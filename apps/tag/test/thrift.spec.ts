import { expect, test } from './network.ts';
import { banner, imageAd, intersectionsTold, publish, shown, watchFor } from './pages.ts';

/** What the tag leaves to the page's main thread. */
const KEYS = ['one', 'two', 'three', 'four'];
const BODY = `<div style="columns:2">${KEYS.map((key) => banner(key)).join('')}</div>`;

test.beforeEach(({ delivery }) => {
  for (const key of KEYS) delivery.ads.set(key, imageAd('b'));
});

test('all ads that are measured share one frame each 100 ms', async ({ page, publisher, delivery }) => {
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-03-02T10:00:01Z'));
  await page.addInitScript(() => {
    const frames = window as { asked?: number };
    const request = window.requestAnimationFrame;
    frames.asked = 0;
    window.requestAnimationFrame = (callback) => {
      frames.asked = (frames.asked ?? 0) + 1;
      return request(callback);
    };
  });
  const asked = () => page.evaluate(() => (window as { asked?: number }).asked ?? 0);
  await page.goto(publish(publisher, delivery, { body: BODY }));
  for (const key of KEYS) await shown(page, key);
  await intersectionsTold(page);
  const before = await asked();
  await watchFor(page, delivery, 1_300);
  expect(delivery.count('v')).toBe(KEYS.length);
  expect((await asked()) - before).toBeLessThanOrEqual(13);
});

test('nothing is thrown, not even to be caught: the first time takes a browser longer than all else', async ({
  page,
  publisher,
  delivery,
}) => {
  const session = await page.context().newCDPSession(page);
  const thrown: string[] = [];
  session.on('Debugger.paused', ({ data }) => {
    thrown.push(String(data?.description));
    void session.send('Debugger.resume');
  });
  await session.send('Debugger.enable');
  await session.send('Debugger.setPauseOnExceptions', { state: 'all' });
  await page.goto(publish(publisher, delivery, { body: `${BODY}<p id="text">News</p>` }));
  for (const key of KEYS) await shown(page, key);
  await page.evaluate(() =>
    document.querySelector('#text')?.append('More of it', document.createElement('b')),
  );
  await expect.poll(() => delivery.count('v')).toBe(KEYS.length);
  expect(thrown).toEqual([]);
});
