import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, type Page, test } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { button } from './support/lists.ts';
import { confirm, expectToast } from './support/screens.ts';
import {
  approve,
  buildSmallNetwork,
  createCreative,
  OPERATOR_ENVIRONMENT,
  type SmallNetwork,
} from './support/small-network.ts';
import { pageWithToken } from './support/stored-session.ts';
import { decide } from './support/visitor.ts';

const VIEWS = 6;

let placard: RunningPlacard;
let network: SmallNetwork;

test.beforeAll(async () => {
  placard = await runPlacard({ environment: OPERATOR_ENVIRONMENT });
  network = await buildSmallNetwork(placard, {
    ...{ objective: 'BRAND_AWARENESS', totalBudget: 100, bid: 5, deposit: 100 },
    ...{ domain: 'news.example.com', clickUrl: 'https://shop.example.com/lantern' },
  });
});

test.afterAll(async () => {
  await placard?.stop();
});

type Diagnosed = { readonly views: number; readonly verdict: string };

const diagnosis = async (campaignId: number) =>
  await network.advertiser.get<Diagnosed>(`/advertiser/campaigns/${campaignId}/diagnosis`);
const performance = (campaignId: number) =>
  `${placard.url}/advertiser/campaigns/${campaignId}?tab=performance`;
const gate = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'What an ad set must pass, in order' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

test('an advertiser learns why nothing is shown, mends it, and sees who bids more', async ({ browser }) => {
  const { advertiser, operator, embedKey, campaignId } = network;
  await expect
    .poll(async () => (await decide(placard.deliveryUrl, embedKey, 1)).length, { timeout: 20_000 })
    .toBe(1);
  await decide(placard.deliveryUrl, embedKey, VIEWS - 1);
  const rival = await addCampaign(advertiser, 'Harbour days');
  await expect
    .poll(async () => (await diagnosis(campaignId)).views, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(VIEWS);
  const page = await pageWithToken(browser, placard.url, advertiser.token, { reducedMotion: 'reduce' });

  await page.goto(performance(campaignId));
  const serving = page.getByRole('region', { name: 'Is it serving?' });
  await expect(serving).toContainText('Serving');
  await expect(serving).toContainText(/Looked at about \d+ views of widgets/);
  await expect(page.getByRole('region', { name: 'Pacing' })).toContainText('Planned');

  await page.goto(performance(rival.campaignId));
  const panel = page.getByRole('region', { name: 'Why isn’t it serving?' });
  await expect(panel).toContainText('Nothing gets past: Status.');
  await expect(gate(page, 'Status')).toContainText('The campaign was never submitted for review.');
  await expect(gate(page, 'Wallet')).toContainText('Passes');
  await expect(gate(page, 'Creatives')).toContainText('No creative is assigned to this ad set.');
  await gate(page, 'Creatives').getByRole('link', { name: 'Create Creative' }).click();
  await expect(page).toHaveURL(
    `${placard.url}/advertiser/creatives/create/${rival.campaignId}/${rival.adSetId}`,
  );
  const creative = await createCreative(advertiser, rival.adSetId, 'https://harbour.example.com/');
  await approve(operator, 'creative', creative);

  await page.goto(performance(rival.campaignId));
  await gate(page, 'Status').getByRole('button', { name: 'Publish' }).click();
  await confirm(page, 'Publish');
  await expectToast(page, 'Campaign submitted for review');
  await expect(gate(page, 'Status')).toContainText('It is under review.');
  await expect(gate(page, 'Creatives')).toContainText('Passes');
  const submitted = await advertiser.get<{ id: number; version: number }>(
    `/advertiser/campaigns/${rival.campaignId}`,
  );
  await approve(operator, 'campaign', submitted);

  await button(page, 'Check again').click();
  await expect(panel).toContainText('Nothing gets past: Outbid.');
  await expect(gate(page, 'Outbid')).toContainText(/Somebody else paid more in about \d+ of \d+ views\./);
  await expect(gate(page, 'Outbid')).toContainText('would have won half of them; yours is $0.50.');
  await gate(page, 'Outbid').getByRole('button', { name: 'Raise bid' }).click();
  await expect(page.getByLabel('Bid per click')).toHaveValue(/0\.5/);
  await page.context().close();
});
