import { afterAll, beforeAll, expect, it } from 'vitest';
import { noticeToken } from '../mail/notice-token.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  user = await api.user();
});
afterAll(async () => {
  await api.close();
});

const FORM = 'application/x-www-form-urlencoded';
const press = async (token: string, payload = 'List-Unsubscribe=One-Click', type = FORM) => {
  const url = `/unsubscribe?token=${encodeURIComponent(token)}`;
  const answer = await api.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  return answer.statusCode;
};
const mailed = async (kind: string): Promise<boolean | undefined> => {
  const { data } = await api.call('GET', '/notices/preferences', { token: user.token });
  return (data as { items: { kind: string; mail: boolean }[] }).items.find((item) => item.kind === kind)
    ?.mail;
};
const tokenOf = (kind: 'campaign.approve' | 'campaign.reject') =>
  noticeToken(api.deps.secrets, { kind, userId: user.id });

it('one press in the mail program ends mails of that kind and no other, any number of times', async () => {
  const token = tokenOf('campaign.approve');
  expect(await mailed('campaign.approve')).toBe(true);
  expect([await press(token), await press(token)]).toEqual([200, 200]);
  expect([await mailed('campaign.approve'), await mailed('campaign.reject')]).toEqual([false, true]);
});

it('looking at the address ends nothing, nor does what nobody pressed, nor a link that was made up', async () => {
  const token = tokenOf('campaign.reject');
  await api.app.inject({ method: 'GET', url: `/unsubscribe?token=${token}` });
  expect(await press(token, 'anything=else')).toBe(400);
  expect(await press(`${token.slice(0, -4)}AAAA`)).toBe(404);
  expect(await press('short')).toBe(400);
  expect(await press(token, '{}', 'application/json')).toBeGreaterThanOrEqual(400);
  expect(await press(token, `List-Unsubscribe=One-Click&x=${'x'.repeat(1_000)}`)).toBe(413);
  expect(await mailed('campaign.reject')).toBe(true);
});

it('the page that the link opens says which mails they are, and ends them', async () => {
  const token = tokenOf('campaign.reject');
  const read = async () => (await api.call('GET', `/unsubscribe/${token}`)).data;
  expect(await read()).toEqual({ name: '', kind: 'campaign.reject', active: true });
  expect((await api.call('POST', '/unsubscribe', { body: { token } })).status).toBe(200);
  expect(await read()).toEqual({ name: '', kind: 'campaign.reject', active: false });
});
