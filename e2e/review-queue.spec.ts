import { expect } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { codeContent, pendingCreative } from './support/pending-creatives.ts';
import { expectToast } from './support/screens.ts';
import { createCreative } from './support/small-network.ts';

const own = ownPlacard();

test('the queue is judged by keys: what was found, what changed, twice to approve, and five seconds to take it back', async ({
  browser,
}) => {
  const advertiser = await own.invite('judged@example.com', ['advertiser'], 'Judged');
  const first = await pendingCreative(advertiser, 'First lamp', '<b>\none\n</b>');
  await pendingCreative(advertiser, 'Second lamp', '<img src="http://pixel.example/x">');
  const page = await own.pageOf(browser, own.operator);
  const card = (name: string) => page.getByRole('listitem', { name, exact: true });
  const statusOf = async (id: number) =>
    (await advertiser.get<{ status: string }>(`/advertiser/creatives/${id}`)).status;

  await test.step('what the worker found ahead stands on the card', async () => {
    await page.goto(own.at('/operator/reviews?kind=creative'));
    await expect(card('Second lamp')).toContainText('by plain http', { timeout: 60_000 });
    await expect(card('First lamp')).toContainText('Waits for');
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('A asks once more, Esc leaves it, and J goes on to the next card', async () => {
    await expect(card('First lamp')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('a');
    await expect(card('First lamp')).toContainText('Press A again to approve');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(card('Second lamp')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('k');
  });

  await test.step('approved it can be taken back, and nothing has gone out', async () => {
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await card('First lamp').getByRole('button', { name: 'Undo' }).click();
    await expect(card('First lamp')).toContainText('First review');
    expect(await statusOf(first)).toBe('pending');
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect(card('First lamp')).toContainText('is approved in 5 seconds');
  });

  await test.step('whoever leaves the page has decided', async () => {
    await page.goto('about:blank');
    await expect.poll(async () => await statusOf(first)).toBe('active');
    await page.goto(own.at('/operator/reviews?kind=creative'));
  });

  await test.step('edited, it comes back with the old lines beside the new ones', async () => {
    const { version } = await advertiser.get<{ version: number }>(`/advertiser/creatives/${first}`);
    await advertiser.put(`/advertiser/creatives/${first}/content`, {
      version,
      ...codeContent('<b>\ntwo\n</b>'),
    });
    await page.reload();
    await expect(card('First lamp').locator('pre')).toContainText('− one+ two', { useInnerText: false });
    await expect(card('First lamp')).toContainText('Approved before');
  });

  await test.step('several are rejected at once, in the words that the network keeps for the reason', async () => {
    const settings = await own.operator.get<Record<string, unknown>>('/operator/settings');
    await own.operator.put('/operator/settings', {
      ...settings,
      rejectionTemplates: {
        ...(settings.rejectionTemplates as object),
        malware: 'It calls hosts we do not know.',
      },
    });
    await page.reload();
    for (const name of ['First lamp', 'Second lamp'])
      await page.getByRole('checkbox', { name: `Mark ${name}` }).check();
    await page.getByRole('button', { name: 'Reject 2' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('malware');
    await expect(dialog.getByRole('textbox')).toHaveValue('It calls hosts we do not know.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Nothing of this kind is waiting')).toBeVisible();
    expect(await statusOf(first)).toBe('rejected');
  });

  await test.step('mended, it comes back with what its owner was told', async () => {
    const { version } = await advertiser.get<{ version: number }>(`/advertiser/creatives/${first}`);
    await advertiser.put(`/advertiser/creatives/${first}/content`, {
      version,
      ...codeContent('<b>three</b>'),
    });
    await page.reload();
    const before = card('First lamp').getByRole('region', { name: 'Rejected before' });
    await expect(before).toContainText('It calls hosts we do not know.');
  });

  await test.step('a mark is of what was seen: a card that was changed has none any more', async () => {
    await pendingCreative(advertiser, 'Beside it', '<b>beside</b>');
    await page.reload();
    await page.getByRole('checkbox', { name: 'Mark First lamp' }).check();
    const { version } = await advertiser.get<{ version: number }>(`/advertiser/creatives/${first}`);
    await advertiser.put(`/advertiser/creatives/${first}/content`, {
      version,
      ...codeContent('<b>four</b>'),
    });
    await card('Beside it').getByRole('button', { name: 'Approve' }).click();
    await expect(card('First lamp')).toContainText('four');
    await expect(page.getByRole('checkbox', { name: 'Mark First lamp' })).not.toBeChecked();
  });
  await page.context().close();
});

test('of several that are rejected, one that was changed meanwhile keeps none of the others', async ({
  browser,
}) => {
  const advertiser = await own.invite('changed@example.com', ['advertiser'], 'Changed');
  const names = ['Third lamp', 'Fourth lamp', 'Fifth lamp'];
  const ids: number[] = [];
  for (const name of names) ids.push(await pendingCreative(advertiser, name, '<b>one</b>'));
  const read = async (id: number) =>
    await advertiser.get<{ status: string; version: number }>(`/advertiser/creatives/${id}`);
  const statuses = async () => await Promise.all(ids.map(async (id) => (await read(id)).status));
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/reviews?kind=creative'));
  for (const name of names) await page.getByRole('checkbox', { name: `Mark ${name}` }).check();
  await page.getByRole('button', { name: 'Reject 3' }).click();
  const [, changed = 0] = ids;
  const { version } = await read(changed);
  await advertiser.put(`/advertiser/creatives/${changed}/content`, { version, ...codeContent('<b>two</b>') });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('It promises too much.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(/This was changed/).first()).toBeVisible();
  expect(await statuses()).toEqual(['rejected', 'pending', 'rejected']);

  // What it is now is chosen, and rejected by a key: nothing is marked by then.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  const left = page.getByRole('listitem', { name: 'Fourth lamp', exact: true });
  await expect(left).toContainText('two');
  await left.getByRole('heading', { name: 'Fourth lamp' }).click();
  await page.keyboard.press('r');
  await dialog.getByRole('textbox').fill('It promises too much.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Fourth lamp rejected');
  await expect(dialog).toHaveCount(0);
  expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
  await page.context().close();
});

test('what is judged is worded in the operator’s language', async ({ browser }) => {
  const advertiser = await own.invite('german@example.com', ['advertiser'], 'Judged');
  await pendingCreative(advertiser, 'Laterne', '<b>one</b>');
  const { campaignId, adSetId } = await addCampaign(advertiser, 'Laternenwoche', { totalBudget: 1_000 });
  await createCreative(advertiser, adSetId, 'https://shop.example.com/');
  await advertiser.post(`/advertiser/campaigns/${campaignId}/actions`, { action: 'publish' });
  const page = await own.pageOf(browser, own.operator, { locale: 'de' });
  await page.goto(own.at('/operator/reviews?kind=campaign'));
  const card = (name: string) => page.getByRole('listitem', { name, exact: true });
  await expect(card('Laternenwoche')).toContainText(
    /Everywhere · Budget 1\.000,00\s\$ · überall · Desktop, Handy, Tablet · jede Sprache · ganztägig, jeden Tag · Gebot 0,50\s\$ je Klick/,
  );
  await page.goto(own.at('/operator/reviews?kind=creative'));
  await expect(card('Laterne')).toContainText('Code von Drittanbietern');
  await page.context().close();
});
