import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, PASSWORD, type TestApi } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

describe('POST /auth/login', () => {
  it('answers user and token, and the token opens the profile', async () => {
    const { email, id } = await api.user({ roles: ['advertiser', 'publisher'] });
    const answer = await api.call('POST', '/auth/login', {
      body: { email: ` ${email.toUpperCase()} `, password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    const { user, token } = answer.data as { user: { id: number; roles: string[] }; token: string };
    expect(user).toMatchObject({
      id,
      email,
      roles: ['advertiser', 'publisher'],
      lastLogin: api.now.toISOString(),
    });
    const profile = await api.call('GET', '/auth/profile', { token });
    expect(profile.data).toEqual(user);
  });
});
