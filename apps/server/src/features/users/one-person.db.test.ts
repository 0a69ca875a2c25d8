import { PAST_MEMBER_DAYS } from '@placard/domain/account/member';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proveAll } from '../../http/testing/prove.ts';
import { PASSWORD, type TestUser } from '../../http/testing/test-api.ts';
import { sharingAccount } from '../accounts/memberships.ts';
import { newKey, PaymentWorld } from '../payments/testing/payment-world.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { tiedTo } from './account-ties.ts';
import { checkIndependent } from './independent.ts';

type Person = Pick<TestUser, 'id' | 'token'>;

let world: PaymentWorld;
let operator: TestUser;
let emails = 0;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  await world.newPublishers();
  operator = await world.api.user({ roles: ['operator'] });
});

const post = async (path: string, body: object, by?: Person, headers = {}) =>
  await world.api.call('POST', path, { ...(by === undefined ? {} : { token: by.token }), body, headers });

/** A link into the account of whoever asks for it, which they are shown. */
async function linkOf(by: Person, email: string): Promise<string | null> {
  const invited = await post('/account/invitations', { email, role: 'viewer' }, by);
  return new URL((invited.data as { inviteUrl: string }).inviteUrl).searchParams.get('token');
}

/** Somebody new, in by the link of a member. */
async function newMember(by: Person): Promise<Person> {
  const token = await linkOf(by, `guest-${++emails}@example.com`);
  const names = { firstName: 'Carl', lastName: 'Real', password: PASSWORD };
  const { data } = await post('/invitations/accept', { token, ...names });
  const joined = data as { token: string; user: { id: number } };
  return { id: joined.user.id, token: joined.token };
}

async function makeOperator(person: Person): Promise<void> {
  const body = { roles: ['operator'], currentPassword: PASSWORD };
  const path = `/operator/users/${person.id}/roles`;
  expect((await world.send('PUT', path, body, world.operator)).status).toBe(200);
}

/** A correction beyond the limit for one, asked for by the first and approved by the second. */
async function correctedBy(asker: Person, approver: Person) {
  await world.limitIs(1_000);
  await proveAll(world.api);
  const { accountId } = world.publisher;
  const body = { accountId, balance: 'earnings', amount: 5_000, reason: 'Two people' };
  const { data } = await post('/operator/corrections', body, asker, newKey());
  const path = `/operator/corrections/${(data as { id: number }).id}/decision`;
  const decided = await post(path, { action: 'approve' }, approver, newKey());
  return decided.error?.code ?? decided.status;
}

const tied = async (person: Person) => await tiedTo(world.api.deps.db, person.id, [operator.id]);

describe('an operator and whom they let into an account', () => {
  it('are one person to four eyes where it was somebody new, whoever made them an operator', async () => {
    const carl = await newMember(operator);
    await makeOperator(carl);
    expect(await correctedBy(operator, carl)).toBe('approver_tied');
    expect(await correctedBy(carl, operator)).toBe('approver_tied');
    expect(await correctedBy(carl, world.secondOperator)).toBe(200);
    // For ever, also when they have nothing in common any more.
    await post('/account/leave', {}, carl);
    expect(await tied(carl)).toEqual([operator.id]);
  });

  it('are one person with one more account between them', async () => {
    const between = await newMember(operator);
    await post('/account/leave', {}, between);
    expect(await tied(await newMember(between))).toEqual([operator.id]);
  });

  it('are not with an operator between them, as where operators invite each other', async () => {
    const between = await newMember(operator);
    await post('/account/leave', {}, between);
    await makeOperator(between);
    const last = await newMember(between);
    expect(await tied(last)).toEqual([]);
    await makeOperator(last);
    expect(await correctedBy(operator, last)).toBe(200);
  });

  it('are two who act for one account where the other signed in before, until 90 days after', async () => {
    const known = await world.api.user({ roles: ['operator'] });
    const token = await linkOf(operator, known.email);
    expect(await correctedBy(operator, known)).toBe(200);
    await post('/invitations/join', { token }, known);
    expect(await tied(known)).toEqual([]);
    expect(await correctedBy(operator, known)).toBe('approver_tied');
    expect(await correctedBy(known, operator)).toBe('approver_tied');
    await post('/account/leave', {}, known, { 'placard-account': String(operator.accountId) });
    expect(await correctedBy(operator, known)).toBe('approver_tied');
    const sharing = async (afterMs: number) =>
      await sharingAccount(
        world.api.deps.db,
        operator.id,
        [known.id, world.operator.id],
        new Date(world.api.now.getTime() + afterMs),
      );
    expect(await sharing(PAST_MEMBER_DAYS * DAY_MS - 1)).toEqual([known.id]);
    expect(await sharing(PAST_MEMBER_DAYS * DAY_MS)).toEqual([]);
  });
});

it('whoever became an operator since something was asked for does not approve it', async () => {
  const { db } = world.api.deps;
  const { granted_at: since } = await db
    .selectFrom('user_role')
    .select('granted_at')
    .where('user_id', '=', operator.id)
    .executeTakeFirstOrThrow();
  const approve = async (what: 'payout' | 'correction', askedAfterMs: number) =>
    await db.transaction().execute(async (trx) => {
      const requestedAt = new Date(since.getTime() + askedAfterMs);
      await checkIndependent(
        trx,
        { userId: operator.id },
        { what, requestedAt, now: world.api.now, others: [] },
      );
    });
  for (const what of ['payout', 'correction'] as const) {
    await approve(what, 0);
    const refused = await refusalOf(approve(what, -1));
    expect([refused.code, refused.message]).toEqual(['approver_new', expect.stringContaining(what)]);
  }
});
