import type { Page } from '@playwright/test';
import { expect, test } from './network.ts';
import { banner, frameAd, imageAd, publish, shown, stopClock } from './pages.ts';

/** What publishers' service workers answer the page's calls with, by the ways that guides show. */
const WORKERS = {
  'hands all on': 'event.respondWith(fetch(event.request))',
  'keeps all that it once had': `event.respondWith((async () => {
    const kept = await caches.match(event.request);
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (event.request.method === 'GET') await (await caches.open('all')).put(event.request, answer.clone());
    return answer;
  })())`,
  'answers with what it had, and asks anew for the next time': `event.respondWith((async () => {
    const kept = await caches.match(event.request);
    const fresh = fetch(event.request).then(async (answer) => {
      if (event.request.method === 'GET') await (await caches.open('all')).put(event.request, answer.clone());
      return answer;
    });
    return kept ?? await fresh;
  })())`,
};

const script = (answer: string) =>
  `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => { ${answer} });`;

async function underWorker(page: Page) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await serviceWorker.register('/worker.js');
    if (!serviceWorker.controller) await changed;
  });
}

for (const [name, answer] of Object.entries(WORKERS)) {
  test(`under a service worker that ${name}, each view of a page has ads of its own`, async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('b'));
    delivery.ads.set('x', frameAd('b'));
    publisher.pages.set('/worker.js', {
      html: script(answer),
      headers: { 'content-type': 'text/javascript' },
    });
    const url = publish(publisher, delivery, { body: banner('w') + banner('x') });
    await stopClock(page);
    await page.goto(url);
    await shown(page, 'w');
    await underWorker(page);
    for (const tokens of [
      ['iw-3', 'ix-4'],
      ['iw-5', 'ix-6'],
      ['iw-7', 'ix-8'],
    ]) {
      await page.goto(url);
      await shown(page, 'w');
      await shown(page, 'x');
      await page.clock.runFor(1_400);
      await expect.poll(() => delivery.impressions.filter((line) => tokens.includes(line))).toEqual(tokens);
    }
  });
}
