import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
let both: TestUser;
let keys = 0;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  both = await api.user({ roles: ['advertiser', 'operator'] });
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, body: object, user: TestUser) =>
  await api.call('POST', path, {
    token: user.token,
    body,
    headers: { 'idempotency-key': `own-${++keys}` },
  });
const deposited = async (owner: TestUser) => {
  const asked = await post('/advertiser/deposits', { amount: 1_000, gateway: 'manual' }, owner);
  return (asked.data as { id: number }).id;
};
const ACTS = [
  ['confirm', {}],
  ['fail', {}],
  ['refunds', { amount: 900, reason: 'Sent back' }],
] as const;

describe('a deposit of an account of one’s own', () => {
  it.each(ACTS)('is decided about by another operator: %s', async (act, body) => {
    const id = await deposited(both);
    if (act === 'refunds') await post(`/operator/deposits/${id}/confirm`, {}, operator);
    const path = `/operator/deposits/${id}/${act}`;
    const refused = await post(path, body, both);
    expect([refused.status, refused.error?.code]).toEqual([409, 'own_deposit']);
    expect((await post(path, body, operator)).status).toBe(200);
  });

  it('is that of every account that the operator acts for', async () => {
    const advertiser = await api.user({ roles: ['advertiser'] });
    const id = await deposited(advertiser);
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: advertiser.accountId, user_id: operator.id, role: 'viewer', joined_at: api.now })
      .execute();
    expect((await post(`/operator/deposits/${id}/confirm`, {}, operator)).error?.code).toBe('own_deposit');
    expect((await post(`/operator/deposits/${id}/confirm`, {}, both)).status).toBe(200);
  });

  it('that does not exist is not found', async () => {
    for (const [act, body] of ACTS) {
      expect((await post(`/operator/deposits/2000000000/${act}`, body, both)).status).toBe(404);
    }
  });
});
