import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, test } from './support/own-placard.ts';

/** As `bench web` promises of first loads. */
const LARGEST_SHIFT = 0.02;
/** Turns in which nothing was asked for, until the screen counts as whole. */
const QUIET_TURNS = 8;

const CALLS = /\/api\//;

const own = sharedPlacard();

/** Sums up how far what is seen jumps, and leaves no time after which parts are shown that still wait for others. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
      document.documentElement.dataset.shifted = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
    const patient = new CSSStyleSheet();
    patient.replaceSync('#main * { animation-delay: 1h !important }');
    document.adoptedStyleSheets.push(patient);
  });
}

const framesOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Opens a screen whose calls are answered the last one first, one after the other. @returns how many there were */
async function openBackwards(page: Page, path: string): Promise<number> {
  const held: (() => void)[] = [];
  await answerCalls(page, CALLS, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(own.at(path));
  let answered = 0;
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    const release = held.pop();
    if (release !== undefined) {
      release();
      answered += 1;
      quiet = 0;
    }
    await framesOf(page);
  }
  await page.unroute(CALLS);
  return answered;
}

test('screens don’t jump, in whatever order their parts come', async ({ browser }) => {
  const owner = await own.invite('settled@example.com', ['advertiser', 'publisher'], 'Ada');
  for (const [session, paths] of [
    [own.operator, ['/operator/settings', '/operator/health', '/operator/minimum-bids']],
    [owner, ['/publisher/report', '/publisher/payment', '/advertiser/billing', '/advertiser/campaigns']],
  ] as const) {
    const page = await own.pageOf(browser, session, { viewport: { width: 1440, height: 900 } });
    await watchShifts(page);
    for (const path of paths) {
      expect(await openBackwards(page, path), path).toBeGreaterThan(1);
      await expect(page.locator('[data-unsettled]')).toHaveCount(0);
      const shifted = await page.evaluate(() => Number(document.documentElement.dataset.shifted ?? '0'));
      expect(shifted, path).toBeLessThan(LARGEST_SHIFT);
    }
  }
});
