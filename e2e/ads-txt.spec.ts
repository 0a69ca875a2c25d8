import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@placard/db/testing/free-ports';
import type { RunningPlacard } from '@placard/tooling/running-placard';
import { expect, type Page } from '@playwright/test';
import { type Session, signIn } from './support/api-client.ts';
import { button, expectStats, failCalls } from './support/lists.ts';
import { startMade, test } from './support/own-placard.ts';
import { addActiveWebsite, addWebsite } from './support/publisher-data.ts';
import { expectToast, rowAction } from './support/screens.ts';
import { invite, OPERATOR_EMAIL, PASSWORD } from './support/small-network.ts';
import { pageWithToken } from './support/stored-session.ts';

const DOMAIN = 'harbour-news.com';
const NETWORK = 'https://ads.placard-network.com';
const ADS_TXT = '/publisher/ads-txt';

// One website's checks, one after the other: each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

let placard: RunningPlacard;
let publisher: Session;
let page: Page;
let website: Server;
/** What the publisher's website answers at /ads.txt. A website is checked at most four times a minute. */
let file: { status: number; type: string; text: string };

test.beforeAll(async ({ browser }) => {
  website = createServer((_request, response) => {
    response.writeHead(file.status, { 'content-type': file.type }).end(file.text);
  });
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  const { port } = website.address() as AddressInfo;
  const atHome = new URL(`./support/websites-at-home.mjs?domain=${DOMAIN}&port=${port}`, import.meta.url);
  // The public address is somebody's proxy; the journey knocks at the port behind it.
  const ownPort = await freePort();
  placard = await startMade({
    PORT: String(ownPort),
    PLACARD_URL: NETWORK,
    NODE_OPTIONS: `--import=${atHome.href}`,
  });
  const address = `http://127.0.0.1:${ownPort}`;
  const operator = await signIn(address, OPERATOR_EMAIL, PASSWORD);
  publisher = await invite(address, operator, 'site@example.com', ['publisher'], 'Site');
  await addActiveWebsite(operator, publisher, DOMAIN);
  await addWebsite(publisher, `blog.${DOMAIN}`);
  page = await pageWithToken(browser, address, publisher.token, { reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  await page.goto(`${address}${ADS_TXT}`);
});

test.afterAll(async () => {
  await page?.context().close();
  await placard?.stop();
  website?.closeAllConnections();
  website?.close();
});

const line = () => `ads.placard-network.com, pub-${publisher.accountId}, DIRECT`;
const rowOf = (domain: string) =>
  page.getByRole('row').filter({ has: page.getByText(domain, { exact: true }) });
const copied = async () => await page.evaluate(() => navigator.clipboard.readText());

async function checkNow(answer: typeof file): Promise<void> {
  file = answer;
  // The words of the check before may still be there.
  const checked = page.waitForResponse(/\/websites\/\d+\/ads-txt$/);
  await rowOf(DOMAIN)
    .getByRole('button', { name: /^Check now/ })
    .click();
  expect((await checked).status()).toBe(200);
  await expectToast(page, `${DOMAIN} has been checked.`);
}

const text = (content: string) => ({ status: 200, type: 'text/plain', text: content });

test('the page gives the line to copy and says what is known of each website', async () => {
  await expect(page.getByText(line(), { exact: true })).toBeVisible();
  await button(page, 'Copy').first().click();
  await expect.poll(async () => (await copied()).trim()).toBe(line());
  await expectStats(page, { OK: '0', 'Missing line': '0', Unknown: '2' });
  await expect(page.getByRole('columnheader')).toHaveText([
    'Website',
    'Result',
    'What was found',
    'Last check',
    'Check',
    'Actions',
  ]);
  await expect(rowOf(DOMAIN)).toContainText('Not checked yet');
  await expect(page.locator('tbody tr')).toHaveCount(2);
});

test('Check now says missing line, unknown and ok, and the last good answer stays', async () => {
  await checkNow({ status: 404, type: 'text/plain', text: 'not here' });
  await expect(rowOf(DOMAIN)).toContainText('Missing line');
  await expect(rowOf(DOMAIN)).toContainText('There is no ads.txt (404).');
  await checkNow(text(`# sellers\nexchange.example, 7, DIRECT\n${line()} # ours\n`));
  await expect(rowOf(DOMAIN)).toContainText('OK');
  await expect(rowOf(DOMAIN)).toContainText('Your line stands in line 3.');
  await checkNow({ status: 200, type: 'text/html', text: '<h1>Harbour News</h1>' });
  await expect(rowOf(DOMAIN)).toContainText('The website answered with a web page instead of a text file.');
  await expect(rowOf(DOMAIN)).toContainText('OK');
  await expect(rowOf(DOMAIN)).toContainText('stays until the website answers again.');
  await expectStats(page, { OK: '1', Unknown: '1' });
});

test('the history names every check, newest first', async () => {
  await rowAction(page, DOMAIN, 'History');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Checks of ${DOMAIN}`);
  await expect(dialog).toContainText(/web page instead.*Your line stands in line 3.*There is no ads\.txt/);
  await page.keyboard.press('Escape');
});

test('the helper puts the line where it belongs in the file that was seen', async () => {
  await rowAction(page, `blog.${DOMAIN}`, 'Where to put the line');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('create one with this content.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await checkNow(text('exchange.example, 7, DIRECT\nOWNERDOMAIN=harbour-news.com\n'));
  await rowAction(page, DOMAIN, 'Where to put the line');
  await expect(dialog).toContainText('To add:');
  await expect(dialog).toContainText(line());
  await dialog.getByRole('button', { name: 'Copy the whole file' }).click();
  await expectToast(page, 'The file is on the clipboard.');
  const lines = (await copied()).trim().split('\n');
  expect(lines).toContain('exchange.example, 7, DIRECT');
  expect(lines).toContain(line());
  expect(lines).toContain('OWNERDOMAIN=harbour-news.com');
  await page.keyboard.press('Escape');
});

test('a failing check says so, and results filter the list', async () => {
  await failCalls(page, /\/websites\/\d+\/ads-txt$/);
  await rowOf(DOMAIN)
    .getByRole('button', { name: /^Check now/ })
    .click();
  await expectToast(page, 'Failed to check ads.txt');
  await page.getByRole('combobox', { name: 'Result' }).selectOption('Missing line');
  await expect(rowOf(DOMAIN)).toHaveCount(1);
  await expect(rowOf(`blog.${DOMAIN}`)).toHaveCount(0);
});

test('sellers.json stands at the root of the domain that the line names', async () => {
  const response = await fetch(new URL('/sellers.json', `http://127.0.0.1:${new URL(page.url()).port}`));
  expect(response.headers.get('content-type')).toContain('application/json');
  const { sellers } = (await response.json()) as { sellers: { seller_id: string }[] };
  expect(sellers.map((seller) => seller.seller_id)).toEqual([`pub-${publisher.accountId}`]);
});
