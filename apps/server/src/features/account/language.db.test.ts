import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const put = async (user: TestUser, changes: object = {}) => {
  const name = { firstName: 'Ada', lastName: 'Byron', email: user.email, phone: '', company: '' };
  const body = { ...name, timeZone: 'UTC', ...changes };
  return await api.call('PUT', '/auth/profile', { token: user.token, body });
};

it('is kept with the account; left out it stays, null means none of its own', async () => {
  const user = await api.user();
  expect((await put(user)).data).toMatchObject({ language: null });
  expect((await put(user, { language: 'de' })).data).toMatchObject({ language: 'de' });
  expect((await put(user)).data).toMatchObject({ language: 'de' });
  expect((await put(user, { language: null })).data).toMatchObject({ language: null });
  const refused = await put(user, { language: 'fr' });
  expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([422, 'language']);
});

it('decides the language of its mails', async () => {
  const user = await api.user();
  const change = async (currentPassword: string, newPassword: string) =>
    await api.call('PUT', '/auth/password', { token: user.token, body: { currentPassword, newPassword } });
  await put(user, { language: 'de' });
  await change(PASSWORD, 'Another-Horse-2');
  await put(user, { language: null });
  await change('Another-Horse-2', PASSWORD);
  const [german, english] = await mailsTo(api, user.email);
  expect(german).toContain('Das Passwort Ihres Kontos bei');
  expect(german).toContain('Falls Sie es nicht waren');
  expect(english).toContain('The password of your account at');
});
