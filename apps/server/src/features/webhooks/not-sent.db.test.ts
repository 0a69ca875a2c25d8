import type { WebhookDeliveryDetail, WebhookEndpoint } from '@placard/contract/webhooks';
import { pauseAfter } from '@placard/domain/webhook/retry';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { claimDue } from './claim-due.ts';
import { sendClaimed } from './send-webhooks.ts';
import { addEndpoint, Receiver, senderOf } from './testing/receiver.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let owner: TestUser;
let receiver: Receiver;
let endpoint: WebhookEndpoint;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  await servers.open();
});
beforeEach(async () => {
  servers.reset();
  count += 1;
  // The convention's verifier looks at its own clock.
  api.now = new Date();
  owner = await api.user({ roles: ['advertiser'] });
  receiver = new Receiver(servers, `https://sealed-${count}.example/hooks`);
  ({ endpoint } = await addEndpoint(api, owner, receiver.url, ['campaign.status_changed']));
});
afterEach(async () => {
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});

const call = async (method: 'GET' | 'POST', path: string) =>
  await api.call(method, `/webhooks/${endpoint.id}${path}`, {
    token: owner.token,
    ...(method === 'GET' ? {} : { body: {} }),
  });
const test = async () => ((await call('POST', '/test')).data as { deliveryId: string }).deliveryId;
const detail = async (id: string) => (await call('GET', `/deliveries/${id}`)).data as WebhookDeliveryDetail;
const rotate = async () => ((await call('POST', '/secret')).data as { secret: string }).secret;
const send = async () => {
  const sender = senderOf(api, servers);
  await sender.look();
  await sender.idle();
};
/** As after a restore beside another key. */
const lose = async (column: 'secret_sealed' | 'previous_secret_sealed') =>
  await api.deps.db
    .updateTable('webhook_endpoint')
    .set({ [column]: api.deps.secrets.seal('whsec_other', 'something else') })
    .where('id', '=', endpoint.id)
    .execute();

it('an endpoint whose secret cannot be read is told nothing, says so, and is tried ever less often', async () => {
  const id = await test();
  await lose('secret_sealed');
  const began = api.now;
  await send();
  expect(receiver.got).toEqual([]);
  const found = await detail(id);
  expect(found).toMatchObject({
    status: 'waiting',
    attempts: 1,
    lastStatus: null,
    lastFault: 'secret_unreadable',
  });
  expect(Date.parse(found.nextAttemptAt ?? '') - began.getTime()).toBeGreaterThanOrEqual(
    pauseAfter(1, 0) ?? 0,
  );
  // Nothing before its time, and it is one that fails for whoever looks at it.
  await send();
  expect(await detail(id)).toMatchObject({ attempts: 1 });
  const { data } = await api.call('GET', '/webhooks', { token: owner.token });
  expect(data).toMatchObject({ items: [{ failingSince: began.toISOString() }] });
  // A new secret is what mends it.
  const secret = await rotate();
  api.now = new Date(began.getTime() + (pauseAfter(1, 1) ?? 0));
  await send();
  expect(await detail(id)).toMatchObject({ status: 'delivered', attempts: 2 });
  const [got] = receiver.got;
  if (got === undefined) return expect.fail('nothing arrived');
  expect(() => new Webhook(secret).verify(got.body, got.headers as Record<string, string>)).not.toThrow();
});

it('a secret of before that cannot be read keeps nothing: the new one signs alone', async () => {
  const secret = await rotate();
  await lose('previous_secret_sealed');
  const id = await test();
  await send();
  expect(await detail(id)).toMatchObject({ status: 'delivered' });
  const [got] = receiver.got;
  if (got === undefined) return expect.fail('nothing arrived');
  expect(String(got.headers['webhook-signature']).split(' ')).toHaveLength(1);
  expect(() => new Webhook(secret).verify(got.body, got.headers as Record<string, string>)).not.toThrow();
});

it('what was taken on and is removed before it goes out is not sent, and keeps nothing', async () => {
  await test();
  const [claimed] = await claimDue(api.deps, { lane: 'slow', limit: 1 });
  if (claimed === undefined) return expect.fail('nothing is due');
  await api.call('DELETE', `/webhooks/${endpoint.id}`, { token: owner.token });
  await sendClaimed({ ...api.deps, post: servers.post({ totalMs: 3_000 }), random: () => 0 }, claimed);
  expect(receiver.got).toEqual([]);
});
