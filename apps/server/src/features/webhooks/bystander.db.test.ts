import type { WebhookEndpoint } from '@placard/contract/webhooks';
import { EVENTS_KEPT_DAYS } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { tidyWebhooks } from './give-up.ts';
import { addEndpoint, answers, Receiver, senderOf } from './testing/receiver.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let owner: TestUser;
let one: WebhookEndpoint;
/** Of the same account, with as much at it, and nobody does anything to it. */
let other: WebhookEndpoint;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  await servers.open();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});
beforeEach(async () => {
  servers.reset();
  count += 1;
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
  await api.deps.db.deleteFrom('webhook_event').execute();
  owner = await api.user({ roles: ['advertiser'] });
  [one, other] = [await endpoint('one'), await endpoint('other')];
});

async function endpoint(name: string): Promise<WebhookEndpoint> {
  const receiver = new Receiver(servers, `https://${name}-${count}.example/hooks`);
  const { endpoint: made } = await addEndpoint(api, owner, receiver.url, ['campaign.status_changed']);
  await sql`
    with told as (insert into webhook_event (account_id, type, data, at)
                  select ${owner.accountId}, 'webhook.test', '{}', ${api.now} from generate_series(1, 5) returning id)
    insert into webhook_delivery (endpoint_id, event_id, status, tries, attempt_count, first_failed_at, not_before, delivered_at, created_at)
    select ${made.id}, id, case when n = 1 then 'delivered' when n = 2 then 'failed' else 'waiting' end,
           n - 1, n - 1, case when n > 3 then ${api.now}::timestamptz end,
           case when n > 3 then ${new Date(api.now.getTime() + 60_000)}::timestamptz end,
           case when n = 1 then ${api.now}::timestamptz end, ${api.now}
      from (select id, row_number() over (order by id) as n from told) told`.execute(api.deps.db);
  return made;
}
const rowsOf = async ({ id }: WebhookEndpoint) => {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(e) as row from webhook_endpoint e where id = ${id} union all
    (select to_jsonb(d) from webhook_delivery d where endpoint_id = ${id} order by id) union all
    (select to_jsonb(v) from webhook_event v join webhook_delivery d on d.event_id = v.id and d.endpoint_id = ${id}
      order by v.id)`.execute(api.deps.db);
  return rows;
};
const statuses = async ({ id }: WebhookEndpoint) =>
  (
    await api.deps.db
      .selectFrom('webhook_delivery')
      .select('status')
      .where('endpoint_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status);
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  await api.call(method, `/webhooks/${one.id}${path}`, {
    token: owner.token,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }),
  });
const change = async (changes: object) => {
  const { url, description, eventTypes, version } = one;
  const input = { url, description, eventTypes, version, enabled: true, ...changes };
  const { status, data } = await call('PUT', '', input);
  expect(status).toBe(200);
  one = data as WebhookEndpoint;
};

describe('what is done to an endpoint leaves another of the account as it is', () => {
  it('when its address is changed: what waits begins anew, what is done with stays', async () => {
    const before = await rowsOf(other);
    await change({ url: `https://moved-${count}.example/` });
    expect(await rowsOf(other)).toEqual(before);
    const deliveries = await api.deps.db
      .selectFrom('webhook_delivery')
      .select(['status', 'tries', 'attempt_count', 'first_failed_at', 'not_before'])
      .where('endpoint_id', '=', one.id)
      .orderBy('id')
      .execute();
    expect(deliveries.map((row) => [row.status, row.tries, row.attempt_count])).toEqual([
      ['delivered', 0, 0],
      ['failed', 1, 1],
      ['waiting', 0, 2],
      ['waiting', 0, 3],
      ['waiting', 0, 4],
    ]);
    for (const { first_failed_at: failed, not_before: until } of deliveries)
      expect([failed, until]).toEqual([null, null]);
  });

  it('when it is described otherwise: what waits goes on waiting as it did', async () => {
    const deliveries = async () => (await rowsOf(one)).slice(1);
    const [before, own] = [await rowsOf(other), await deliveries()];
    await change({ description: 'Ours' });
    expect(await deliveries()).toEqual(own);
    expect(await rowsOf(other)).toEqual(before);
    expect(one).toMatchObject({ description: 'Ours', version: 2 });
  });

  it('when it is switched off and on: what waited is given up, and only a new call goes there', async () => {
    const before = await rowsOf(other);
    await change({ enabled: false });
    expect(one).toMatchObject({ enabled: false, disabledBecause: 'hand', waiting: 0 });
    expect(await statuses(one)).toEqual(['delivered', ...Array(4).fill('failed')]);
    await change({ enabled: true });
    expect(one).toMatchObject({ enabled: true, disabledBecause: null, waiting: 0 });
    expect(await rowsOf(other)).toEqual(before);
  });

  it('when it has a new secret, is tested, is sent something again', async () => {
    const before = await rowsOf(other);
    await call('POST', '/secret');
    const { data } = await call('POST', '/test');
    const ids = await api.deps.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', '=', one.id)
      .orderBy('id')
      .execute();
    expect(String(ids.at(-1)?.id)).toBe((data as { deliveryId: string }).deliveryId);
    const [first] = ids;
    await call('POST', `/deliveries/${first?.id}/resend`);
    expect(await statuses(one)).toEqual(['waiting', 'failed', ...Array(4).fill('waiting')]);
    expect(await rowsOf(other)).toEqual(before);
    // A delivery of the other is none of this one's.
    const theirs = await api.deps.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect((await call('POST', `/deliveries/${theirs.id}/resend`)).error?.code).toBe('delivery_not_found');
    expect((await call('GET', `/deliveries/${theirs.id}`)).error?.code).toBe('delivery_not_found');
  });

  it('when it is called, fails and is ended', async () => {
    const before = await rowsOf(other);
    await api.deps.db
      .updateTable('webhook_endpoint')
      .set({ disabled_at: api.now, disabled_because: 'hand' })
      .where('id', '=', other.id)
      .execute();
    const off = await rowsOf(other);
    expect(off).not.toEqual(before);
    servers.reset();
    const receiver = new Receiver(servers, one.url);
    receiver.answer = answers(410);
    const sender = senderOf(api, servers);
    await sender.look();
    await sender.idle();
    expect(receiver.got).toHaveLength(1);
    const { rows } = await sql<{ because: string | null }>`
      select disabled_because as because from webhook_endpoint where id = ${one.id}`.execute(api.deps.db);
    expect(rows).toEqual([{ because: 'gone' }]);
    expect(await statuses(one)).toEqual(['delivered', ...Array(4).fill('failed')]);
    expect(await rowsOf(other)).toEqual(off);
  });

  it('when it is removed, with all that was sent there', async () => {
    const before = await rowsOf(other);
    expect((await call('DELETE')).status).toBe(200);
    expect(await rowsOf(one)).toEqual([]);
    expect(await rowsOf(other)).toEqual(before);
    expect((await call('DELETE')).error?.code).toBe('webhook_not_found');
  });

  it('when more waits at it than may: the oldest of it are given up, those of the other wait', async () => {
    await sql`delete from webhook_delivery where endpoint_id = ${other.id} and status = 'waiting' and id > (
      select min(id) from webhook_delivery where endpoint_id = ${other.id} and status = 'waiting')`.execute(
      api.deps.db,
    );
    const before = await rowsOf(other);
    await tidyWebhooks(api.deps.db, api.now, 2);
    expect(await statuses(one)).toEqual(['delivered', 'failed', 'failed', 'waiting', 'waiting']);
    expect(await rowsOf(other)).toEqual(before);
    await tidyWebhooks(api.deps.db, api.now, 2);
    expect(await statuses(one)).toEqual(['delivered', 'failed', 'failed', 'waiting', 'waiting']);
  });

  it('what happened 30 days ago is forgotten, all of it in several statements, unless the worker stops', async () => {
    const { db } = api.deps;
    const count = async () => (await db.selectFrom('webhook_event').select('id').execute()).length;
    const all = await count();
    expect(all).toBeGreaterThan(2);
    const keptMs = EVENTS_KEPT_DAYS * 86_400_000;
    await sql`update webhook_event set at = ${new Date(api.now.getTime() - keptMs - 1)}`.execute(db);
    await sql`update webhook_event set at = ${new Date(api.now.getTime() - keptMs)}
      where id = (select max(id) from webhook_event)`.execute(db);
    await tidyWebhooks(db, api.now, 2, { stopping: AbortSignal.abort() });
    expect(await count()).toBe(all);
    await tidyWebhooks(db, api.now, 2, { rowsAtOnce: 1 });
    expect(await count()).toBe(1);
  });
});
