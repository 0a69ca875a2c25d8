import { expect } from '@playwright/test';
import { placardWithCards } from './support/card-placard.ts';
import { test } from './support/own-placard.ts';

const { own, network: anyNetwork } = placardWithCards();

type Opening = { readonly path: string; readonly by: string | RegExp; readonly item?: string };
const OPENINGS: Readonly<Record<'advertiser' | 'publisher' | 'operator', readonly Opening[]>> = {
  advertiser: [
    { path: '/advertiser/billing', by: 'Add funds' },
    { path: '/advertiser/campaigns', by: 'Actions for Lantern week', item: 'Pause' },
    { path: '/advertiser/creatives', by: 'Actions for Lantern banner', item: 'Preview' },
    { path: '/advertiser/statistics', by: 'Save view' },
  ],
  publisher: [
    { path: '/publisher/payment', by: 'Edit settings' },
    { path: '/publisher/widgets', by: 'Actions for Beside the text', item: 'Get code' },
    { path: '/publisher/websites', by: 'Actions for lights.example.com', item: 'Delete' },
  ],
  operator: [
    { path: '/operator/users', by: 'Invite user' },
    // One that waits has nothing to give back.
    { path: '/operator/deposits?status=confirmed', by: /^Actions for/, item: 'Refund…' },
    { path: '/account', by: 'Change password' },
  ],
};

test('a dialog gives the focus back to what opened it, also to the button of a menu', async ({ browser }) => {
  const network = anyNetwork();
  for (const who of ['advertiser', 'publisher', 'operator'] as const) {
    const page = await own.pageOf(browser, network[who]);
    for (const { path, by, item } of OPENINGS[who]) {
      await page.goto(own.at(path));
      const opener = page.getByRole('button', { name: by }).first();
      await opener.click();
      if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      // The dialog has the focus before it can give it back.
      await expect(page.locator('[role="dialog"] :focus, [role="dialog"]:focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener, `${path} ${item ?? by}`).toBeFocused();
    }
    await page.context().close();
  }
});
