import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const renew = async () => await api.call('POST', '/operator/signing-keys', { token: operator.token });
const keys = async () => {
  const query: RunQuery = async (text, values) => (await api.pool.query(text, [...values])).rows;
  return await loadSigningKeys(query, api.deps.secrets);
};

it('is renewed by an operator, signs from the next day on, and keeps the one before', async () => {
  const [first] = await keys();
  expect((await renew()).data).toEqual({ id: 2, signsFrom: '2026-03-11T00:00:00.000Z' });
  expect(await keys()).toEqual([
    first,
    expect.objectContaining({ id: 2, signsFromMs: Date.UTC(2026, 2, 11) }),
  ]);
  const again = await renew();
  expect([again.status, again.error?.code]).toEqual([409, 'conflict_status']);
  const audit = await api.deps.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'action', 'detail'])
    .where('action', '=', 'settings.renew_signing_key')
    .execute();
  expect(audit).toEqual([
    {
      actor_user_id: operator.id,
      action: 'settings.renew_signing_key',
      detail: { id: 2, signsFrom: '2026-03-11T00:00:00.000Z' },
    },
  ]);
});
