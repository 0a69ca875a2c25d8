import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

let api: TestApi;
let owner: TestUser;
let id: number;
beforeAll(async () => {
  api = await createTestApi();
  owner = await api.user({ roles: ['advertiser'] });
});
beforeEach(async () => {
  const made = await api.call('POST', '/advertiser/campaigns', {
    token: owner.token,
    body: {
      campaign: {
        name: 'Spring',
        objective: 'TRAFFIC',
        totalBudget: 10,
        dailyBudget: null,
        startDate: '2026-03-10',
        endDate: null,
      },
      adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null },
      requestKey: crypto.randomUUID(),
    },
  });
  id = (made.data as { campaignId: number }).campaignId;
});
afterAll(async () => {
  await api.close();
});

const path = () => `/advertiser/campaigns/${id}`;
const save = async (ifMatch: string | null, body: object = {}) =>
  await api.call('PUT', `${path()}/name-and-budgets`, {
    token: owner.token,
    body: { name: 'Renamed', totalBudget: 10, dailyBudget: null, ...body },
    headers: ifMatch === null ? {} : { 'if-match': ifMatch },
  });

describe('what has a version', () => {
  it('is answered with it as ETag, after a save with the new one', async () => {
    const read = await api.call('GET', path(), { token: owner.token });
    expect(read.headers.etag).toBe('"1"');
    const saved = await save('"1"');
    expect([saved.status, saved.headers.etag, (saved.data as { version: number }).version]).toEqual([
      200,
      '"2"',
      2,
    ]);
    expect(
      (await api.call('GET', '/advertiser/campaigns', { token: owner.token })).headers.etag,
    ).toBeUndefined();
  });

  it('is saved by If-Match in the place of the version, or with both where they agree', async () => {
    expect((await save('"1"')).status).toBe(200);
    expect((await save('"2"', { version: 2, name: 'Again' })).status).toBe(200);
    expect((await save(null, { version: 3, name: 'Once more' })).status).toBe(200);
    expect((await save(null)).status).toBe(422);
  });

  it('changed meanwhile is refused with 412, and nothing is saved', async () => {
    await save('"1"');
    for (const stale of [
      await save('"1"', { name: 'Stale' }),
      await save('"2"', { version: 1, name: 'Both' }),
    ]) {
      expect([stale.status, stale.error?.code]).toEqual([412, 'precondition_failed']);
    }
    expect((await save(null, { version: 1, name: 'Stale' })).error?.code).toBe('conflict_version');
    const read = await api.call('GET', path(), { token: owner.token });
    expect(read.data).toMatchObject({ name: 'Renamed', version: 2 });
  });

  it('takes no tag of another kind', async () => {
    for (const tag of ['*', 'W/"1"', '1', '"one"', '"1", "2"', '""']) {
      const { status, error } = await save(tag);
      expect([tag, status, error?.code]).toEqual([tag, 400, 'bad_request']);
    }
  });
});

it('where nothing could be held against it, If-Match is refused instead of ignored', async () => {
  const acted = await api.call('POST', `${path()}/actions`, {
    token: owner.token,
    body: { action: 'archive' },
    headers: { 'if-match': '"1"' },
  });
  expect([acted.status, acted.error?.message]).toEqual([400, 'This operation takes no If-Match.']);
  const read = await api.call('GET', path(), { token: owner.token, headers: { 'if-match': '"1"' } });
  expect(read.status).toBe(400);
});
