import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { type AxeRules, violationsOf } from './support/axe.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { addProfile, BANK, openBooks, withdraw } from './support/publisher-money.ts';
import { exampleIds, filledPath, registeredScreens, type Visitor } from './support/registered-routes.ts';
import { PASSWORD } from './support/small-network.ts';
import { NOWHERE } from './support/stored-session.ts';
import { decide, report } from './support/visitor.ts';
import { goWithin } from './support/within.ts';

const LOOKED_AT_OFTEN = '--js-flags=--no-opt --min-semi-space-size=16';
const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark scheme changes colours and nothing else. */
const COLOUR_RULES: AxeRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** A window of 1280 px at 400 %: what WCAG asks of a page that flows. */
const NARROW = { width: 320, height: 740 };

/**
 * Its pages stay and are looked at by axe two hundred times: with code that V8 makes faster in one cheap step, each of those
 * takes two thirds of what it takes in other journeys' browsers.
 */
test.use({ launchOptions: { executablePath: findChromium(), args: [...chromiumFlags(), LOOKED_AT_OFTEN] } });

const own = ownPlacard();
const network = networkIn(own, { objective: 'BRAND_AWARENESS', bid: 2.5 });
let pages: Readonly<Record<Visitor, Page>>;
let ids: Readonly<Record<string, number>>;
let queries: Readonly<Record<string, string>>;

test.beforeAll(async ({ browser }) => {
  queries = await fillScreens();
  ids = { ...exampleIds(network()), ...(await exampleRecords()) };
  await lengthenNames();
  pages = await visitors(browser);
  inspectAll();
});

/** Something of everything: figures, filtered traffic, things that wait for the operator, mails, one-time links. */
async function fillScreens() {
  const { operator, advertiser, publisher, embedKey } = network();
  const tokens = await decide(own.placard.deliveryUrl, embedKey, 3);
  const seen = tokens.map((token) => `i${token}\nv${token}`);
  await report(own.placard.deliveryUrl, [...seen, ...seen, `v${'A'.repeat(80)}`]);
  await advertiser.post('/advertiser/deposits', { amount: 75, gateway: 'manual' });
  await publisher.post('/publisher/websites', {
    domain: 'waiting.example.com',
    categories: ['politics'],
    traffic: { range: '1000_5000' },
  });
  const { inviteUrl } = await operator.post<{ inviteUrl: string }>('/operator/users/invite', {
    email: 'invited@example.com',
    roles: ['publisher'],
  });
  const { resetUrl } = await operator.post<{ resetUrl: string }>(
    `/operator/users/${advertiser.userId}/reset-link`,
    { currentPassword: PASSWORD },
  );
  const view = await advertiser.post<{ id: number }>('/views', {
    screen: 'statistics',
    name: 'Week in figures',
    search: { range: 'last7' },
  });
  await advertiser.put(`/views/${view.id}/schedule`, {
    ...{ version: 1, every: 'day', weekday: null, time: '07:00' },
  });
  await advertiser.post(`/views/${view.id}/send`);
  const { items } = await operator.get<{ items: { id: string; subject: string }[] }>('/operator/mails');
  const mailed = items.find(({ subject }) => subject.startsWith('Week in figures'));
  const { body } = await operator.get<{ body: string }>(`/operator/mails/${mailed?.id}`);
  const team = await advertiser.post<{ inviteUrl: string }>('/account/invitations', {
    email: 'mate@example.com',
    role: 'viewer',
  });
  return {
    '/join': new URL(team.inviteUrl).search,
    '/invite': new URL(inviteUrl).search,
    '/reset-password': new URL(resetUrl).search,
    '/unsubscribe': /\/unsubscribe(\?token=[\w-]+)/.exec(body)?.[1] ?? '',
  };
}

