import type { WebhookDeliveryDetail, WebhookEndpoint } from '@placard/contract/webhooks';
import { soon } from '@placard/db/testing/soon';
import { MAX_ATTEMPTS } from '@placard/domain/webhook/event-types';
import { MAX_TRIES, pauseAfter } from '@placard/domain/webhook/retry';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { CLAIM_LOCK, claimDue, SHARES } from './claim-due.ts';
import { tidyWebhooks } from './give-up.ts';
import { addEndpoint, answers, Receiver, senderOf } from './testing/receiver.ts';
import type { WebhookSender } from './webhook-sender.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let owner: TestUser;
let receiver: Receiver;
let sender: WebhookSender;
let endpoint: WebhookEndpoint;
let secret: string;
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
  owner = await api.user({ roles: ['advertiser', 'publisher'] });
  receiver = new Receiver(servers, `https://shop-${count}.example/hooks`);
  sender = senderOf(api, servers);
  ({ secret, endpoint } = await addEndpoint(api, owner, receiver.url, ['campaign.status_changed']));
});
afterEach(async () => {
  vi.useRealTimers();
  await sender.idle();
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  await api.call(method, `/webhooks/${endpoint.id}${path}`, {
    token: owner.token,
    ...(method === 'GET' ? {} : { body: body ?? {} }),
  });
const test = async (): Promise<string> => {
  const { status, data } = await call('POST', '/test');
  expect(status).toBe(200);
  return (data as { deliveryId: string }).deliveryId;
};
const detail = async (id: string) => (await call('GET', `/deliveries/${id}`)).data as WebhookDeliveryDetail;
const seen = async (): Promise<WebhookEndpoint> => {
  const { data } = await api.call('GET', '/webhooks', { token: owner.token });
  const [only] = (data as { items: WebhookEndpoint[] }).items;
  if (only === undefined) return expect.fail('the endpoint is gone');
  return only;
};
/** Sends what is due, to the end. */
const send = async () => {
  await sender.look();
  await sender.idle();
};
const later = (ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};
/** Fails as often as a run lasts. */
const failRun = async () => {
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    await send();
    later(pauseAfter(tries, 0) ?? 0);
  }
  await send();
};

describe('what is sent', () => {
  it('verifies by the convention, and not with another secret, body, id or time', async () => {
    const id = await test();
    const beforeMs = performance.now();
    await send();
    const passedMs = performance.now() - beforeMs;
    const [got] = receiver.got;
    if (got === undefined) return expect.fail('nothing came');
    const { headers, body } = got;
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'webhook.test',
      timestamp: api.now.toISOString(),
      version: 1,
      data: { accountId: owner.accountId, endpointId: endpoint.id },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toBe((await detail(id)).messageId);
    const refused = (change: { secret?: string; body?: string; headers?: object }) =>
      expect(() =>
        new Webhook(change.secret ?? secret).verify(change.body ?? body, { ...headers, ...change.headers }),
      ).toThrow();
    refused({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` });
    refused({ body: body.replace('test', 'tost') });
    refused({ headers: { 'webhook-id': 'evt_0' } });
    refused({ headers: { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } });
    const { history, ...delivery } = await detail(id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, body, nextAttemptAt: null });
    expect(delivery.deliveredAt).toBe(api.now.toISOString());
    expect(history).toMatchObject([{ number: 1, status: 204 }]);
    expect(history[0]?.tookMs).toBeLessThanOrEqual(Math.ceil(passedMs));
  });

  it('is signed by both secrets for a day after a rotation, then by the new one alone', async () => {
    const rotated = await call('POST', '/secret');
    const { secret: fresh, endpoint: after } = rotated.data as { secret: string; endpoint: WebhookEndpoint };
    expect(fresh).not.toBe(secret);
    expect(after.previousSecretUntil).toBe(new Date(api.now.getTime() + 86_400_000).toISOString());
    const verifies = async () => {
      await test();
      await send();
      const { headers, body } = receiver.got.at(-1) ?? expect.fail('nothing came');
      vi.setSystemTime(api.now);
      return [fresh, secret].map((each) => {
        try {
          return new Webhook(each).verify(body, headers) !== null;
        } catch {
          return false;
        }
      });
    };
    expect(await verifies()).toEqual([true, true]);
    later(86_400_000 - 1);
    expect(await verifies()).toEqual([true, true]);
    later(1);
    expect(await verifies()).toEqual([true, false]);
    expect((await seen()).previousSecretUntil).toBeNull();
  });

  it('goes once, though two workers look at the same time', async () => {
    for (let sent = 0; sent < 2; sent += 1) await test();
    const other = senderOf(api, servers);
    await Promise.all([sender.look(), other.look()]);
    await Promise.all([sender.idle(), other.idle()]);
    expect(receiver.got).toHaveLength(2);
  });

  it('asks for no lock while nothing waits', async () => {
    const looked = await api.deps.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
      // Without an end where it asks for the lock, which is given back when this has ended.
      await sender.look();
      return true;
    });
    expect(looked).toBe(true);
  });

  it('is taken on by another worker once the one that had it is gone for half a minute', async () => {
    await test();
    expect(await claimDue(api.deps, { lane: 'slow', limit: 5 })).toHaveLength(1);
    later(29_999);
    await send();
    expect(receiver.got).toHaveLength(0);
    later(1);
    await send();
    expect(receiver.got).toHaveLength(1);
  });

  it('waits while the account is suspended', async () => {
    await test();
    const set = async (status: 'active' | 'suspended') =>
      await api.deps.db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();
    await set('suspended');
    await send();
    expect(receiver.got).toHaveLength(0);
    await set('active');
    await send();
    expect(receiver.got).toHaveLength(1);
  });
});

describe('what does not arrive', () => {
  it('is sent again after the pauses and not before, under the same id, signed anew, until it arrives', async () => {
    receiver.answer = answers(500, 302, 404, 204);
    const id = await test();
    await send();
    for (const [tries, pause] of [5_000, 30_000, 120_000].entries()) {
      expect(await detail(id)).toMatchObject({ status: 'waiting', attempts: tries + 1 });
      later(pause - 1);
      await send();
      expect(receiver.got).toHaveLength(tries + 1);
      later(1);
      await send();
      expect(receiver.got).toHaveLength(tries + 2);
    }
    const found = await detail(id);
    expect(found).toMatchObject({ status: 'delivered', attempts: 4, lastStatus: 204, lastFault: null });
    expect(found.history.map(({ number, status, answer }) => [number, status, answer])).toEqual([
      [4, 204, ''],
      [3, 404, 'no luck'],
      [2, 302, 'no luck'],
      [1, 500, 'no luck'],
    ]);
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect((await seen()).failingSince).toBeNull();
  });

  it('of an answer its first kilobyte is kept, whatever it is made of', async () => {
    receiver.answer = (response) =>
      void response.writeHead(400).end(Buffer.concat([Buffer.from('a\0ü'), Buffer.alloc(2_000, 'x')]));
    const id = await test();
    await send();
    const [attempt] = (await detail(id)).history;
    expect(attempt?.answer).toBe(`aü${'x'.repeat(1_020)}`);
  });

  it('for days, ends the endpoint with a notice and a mail, and what else waited there', async () => {
    receiver.answer = answers(503);
    const id = await test();
    const alsoWaits = await test();
    await failRun();
    expect(await detail(id)).toMatchObject({ status: 'failed', attempts: MAX_TRIES, nextAttemptAt: null });
    expect(await detail(alsoWaits)).toMatchObject({ status: 'failed' });
    expect(await seen()).toMatchObject({ enabled: false, disabledBecause: 'failing', waiting: 0 });
    const notices = await api.call('GET', '/notices', { token: owner.token });
    expect((notices.data as { items: unknown[] }).items).toMatchObject([
      { kind: 'webhook.stop', data: { address: receiver.url, because: 'failing' } },
    ]);
    const mails = await api.deps.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_email', '=', owner.email)
      .execute();
    expect(mails.map(({ body_text: text }) => text.includes(receiver.url))).toEqual([true]);
    const before = receiver.got.length;
    later(86_400_000);
    await send();
    expect(receiver.got).toHaveLength(before);
    expect((await call('POST', '/test')).error?.code).toBe('conflict_status');
  });

  it('does not end the endpoint where something else arrived meanwhile', async () => {
    receiver.answer = answers(503);
    const id = await test();
    await send();
    later(5_000);
    await send();
    receiver.answer = answers(204);
    await test();
    await send();
    receiver.answer = answers(503);
    for (let tries = 2; tries < MAX_TRIES; tries += 1) {
      later(pauseAfter(tries, 0) ?? 0);
      await send();
    }
    expect(await detail(id)).toMatchObject({ status: 'failed', attempts: MAX_TRIES });
    expect(await seen()).toMatchObject({ enabled: true, disabledBecause: null });
  });

  it('because the receiver wants nothing any more (410) ends it at once', async () => {
    receiver.answer = answers(410);
    const id = await test();
    await send();
    expect(await detail(id)).toMatchObject({ status: 'failed', attempts: 1, lastStatus: 410 });
    expect(await seen()).toMatchObject({ enabled: false, disabledBecause: 'gone' });
  });

  it('ends an endpoint whose address looks like a link that no mail may hold', async () => {
    const other = new Receiver(servers, 'https://shop-of-links.example/join?token=abc');
    other.answer = answers(410);
    await api.deps.db.updateTable('webhook_endpoint').set({ url: other.url }).execute();
    await test();
    await send();
    expect(await seen()).toMatchObject({ enabled: false, disabledBecause: 'gone' });
  });

  it('because its address leads into our network is never asked', async () => {
    await api.deps.db.updateTable('webhook_endpoint').set({ url: 'https://home.example/' }).execute();
    servers.name('home.example', ['10.0.0.7']);
    const id = await test();
    await send();
    expect(await detail(id)).toMatchObject({
      status: 'waiting',
      lastStatus: null,
      lastFault: 'address_refused',
    });
    expect(servers.asked).toEqual([]);
  });

  it('beyond so many is given up, the oldest first', async () => {
    const ids = [await test(), await test(), await test()];
    await tidyWebhooks(api.deps.db, api.now, 3);
    expect((await seen()).waiting).toBe(3);
    await tidyWebhooks(api.deps.db, api.now, 2);
    expect(await Promise.all(ids.map(async (id) => (await detail(id)).status))).toEqual([
      'failed',
      'waiting',
      'waiting',
    ]);
  });
});

describe('sent again by hand', () => {
  it('what arrived goes once more under its id, and what failed begins anew', async () => {
    receiver.answer = answers(204, 500, 204);
    const id = await test();
    await send();
    expect((await call('POST', `/deliveries/${id}/resend`)).status).toBe(200);
    await send();
    expect(await detail(id)).toMatchObject({ status: 'waiting', attempts: 2 });
    expect((await call('POST', `/deliveries/${id}/resend`)).status).toBe(200);
    await send();
    expect(await detail(id)).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('so often in all', async () => {
    const id = await test();
    await send();
    const set = async (attempts: number) =>
      await api.deps.db.updateTable('webhook_delivery').set({ attempt_count: attempts }).execute();
    await set(MAX_ATTEMPTS);
    expect((await call('POST', `/deliveries/${id}/resend`)).error?.code).toBe('conflict_status');
    await set(MAX_ATTEMPTS - 2);
    expect((await call('POST', `/deliveries/${id}/resend`)).status).toBe(200);
    receiver.answer = answers(503);
    await send();
    expect(await detail(id)).toMatchObject({ status: 'waiting', attempts: MAX_ATTEMPTS - 1 });
    later(5_000);
    await send();
    expect(await detail(id)).toMatchObject({ status: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: null });
    expect((await call('POST', `/deliveries/${id}/resend`)).error?.code).toBe('conflict_status');
    expect((await seen()).enabled).toBe(true);
  });
});

describe('a receiver that keeps its calls', () => {
  beforeEach(async () => {
    // One that has shown that it is quick.
    await test();
    await send();
    receiver.got.splice(0);
  });
  it('holds up neither its own other places beyond four, nor anybody else', async () => {
    const hanging: (() => void)[] = [];
    receiver.answer = (response) => hanging.push(() => response.writeHead(204).end());
    for (let sent = 0; sent < 6; sent += 1) await test();
    const slow = endpoint;
    const quick = new Receiver(servers, `https://quick-${count}.example/`);
    const other = await api.user();
    ({ endpoint } = await addEndpoint(api, other, quick.url, ['campaign.status_changed']));
    owner = other;
    await sender.look();
    await soon(() => expect(hanging).toHaveLength(SHARES.quick.endpoint));
    for (let sent = 0; sent < 5; sent += 1) {
      await test();
      // It has its turns while what became of the call before is still being written.
      await soon(async () => {
        await sender.look();
        expect(quick.got).toHaveLength(sent + 1);
      });
    }
    expect(hanging).toHaveLength(SHARES.quick.endpoint);
    for (const end of hanging.splice(0)) end();
    await sender.idle();
    await sender.look();
    await soon(() => expect(hanging).toHaveLength(2));
    for (const end of hanging.splice(0)) end();
    await sender.idle();
    const { count: delivered } = await api.deps.db
      .selectFrom('webhook_delivery')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('endpoint_id', '=', slow.id)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow();
    expect(delivered).toBe(7n);
  });

  it('has one place while nothing arrives there, apart from the places of all who answer', async () => {
    sender = senderOf(api, servers, 500);
    receiver.answer = () => undefined;
    for (let sent = 0; sent < 8; sent += 1) await test();
    await send();
    expect(receiver.got).toHaveLength(SHARES.quick.endpoint);
    expect((await seen()).failingSince).toBe(api.now.toISOString());
    await send();
    expect(receiver.got).toHaveLength(SHARES.quick.endpoint + 1);
    expect(await claimDue(api.deps, { lane: 'quick', limit: 32 })).toEqual([]);
  });
});
