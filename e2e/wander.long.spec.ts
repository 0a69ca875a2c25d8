import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { signIn } from './support/api-client.ts';
import { pageWithToken } from './support/stored-session.ts';
import { type Step, TYPED, Wanderer } from './support/wander.ts';

/** PLACARD_WANDER_SEED=7 npx playwright test -c e2e/playwright.long.config.ts wander: other ways through the same screens. */
const SEED = Number(process.env.PLACARD_WANDER_SEED ?? 1);
const STEPS = 150;
const HOMES = { advertiser: '/advertiser', publisher: '/publisher', operator: '/operator' };

/** Each as likely as any other: small numbers are not worth more here. */
const upTo = (max: number) => fc.noBias(fc.integer({ min: 0, max }));
const step: fc.Arbitrary<Step> = fc.record({
  chance: upTo(99),
  which: upTo(100_000),
  text: fc.constantFrom(...TYPED),
  twice: upTo(7).map((one) => one === 0),
});

let placard: RunningPlacard;
test.beforeAll(async () => {
  placard = await runPlacard({ demo: true });
});
test.afterAll(async () => await placard.stop());

for (const [at, role] of (['advertiser', 'publisher', 'operator'] as const).entries()) {
  for (const [locale, width] of [
    ['en-US', 1_440],
    ['de-DE', 360],
  ] as const) {
    test(`whatever an ${role} presses and fills in, ${locale} at ${width} px, nothing breaks`, async ({
      browser,
    }) => {
      const account = placard.demoAccounts?.find((each) => each.role === role);
      if (account === undefined) throw new Error(`the demo has no ${role}`);
      const { token } = await signIn(placard.url, account.email, account.password);
      const options = { viewport: { width, height: 900 }, locale, reducedMotion: 'reduce' as const };
      const page = await pageWithToken(browser, placard.url, token, options);
      const wanderer = Wanderer.on(page, placard.url + HOMES[role]);
      await wanderer.walk(fc.sample(step, { seed: SEED * 1_000 + at * 10 + width, numRuns: STEPS }));
      await page.context().close();
      expect(wanderer.faults).toEqual([]);
      // A walk that stood still has seen nothing.
      expect(wanderer.screens.size).toBeGreaterThan(3);
    });
  }
}
