import type { WebhookDeliveryDetail } from '@placard/contract/webhooks';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { addEndpoint, answers, Receiver, senderOf } from './testing/receiver.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let operator: TestUser;
let owner: TestUser;
let receiver: Receiver;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  await servers.open();
  operator = await api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  servers.reset();
  count += 1;
  owner = await api.user({ roles: ['advertiser'] });
  receiver = new Receiver(servers, `https://stopped-${count}.example/hooks`);
});
afterEach(async () => {
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});

const send = async () => {
  const sender = senderOf(api, servers);
  await sender.look();
  await sender.idle();
};
const post = async (path: string, user: TestUser) =>
  await api.call('POST', path, { token: user.token, body: {} });
const add = async (user: TestUser, path: string) =>
  (await addEndpoint(api, user, receiver.url, ['campaign.status_changed'], path)).endpoint;
const noticesOf = async ({ id }: TestUser) => {
  const { rows } = await sql<{ kind: string; detail: object }>`
    select kind, detail from notification where user_id = ${id} order by id`.execute(api.deps.db);
  return rows;
};

it.each([
  ['an account’s', '/webhooks', 'webhook.stop'],
  ['the network’s', '/operator/webhooks', 'network_webhook.stop'],
] as const)(
  'that %s is stopped is told to whose it is, and stands in the log',
  async (_whose, path, kind) => {
    const other = await api.user({ roles: ['operator'] });
    const suspended = await api.user({ roles: ['operator'] });
    await api.deps.db
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.id)
      .execute();
    const own = kind === 'webhook.stop';
    const { id } = await add(own ? owner : operator, path);
    receiver.answer = answers(410);
    await post(`${path}/${id}/test`, own ? owner : operator);
    await send();
    const told = [{ kind, detail: { address: receiver.url, because: 'gone' } }];
    const ofKind = async (user: TestUser) => (await noticesOf(user)).filter((notice) => notice.kind === kind);
    expect(await Promise.all([owner, operator, other, suspended].map(ofKind))).toEqual(
      own ? [told, [], [], []] : [[], told, told, []],
    );
    const { rows } = await sql`
    select actor_kind, actor_user_id, detail from audit_log
     where action = 'webhook.stop' and subject_kind = 'webhook' and subject_id = ${id}`.execute(api.deps.db);
    expect(rows).toEqual([
      {
        ...{ actor_kind: 'system', actor_user_id: null },
        detail: { url: receiver.url, enabled: { before: true, after: false }, because: 'gone' },
      },
    ]);
  },
);

it('what is sent again keeps when it arrived first', async () => {
  const { id } = await add(owner, '/webhooks');
  const { deliveryId } = (await post(`/webhooks/${id}/test`, owner)).data as { deliveryId: string };
  const path = `/webhooks/${id}/deliveries/${deliveryId}`;
  const arrived = api.now.toISOString();
  await send();
  api.now = new Date(api.now.getTime() + 60_000);
  await post(`${path}/resend`, owner);
  await send();
  const { data } = await api.call('GET', path, { token: owner.token });
  expect(receiver.got).toHaveLength(2);
  expect(data as WebhookDeliveryDetail).toMatchObject({ attempts: 2, deliveredAt: arrived });
});

it('a secret signs for nobody but whose endpoint it was made for', async () => {
  const stranger = await api.user({ roles: ['advertiser'] });
  const { id } = await add(owner, '/webhooks');
  const theirs = await add(stranger, '/webhooks');
  const networks = await add(operator, '/operator/webhooks');
  for (const other of [theirs, networks]) {
    await sql`update webhook_endpoint set secret_sealed = (select secret_sealed from webhook_endpoint where id = ${other.id})
      where id = ${id}`.execute(api.deps.db);
    await sql`update webhook_endpoint set failing_since = null where id = ${id}`.execute(api.deps.db);
    await post(`/webhooks/${id}/test`, owner);
    await send();
  }
  expect(receiver.got).toEqual([]);
});
