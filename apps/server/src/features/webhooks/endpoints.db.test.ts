import type { WebhookDelivery, WebhookEndpoint } from '@placard/contract/webhooks';
import { MAX_ENDPOINTS, NETWORK_EVENTS } from '@placard/domain/webhook/event-types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { addEndpoint } from './testing/receiver.ts';

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  owner = await api.user({ roles: ['advertiser', 'publisher'] });
  stranger = await api.user({ roles: ['advertiser', 'publisher'] });
  operator = await api.user({ roles: ['operator'] });
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await api.close();
});

const URL = 'https://shop.example/hooks';
const PATHS = ['/webhooks', '/operator/webhooks'] as const;
const list = async (user: TestUser, path: string = '/webhooks') =>
  ((await api.call('GET', path, { token: user.token })).data as { items: WebhookEndpoint[] }).items;
const auditOf = async () =>
  await api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'actor_account_id', 'detail'])
    .where('subject_kind', '=', 'webhook')
    .orderBy('id')
    .execute();
/** Every call about one endpoint, of its account and of the network. */
const callsOn = (endpoint: WebhookEndpoint, deliveryId: string) => {
  const { id, url, eventTypes, version } = endpoint;
  const rest = [
    ['PUT', `/${id}`, { url, eventTypes, enabled: false, version }],
    ['POST', `/${id}/secret`, {}],
    ['POST', `/${id}/test`, {}],
    ['GET', `/${id}/deliveries`, undefined],
    ['GET', `/${id}/deliveries/${deliveryId}`, undefined],
    ['POST', `/${id}/deliveries/${deliveryId}/resend`, {}],
    ['DELETE', `/${id}`, {}],
  ] as const;
  return rest;
};
const testOf = async (user: TestUser, id: number, path: string) =>
  (
    (await api.call('POST', `${path}/${id}/test`, { token: user.token, body: {} })).data as {
      deliveryId: string;
    }
  ).deliveryId;

