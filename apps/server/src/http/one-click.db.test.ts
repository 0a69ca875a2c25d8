import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailedKind, noticeToken } from '../mail/notice-token.ts';
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
const mailed = async (kind: string): Promise<string | undefined> => {
  const { data } = await api.call('GET', '/notices/preferences', { token: user.token });
  return (data as { items: { kind: string; mail: string }[] }).items.find((item) => item.kind === kind)?.mail;
};
const tokenOf = (kind: MailedKind) => noticeToken(api.deps.secrets, { kind, userId: user.id });

it('one press in the mail program ends mails of that kind and no other, any number of times', async () => {
  const token = tokenOf('campaign.approve');
  expect(await mailed('campaign.approve')).toBe('at_once');
  expect([await press(token), await press(token)]).toEqual([200, 200]);
  expect([await mailed('campaign.approve'), await mailed('campaign.reject')]).toEqual(['never', 'at_once']);
});

it('looking at the address ends nothing, nor does what nobody pressed, nor a link that was made up', async () => {
  const token = tokenOf('campaign.reject');
  await api.app.inject({ method: 'GET', url: `/unsubscribe?token=${token}` });
  expect(await press(token, 'anything=else')).toBe(400);
  expect(await press(`${token.slice(0, -4)}AAAA`)).toBe(404);
  expect(await press('short')).toBe(400);
  expect(await press(token, '{}', 'application/json')).toBeGreaterThanOrEqual(400);
  expect(await press(token, `List-Unsubscribe=One-Click&x=${'x'.repeat(1_000)}`)).toBe(413);
  expect(await mailed('campaign.reject')).toBe('at_once');
});

it('the page that the link opens says which mails they are, and ends them', async () => {
  const token = tokenOf('campaign.reject');
  const read = async () => (await api.call('GET', `/unsubscribe/${token}`)).data;
  expect(await read()).toEqual({ name: '', kind: 'campaign.reject', active: true });
  expect((await api.call('POST', '/unsubscribe', { body: { token } })).status).toBe(200);
  expect(await read()).toEqual({ name: '', kind: 'campaign.reject', active: false });
});

it('one press in a digest ends all that waits for it and nothing that comes at once; the bell stays', async () => {
  const chosen = [
    { kind: 'balance.low', inApp: true, mail: 'digest' },
    { kind: 'balance.empty', inApp: false, mail: 'digest' },
    { kind: 'deposit.fail', inApp: true, mail: 'at_once' },
  ];
  await api.call('PUT', '/notices/preferences', { token: user.token, body: { items: chosen } });
  const token = tokenOf('digest');
  const read = async () => (await api.call('GET', `/unsubscribe/${token}`)).data;
  expect(await read()).toEqual({ name: '', kind: 'digest', active: true });
  expect([await press(token), await press(token)]).toEqual([200, 200]);
  expect(await read()).toEqual({ name: '', kind: 'digest', active: false });
  expect([await mailed('balance.low'), await mailed('balance.empty'), await mailed('deposit.fail')]).toEqual([
    ...['never', 'never', 'at_once'],
  ]);
  const { data } = await api.call('GET', '/notices/preferences', { token: user.token });
  const { items } = data as { items: { kind: string; inApp: boolean }[] };
  const bell = new Map(items.map(({ kind, inApp }) => [kind, inApp]));
  expect([bell.get('balance.low'), bell.get('balance.empty')]).toEqual([true, false]);
});

it('a press in a mail of a kind that waits for the digest ends that kind alone', async () => {
  const items = ['campaign.pause', 'campaign.complete'].map((kind) => ({
    kind,
    inApp: true,
    mail: 'digest',
  }));
  await api.call('PUT', '/notices/preferences', { token: user.token, body: { items } });
  expect(await press(tokenOf('campaign.pause'))).toBe(200);
  expect([await mailed('campaign.pause'), await mailed('campaign.complete')]).toEqual(['never', 'digest']);
});

it('a link for a kind that cannot be ended ends nothing', async () => {
  expect(await press(tokenOf('sign_in.new'))).toBe(404);
  expect(await mailed('sign_in.new')).toBe('at_once');
});
