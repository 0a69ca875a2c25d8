import type { Correction } from '@placard/contract/corrections';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type TestUser } from '../../http/testing/test-api.ts';
import { newKey, outcomeOf, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
  await world.limitIs(1_000);
});
afterAll(async () => {
  await world.api.close();
});

const DAY_MS = 86_400_000;
const later = (ms: number) => {
  world.api.now = new Date(world.api.now.getTime() + ms);
};

describe('what one operator takes on alone of a publisher within 24 hours', () => {
  const needed = async (id: number) =>
    (
      (await world.get('/operator/payouts?status=pending', world.operator)).data as {
        items: { id: number; approvalsNeeded: number }[];
      }
    ).items.find((item) => item.id === id)?.approvalsNeeded;

  it('is one sum up to the limit, whoever approves; beyond it takes two', async () => {
    const [first, second, third] = [await world.asked(600), await world.asked(400), await world.asked(50)];
    const largest = await world.asked(1_000);
    expect([await needed(third), await needed(largest)]).toEqual([1, 1]);
    expect(outcomeOf(await world.act(first, 'process'))).toBe('processing');
    expect(outcomeOf(await world.act(second, 'process', undefined, world.secondOperator))).toBe('processing');
    expect(await needed(third)).toBe(2);
    expect(outcomeOf(await world.act(third, 'process'))).toBe('pending');
    const taken = (await world.act(third, 'process', undefined, world.secondOperator)).data;
    // That it took two stays to be seen, though by itself one would have been enough.
    const approvals = [{ name: 'First Desk' }, { name: 'Second Desk' }];
    expect(taken).toMatchObject({ status: 'processing', approvalsNeeded: 2, approvals });
    // Another's are another sum.
    expect(outcomeOf(await world.act(await world.asked(1_000, world.stranger), 'process'))).toBe(
      'processing',
    );
  });

  it('ends with the 24 hours, to the millisecond', async () => {
    const [first, second] = [await world.asked(600), await world.asked(600)];
    await world.act(first, 'process');
    const began = world.api.now.getTime();
    await world.goOn(new Date(began + DAY_MS - 1).toISOString());
    expect(await needed(second)).toBe(2);
    expect(outcomeOf(await world.act(second, 'process'))).toBe('pending');
    await world.goOn(new Date(began + DAY_MS).toISOString());
    expect(await needed(second)).toBe(1);
    // Its first approval is enough by now.
    expect(outcomeOf(await world.act(second, 'process'))).toBe('processing');
  });

  it('holds what failed since, and neither what two approved nor what was rejected', async () => {
    const [failed, two, rejected, last] = [
      await world.asked(600),
      await world.asked(1_001),
      await world.asked(300),
      await world.asked(400),
    ];
    await world.act(two, 'process');
    await world.act(two, 'process', undefined, world.secondOperator);
    await world.act(rejected, 'reject', 'Wrong holder');
    await world.act(failed, 'process');
    await world.act(failed, 'fail', 'Sent back');
    expect([await needed(last), await needed(await world.asked(400.01))]).toEqual([1, 2]);
    expect(outcomeOf(await world.act(last, 'process'))).toBe('processing');
  });

  it('holds what an operator approved after one who may be the same person', async () => {
    const tied = await world.api.user({ roles: ['operator'] });
    await world.api.pool.query(
      `insert into account_tie (user_id, by_user_id, kind, at) values ($1, $2, 'invite', now())`,
      [tied.id, world.operator.id],
    );
    const [alone, second, third] = [await world.asked(600), await world.asked(600), await world.asked(600)];
    await world.act(alone, 'process');
    for (const id of [second, third]) {
      expect(outcomeOf(await world.act(id, 'process', undefined, tied))).toBe('pending');
      expect(outcomeOf(await world.act(id, 'process'))).toBe('approver_tied');
    }
    await world.goOn(new Date(world.api.now.getTime() + DAY_MS).toISOString());
    expect(outcomeOf(await world.act(second, 'process'))).toBe('processing');
    expect(outcomeOf(await world.act(third, 'process'))).toBe('approver_tied');
    expect(outcomeOf(await world.act(third, 'process', undefined, world.secondOperator))).toBe('processing');
  });

  it('holds what was taken on by one who became an operator after it was asked for', async () => {
    const [alone, second, third] = [await world.asked(600), await world.asked(600), await world.asked(600)];
    await world.act(alone, 'process');
    expect(outcomeOf(await world.act(second, 'process'))).toBe('pending');
    await world.goOn(new Date(world.api.now.getTime() + DAY_MS).toISOString());
    const late = await world.api.user({ roles: ['operator'] });
    expect(outcomeOf(await world.act(second, 'process', undefined, late))).toBe('processing');
    expect(await needed(third)).toBe(2);
    // Nor is somebody a second one who is no operator any more.
    await world.api.pool.query(`delete from user_role where user_id = $1 and role = 'operator'`, [late.id]);
    expect(await needed(third)).toBe(2);
  });

  it('is one’s alone also where that one belongs to no account', async () => {
    const [first, second] = [await world.asked(600), await world.asked(600)];
    const lone = await world.api.user({ roles: ['operator'] });
    expect(outcomeOf(await world.act(first, 'process', undefined, lone))).toBe('processing');
    await world.api.pool.query('delete from account_member where user_id = $1', [lone.id]);
    expect(await needed(second)).toBe(2);
  });

  it('is not exceeded by several at once', async () => {
    const ids = [await world.asked(600), await world.asked(600), await world.asked(600)];
    const outcomes = await Promise.all(ids.map(async (id) => outcomeOf(await world.act(id, 'process'))));
    expect(outcomes.sort()).toEqual(['pending', 'pending', 'processing']);
  });
});