describe('an endpoint', () => {
  it('shows its secret once, keeps it sealed, and is audited without it', async () => {
    const { secret, endpoint } = await addEndpoint(api, owner, URL, [
      'payout.status_changed',
      'month.closed',
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: endpoint.id,
      url: URL,
      description: '',
      eventTypes: ['payout.status_changed', 'month.closed'],
      enabled: true,
      disabledBecause: null,
      failingSince: null,
      previousSecretUntil: null,
      waiting: 0,
      createdAt: api.now.toISOString(),
      version: 1,
    });
    expect(await list(owner)).toEqual([endpoint]);
    const kept = await api.deps.db
      .selectFrom('webhook_endpoint')
      .select('secret_sealed')
      .executeTakeFirstOrThrow();
    expect(kept.secret_sealed.includes(secret.slice(6))).toBe(false);
    const rows = await auditOf();
    expect(rows).toMatchObject([
      {
        action: 'webhook.create',
        actor_user_id: owner.id,
        actor_account_id: owner.accountId,
        detail: { url: URL },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('takes an address of https and events that there are', async () => {
    const codes = async (change: object) => {
      const body = { url: URL, eventTypes: ['month.closed'], ...change };
      const { status, error } = await api.call('POST', '/webhooks', { token: owner.token, body });
      return [status, error?.issues?.map(({ path, code }) => `${path} ${code}`)];
    };
    for (const url of ['http://shop.example/', 'https:shop.example', 'https://shop.example/\nhooks'])
      expect(await codes({ url })).toEqual([422, ['url endpoint_url_invalid']]);
    expect((await codes({ url: 'HTTPS://shop.example/' }))[0]).toBe(200);
    expect((await list(owner)).map(({ url }) => url)).toEqual(['https://shop.example/']);
    expect(await codes({ eventTypes: [] })).toEqual([422, ['eventTypes event_type_required']]);
    expect(await codes({ eventTypes: ['month.closed', 'month.closed'] })).toEqual([
      422,
      ['eventTypes event_type_repeated'],
    ]);
    expect((await codes({ eventTypes: ['account.status_changed'] }))[0]).toBe(422);
    expect((await codes({ eventTypes: ['webhook.test'] }))[0]).toBe(422);
    expect((await codes({ description: 'x'.repeat(201) }))[0]).toBe(422);
    expect((await codes({ description: 'x'.repeat(200) }))[0]).toBe(200);
  });

  it.each(PATHS)('is one of ten at most, also when many are added at once: %s', async (path) => {
    const user = path === '/webhooks' ? owner : operator;
    const add = async () =>
      await api.call('POST', path, { token: user.token, body: { url: URL, eventTypes: ['month.closed'] } });
    const answers = await Promise.all(Array.from({ length: MAX_ENDPOINTS + 2 }, add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(MAX_ENDPOINTS).fill(200),
      409,
      409,
    ]);
    const [first] = await list(user, path);
    await api.call('DELETE', `${path}/${first?.id}`, { token: user.token, body: {} });
    expect((await add()).status).toBe(200);
  });

  it('is changed by whoever has seen its newest state, switched off and on again', async () => {
    const { endpoint } = await addEndpoint(api, owner, URL, ['month.closed']);
    await testOf(owner, endpoint.id, '/webhooks');
    const save = async (change: object) =>
      await api.call('PUT', `/webhooks/${endpoint.id}`, {
        token: owner.token,
        body: { url: URL, eventTypes: ['month.closed'], enabled: true, version: 1, ...change },
      });
    expect((await save({ enabled: false, description: 'Off' })).data).toMatchObject({
      enabled: false,
      disabledBecause: 'hand',
      waiting: 0,
      version: 2,
    });
    expect((await save({})).error?.code).toBe('conflict_version');
    expect((await save({ version: 2, url: `${URL}/2` })).data).toMatchObject({
      enabled: true,
      url: `${URL}/2`,
      version: 3,
    });
    expect(
      (await auditOf()).filter(({ action }) => action === 'webhook.edit').map(({ detail }) => detail),
    ).toEqual([
      { description: { before: '', after: 'Off' }, enabled: { before: true, after: false } },
      {
        url: { before: URL, after: `${URL}/2` },
        description: { before: 'Off', after: '' },
        enabled: { before: false, after: true },
      },
    ]);
  });

  it('lists what was sent, newest first, by status and by parts', async () => {
    const { endpoint } = await addEndpoint(api, owner, URL, ['month.closed']);
    const ids: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) ids.push(await testOf(owner, endpoint.id, '/webhooks'));
    await api.deps.db
      .updateTable('webhook_delivery')
      .set({ status: 'failed' })
      .where('id', '=', BigInt(ids[1] ?? 0))
      .execute();
    const read = async (query: string) => {
      const { data } = await api.call('GET', `/webhooks/${endpoint.id}/deliveries?${query}`, {
        token: owner.token,
      });
      const { items, next } = data as { items: WebhookDelivery[]; next: string | null };
      return { ids: items.map(({ id }) => id), next };
    };
    const [first, second, third] = ids;
    expect(await read('limit=2')).toEqual({ ids: [third, second], next: second });
    expect(await read(`limit=2&before=${second}`)).toEqual({ ids: [first], next: null });
    expect(await read('limit=3')).toEqual({ ids: [third, second, first], next: null });
    expect(await read('status=failed')).toEqual({ ids: [second], next: null });
  });
});

describe('another one’s endpoint', () => {
  it.each(PATHS)('of %s is not found, whatever is asked of it', async (path) => {
    const [user, foreign] = path === '/webhooks' ? [owner, stranger] : [operator, owner];
    const { endpoint } = await addEndpoint(api, user, URL, ['month.closed'], path);
    const deliveryId = await testOf(user, endpoint.id, path);
    const before = await api.deps.db.selectFrom('webhook_endpoint').selectAll().execute();
    for (const [method, rest, body] of callsOn(endpoint, deliveryId)) {
      // The network's by an account's path, and the other way round, are somebody else's too.
      const answer = await api.call(method, `/webhooks${rest}`, { token: foreign.token, body });
      expect([method, rest, answer.error?.code]).toEqual([method, rest, 'webhook_not_found']);
      if (path === '/webhooks') {
        const asOperator = await api.call(method, `/operator/webhooks${rest}`, {
          token: operator.token,
          body,
        });
        expect([method, rest, asOperator.error?.code]).toEqual([method, rest, 'webhook_not_found']);
      }
    }
    expect(await api.deps.db.selectFrom('webhook_endpoint').selectAll().execute()).toEqual(before);
    expect(await list(stranger)).toEqual([]);
    for (const [method, rest, body] of callsOn(endpoint, deliveryId).filter(
      ([, part]) => !part.endsWith('/test'),
    )) {
      // Switched off first, so that sending again is refused for that.
      const answer = await api.call(method, `${path}${rest}`, { token: user.token, body });
      expect([method, rest, answer.status]).toEqual([method, rest, rest.endsWith('/resend') ? 409 : 200]);
    }
  });

  it('does not lend its deliveries either', async () => {
    const mine = await addEndpoint(api, owner, URL, ['month.closed']);
    const theirs = await addEndpoint(api, stranger, URL, ['month.closed']);
    const deliveryId = await testOf(stranger, theirs.endpoint.id, '/webhooks');
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/resend'],
    ] as const) {
      const path = `/webhooks/${mine.endpoint.id}/deliveries/${deliveryId}${rest}`;
      const answer = await api.call(method, path, {
        token: owner.token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expect(answer.error?.code).toBe('delivery_not_found');
    }
  });
});

it('the network’s endpoints are offered every event that there is', async () => {
  const { endpoint } = await addEndpoint(api, operator, URL, NETWORK_EVENTS, '/operator/webhooks');
  expect(endpoint.eventTypes).toEqual(NETWORK_EVENTS);
});
