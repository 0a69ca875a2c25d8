import { mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { callOrEnd } from '@placard/db/process/command-call';
import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { runPlacard } from '@placard/tooling/running-placard';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './support/api-client.ts';
import { pageWithToken } from './support/stored-session.ts';

/**
 * `npm run pictures`: the README's pictures, of the demo as it is, in light and dark. They differ each time, as the demo's figures
 * do, so somebody looks at them before they are kept.
 */
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const SIZE = { width: 1_280, height: 800 };
const SCHEMES = ['light', 'dark'] as const;
/** Quality of WebP, of 100: letters stay sharp, and a picture is about 40 KB. */
const QUALITY = 82;

const SCREENS = [
  ['advertiser', 'advertiser', '/advertiser/statistics?range=last30'],
  ['publisher', 'publisher', '/publisher/report?range=last30'],
  ['operator', 'operator', '/operator'],
] as const;

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture).webp({ quality: QUALITY }).toFile(`${FOLDER}${name}.webp`);
}

callOrEnd({
  help: 'npm run pictures\n\nmakes the README’s pictures anew, of the demo as it is, in docs/pictures',
});
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const placard = await runPlacard({ demo: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags() });
try {
  for (const [name, role, path] of SCREENS) {
    const account = placard.demoAccounts?.find((each) => each.role === role);
    if (account === undefined) throw new Error(`the demo has no ${role}`);
    const { token } = await signIn(placard.url, account.email, account.password);
    for (const colorScheme of SCHEMES) {
      const page = await pageWithToken(browser, placard.url, token, { viewport: SIZE, colorScheme });
      await page.goto(`${placard.url}${path}`);
      await keep(page, `${name}-${colorScheme}`);
      await page.context().close();
    }
  }
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(`${placard.deliveryUrl}/demo`);
  await keep(page, 'ad');
} finally {
  await browser.close();
  await placard.stop();
}
console.log(`docs/pictures: ${(await readdir(FOLDER)).join(', ')}`);
