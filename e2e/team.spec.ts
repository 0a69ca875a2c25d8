import { expect } from '@playwright/test';
import { signIn } from './support/api-client.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectHeldOpen, expectToast, rowAction } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';
import { goWithin } from './support/within.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Olga');

withAccount(
  'a team: somebody is invited, joins, does what their role allows, and is removed',
  async ({ account, browser }) => {
    const { page, email } = account;
    const mate = email.replace('@', '-mate@');
    await page.goto(own.at('/dashboard'));
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Team' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
    await page.getByRole('button', { name: 'Invite member' }).click();
    const address = page.getByRole('dialog').getByLabel('Email');
    await address.fill(email);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(address).toHaveAccessibleDescription('This person acts for the account already.');
    await expect(address).toBeFocused();
    await expect(page.getByText(/^Failed to invite/)).toHaveCount(0);
    await address.fill(mate);
    await page.getByRole('radio', { name: /Viewer/ }).check();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const link = page.getByRole('dialog').getByText(/\/join\?token=/);
    const url = (await link.textContent()) ?? '';
    await expectHeldOpen(page, link);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(mate);

    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const other = await context.newPage();
    await other.goto(own.at(new URL(url).pathname + new URL(url).search));
    await expect(other.getByRole('heading', { level: 1, name: 'Join Olga Account' })).toBeVisible();
    await other.getByLabel('First name').fill('Max');
    await other.getByLabel('Last name').fill('Mate');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByLabel('Confirm password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Open account' }).click();
    await expectToast(other, 'Your account is ready.');
    await expect(
      other.getByText('You look at Olga Account: you see everything and change nothing.'),
    ).toBeVisible();
    await other.goto(own.at('/account/team'));
    await expect(other.getByRole('button', { name: 'Leave this account' })).toBeVisible();
    await expect(other.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);

    await page.reload();
    await rowAction(page, 'Max Mate', 'Change role');
    await page.getByRole('radio', { name: /Manager/ }).check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await expectToast(page, 'Max Mate is Manager now.');
    await rowAction(page, 'Max Mate', 'Remove');
    await confirm(page, 'Remove');
    await expectToast(page, 'Max Mate was removed.');
    // The next call finds them out; they go on in an account of their own.
    await other.goto(own.at('/account/team'));
    await expect(other.getByText('Who acts for Max Mate.')).toBeVisible();
    await context.close();
  },
);

withAccount(
  'who belongs to two accounts chooses per tab, and a second tab stays where it was',
  async ({ account, browser }) => {
    const { session, email } = account;
    const agencyEmail = email.replace('@', '-agency@');
    const agency = await own.invite(agencyEmail, ['publisher'], 'Agatha');
    const { inviteUrl } = await session.post<{ inviteUrl: string }>('/account/invitations', {
      email: agencyEmail,
      role: 'manager',
    });
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const tab = await context.newPage();
    await tab.goto(own.at(new URL(inviteUrl).pathname + new URL(inviteUrl).search));
    await tab.getByRole('link', { name: 'Go to login' }).click();
    await tab.getByRole('radio', { name: 'Publisher', exact: true }).check();
    await tab.getByRole('textbox', { name: 'Email' }).fill(agencyEmail);
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Login', exact: true }).click();
    await tab.getByRole('button', { name: 'Join' }).click();
    await expect(tab.getByText('You manage Olga Account')).toBeVisible();

    const second = await context.newPage();
    await second.goto(own.at('/account/team'));
    await expect(second.getByText('Who acts for Agatha Account.')).toBeVisible();
    // What is typed is asked for first: whoever stays goes on in the account that they see.
    await goWithin(second, '/account');
    const profile = second.getByRole('region', { name: 'Profile' });
    await profile.getByRole('button', { name: 'Edit' }).click();
    await profile.getByLabel('First name').fill('Agathe');
    await second.getByRole('button', { name: /^User menu/ }).click();
    await second.getByRole('menuitem', { name: 'Switch account' }).click();
    const olga = second.getByRole('button', { name: /^Olga Account/ });
    await olga.click();
    await confirm(second, 'Stay');
    const acting = () => second.evaluate(() => sessionStorage.getItem('acting_account'));
    expect(await acting()).toBe(`${agency.accountId}`);
    await olga.click();
    await confirm(second, 'Leave');
    await expect(second.getByText('You manage Olga Account')).toBeVisible();
    await tab.goto(own.at('/account/team'));
    await expect(tab.getByText('Who acts for Olga Account.')).toBeVisible();
    // A new tab begins with the one chosen last; tabs that are open go on with theirs.
    const third = await context.newPage();
    await third.goto(own.at('/account/team'));
    await expect(third.getByText('Who acts for Olga Account.')).toBeVisible();
    await third.getByRole('button', { name: 'Leave this account' }).click();
    await confirm(third, 'Leave this account');
    // The membership has ended once that tab has gone on in the account of one's own.
    await expect(third).toHaveURL(own.at('/dashboard'));
    await tab.goto(own.at('/account/team'));
    await expect(tab.getByText('Who acts for Agatha Account.')).toBeVisible();
    expect((await signIn(own.placard.url, agencyEmail, PASSWORD)).accountId).toBe(agency.accountId);
    await context.close();
  },
);