describe('whoever gave somebody of the account a new password', () => {
  const approvalsFor = async (id: number, user: TestUser) =>
    (
      (await world.get(`/operator/payouts?search=PO-${id}`, user)).data as {
        items: { approvalsNeeded: number }[];
      }
    ).items[0]?.approvalsNeeded;

  it('approves its payouts with another operator only, whatever the amount, who may alone', async () => {
    const body = { currentPassword: PASSWORD };
    const path = `/operator/users/${world.publisher.id}/reset-link`;
    const given = await world.api.call('POST', path, { token: world.operator.token, body });
    expect(given.status).toBe(200);
    const [id, another, third] = [await world.asked(60), await world.asked(61), await world.asked(62)];
    expect([await approvalsFor(id, world.operator), await approvalsFor(id, world.secondOperator)]).toEqual([
      2, 1,
    ]);
    expect(outcomeOf(await world.act(id, 'process'))).toBe('pending');
    expect(outcomeOf(await world.act(id, 'process'))).toBe('approved_already');
    expect(outcomeOf(await world.act(id, 'process', undefined, world.secondOperator))).toBe('processing');
    expect(outcomeOf(await world.act(another, 'process', undefined, world.secondOperator))).toBe(
      'processing',
    );
    // Of others' payouts they approve as before.
    expect(outcomeOf(await world.act(await world.asked(63, world.stranger), 'process'))).toBe('processing');
    // The member who had the link leaves the account to somebody else.
    const left = await world.asked(64);
    await world.api.pool.query('update account_member set user_id = $2 where account_id = $1', [
      world.publisher.accountId,
      world.stranger.id,
    ]);
    await world.api.pool.query(
      `insert into audit_log (actor_user_id, actor_kind, action, subject_kind, subject_id, at)
       values ($1, 'advertiser', 'account.leave', 'account', $2, $3)`,
      [world.publisher.id, world.publisher.accountId, world.api.now],
    );
    expect(await approvalsFor(left, world.operator)).toBe(2);
    expect(outcomeOf(await world.act(left, 'process'))).toBe('pending');
    // Where one operator is always enough there may be no other.
    await world.limitIs(0);
    await world.api.pool.query('update payout set approval_limit_micros = 0 where id = $1', [third]);
    expect(outcomeOf(await world.act(third, 'process'))).toBe('processing');
  });
});

