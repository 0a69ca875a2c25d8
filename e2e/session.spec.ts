import { type Browser, expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { signIn } from './support/api-client.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { expectToast, logIn } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';
import { holdBack, pageWithToken, storedToken } from './support/stored-session.ts';

const ADVERTISER = 'buyer@session.example.com';
const PUBLISHER = 'site@session.example.com';
const BOTH = 'both@session.example.com';
const KEPT = '/advertiser/campaigns?status=paused&sort=name';

const own = sharedPlacard();
const { at } = own;

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeAll(async () => {
  await own.invite(ADVERTISER, ['advertiser'], 'Buyer');
  await own.invite(PUBLISHER, ['publisher'], 'Site');
  await own.invite(BOTH, ['advertiser', 'publisher'], 'Both');
});

function loginKeeping(path: string): string {
  return at(`/login?${new URLSearchParams({ redirect: path })}`);
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

async function tokenOf(email: string): Promise<string> {
  return (await signIn(own.placard.url, email, PASSWORD)).token;
}

/** A browser of theirs, signed in, moving as it does for most people. */
const pageFor = async (browser: Browser, email: string) =>
  await pageWithToken(browser, own.placard.url, await tokenOf(email));

test.describe('the login page', () => {
  test('asks for email, password and account type, and names each broken rule', async ({ page }) => {
    await page.goto(at('/login'));
    const types = page.getByLabel('Account type');
    await expect(types.getByRole('radio', { name: 'Advertiser' })).toBeChecked();
    await expect(types.getByRole('radio', { name: 'Publisher' })).not.toBeChecked();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    const shown = page.getByRole('button', { name: 'Show characters' });
    await shown.click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await expect(shown).toHaveAttribute('aria-pressed', 'true');
    await shown.click();

    await submit(page).click();
    await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();

    const faults = page.getByRole('alert').getByRole('listitem');
    await fillLogin(page, 'ada@example', PASSWORD);
    await submit(page).click();
    await expect(faults).toHaveText(['Invalid email address']);
    for (const [password, fault] of [
      ['Ab1!', 'Password must be at least 6 characters'],
      ['abcde1!', 'Password must contain an uppercase letter'],
      ['Abcdef!', 'Password must contain a number'],
      ['Abcdef1', 'Password must contain a special character'],
    ] as const) {
      await fillLogin(page, ADVERTISER, password);
      await submit(page).click();
      await expect(faults).toHaveText([fault]);
    }
  });

  test('reads Logging in... while busy, keeps the token and leads advertisers to their campaigns', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/api/auth/login');
    const balance = page.waitForRequest('**/api/advertiser/wallet/balance');
    await page.goto(at('/login'));
    await fillLogin(page, ADVERTISER, PASSWORD);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
    release();
    await expectToast(page, 'Login successful');
    await expect(page).toHaveURL(at('/advertiser/campaigns'));
    const token = await storedToken(page);
    expect((await balance).headers().authorization).toBe(`Bearer ${token}`);
  });

  test('says Login failed and keeps nothing', async ({ page }) => {
    await page.goto(at('/login'));
    await fillLogin(page, ADVERTISER, 'Another-1-word');
    await submit(page).click();
    await expectToast(page, 'Login failed');
    await expect(page.getByText('Login failed')).toHaveCount(1);
    await expect(page.locator('form').getByRole('alert')).toHaveText(
      'Check what you entered, then try again.',
    );
    await expect(page).toHaveURL(at('/login'));
    await expect(submit(page)).toBeEnabled();
    expect(await storedToken(page)).toBeNull();
  });

  test('leads publishers to the dashboard and asks for no balance', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await logIn(page, own.placard.url, PUBLISHER, PASSWORD, 'Publisher');
    await expect(page).toHaveURL(at('/dashboard'));
    await expect(page.getByRole('heading', { name: 'Publisher dashboard' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Advertiser dashboard' })).toHaveCount(0);
    expect(asked.filter((path) => path.endsWith('/wallet/balance'))).toEqual([]);
  });

  test('says so when the account lacks the chosen type', async ({ page }) => {
    await logIn(page, own.placard.url, PUBLISHER, PASSWORD, 'Advertiser');
    await expectToast(page, 'Your account has no advertiser role: the publisher workspace was opened.');
    await expect(page).toHaveURL(at('/dashboard'));
  });

  test('follows a redirect of its own origin only', async ({ page }) => {
    for (const elsewhere of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      await page.goto(loginKeeping(elsewhere));
      await fillLogin(page, ADVERTISER, PASSWORD);
      await submit(page).click();
      await expect(page).toHaveURL(at('/advertiser/campaigns'));
      await page.evaluate(() => localStorage.clear());
    }
    await page.goto(loginKeeping(at('/account')));
    await fillLogin(page, ADVERTISER, PASSWORD);
    await submit(page).click();
    await expect(page).toHaveURL(at('/account'));
  });
});

test.describe('the session', () => {
  test('outlives a reload: the profile is fetched', async ({ browser }) => {
    const page = await pageFor(browser, ADVERTISER);
    await page.goto(at('/account'));
    await page.waitForLoadState('networkidle');
    const profile = page.waitForResponse('**/api/auth/profile');
    await page.reload();
    expect((await profile).status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    await expect(page).toHaveURL(at('/account'));
    await page.context().close();
  });

  test('outlives a reload amid the fetch of the profile', async ({ browser }) => {
    const page = await pageFor(browser, ADVERTISER);
    let asked = 0;
    await answerCalls(page, '**/api/auth/profile', async (route) => {
      asked += 1;
      // The first is never answered: the reload breaks it off.
      if (asked > 1) await route.continue();
    });
    const first = page.waitForRequest('**/api/auth/profile');
    await page.goto(at('/account'), { waitUntil: 'commit' });
    await first;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    expect(asked).toBe(2);
    await page.context().close();
  });

  test('a token that is none is cleared and leads to login', async ({ browser }) => {
    const page = await pageWithToken(browser, own.placard.url, 'k'.repeat(43));
    await page.goto(at(KEPT));
    await expect(page).toHaveURL(loginKeeping(KEPT));
    expect(await storedToken(page)).toBeNull();
    await page.context().close();
  });

  test('a 401 amid work signs out and login leads back to the same path and query', async ({ browser }) => {
    const session = await signIn(own.placard.url, ADVERTISER, PASSWORD);
    const page = await pageWithToken(browser, own.placard.url, session.token);
    await page.goto(at(KEPT));
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    // The press is to be the first that is refused, not a figure of the list still on its way.
    await page.waitForLoadState('networkidle');
    await session.post('/auth/logout');
    await page.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(page).toHaveURL(loginKeeping(KEPT));
    expect(await storedToken(page)).toBeNull();
    await fillLogin(page, ADVERTISER, PASSWORD);
    await submit(page).click();
    await expect(page).toHaveURL(at(KEPT));
    await page.context().close();
  });

  test('log out clears everything, here and on the server, and keeps the path', async ({ browser }) => {
    const token = await tokenOf(ADVERTISER);
    const page = await pageWithToken(browser, own.placard.url, token);
    await page.goto(at(KEPT));
    const told = page.waitForResponse('**/api/auth/logout');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(loginKeeping(KEPT));
    expect(await storedToken(page)).toBeNull();
    expect((await told).status()).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.get(at('/api/auth/profile'), { headers })).status()).toBe(401);
    await page.context().close();
  });
});

test.describe('the guard', () => {
  test('1: sends guests to login and keeps the wanted path', async ({ page }) => {
    const wanted = ['/dashboard', '/account', KEPT, '/publisher/websites', '/operator/users'];
    for (const path of wanted) {
      await page.goto(at(path));
      await expect(page).toHaveURL(loginKeeping(path));
    }
  });

  test('2: sends who is signed in from login to the dashboard, whatever redirect it carries', async ({
    browser,
  }) => {
    const page = await pageFor(browser, BOTH);
    for (const path of ['/login', '/login?redirect=%2Faccount']) {
      await page.goto(at(path));
      await expect(page).toHaveURL(at('/dashboard'));
    }
    await page.context().close();
  });

  test('3: sends who lacks the role to the dashboard', async ({ browser }) => {
    const page = await pageFor(browser, PUBLISHER);
    for (const path of ['/advertiser/campaigns', '/advertiser/campaigns/1', '/operator/users']) {
      await page.goto(at(path));
      await expect(page).toHaveURL(at('/dashboard'));
    }
    await page.context().close();
  });

  test('4: sends who has none of several roles where the account belongs', async ({ browser }) => {
    const page = await pageWithToken(browser, own.placard.url, own.operator.token);
    await page.goto(at('/dashboard'));
    await expect(page).toHaveURL(at('/operator'));
    await page.goto(at('/account'));
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    await page.context().close();
  });

  test('leads on from / and the workspaces, and shows Page Not Found for anything unknown', async ({
    browser,
    page: guest,
  }) => {
    const page = await pageFor(browser, BOTH);
    for (const [path, end] of [
      ['/', '/dashboard'],
      ['/advertiser', '/advertiser/campaigns'],
      ['/publisher', '/publisher/report'],
    ] as const) {
      await page.goto(at(path));
      await expect(page).toHaveURL(at(end));
    }
    for (const unknown of ['/not-found', '/no/such/page', '/advertiser/nothing']) {
      for (const visitor of [page, guest]) {
        await visitor.goto(at(unknown));
        await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      }
    }
    await page.context().close();
  });
});

test('the dashboard offers both workspaces and says where it leads', async ({ browser }) => {
  const page = await pageFor(browser, BOTH);
  await page.goto(at('/dashboard'));
  const advertiser = page.getByRole('region', { name: 'Advertiser dashboard' });
  await expect(advertiser.getByRole('listitem')).toHaveText([
    'Campaign analytics',
    'Campaign management',
    'Creative assets',
  ]);
  const publisher = page.getByRole('region', { name: 'Publisher dashboard' });
  await expect(publisher.getByRole('listitem')).toHaveText([
    'Revenue reports',
    'Website management',
    'Ad widget control',
  ]);
  const release = await holdBack(page, '**/assets/*.js');
  // After a second the page says that it loads instead: a busy machine looks later.
  const said = await advertiser.evaluateHandle((region) => {
    const words: string[] = [];
    const hear = () => words.push(region.textContent ?? '');
    new MutationObserver(hear).observe(region, { subtree: true, childList: true, characterData: true });
    return words;
  });
  await advertiser.getByRole('button').click();
  await expect
    .poll(async () => (await said.jsonValue()).join())
    .toContain('Redirecting to the advertiser dashboard…');
  release();
  await expect(page).toHaveURL(at('/advertiser/campaigns'));
  await page.context().close();
});

test('the loading bar rises toward 85 % while a navigation is pending, and ends with it', async ({
  browser,
}) => {
  const page = await pageFor(browser, ADVERTISER);
  await page.clock.install();
  await page.goto(at('/account'));
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  const bar = page.locator('#root > div[aria-hidden]').first();
  await expect(bar).toHaveCSS('opacity', '0');
  const release = await holdBack(page, '**/assets/*.js');
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await expect(bar).toHaveCSS('opacity', '1');
  const share = async () => Number(/scaleX\((.+)\)/.exec((await bar.getAttribute('style')) ?? '')?.[1]);
  const early = await share();
  await page.clock.runFor(20_000);
  const late = await share();
  expect(late).toBeGreaterThan(early);
  expect(late).toBeGreaterThan(0.8);
  expect(late).toBeLessThanOrEqual(0.85);
  release();
  await expect(page).toHaveURL(at('/advertiser/campaigns'));
  await expect(bar).toHaveCSS('opacity', '0');
  await page.context().close();
});

test('toasts stand top-right for four seconds, and say the same once', async ({ browser }) => {
  const page = await pageFor(browser, PUBLISHER);
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('denied')) },
    });
  });
  await page.goto(at('/publisher/ads-txt'));
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await expect(copy).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const region = page.getByRole('region', { name: 'Messages' });
  const toasts = region.getByText('Failed to copy code to clipboard');
  await copy.click();
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(3_900);
  // Its four seconds begin anew.
  await copy.click();
  await page.clock.runFor(200);
  await expect(toasts).toHaveCount(1);
  const box = await region.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1280 - 16);
  await page.clock.runFor(3_700);
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts).toHaveCount(0);
  await page.context().close();
});

