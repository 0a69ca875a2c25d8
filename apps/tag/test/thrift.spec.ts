import { expect, test } from './network.ts';
import { banner, imageAd, intersectionsTold, pass, publish, shown } from './pages.ts';

/** What the tag leaves to the page's main thread. */
const KEYS = ['one', 'two', 'three', 'four'];
const BODY = `<div style="columns:2">${KEYS.map((key) => banner(key)).join('')}</div>`;

test.beforeEach(({ delivery }) => {
  for (const key of KEYS) delivery.ads.set(key, imageAd('b'));
});

test('all ads that are measured share one frame each 100 ms, in which nothing is looked at while nothing happens', async ({
  page,
  publisher,
  delivery,
}) => {
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
    const measure = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function () {
      const counted = window as { measured?: number };
      counted.measured = (counted.measured ?? 0) + 1;
      return measure.call(this);
    };
  });
  const asked = () => page.evaluate(() => (window as { asked?: number }).asked ?? 0);
  const measured = () => page.evaluate(() => (window as { measured?: number }).measured ?? 0);
  await page.goto(publish(publisher, delivery, { body: BODY }));
  for (const key of KEYS) await shown(page, key);
  await intersectionsTold(page);
  const before = await asked();
  await page.clock.runFor(100);
  const measuredBefore = await measured();
  await page.clock.runFor(1_000);
  expect((await measured()) - measuredBefore).toBe(0);
  // By itself: nobody leaves the page.
  await pass(page, delivery, 1_500);
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