/** A record of each kind that only the operator has a page of. */
async function exampleRecords(): Promise<Record<string, number>> {
  const { operator, advertiser, publisher } = network();
  const books = openBooks(own.placard);
  try {
    await books.give(publisher.accountId, 200);
    const payouts = await withdraw(publisher, 150, await addProfile(publisher, 'Till', BANK));
    const first = async <Key extends string>(path: string, key: Key) =>
      (await operator.get<{ items: Record<Key, number>[] }>(path)).items[0]?.[key] ?? 0;
    return {
      users: advertiser.userId,
      accounts: advertiser.accountId,
      deposits: await first('/operator/deposits', 'id'),
      number: await first('/operator/documents', 'number'),
      payouts,
    };
  } finally {
    await books.close();
  }
}

/** One word as long as it may be: what nobody would write, and what a screen must hold all the same. */
const word = (length: number) => 'Laternengarten'.repeat(20).slice(0, length);
type Versioned = { readonly version: number };

/** Gives everything the longest name that it may have, in one word. */
async function lengthenNames(): Promise<void> {
  const { advertiser, publisher, campaignId, adSetId, creativeId, websiteId, widgetId } = network();
  type AdSet = Versioned & { readonly id: number };
  const campaign = await advertiser.get<Versioned & { adSets: AdSet[] }>(
    `/advertiser/campaigns/${campaignId}`,
  );
  const adSet = campaign.adSets.find(({ id }) => id === adSetId);
  await advertiser.put(`/advertiser/ad-sets/${adSetId}`, { ...adSet, name: word(200) });
  const { version } = await advertiser.get<Versioned>(`/advertiser/campaigns/${campaignId}`);
  await advertiser.put(`/advertiser/campaigns/${campaignId}/name-and-budgets`, {
    version,
    name: word(200),
    totalBudget: 400,
    dailyBudget: null,
  });
  const creative = await advertiser.get<Versioned>(`/advertiser/creatives/${creativeId}`);
  await advertiser.put(`/advertiser/creatives/${creativeId}/basic-info`, {
    version: creative.version,
    name: word(99),
    description: word(2_000),
  });
  const path = `/publisher/websites/${websiteId}/widgets/${widgetId}`;
  const widget = await publisher.get<Versioned>(path);
  await publisher.put(path, { ...widget, name: word(200), headingTitle: word(200) });
  await advertiser.put('/advertiser/campaign-draft', {
    step: 'setting',
    content: { campaign: { name: word(200) }, adSet: {} },
  });
  await advertiser.post('/views', { screen: 'statistics', name: word(100), search: { range: 'last7' } });
}

async function visitors(browser: Browser): Promise<Record<Visitor, Page>> {
  const { advertiser, publisher, operator } = network();
  const [viewport, reducedMotion] = [DESKTOP, 'reduce'] as const;
  const all = {
    guest: await (await browser.newContext({ viewport, reducedMotion })).newPage(),
    advertiser: await own.pageOf(browser, advertiser, { viewport }),
    publisher: await own.pageOf(browser, publisher, { viewport }),
    operator: await own.pageOf(browser, operator, { viewport }),
  };
  for (const page of Object.values(all)) await page.addInitScript(noteRefusals);
  return all;
}

type WithRefusals = typeof globalThis & { refusals?: string[] };

/** What the page's policy keeps it from, which other browsers write into their console as errors. */
function noteRefusals(): void {
  const refusals: string[] = [];
  (globalThis as WithRefusals).refusals = refusals;
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    refusals.push(`${effectiveDirective}: ${blockedURI} by ${sourceFile}`);
  });
}

/** Since it was asked last. */
const refusalsOf = (page: Page) =>
  page.evaluate(() => (globalThis as WithRefusals).refusals?.splice(0) ?? ['not noted']);

function withQuery(path: string): string {
  return `${filledPath(path, ids)}${queries[path] ?? ''}`;
}

const addressOf = (path: string): string => own.at(withQuery(path));

