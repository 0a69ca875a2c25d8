import { soon } from '@placard/db/testing/soon';
import { MAX_ENDPOINTS } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { OtherPeoplesServers } from '../../safe-fetch/testing/other-peoples-servers.ts';
import { type Claimed, claimDue, type Lane, SHARES } from './claim-due.ts';
import { SLOW_CALL_MS } from './send-webhooks.ts';
import { addEndpoint, Receiver, senderOf } from './testing/receiver.ts';
import { AT_ONCE, OVERTIME_AT_ONCE, type WebhookSender } from './webhook-sender.ts';

const servers = new OtherPeoplesServers();
let api: TestApi;
let sender: WebhookSender;
/** Keeps every call until it is told to answer. */
let keeper: Receiver;
let kept: (() => void)[];
const answerKept = () => {
  for (const answer of kept.splice(0)) answer();
};
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  await servers.open();
});
beforeEach(() => {
  servers.reset();
  count += 1;
  kept = [];
  keeper = new Receiver(servers, `https://keeper-${count}.example/`);
  keeper.answer = (response) => kept.push(() => response.writeHead(204).end());
  sender = senderOf(api, servers);
});
afterEach(async () => {
  answerKept();
  await sender.idle();
  await api.deps.db.deleteFrom('webhook_endpoint').execute();
});
afterAll(async () => {
  await servers.close();
  await api.close();
});

