import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

/** Where the network sends mails: an invitation goes to an address of the account's choice, in the network's name. */
let api: TestApi;
let owner: TestUser;
let emails = 0;
const newEmail = () => `stranger-${++emails}@example.com`;

beforeAll(async () => {
  api = await createTestApi({ mailServer: true });
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  owner = await api.user({ roles: ['advertiser'], firstName: 'Olga', lastName: 'Owner' });
});

const invite = async (email: string, by = owner) =>
  await api.call('POST', '/account/invitations', { token: by.token, body: { email, role: 'viewer' } });

it('are sixty a day of one account, however many are asked for at once and taken back', async () => {
  const ask = async () => {
    const answer = await invite(newEmail());
    const { invitation } = (answer.data ?? {}) as { invitation?: { id: number } };
    if (invitation) await api.call('DELETE', `/account/invitations/${invitation.id}`, { token: owner.token });
    return answer.status;
  };
  const statuses: number[] = [];
  // Fewer at once than an account may have open: those that wait to be taken back would fill it.
  for (const times of [40, 30]) statuses.push(...(await Promise.all(Array.from({ length: times }, ask))));
  const of = (status: number) => statuses.filter((each) => each === status).length;
  expect([of(200), of(429)]).toEqual([60, 10]);
  expect((await invite(newEmail(), await api.user({ roles: ['advertiser'] }))).status).toBe(200);
});

it('are three an hour to one address of one account, six of all', async () => {
  const email = newEmail();
  const others = [await api.user(), await api.user()];
  const statuses = [];
  for (const by of [owner, owner, owner, owner, ...others.flatMap((other) => [other, other])]) {
    statuses.push((await invite(email, by)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
  expect(await mailsTo(api, email)).toHaveLength(6);
});

it('name the address of who sends them, and lead nowhere but to the network', async () => {
  const liar = await api.user({ firstName: 'Unpaid invoice:', lastName: 'https://pay.example/now' });
  const email = newEmail();
  await invite(email, liar);
  const [text] = await mailsTo(api, email);
  expect(text).toContain(`(${liar.email})`);
  expect(text).not.toContain('pay.example');
  expect(text?.match(/https?:\/\/\S+/g)).toEqual([expect.stringContaining('/join?token=')]);
  const { subject } = await api.deps.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('to_email', '=', email)
    .executeTakeFirstOrThrow();
  expect(subject).not.toContain('pay.example');
});
