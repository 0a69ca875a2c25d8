import { PAST_MEMBER_DAYS } from '@placard/domain/account/member';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { BANK, idOf, newKey, PaymentWorld } from '../payments/testing/payment-world.ts';
import { ownAmong } from './memberships.ts';

let world: PaymentWorld;
let member: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  await world.newPublishers();
  member = await world.api.user({ roles: ['operator'] });
  await join();
});

/** The operator becomes a member of the publisher's account. */
async function join(): Promise<void> {
  const body = { email: member.email, role: 'finance' };
  const invited = await world.send('POST', '/account/invitations', body);
  const { inviteUrl } = invited.data as { inviteUrl: string };
  const token = new URL(inviteUrl).searchParams.get('token');
  expect((await world.send('POST', '/invitations/join', { token }, member)).status).toBe(200);
}

const leave = async () =>
  await world.api.call('POST', '/account/leave', {
    token: member.token,
    body: {},
    headers: { 'placard-account': String(world.publisher.accountId) },
  });

const remove = async () => await world.send('DELETE', `/account/members/${member.id}`, {});

async function correct(user = member) {
  const body = { accountId: world.publisher.accountId, balance: 'earnings', amount: 9, reason: 'Of my own' };
  const headers = newKey();
  const { status, error } = await world.api.call('POST', '/operator/corrections', {
    token: user.token,
    body,
    headers,
  });
  return error?.code ?? status;
}

const isOwn = async (afterMs: number) => {
  const at = new Date(world.api.now.getTime() + afterMs);
  return (await ownAmong(world.api.deps.db, member.id, [world.publisher.accountId], at)).size > 0;
};

describe('an account of one’s own', () => {
  it.each([
    ['left', leave],
    ['was removed from', remove],
  ])('is one that somebody %s lately: nobody goes for a moment to decide', async (_how, goes) => {
    expect(await correct()).toBe('own_correction');
    expect((await goes()).status).toBe(200);
    expect(await correct()).toBe('own_correction');
    await join();
    expect(await correct()).toBe('own_correction');
  });

  it.each([
    ['left', leave],
    ['was removed from', remove],
  ])('is no more one that somebody %s long ago', async (_how, goes) => {
    await goes();
    expect(await isOwn(PAST_MEMBER_DAYS * DAY_MS - 1)).toBe(true);
    expect(await isOwn(PAST_MEMBER_DAYS * DAY_MS)).toBe(false);
    await join();
    expect(await isOwn(PAST_MEMBER_DAYS * DAY_MS)).toBe(true);
  });

  it('is not that of others who left it, or removed somebody', async () => {
    const { db } = world.api.deps;
    await leave();
    const of = async (userId: number) =>
      [...(await ownAmong(db, userId, [world.publisher.accountId], world.api.now))].length;
    expect([await of(member.id), await of(world.operator.id), await of(world.stranger.id)]).toEqual([
      1, 0, 0,
    ]);
    expect(await correct(world.operator)).toBe(200);
  });

  it('is marked among payouts also after leaving it', async () => {
    await world.earn(60);
    const id = idOf(await world.withdraw(60, idOf(await world.create(BANK, 'Main'))));
    await leave();
    const shown = async (user: TestUser) =>
      (await world.get(`/operator/payouts/${id}`, user)).data as { isYours: boolean };
    expect([(await shown(member)).isYours, (await shown(world.operator)).isYours]).toEqual([true, false]);
  });
});
