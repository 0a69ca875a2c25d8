import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { listSigningKeys, renewDueSigningKey } from './signing-keys.ts';

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

const list = async () => (await api.call('GET', '/operator/signing-keys', { token: operator.token })).data;
const renewal = async (value: string) =>
  await api.pool.query('update network_settings set signing_key_renewal = $1', [value]);

it('is listed with its state, and with the day of the next one', async () => {
  await api.pool.query("update signing_key set created_at = '2026-01-05T10:00:00Z' where id = 1");
  const first = { id: 1, signsFrom: '2026-01-05T10:00:00.000Z' };
  const second = { id: 2, signsFrom: '2026-03-11T00:00:00.000Z' };
  expect(await list()).toEqual({
    items: [
      { ...second, state: 'waits' },
      { ...first, state: 'signs' },
    ],
    renewsFrom: null,
    keysLeft: 253,
  });
  await renewal('month');
  const began = new Date(api.now);
  api.now = new Date('2026-03-11T00:00:00Z');
  expect(await list()).toEqual({
    items: [
      { ...second, state: 'signs' },
      { ...first, state: 'checks' },
    ],
    renewsFrom: '2026-04-10T00:00:00.000Z',
    keysLeft: 253,
  });
  // Late, since no worker ran: the next day, not one that is over.
  api.now = new Date('2026-06-01T12:00:00Z');
  expect(await listSigningKeys(api.deps)).toMatchObject({ renewsFrom: '2026-06-02T00:00:00.000Z' });
  api.now = began;
});

it('is renewed by itself for its day, once, where the settings say so', async () => {
  const due = async () => await renewDueSigningKey(api.deps);
  const began = new Date(api.now);
  await renewal('never');
  api.now = new Date('2030-01-01T05:37:00Z');
  expect(await due()).toBeNull();
  await renewal('month');
  api.now = new Date('2026-04-08T05:37:00Z');
  expect(await due()).toBeNull();
  api.now = new Date('2026-04-09T05:37:00Z');
  const made = { id: 3, signsFrom: '2026-04-10T00:00:00.000Z' };
  expect(await due()).toEqual(made);
  expect(await due()).toBeNull();
  api.now = new Date('2026-04-10T05:37:00Z');
  expect(await due()).toBeNull();
  const audit = await api.deps.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'actor_kind', 'detail'])
    .where('action', '=', 'settings.renew_signing_key')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(audit).toEqual({ actor_user_id: null, actor_kind: 'system', detail: made });
  api.now = began;
});

it('is not renewed by itself before there is one', async () => {
  await api.pool.query('delete from signing_key');
  expect(await renewDueSigningKey(api.deps)).toBeNull();
  expect(await listSigningKeys(api.deps)).toEqual({ items: [], renewsFrom: null, keysLeft: 255 });
});