/** The first screen of a visitor is loaded, and what is open over one by its address; the others come as by a link. */
async function open(page: Page, { path, dialog }: Look): Promise<void> {
  const isLoaded = page.url().startsWith(own.at('/')) && page.url() !== own.at(NOWHERE);
  if (dialog === undefined && isLoaded) {
    await goWithin(page, withQuery(path));
    return;
  }
  await page.goto(addressOf(path), { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (dialog !== undefined) await page.getByRole('dialog', { name: dialog }).waitFor();
}

/** What sticks out at the right, if the page scrolls sideways because of it, and what is cut where all of it should be seen. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Rows that are cards scroll nowhere, and figures and buttons are whole.
    const cards = [...document.querySelectorAll('table')].filter(
      (table) => getComputedStyle(table).display === 'block',
    );
    const whole = document.querySelectorAll('dd.figure, .mantine-Button-label');
    const cut = [...cards.map((table) => table.parentElement), ...whole]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth + 1)
      .map((element) => `cut: ${element?.textContent?.slice(0, 60)}`);
    const middle = (element: Element | null) => {
      const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
      return (top + bottom) / 2;
    };
    for (const label of document.querySelectorAll('.mantine-Button-label')) {
      if (Math.abs(middle(label) - middle(label.closest('.mantine-Button-root'))) > 2)
        cut.push(`not in the middle: ${label.textContent?.slice(0, 60)}`);
    }
    const wide = (document.scrollingElement?.scrollWidth ?? 0) > innerWidth;
    if (!wide) return cut;
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5,
    );
    return out.map(
      (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`,
    );
  });
}

/** Rows of lists, as cards: what of one takes more than two lines below its name, and what no press on it shows. */
function uncompact(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cells = (row: Element) =>
      [...row.querySelectorAll<HTMLElement>('td[data-place]:not(:empty)')].filter(
        (cell) => cell.dataset.label !== undefined,
      );
    const isSeen = (cell: HTMLElement) => cell.offsetParent !== null;
    const found: string[] = [];
    for (const row of document.querySelectorAll('tr:has(> [data-place])')) {
      const name = row.querySelector('th')?.textContent?.slice(0, 30);
      const lines = new Set(
        cells(row)
          .filter(isSeen)
          .map((cell) => Math.round((cell.offsetTop + cell.offsetHeight / 2) / 8)),
      );
      if (lines.size === 0 || lines.size > 2) found.push(`${lines.size} lines below ${name}`);
      row.querySelector<HTMLElement>('[data-cell="more"] > button')?.click();
      await new Promise(requestAnimationFrame);
      found.push(
        ...cells(row)
          .filter((cell) => !isSeen(cell))
          .map(({ dataset }) => `${dataset.label} of ${name} is nowhere`),
      );
    }
    return found;
  });
}

/** Fields that a phone of Apple's would enlarge the page for, since their letters are below 16 px. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input:not([type="checkbox"], [type="radio"]), select, textarea')]
      // Not the textareas by which others are measured.
      .filter(
        (field) => field.ariaHidden !== 'true' && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}

/** Two frames on: what heard of a change has drawn itself anew, and what fades or moves because of it has ended. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

async function turnDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
  await drawn(page);
}

type Findings = {
  readonly address: string;
  readonly headings: number;
  readonly refused: readonly string[];
  readonly light: readonly string[];
  readonly dark: readonly string[];
  readonly sticksOut: readonly string[];
  readonly phone: readonly string[];
  readonly smallFields: readonly string[];
  readonly uncompact: readonly string[];
};

/** Everything that is looked at, on the visitor's own page. */
async function inspect(page: Page, look: Look, untilQuiet: () => Promise<void>): Promise<Findings> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, look);
  await settled(page);
  await untilQuiet();
  await settled(page);
  await drawn(page);
  const address = page.url();
  const headings = await page.getByRole('heading', { level: 1 }).count();
  const refused = await refusalsOf(page);
  const light = await violationsOf(page, EVERY_RULE);
  await turnDark(page);
  const dark = await violationsOf(page, COLOUR_RULES);
  const wide = await overflow(page);
  await page.setViewportSize(PHONE);
  await drawn(page);
  await untilQuiet();
  await settled(page);
  const phone = await violationsOf(page, EVERY_RULE);
  const atPhone = await overflow(page);
  const small = await smallFields(page);
  const tall = await uncompact(page);
  await page.setViewportSize(NARROW);
  await drawn(page);
  const sticksOut = [...wide, ...atPhone, ...(await overflow(page))];
  return { address, headings, refused, light, dark, sticksOut, phone, smallFields: small, uncompact: tall };
}