describe('a limit that is raised', () => {
  const settings = async () =>
    (await world.get('/operator/payouts/settings', world.operator)).data as {
      approvalLimit: number;
      raised: { approvalLimit: number; countsFrom: string } | null;
    };

  it('counts a day later for what is requested then, and is told at once', async () => {
    const began = world.api.now.getTime();
    const counts = new Date(began + DAY_MS).toISOString();
    const changed = await world.changePayoutSettings({ approvalLimit: 5_000 });
    const raised = { approvalLimit: 5_000, countsFrom: counts };
    expect(changed.data).toMatchObject({ approvalLimit: 1_000, raised });
    const before = await world.asked(2_000);
    expect(outcomeOf(await world.act(before, 'process'))).toBe('pending');
    // Something else is saved: what was asked for keeps its time.
    await world.goOn(new Date(began + DAY_MS - 1).toISOString());
    await world.changePayoutSettings({ debtor: null });
    expect(await settings()).toMatchObject({ approvalLimit: 1_000, raised });
    const early = await world.asked(3_000);
    await world.goOn(counts);
    expect(await settings()).toMatchObject({ approvalLimit: 5_000, raised: null });
    expect(outcomeOf(await world.act(early, 'process'))).toBe('pending');
    expect(outcomeOf(await world.act(await world.asked(5_000), 'process'))).toBe('processing');
  });

  it('gives way to one that is lowered before it counts', async () => {
    await world.changePayoutSettings({ approvalLimit: 0 });
    await world.changePayoutSettings({ approvalLimit: 900 });
    expect(await settings()).toMatchObject({ approvalLimit: 900, raised: null });
    later(DAY_MS);
    expect(await settings()).toMatchObject({ approvalLimit: 900, raised: null });
  });

  it('counts at once where there is nobody else to object, which demoting them is no way to', async () => {
    const api = await PaymentWorld.open();
    try {
      const { deps } = api.api;
      const first = api.operator;
      const raise = async (approvalLimit: number) =>
        ((await api.changePayoutSettings({ approvalLimit })).data as { approvalLimit: number }).approvalLimit;
      await api.limitIs(1_000);
      // Suspended is not gone.
      const others = deps.db.selectFrom('user_role').select('user_id').where('user_id', '<>', first.id);
      await deps.db.updateTable('app_user').set({ status: 'suspended' }).where('id', 'in', others).execute();
      expect(await raise(2_000)).toBe(1_000);
      const body = { roles: ['advertiser'] };
      const path = `/operator/users/${api.secondOperator.id}/roles`;
      const demoted = await api.api.call('PUT', path, { token: first.token, body });
      expect(demoted.status).toBe(200);
      expect(await raise(3_000)).toBe(1_000);
      const began = api.api.now.getTime();
      await api.goOn(new Date(began + DAY_MS - 1).toISOString());
      expect(await raise(4_000)).toBe(1_000);
      await api.goOn(new Date(began + DAY_MS).toISOString());
      // Whoever gets other roles and was no operator could not object either.
      const { id } = await api.api.user({ roles: ['advertiser'] });
      const other = { token: first.token, body: { roles: ['publisher'] } };
      expect((await api.api.call('PUT', `/operator/users/${id}/roles`, other)).status).toBe(200);
      expect(await raise(5_000)).toBe(5_000);
    } finally {
      await api.api.close();
    }
  });
});

describe('what one operator books alone within 24 hours as corrections', () => {
  let advertiser: TestUser;
  beforeEach(async () => {
    advertiser = await world.api.user({ roles: ['advertiser'] });
  });
  async function correct({ amount }: { amount: number }, user = world.operator) {
    const body = { accountId: advertiser.accountId, balance: 'wallet', reason: 'Shown twice', amount };
    return await world.api.call('POST', '/operator/corrections', {
      token: user.token,
      body,
      headers: newKey(),
    });
  }
  const shown = (answer: { data: unknown }) => answer.data as Correction;
  async function decide(id: number, action: 'approve') {
    const path = `/operator/corrections/${id}/decision`;
    const { token } = world.secondOperator;
    return await world.api.call('POST', path, { token, body: { action }, headers: newKey() });
  }
  const wallet = async () =>
    ((await world.get('/advertiser/wallet/balance', advertiser)).data as { balance: number }).balance;

  it('what one operator booked alone within 24 hours counts with it, in both directions', async () => {
    expect(shown(await correct({ amount: 600 })).status).toBe('booked');
    expect(shown(await correct({ amount: -399.99 })).status).toBe('booked');
    expect(shown(await correct({ amount: 0.02 })).status).toBe('pending');
    expect(shown(await correct({ amount: 0.01 })).status).toBe('booked');
    const { id } = shown(await correct({ amount: 0.01 }));
    // Another operator has a sum of their own, and what two approved is in nobody's.
    expect(shown(await decide(id, 'approve')).status).toBe('booked');
    expect(shown(await correct({ amount: 1_000 }, world.secondOperator)).status).toBe('booked');
    const began = world.api.now.getTime();
    await world.goOn(new Date(began + DAY_MS - 1).toISOString());
    expect(shown(await correct({ amount: 0.01 })).status).toBe('pending');
    await world.goOn(new Date(began + DAY_MS).toISOString());
    expect(shown(await correct({ amount: 1_000 })).status).toBe('booked');
  });

  it('several at once are no way around it', async () => {
    const answers = await Promise.all([600, 600, 600].map(async (amount) => await correct({ amount })));
    expect(answers.map((answer) => shown(answer).status).sort()).toEqual(['booked', 'pending', 'pending']);
    expect(await wallet()).toBe(600);
  });
});
