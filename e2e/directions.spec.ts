import { expect, type Locator } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';

const own = sharedPlacard();
const test = testWithAccount(own, ['advertiser'], 'מיכל (A)');

/** Written to the left, so that the mark at its end stands at its left. */
const NAME = 'حملة الصيف Sale (2026)!';

/** How far to the right of the text's last letter its first one begins. */
async function firstFromLast(text: Locator): Promise<number> {
  return await text.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const node = walker.nextNode() as Text;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(0) - leftOf(node.length - 1);
  });
}

test('a name that is written to the left keeps its order in lists and records, and begins where all others do', async ({
  account: { page, session },
}) => {
  const { campaignId } = await addCampaign(session, NAME);
  await page.goto(own.at('/advertiser/campaigns'));
  const link = page.getByRole('link', { name: NAME });
  expect(await firstFromLast(link)).toBeGreaterThan(0);
  await page.goto(own.at(`/advertiser/campaigns/${campaignId}`));
  for (const place of [page.getByRole('heading', { level: 1 }), page.locator('dd', { hasText: NAME })]) {
    expect(await firstFromLast(place)).toBeGreaterThan(0);
    await expect(place).toHaveCSS('text-align', 'left');
  }
  await expect(page).toHaveTitle(`\u2068${NAME}\u2069 · Placard`);
});

test('so it is written where nothing but words stands around it, and in the field where it is typed', async ({
  account: { page },
}) => {
  await page.goto(own.at('/account/team'));
  const row = page.getByRole('listitem').filter({ hasText: 'Owner' });
  // The bracket that ends it is the leftmost.
  expect(await firstFromLast(row.getByText(/^מיכל \(A\)/))).toBeGreaterThan(0);
  await page.goto(own.at('/account'));
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const field = page.getByRole('textbox', { name: 'First name' });
  await expect(field).toHaveValue('מיכל (A)');
  await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
});
