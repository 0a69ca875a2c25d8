import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { expect } from '@playwright/test';
import { button } from './support/lists.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { BROWSER, decide, report } from './support/visitor.ts';

const own = ownPlacard();
const network = networkIn(own, { objective: 'BRAND_AWARENESS', bid: 2.5 });

/** A quarter of yesterday's impressions and page views from one network. @returns the key of the website's analytics code */
async function sampleYesterday(): Promise<string> {
  const url = runningClusterUrl(join(own.placard.dataDir, 'postgres'));
  const pool = createPool({ url, name: 'samples' });
  await pool.query(
    `insert into traffic_sample (at, shard, kind, reason, weight, widget_id, network, user_agent, page_host, country, charge_micros)
     select now() - interval '1 day', 0, 1, 0, 4, $1, case when n % 4 = 0 then '203.0.113.0/24' else '198.51.100.0/24' end,
            'Mozilla/5.0', 'lights.example.com', 'DE', 2500
       from generate_series(1, 100) n`,
    [network().widgetId],
  );
  const { rows } = await pool.query<{ key: string }>(
    `with site as (select p.id, p.analytics_key from website p join widget w on w.website_id = p.id where w.id = $1), views as (
       insert into traffic_sample (at, shard, kind, reason, weight, widget_id, website_id, network, user_agent, page_host, country, charge_micros)
       select now() - interval '1 day', 0, 4, 0, 1, 0, id, case when n % 4 = 0 then '203.0.113.0/24' else '198.51.100.0/24' end,
              'Mozilla/5.0', 'lights.example.com', 'DE', 0
         from site, generate_series(1, 100) n)
     select analytics_key as key from site`,
    [network().widgetId],
  );
  await pool.end();
  return rows[0]?.key ?? '';
}

test('an operator tries a rule on yesterday, has it apply, and sees what it filters', async ({ browser }) => {
  const siteKey = await sampleYesterday();
  const page = await own.pageOf(browser, network().operator);
  await page.goto(own.at('/operator/filtered'));
  await page.getByRole('main').getByRole('link', { name: 'Traffic rules' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Traffic rules' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await button(page, 'New rule').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('203.0.113.0/7');
  await dialog.getByLabel('Reason').fill('Click farm');
  await dialog.getByRole('button', { name: 'Try on yesterday' }).click();
  await expect(dialog.getByText('This network is too wide: /8 at most, /16 for IPv6').first()).toBeVisible();
  await dialog.getByLabel('Value').fill('203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Try on yesterday' }).click();
  await expect(dialog.getByText('By a sample of 200 of about 500 events.')).toBeVisible();
  const tried = dialog.getByRole('table', { name: 'By rule' }).getByRole('row', { name: '203.0.113.0/24' });
  await expect(tried.getByRole('cell').first()).toHaveText('25% ± 8.49%');
  await expect(tried.getByRole('cell').nth(3)).toHaveText('25% ± 8.49%');
  await expect(dialog.getByRole('table', { name: 'By website' })).toContainText('lights.example.com');
  await dialog.getByLabel('What it looks at').selectOption('page_domain');
  await dialog.getByLabel('Value').fill('lights.example.com');
  await dialog.getByLabel('Applies').check();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expectToast(page, 'Rule saved');
  const all = page.getByRole('table', { name: 'By rule' }).getByRole('row', { name: 'Click farm' });
  await expect(all.getByRole('cell').first()).toHaveText('100% ± 3%');

  // It holds within three seconds; what is filtered tells of itself as an example.
  const filtered = page.locator('summary', { hasText: 'Rule of the network' });
  let token = '';
  const decided = async () => {
    [token = ''] = await decide(own.placard.deliveryUrl, network().embedKey, 1);
    return token;
  };
  await expect.poll(decided).not.toBe('');
  await expect(async () => {
    expect(await report(own.placard.deliveryUrl, [`i${token}`])).toBe(true);
    await page.goto(own.at('/operator/health'));
    await expect(filtered).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  await filtered.click();
  await expect(page.getByRole('table', { name: 'Rule of the network' })).toContainText('127.0.0.0/24');
  await expect(async () => {
    const told = await fetch(`${own.placard.deliveryUrl}/collect`, {
      method: 'POST',
      body: JSON.stringify({ s: siteKey, p: '/' }),
      headers: { origin: 'https://lights.example.com', 'user-agent': BROWSER },
    });
    expect(told.status).toBe(204);
    await page.goto(own.at('/operator/health'));
    await filtered.click();
    const examples = page.getByRole('table', { name: 'Rule of the network' });
    await expect(examples.getByRole('row', { name: 'Page views' }).first()).toContainText(
      'lights.example.com',
      {
        timeout: 1_500,
      },
    );
  }).toPass({ timeout: 60_000 });

  await page.getByRole('navigation').getByRole('link', { name: 'Traffic rules' }).click();
  await rowAction(page, 'Click farm', 'Switch off');
  await expectToast(page, 'The rule is off');
  await rowAction(page, 'Click farm', 'Remove');
  await confirm(page, 'Remove');
  await expectToast(page, 'Rule removed');
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.context().close();
});
