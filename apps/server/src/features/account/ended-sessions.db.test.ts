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

it('a browser that has much to say of itself is let in, and as much is kept of it as is shown', async () => {
  const user = await api.user();
  const headers = { 'user-agent': 'Mozilla/5.0 '.padEnd(3_000, 'x') };
  const body = { email: user.email, password: PASSWORD };
  const { status, data } = await api.call('POST', '/auth/login', { body, headers });
  expect(status).toBe(200);
  const { token } = data as { token: string };
  const sessions = (await api.call('GET', '/auth/sessions', { token })).data as {
    items: { current: boolean; userAgent: string }[];
  };
  expect(sessions.items.find(({ current }) => current)?.userAgent).toHaveLength(400);
});
