import { expect, type Page } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { button } from './support/lists.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { confirm, copyFrom, expectToast } from './support/screens.ts';
import { approve, createCreative } from './support/small-network.ts';
import { decide, track } from './support/visitor.ts';

const VIEWS = 6;
const DOMAIN = 'news.example.com';

const own = ownPlacard();
const network = networkIn(own, {
  ...{ objective: 'BRAND_AWARENESS', totalBudget: 100, bid: 5, deposit: 100 },
  domain: DOMAIN,
});

type Diagnosed = { readonly views: number; readonly verdict: string };

const diagnosis = async (campaignId: number) =>
  await network().advertiser.get<Diagnosed>(`/advertiser/campaigns/${campaignId}/diagnosis`);
const performance = (campaignId: number) => own.at(`/advertiser/campaigns/${campaignId}?tab=performance`);
const gate = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'What an ad set must pass, in order' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

test('an advertiser learns why nothing is shown, mends it, and sees who bids more', async ({ browser }) => {
  const { advertiser, embedKey, campaignId } = network();
  await expect
    .poll(async () => (await decide(own.placard.deliveryUrl, embedKey, 1, DOMAIN)).length, {
      timeout: 60_000,
    })
    .toBe(1);
  await decide(own.placard.deliveryUrl, embedKey, VIEWS - 1, DOMAIN);
  const rival = await addCampaign(advertiser, 'Harbour days');
  await expect
    .poll(async () => (await diagnosis(campaignId)).views, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(VIEWS);
  const page = await own.pageOf(browser, advertiser);

  await page.goto(performance(campaignId));
  const serving = page.getByRole('region', { name: 'Is it serving?' });
  await expect(serving).toContainText('Serving');
  await expect(serving).toContainText(/Looked at about \d+ views of widgets/);
  await expect(serving.locator('details')).toHaveCount(0);
  await serving.getByRole('button', { name: 'Show each step' }).click();
  await expect(serving.locator('summary').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pacing' })).toContainText('Planned');

  await page.goto(performance(rival.campaignId));
  const panel = page.getByRole('region', { name: 'Why isn’t it serving?' });
  await expect(panel).toContainText('Nothing gets past “Status”.');
  await expect(gate(page, 'Status')).toContainText('The campaign was never submitted for review.');
  await expect(gate(page, 'Wallet')).toContainText('Passes');
  await expect(gate(page, 'Creatives')).toContainText('No creative is assigned to this ad set.');
  await gate(page, 'Creatives').getByRole('link', { name: 'Create Creative' }).click();
  await expect(page).toHaveURL(own.at(`/advertiser/creatives/create/${rival.campaignId}/${rival.adSetId}`));
  const creative = await createCreative(advertiser, rival.adSetId, 'https://harbour.example.com/');
  await approve(own.operator, 'creative', creative);

  await page.goto(performance(rival.campaignId));
  await gate(page, 'Status').getByRole('button', { name: 'Publish' }).click();
  await confirm(page, 'Publish');
  await expectToast(page, 'Campaign submitted for review');
  await expect(gate(page, 'Status')).toContainText('It is under review.');
  await expect(gate(page, 'Creatives')).toContainText('Passes');
  const submitted = await advertiser.get<{ id: number; version: number }>(
    `/advertiser/campaigns/${rival.campaignId}`,
  );
  await approve(own.operator, 'campaign', submitted);

  await button(page, 'Check again').click();
  await expect(panel).toContainText('Nothing gets past “Outbid”.');
  // The page is of one mind: its head knows of the approval as well.
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(gate(page, 'Outbid')).toContainText(/Somebody else paid more in about \d+ of \d+ views\./);
  await expect(gate(page, 'Outbid')).toContainText('would have won half of them; yours is $0.50.');
  await gate(page, 'Outbid').getByRole('button', { name: 'Raise bid' }).click();
  await expect(page.getByLabel('Bid per click')).toHaveValue(/0\.5/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('tab', { name: 'Performance' }).click();
  await button(page, 'Pause').click();
  await confirm(page, 'Pause');
  await expectToast(page, 'Campaign paused');
  await expect(gate(page, 'Status')).toContainText('You have paused it.');
  await page.context().close();
});

test('tracking URLs count for other ad servers, apart from everything else', async ({ browser }) => {
  const { advertiser, creativeId, adSetId } = network();
  const page = await own.pageOf(browser, advertiser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(own.at(`/advertiser/creatives/${creativeId}`));
  const section = page.getByRole('region', { name: 'Tracking URLs' });
  await expect(section).toContainText('Nothing has come through these addresses');
  const copied = (label: string) => copyFrom(section.getByRole('figure', { name: label }));
  const pixel = await track(`${await copied('Impression URL')}?cb=1`);
  expect(pixel.headers.get('content-type')).toBe('image/gif');
  const click = await track(`${await copied('Click URL')}?cb=2&u=https://evil.example`);
  expect(click.headers.get('location')).toBe('https://shop.example.com/lantern');

  const figures = '/advertiser/report?metrics=trackingImpressions,trackingClicks,impressions,spend&by=adSet';
  const today = new Date().toISOString().slice(0, 10);
  await expect
    .poll(
      async () => {
        const { rows } = await advertiser.get<{ rows: { dims: object; metrics: object }[] }>(
          `${figures}&from=${today}&to=${today}&filter=creative:${creativeId}`,
        );
        return rows;
      },
      { timeout: 30_000 },
    )
    .toMatchObject([
      {
        dims: { adSet: String(adSetId) },
        metrics: { trackingImpressions: 1, trackingClicks: 1, impressions: 0, spend: 0 },
      },
    ]);
  await page.reload();
  await expect(section.getByRole('row', { name: /^Everywhere/ })).toHaveText(/Everywhere\s*1\s*1/);
  await page.goto(own.at('/advertiser/statistics'));
  const apart = page.getByRole('region', { name: 'Through tracking URLs' });
  await expect(apart.getByRole('row', { name: /^Lantern banner/ })).toHaveText(/Lantern banner\s*1\s*1/);
  await page.context().close();
});