const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);

/** Waits for what a page has asked for and not got yet. */
function requestsOf(page: Page): () => Promise<void> {
  const underway = new Set<Request>();
  let quiet = () => {};
  page.on('request', (request) => underway.add(request));
  const ended = (request: Request) => {
    underway.delete(request);
    if (underway.size === 0) quiet();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return () =>
    new Promise((resolve) => {
      quiet = resolve;
      if (underway.size === 0) resolve();
    });
}

type Look = { readonly path: string; readonly visitor: Visitor; readonly dialog?: RegExp };

/** Every screen, and what opens over one by its address alone: nobody would come by it on the way through the screens. */
const looks: readonly Look[] = [
  ...registeredScreens(),
  { path: '/publisher/report?unpaid=all', visitor: 'publisher', dialog: /^Why unpaid\?$/ },
  { path: '/publisher/report?unpaid=$widgetId', visitor: 'publisher', dialog: /^Why unpaid: / },
];
/** By path. The visitors look at their screens side by side, each one after the other. */
const findings = new Map<string, Promise<Findings>>();

function inspectAll(): void {
  for (const visitor of Object.keys(pages) as Visitor[]) {
    const page = pages[visitor];
    const untilQuiet = requestsOf(page);
    let before: Promise<unknown> = Promise.resolve();
    for (const look of looks.filter((one) => one.visitor === visitor)) {
      const found = before.then(() => inspect(page, look, untilQuiet));
      // A fault is told by the screen's own test; the next screen is looked at all the same, loaded anew.
      before = found.catch(() => page.goto('about:blank')).catch(() => undefined);
      findings.set(look.path, found);
    }
  }
}

for (const { path } of looks) {
  test(`${path} is for everyone`, async () => {
    const found = await findings.get(path);
    expect(found?.address).toBe(addressOf(path));
    expect(found?.headings).toBe(1);
    expect.soft(found?.refused, 'refused by the policy').toEqual([]);
    expect.soft(found?.light, 'light').toEqual([]);
    expect.soft(found?.dark, 'dark').toEqual([]);
    expect.soft(found?.sticksOut, 'sticks out at 1440, 360 or 320 px').toEqual([]);
    expect.soft(found?.phone, 'at 360 px').toEqual([]);
    expect.soft(found?.smallFields, 'fields at 360 px').toEqual([]);
    expect.soft(found?.uncompact, 'rows at 360 px').toEqual([]);
  });
}

test('what nobody may leave so is seen, in a frame of the page too, and by each further look', async ({
  page,
}) => {
  const unnamed = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
  const frame = `<iframe title="Inside" srcdoc='${unnamed}'></iframe>`;
  const body = `<html lang="en"><title>Look</title><main><h1>Look</h1>${unnamed}${frame}</main></html>`;
  await answerCalls(page, 'http://look.example.com/', (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  await page.goto('http://look.example.com/');
  const seen = [expect.stringMatching(/^image-alt: img/), expect.stringMatching(/^image-alt: iframe img/)];
  expect(await violationsOf(page, EVERY_RULE)).toEqual(seen);
  expect(await violationsOf(page, COLOUR_RULES)).toEqual([]);
  await page.locator('h1').evaluate((heading) => {
    heading.style.cssText = 'color: #999; background: #aaa';
  });
  expect(await violationsOf(page, COLOUR_RULES)).toEqual([expect.stringMatching(/^color-contrast: h1/)]);
  expect(await violationsOf(page, EVERY_RULE)).toHaveLength(3);
});