test('a failure is told anew when it is tried again, not twice', async ({ page }) => {
  const answers = [500, 503, 0];
  await answerCalls(page, '**/api/auth/login', (route) =>
    answers[0] === 0 ? route.abort() : route.fulfill({ status: answers.shift() ?? 0, body: '' }),
  );
  await page.goto(at('/login'));
  await fillLogin(page, ADVERTISER, PASSWORD);
  const region = page.getByRole('region', { name: 'Messages' });
  for (const why of ['something went wrong', 'something went wrong', 'cannot be reached']) {
    await Promise.all([page.waitForRequest('**/api/auth/login'), submit(page).click()]);
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'false');
    await expect(page.locator('form').getByRole('alert')).toContainText(why);
    await expect(region.getByText('Login failed')).toHaveCount(1);
  }
  expect((await region.boundingBox())?.y).toBe(16);
});

test('the console tells of refused and failed calls', async ({ browser }) => {
  const page = await pageFor(browser, ADVERTISER);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const answerWith = async (status: number, body: string) => {
    await page.unrouteAll();
    await answerCalls(page, '**/api/advertiser/wallet/balance', (route) =>
      route.fulfill({ status, body, contentType: 'application/json' }),
    );
    await page.goto(at('/account'));
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  };
  for (const [status, body, words] of [
    [403, '{}', 'Access forbidden: insufficient permissions'],
    [500, '{"error":{"code":"x","message":"The disk is full"}}', 'The disk is full'],
    [503, '', 'Internal server error'],
  ] as const) {
    await answerWith(status, body);
    await expect.poll(() => said).toContain(words);
  }
  // None of them signs anybody out.
  expect(await storedToken(page)).not.toBeNull();
  await page.context().close();
});
