import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_DAYS } from '../../auth/sessions.ts';
import { createTestApi, PASSWORD, type TestApi } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => await api.close());

it('a session that has ended by itself is not among those where one is signed in', async () => {
  const user = await api.user();
  const signIn = async () =>
    (
      (await api.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } })).data as {
        token: string;
      }
    ).token;
  const began = api.now.getTime();
  api.now = new Date(began + SESSION_DAYS * 86_400_000 - 1);
  const token = await signIn();
  const signedIn = async () =>
    (
      (await api.call('GET', '/auth/sessions', { token })).data as { items: { current: boolean }[] }
    ).items.map(({ current }) => current);
  expect(await signedIn()).toEqual([true, false]);
  api.now = new Date(began + SESSION_DAYS * 86_400_000);
  expect(await signedIn()).toEqual([true]);
});
