import { expect, type Page } from '@playwright/test';
import { signIn } from './support/api-client.ts';
import { sharedPlacard, test, testWithAccount } from './support/own-placard.ts';
import { PASSWORD } from './support/small-network.ts';
import { holdBack, storedToken } from './support/stored-session.ts';

const OTHER = 'other@elsewhere.example.com';

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['advertiser'], 'Ada');
let other: string;

test.beforeAll(async () => {
  other = (await own.invite(OTHER, ['publisher'], 'Other')).token;
});

/** A form of theirs with something typed. */
async function typesAName(page: Page): Promise<void> {
  await page.goto(at('/account'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('First name').fill('Typed');
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

type Keys = Readonly<Record<string, string | null>>;

/** What is changed without this tab hearing of it, and the page then shown again as by a browser that kept it whole; one without windows keeps none. */
const shownAgain = (page: Page, changed: Keys = {}) =>
  page.evaluate((keys) => {
    for (const [key, value] of Object.entries(keys)) {
      const storage = key === 'acting_account' ? sessionStorage : localStorage;
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    }
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    // Somebody has come back to it, at which it asks for the balance.
    window.dispatchEvent(new Event('focus'));
  }, changed);

const hasDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

const signsInAs = (page: Page, token: string) =>
  page.evaluate((value) => localStorage.setItem('access_token', value), token);

withAccount('signing out asks for what is typed, and whoever stays stays signed in', async ({ account }) => {
  const { page, session } = account;
  await typesAName(page);
  await logOut(page);
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Typed');
  expect(await storedToken(page)).toBe(session.token);
  await logOut(page);
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(at('/login?redirect=%2Faccount'));
  expect(await storedToken(page)).toBeNull();
});

withAccount(
  'who signed out in another tab, or is somebody else there, is gone from this one whatever is typed in it',
  async ({ account: { page, email } }) => {
    await typesAName(page);
    const tab = await page.context().newPage();
    await tab.goto(at('/account'));
    await logOut(tab);
    await expect(page).toHaveURL(at('/login?redirect=%2Faccount'));
    await expect(question(page)).toHaveCount(0);

    const again = await signIn(own.placard.url, email, PASSWORD);
    await signsInAs(page, again.token);
    await typesAName(page);
    // A browser that asks would wait for an answer here.
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await signsInAs(tab, other);
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
    await expect(page.getByText(OTHER).first()).toBeVisible();
    expect(asked).toEqual([]);
  },
);

withAccount(
  'a page that the browser kept shows nothing of who signed out meanwhile, nor of another account',
  async ({ account: { page, session, email } }) => {
    await page.goto(at('/account'));
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    // It is the same person's still: it stays as it was left.
    await page.evaluate(() => document.body.setAttribute('data-kept', ''));
    await shownAgain(page);
    await expect(page.locator('[data-kept]')).toHaveCount(1);
    // What it asks before it hears of them is refused, as of an account that is not theirs. It stays where it is.
    await signsInAs(page, other);
    const refused = page.waitForResponse((answer) => answer.status() === 403);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await (await refused).finished();
    await hasDrawn(page);
    await expect(page).toHaveURL(at('/account'));
    await shownAgain(page, { access_token: other });
    await expect(page.getByText(OTHER).first()).toBeVisible();
    await shownAgain(page, { access_token: null });
    await expect(page).toHaveURL(at('/login?redirect=%2Faccount'));

    await signsInAs(page, session.token);
    await page.goto(at('/account'));
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    // It comes anew where it was: what it still asks for that account, and is refused, leads nowhere else meanwhile.
    const release = await holdBack(page, at('/account'));
    await page.evaluate(() => document.body.setAttribute('data-kept', ''));
    const stranger = page.waitForResponse((answer) => answer.status() === 403);
    await shownAgain(page, { acting_account: '999999' });
    await (await stranger).finished();
    release();
    await expect(page.locator('[data-kept]')).toHaveCount(0);
    await expect(page.getByText(email).first()).toBeVisible();
  },
);

withAccount(
  'a refusal that comes late does not sign out who has signed in since',
  async ({ account: { page, email } }) => {
    const release = await holdBack(page, '**/api/advertiser/wallet/balance');
    const late = page.waitForResponse(
      (answer) => answer.url().endsWith('/balance') && answer.status() === 401,
    );
    await page.goto(at('/account'));
    await logOut(page);
    await expect(page).toHaveURL(at('/login?redirect=%2Faccount'));
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(at('/account'));
    release();
    await (await late).finished();
    // Whatever follows from it has been done once the page has drawn again.
    await hasDrawn(page);
    await expect(page).toHaveURL(at('/account'));
    expect(await storedToken(page)).not.toBeNull();
  },
);