/** Endpoints of an account of their own with so much waiting at each, as if they had been called before. */
async function endpointsOf(
  user: TestUser,
  {
    url = keeper.url,
    lane,
    endpoints = 1,
    waiting = 1,
    called = 0,
  }: { url?: string; lane: Lane | 'new'; endpoints?: number; waiting?: number; called?: number },
): Promise<number> {
  const { endpoint } = await addEndpoint(api, user, url, ['campaign.status_changed']);
  const accountId = user.accountId;
  const { db } = api.deps;
  await sql`insert into webhook_endpoint (account_id, url, event_types, secret_sealed, created_by)
            select account_id, url, event_types, secret_sealed, created_by from webhook_endpoint, generate_series(2, ${endpoints}::int)
             where account_id = ${accountId}`.execute(db);
  await db
    .updateTable('webhook_endpoint')
    .set({
      last_called_at: lane === 'new' ? null : new Date(api.now.getTime() - 60_000 + called),
      slow_until: lane === 'slow' ? new Date(api.now.getTime() + 60_000) : null,
      failing_since: lane === 'failing' ? api.now : null,
    })
    .where('account_id', '=', accountId)
    .execute();
  await sql`with told as (insert into webhook_event (account_id, type, data) select ${accountId}, 'webhook.test', '{}'
                            from generate_series(1, ${waiting}::int) returning id)
            insert into webhook_delivery (endpoint_id, event_id)
            select e.id, told.id from told, webhook_endpoint e where e.account_id = ${accountId}`.execute(db);
  return endpoint.id;
}
const ownersOf = async (claimed: readonly Claimed[]): Promise<(number | null)[]> => {
  const rows = await api.deps.db.selectFrom('webhook_endpoint').select(['id', 'account_id']).execute();
  const owners = new Map(rows.map(({ id, account_id: owner }) => [id, owner]));
  return claimed.map(({ endpointId }) => owners.get(endpointId) ?? null);
};
const later = (ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

describe('shares', () => {
  for (const lane of ['quick', 'slow', 'failing'] as const) {
    it(`${lane}: so many of an endpoint, so many of an account, none of those under another lane`, async () => {
      const one = await api.user();
      await endpointsOf(one, { lane, waiting: 20 });
      expect(await claimDue(api.deps, { lane, limit: 100 })).toHaveLength(SHARES[lane].endpoint);
      expect(await claimDue(api.deps, { lane, limit: 100 })).toEqual([]);
      const many = await api.user();
      await endpointsOf(many, { lane, endpoints: MAX_ENDPOINTS, waiting: 20 });
      const claimed = await claimDue(api.deps, { lane, limit: 100 });
      expect(await ownersOf(claimed)).toEqual(Array(SHARES[lane].account).fill(many.accountId));
      expect(await claimDue(api.deps, { lane, limit: 100 })).toEqual([]);
      for (const other of ['quick', 'slow', 'failing'] as const)
        expect(await claimDue(api.deps, { lane: other, limit: 100 })).toEqual([]);
    });

    it(`${lane}: the accounts take turns, whoever's waits longest`, async () => {
      const greedy = await api.user();
      const [late, early] = [await api.user(), await api.user()];
      await endpointsOf(greedy, { lane, endpoints: MAX_ENDPOINTS, waiting: 20, called: 1_000 });
      await endpointsOf(late, { lane, called: 30_000 });
      await endpointsOf(early, { lane, called: 500 });
      const next = async () => (await ownersOf(await claimDue(api.deps, { lane, limit: 1 })))[0];
      expect([await next(), await next(), await next(), await next()]).toEqual([
        early.accountId,
        greedy.accountId,
        late.accountId,
        greedy.accountId,
      ]);
    });
  }

  it('are free again once whoever had one is gone for half a minute', async () => {
    for (const lane of ['quick', 'slow', 'failing'] as const) {
      await endpointsOf(await api.user(), { lane, waiting: 20 });
      const claimed = await claimDue(api.deps, { lane, limit: 100 });
      expect(claimed).toHaveLength(SHARES[lane].endpoint);
      const began = api.now;
      api.now = new Date(began.getTime() + 29_999);
      expect(await claimDue(api.deps, { lane, limit: 100 })).toEqual([]);
      api.now = new Date(began.getTime() + 30_000);
      const again = await claimDue(api.deps, { lane, limit: 100 });
      expect(again.map(({ id }) => id).toSorted()).toEqual(claimed.map(({ id }) => id).toSorted());
      api.now = began;
      await api.deps.db.deleteFrom('webhook_endpoint').execute();
    }
  });

  it('are taken on once, by one of two workers that look at the same moment', async () => {
    await endpointsOf(await api.user(), { lane: 'quick', waiting: 20 });
    const take = async () => await claimDue(api.deps, { lane: 'quick', limit: 100 });
    const { waited, result } = await whileHeld(
      api.pool,
      'select id from webhook_delivery for update',
      async () => await Promise.all([take(), take()]),
      2,
    );
    expect([waited, ...result.map(({ length }) => length).sort()]).toEqual([true, 0, SHARES.quick.endpoint]);
  });

  it('of an endpoint what happened first goes out first', async () => {
    await endpointsOf(await api.user(), { lane: 'failing', waiting: 5 });
    const waiting = await api.deps.db.selectFrom('webhook_delivery').select('id').orderBy('id').execute();
    const claimed = [];
    for (let turns = 0; turns < 5; turns += 1) {
      const [one] = await claimDue(api.deps, { lane: 'failing', limit: 10 });
      if (one === undefined) return expect.fail('nothing is due');
      claimed.push(one.id);
      await sql`update webhook_delivery set status = 'delivered' where id = ${one.id}`.execute(api.deps.db);
    }
    expect(claimed).toEqual(waiting.map(({ id }) => id));
  });

  it('of the quick ones an account has fewer that keeps calls elsewhere', async () => {
    const user = await api.user();
    await endpointsOf(user, { lane: 'slow', endpoints: 2, waiting: 2 });
    expect(await claimDue(api.deps, { lane: 'slow', limit: 100 })).toHaveLength(4);
    await endpointsOf(user, { lane: 'quick', endpoints: 1, waiting: 3 });
    expect(await claimDue(api.deps, { lane: 'quick', limit: 100 })).toHaveLength(SHARES.quick.account - 4);
  });

  it("the network's endpoints have a larger one", async () => {
    const operator = await api.user({ roles: ['operator'] });
    for (let added = 0; added < MAX_ENDPOINTS; added += 1)
      await addEndpoint(api, operator, keeper.url, ['campaign.status_changed'], '/operator/webhooks');
    await sql`with told as (insert into webhook_event (type, data) select 'webhook.test', '{}' from generate_series(1, 9) returning id)
              insert into webhook_delivery (endpoint_id, event_id) select e.id, told.id from told, webhook_endpoint e`.execute(
      api.deps.db,
    );
    expect(await claimDue(api.deps, { lane: 'slow', limit: 100 })).toHaveLength(SHARES.slow.network);
  });
});

describe('which lane an endpoint is in', () => {
  const laneOf = async (id: number): Promise<Lane | undefined> => {
    for (const lane of ['quick', 'slow', 'failing'] as const) {
      await sql`update webhook_delivery set claimed_until = null, not_before = null, status = 'waiting'`.execute(
        api.deps.db,
      );
      const claimed = await claimDue(api.deps, { lane, limit: 1 });
      if (claimed.some(({ endpointId }) => endpointId === id)) return lane;
    }
    return undefined;
  };
  const send = async () => {
    await sender.look();
    await sender.idle();
  };

  it('slow until it has answered, quick from then on, slow for a quarter of an hour after each long call', async () => {
    const quick = new Receiver(servers, `https://quick-${count}.example/`);
    const id = await endpointsOf(await api.user(), { lane: 'new', url: quick.url });
    expect(await laneOf(id)).toBe('slow');
    await sql`update webhook_delivery set claimed_until = null`.execute(api.deps.db);
    await send();
    expect(await laneOf(id)).toBe('quick');
    await sql`update webhook_delivery set claimed_until = null`.execute(api.deps.db);
    sender = senderOf(api, servers, 3_000, 0);
    await send();
    expect(quick.got).toHaveLength(2);
    expect(await laneOf(id)).toBe('slow');
    // As docs/webhooks.md says of a long call, and of how long it counts.
    expect(SLOW_CALL_MS).toBe(2_000);
    later(15 * 60_000 - 1);
    expect(await laneOf(id)).toBe('slow');
    later(1);
    expect(await laneOf(id)).toBe('quick');
  });

  it('stays slow after a long call that failed, once the next arrives', async () => {
    const receiver = new Receiver(servers, `https://turns-${count}.example/`);
    receiver.answer = (response, calls) => void response.writeHead(calls === 1 ? 503 : 204).end();
    const id = await endpointsOf(await api.user(), { lane: 'quick', url: receiver.url });
    sender = senderOf(api, servers, 3_000, 0);
    await send();
    expect(await laneOf(id)).toBe('failing');
    await sql`update webhook_delivery set claimed_until = null`.execute(api.deps.db);
    sender = senderOf(api, servers);
    await send();
    expect(receiver.got).toHaveLength(2);
    expect(await laneOf(id)).toBe('slow');
  });
});

describe('receivers that keep their calls', () => {
  const victim = async (lane: Lane | 'new') => {
    const quick = new Receiver(servers, `https://quick-${count}.example/`);
    await endpointsOf(await api.user(), { lane, url: quick.url });
    return quick;
  };
  const attackers = async (accounts: number, lane: Lane | 'new') => {
    for (let made = 0; made < accounts; made += 1)
      await endpointsOf(await api.user(), { lane, endpoints: MAX_ENDPOINTS, waiting: 5 });
  };

  it('of ten new endpoints of each of four accounts take no place of those who are known as quick', async () => {
    await attackers(4, 'new');
    await sender.look();
    await soon(() => expect(kept).toHaveLength(AT_ONCE.slow));
    const quick = await victim('quick');
    await sender.look();
    await soon(() => expect(quick.got).toHaveLength(1));
  });

  it('make way for a new endpoint of somebody else with the first place that is free', async () => {
    await attackers(4, 'new');
    await sender.look();
    await soon(() => expect(kept).toHaveLength(AT_ONCE.slow));
    const quick = await victim('new');
    kept.shift()?.();
    await soon(async () => {
      await sender.look();
      expect(quick.got).toHaveLength(1);
    });
  });

  it('though they were quick before, lose the quick places after a moment', async () => {
    sender = senderOf(api, servers, 60_000, 20);
    await attackers(4, 'quick');
    await sender.look();
    await soon(() => expect(kept).toHaveLength(AT_ONCE.quick));
    const quick = await victim('quick');
    await soon(async () => {
      await sender.look();
      expect(quick.got).toHaveLength(1);
    });
    expect(kept).toHaveLength(AT_ONCE.quick);
  });

  it('keep no more than so many in all', async () => {
    sender = senderOf(api, servers, 60_000, 20);
    await attackers(10, 'quick');
    const most = AT_ONCE.quick + OVERTIME_AT_ONCE;
    await soon(async () => {
      await sender.look();
      expect(kept).toHaveLength(most);
    });
    await victim('quick');
    for (let looks = 0; looks < 10; looks += 1) await sender.look();
    expect(kept).toHaveLength(most);
  });

  it('and fail in the end leave places for the retries of others', async () => {
    await attackers(3, 'failing');
    await sender.look();
    await soon(() => expect(kept).toHaveLength(3 * SHARES.failing.account));
    const quick = await victim('failing');
    await sender.look();
    await soon(() => expect(quick.got).toHaveLength(1));
  });
});
