import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => await api.close());

it('a profile takes no zone that the database does not know, and keeps the one of before', async () => {
  const { email, token } = await api.user();
  const save = (timeZone: string, firstName = 'Ada') =>
    api.call('PUT', '/auth/profile', {
      token,
      body: { firstName, lastName: 'Harbour', email, phone: null, company: null, timeZone },
    });
  expect((await save('Europe/Berlin')).status).toBe(200);
  for (const zone of ['AET', 'CET', 'europe/berlin']) {
    const { status, error } = await save(zone);
    expect([status, error?.issues?.[0]?.code]).toEqual([422, 'time_zone_unknown']);
  }
  // One that an account has since before does not keep its people from changing their names.
  await api.deps.db.updateTable('account').set({ time_zone: 'CET' }).execute();
  expect((await save('CET', 'Grace')).status).toBe(200);
});
