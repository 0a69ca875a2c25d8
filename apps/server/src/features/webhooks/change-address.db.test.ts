import type { WebhookDeliveryDetail, WebhookEndpoint } from '@placard/contract/webhooks';
import { soon } from '@placard/db/testing/soon';
import { MAX_TRIES, pauseAfter } from '@placard/domain/webhook/retry';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { addEndpoint, answers, Receiver, senderOf } from './testing/receiver.ts';
import type { WebhookSender } from './webhook-sender.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let owner: TestUser;
let receiver: Receiver;
let sender: WebhookSender;
let endpoint: WebhookEndpoint;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  await servers.open();
});
beforeEach(async () => {
  servers.reset();
  count += 1;
  owner = await api.user();
  receiver = new Receiver(servers, `https://shop-${count}.example/hooks`);
  sender = senderOf(api, servers);
  ({ endpoint } = await addEndpoint(api, owner, receiver.url, ['campaign.status_changed']));
});
afterEach(async () => {
  await sender.idle();
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  await api.call(method, `/webhooks/${endpoint.id}${path}`, {
    token: owner.token,
    ...(method === 'GET' ? {} : { body: body ?? {} }),
  });
const test = async (): Promise<string> =>
  ((await call('POST', '/test')).data as { deliveryId: string }).deliveryId;
const detail = async (id: string) => (await call('GET', `/deliveries/${id}`)).data as WebhookDeliveryDetail;
const seen = async (): Promise<WebhookEndpoint> => {
  const { data } = await api.call('GET', '/webhooks', { token: owner.token });
  const [only] = (data as { items: WebhookEndpoint[] }).items;
  return only ?? expect.fail('the endpoint is gone');
};
/** Sends what is due, to the end. */
const send = async () => {
  await sender.look();
  await sender.idle();
};
const later = (ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

describe('an address that is changed', () => {
  const change = async (url: string) => {
    const { eventTypes, version } = await seen();
    const { status } = await call('PUT', '', { url, eventTypes, enabled: true, version });
    expect(status).toBe(200);
  };
  const moved = () => new Receiver(servers, `https://moved-${count}.example/hooks`);

  it('is not ended by what the old one answers late, and what failed there goes to the new one', async () => {
    const open: (() => void)[] = [];
    receiver.answer = (response) => open.push(() => answers(410)(response, 1));
    const id = await test();
    await sender.look();
    await soon(() => expect(open).toHaveLength(1));
    const next = moved();
    await change(next.url);
    open[0]?.();
    await sender.idle();
    expect(await seen()).toMatchObject({ enabled: true, disabledBecause: null, failingSince: null });
    expect(await detail(id)).toMatchObject({ status: 'waiting', attempts: 1, lastStatus: 410 });
    // Of the new one nothing has failed yet.
    const { rows } = await api.pool.query(
      'select tries, first_failed_at from webhook_delivery where id = $1',
      [id],
    );
    expect(rows).toEqual([{ tries: 0, first_failed_at: null }]);
    await send();
    expect(next.got).toHaveLength(1);
    expect(await detail(id)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it("takes the old one's late yes for what it is, and not as a sign of the new one", async () => {
    const open: (() => void)[] = [];
    receiver.answer = (response) => open.push(() => answers(204)(response, 1));
    const id = await test();
    await sender.look();
    await soon(() => expect(open).toHaveLength(1));
    await change(moved().url);
    const since = new Date(api.now.getTime() - 1_000);
    await api.deps.db.updateTable('webhook_endpoint').set({ failing_since: since }).execute();
    open[0]?.();
    await sender.idle();
    expect(await detail(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect((await seen()).failingSince).toBe(since.toISOString());
  });

  it('begins anew: what waits goes there at once and is tried to the end before it is ended', async () => {
    receiver.answer = answers(503);
    const id = await test();
    for (const pause of [5_000, 30_000, 120_000]) {
      await send();
      later(pause);
    }
    await send();
    expect((await seen()).failingSince).not.toBeNull();
    await change(`${receiver.url}/other`);
    expect(await seen()).toMatchObject({ failingSince: null });
    servers.page(`${receiver.url}/other`, (_, response) => void response.writeHead(503).end());
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      await send();
      later(pauseAfter(tries, 0) ?? 0);
    }
    expect(await detail(id)).toMatchObject({ status: 'failed', attempts: 4 + MAX_TRIES });
    expect(await seen()).toMatchObject({ enabled: false, disabledBecause: 'failing' });
  });

  it('of what else is changed, what failed goes on as it was', async () => {
    receiver.answer = answers(503);
    await test();
    await send();
    await change(receiver.url);
    expect((await seen()).failingSince).toBe(api.now.toISOString());
    await send();
    expect(receiver.got).toHaveLength(1);
  });
});
