import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import {
  type Answer,
  createTestApi,
  PASSWORD,
  type TestApi,
  type TestUser,
} from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { addressesOf } from '../accounts/members-with.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { isOperator } from './active-operators.ts';
import { createOperator, lockOperators, OPERATORS_LOCK } from './first-operator.ts';

let api: TestApi;
let operator: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  operator = await api.user({ roles: ['operator'], firstName: 'Olga', lastName: 'Desk' });
  other = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, body: object, by = operator) =>
  await api.call('POST', `/operator/users/${path}`, { token: by.token, body });
const put = async (id: number, body: object) =>
  await api.call('PUT', `/operator/users/${id}/roles`, { token: operator.token, body });
const newest = async (user: TestUser) =>
  ((await api.call('GET', '/notices', { token: user.token })).data as { items: object[] }).items[0];

const SOON = { timeout: 20_000, interval: 5 };
const wrongly = { currentPassword: 'Wrong-Horse-1' };
const rightly = { currentPassword: PASSWORD };

let emails = 0;
const newEmail = () => {
  emails += 1;
  return `new-${emails}@example.com`;
};

async function whileSuspended(act: () => Promise<Answer>) {
  const { result } = await whileHeld(
    api.pool,
    `select pg_advisory_xact_lock(${OPERATORS_LOCK})`,
    act,
    1,
    `update app_user set status = 'suspended' where id = ${operator.id}`,
  );
  return [result.status, result.error?.code];
}

describe.each([
  [
    'inviting an operator',
    'invite',
    async (extra: object) => await post('invite', { email: newEmail(), roles: ['operator'], ...extra }),
  ],
  [
    'making somebody an operator',
    'roles',
    async (extra: object) =>
      await put((await api.user()).id, { roles: ['operator', 'advertiser'], ...extra }),
  ],
  [
    'a new password link for an operator',
    'reset',
    async (extra: object) => await post(`${other.id}/reset-link`, extra),
  ],
] as const)('%s', (_what, change, act) => {
  it('wants the own password again, and a wrong one stands in the audit log', async () => {
    const missing = await act({});
    expect([missing.status, missing.error?.issues?.[0]?.path]).toEqual([422, 'currentPassword']);
    const wrong = await act(wrongly);
    expect([wrong.status, wrong.error?.code]).toEqual([422, 'current_password_wrong']);
    const refused = await api.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_user_id', '=', operator.id)
      .execute();
    expect(refused).toEqual([{ action: 'user.password_refused' }]);
    expect((await act(rightly)).status).toBe(200);
  });

  it('is refused to who is suspended while it waits for another operator', async () => {
    expect(await whileSuspended(async () => await act(rightly))).toEqual([403, 'forbidden']);
  });

  it('is slowed down like sign-in when the password is guessed, apart from it', async () => {
    for (let count = 0; count < 10; count += 1) expect((await act(wrongly)).status).toBe(422);
    expect((await act(rightly)).status).toBe(429);
    const login = { email: operator.email, password: PASSWORD };
    expect((await api.call('POST', '/auth/login', { body: login })).status).toBe(200);
  });

  it('is told to every operator, at the bell and by mail, whatever they chose to be mailed', async () => {
    const preferences = { items: [{ kind: 'operator.change', inApp: false, mail: 'never' }] };
    const chosen = await api.call('PUT', '/notices/preferences', { token: other.token, body: preferences });
    expect(chosen.error?.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      ...['items.0.inApp notice_fixed', 'items.0.mail notice_fixed'],
    ]);
    await act(rightly);
    // Whoever did that had the means to be the other as well.
    const ties = api.deps.db.selectFrom('account_tie').select('kind').where('by_user_id', '=', operator.id);
    expect(await ties.execute()).toEqual([{ kind: change }]);
    for (const told of [operator, other]) {
      expect(await newest(told)).toMatchObject({
        kind: 'operator.change',
        data: { change, by: 'Olga Desk', about: expect.stringContaining('@example.com') },
      });
      expect((await mailsTo(api, told.email)).at(-1)).toContain('Olga Desk');
    }
  });
});

it('nor does who is suspended meanwhile take a second factor from anybody', async () => {
  const taken = await whileSuspended(async () => await post(`${other.id}/totp/reset`, rightly));
  expect(taken).toEqual([403, 'forbidden']);
});

it('nobody else’s invitation wants a password', async () => {
  expect((await post('invite', { email: newEmail(), roles: ['advertiser'] })).status).toBe(200);
  const user = await api.user();
  expect((await put(user.id, { roles: ['publisher'] })).status).toBe(200);
});

it('gives nobody back without a password what was taken from them at the same moment', async () => {
  const { db } = api.deps;
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { given } = await db.transaction().execute(async (trx) => {
    await lockOperators(trx);
    await trx.deleteFrom('user_role').where('user_id', '=', other.id).execute();
    const asked = put(other.id, { roles: ['operator'] });
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), SOON);
    return { given: asked };
  });
  expect((await given).error?.issues).toMatchObject([{ path: 'currentPassword' }]);
  expect(await isOperator(db, other.id)).toBe(false);
  expect((await put(other.id, { roles: ['operator'], ...rightly })).status).toBe(200);
});

it.each([
  ['demote', async () => await put(other.id, { roles: ['advertiser'] })],
  ['suspend', async () => await post(`${other.id}/actions`, { action: 'suspend' })],
  [
    'reinstate',
    async () => {
      await api.deps.db
        .updateTable('app_user')
        .set({ status: 'suspended' })
        .where('id', '=', other.id)
        .execute();
      return await post(`${other.id}/actions`, { action: 'reinstate' });
    },
  ],
] as const)(
  'who runs the network no more, or again, is told to all of them and to themselves: %s',
  async (change, act) => {
    const third = await api.user({ roles: ['operator'] });
    expect((await act()).status).toBe(200);
    for (const told of [operator, third]) {
      expect(await newest(told)).toMatchObject({
        kind: 'operator.change',
        data: { change, by: 'Olga Desk', about: other.email, record: { kind: 'user', id: other.id } },
      });
    }
    for (const told of [operator, other, third]) {
      const mail = (await mailsTo(api, told.email)).at(-1);
      expect([mail?.includes('Olga Desk'), mail?.includes(other.email)]).toEqual([true, true]);
      const { way } = await api.deps.db
        .selectFrom('mail_outbox')
        .select('way')
        .where('to_email', '=', told.email)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(way).toBe(`/operator/users/${other.id}`);
    }
  },
);

it('nobody is told of others who are suspended, or whose roles change', async () => {
  const user = await api.user({ roles: ['advertiser'] });
  expect((await put(user.id, { roles: ['publisher'] })).status).toBe(200);
  expect((await put(other.id, { roles: ['operator', 'publisher'] })).status).toBe(200);
  expect((await post(`${user.id}/actions`, { action: 'suspend' })).status).toBe(200);
  expect((await post(`${user.id}/actions`, { action: 'reinstate' })).status).toBe(200);
  expect(await newest(other)).toBeUndefined();
});

describe('a new password link', () => {
  it('is shown to the operator once where no mail is sent, and works once', async () => {
    const user = await api.user();
    const answer = await post(`${user.id}/reset-link`, rightly);
    const token = new URL((answer.data as { resetUrl: string }).resetUrl).searchParams.get('token');
    const reset = async () =>
      (await api.call('POST', '/auth/reset-password', { body: { token, password: 'Another-Horse-2' } }))
        .status;
    expect([await reset(), await reset()]).toEqual([200, 404]);
    expect((await mailsTo(api, user.email))[0]).toContain(token);
  });

  it('is for accounts that may sign in, and not one’s own', async () => {
    const suspended = await api.user({ status: 'suspended' });
    const [own, gone, none] = [operator.id, suspended.id, 2_000_000_000];
    expect((await post(`${own}/reset-link`, rightly)).error?.code).toBe('conflict_status');
    expect((await post(`${gone}/reset-link`, rightly)).error?.code).toBe('conflict_status');
    expect((await post(`${none}/reset-link`, rightly)).error?.code).toBe('not_found');
  });
});

it('no link is shown to the operator where mails are sent', async () => {
  const mailing = await createTestApi({ mailServer: true });
  const boss = await mailing.user({ roles: ['operator'] });
  const user = await mailing.user();
  const body = { email: 'guest@example.com', roles: ['advertiser'] };
  const invited = await mailing.call('POST', '/operator/users/invite', { token: boss.token, body });
  expect(invited.data).toMatchObject({ inviteUrl: null });
  const path = `/operator/users/${user.id}/reset-link`;
  const reset = await mailing.call('POST', path, { token: boss.token, body: rightly });
  expect(reset.data).toEqual({ resetUrl: null });
  expect((await mailsTo(mailing, 'guest@example.com'))[0]).toMatch(/invite\?token=[\w-]{43}/);
  expect((await mailsTo(mailing, user.email))[0]).toMatch(/reset-password\?token=[\w-]{43}/);
  await mailing.close();
});

describe('operators who take from each other', () => {
  const suspend = async (by: TestUser, whom: TestUser) =>
    (await post(`${whom.id}/actions`, { action: 'suspend' }, by)).status;
  const demote = async (by: TestUser, whom: TestUser) => {
    const body = { roles: ['advertiser'] };
    return (await api.call('PUT', `/operator/users/${whom.id}/roles`, { token: by.token, body })).status;
  };
  const active = async () =>
    await api.deps.db
      .selectFrom('app_user')
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .select('app_user.id')
      .where('role', '=', 'operator')
      .where('status', '=', 'active')
      .execute();

  it.each([
    ['suspend', suspend, suspend],
    ['demote', demote, demote],
    ['suspend and demote', suspend, demote],
  ] as const)('do it one after the other: of two at once, one (%s)', async (_what, first, second) => {
    const answers = await Promise.all([first(operator, other), second(other, operator)]);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });

  it('leave one active operator, whatever they do at once', async () => {
    const act = fc.record({ by: fc.nat(3), whom: fc.nat(3), demote: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        await api.deps.db.updateTable('app_user').set({ status: 'suspended' }).execute();
        const four: TestUser[] = [];
        while (four.length < 4) four.push(await api.user({ roles: ['operator'] }));
        await Promise.all(
          acts.map(async (each) => {
            const [by, whom] = [four[each.by], four[each.whom]];
            if (by !== undefined && whom !== undefined) await (each.demote ? demote : suspend)(by, whom);
          }),
        );
        expect((await active()).length).toBeGreaterThan(0);
      }),
      { numRuns: 15 },
    );
  });
});

it('whoever accepts to be an operator is one since then, and the others since when they were', async () => {
  const email = newEmail();
  const [advertiser, off] = [await api.user({ roles: ['advertiser'] }), await api.user()];
  await sql`update account set status = 'suspended' where id = ${off.accountId}`.execute(api.deps.db);
  const others = async () =>
    (
      await sql`select a.id, a.status, r.role, r.granted_at, u.last_login_at from account a
          left join account_role r on r.account_id = a.id join account_member m on m.account_id = a.id
          join app_user u on u.id = m.user_id
         where a.id in (${advertiser.accountId}, ${off.accountId}) order by a.id, r.role`.execute(api.deps.db)
    ).rows;
  const stood = await others();
  const invited = await post('invite', { email, roles: ['operator', 'advertiser'], ...rightly });
  const { user, inviteUrl } = invited.data as { user: { id: number }; inviteUrl: string };
  const since = async (id: number) =>
    (
      await api.deps.db
        .selectFrom('user_role')
        .select('granted_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).granted_at;
  const before = await since(operator.id);
  api.now = new Date(api.now.getTime() + 60_000);
  const body = { token: tokenIn(inviteUrl), firstName: 'Olga', lastName: 'New', password: PASSWORD };
  expect((await api.call('POST', '/auth/links/accept', { body })).status).toBe(200);
  expect([await since(user.id), await since(operator.id)]).toEqual([api.now, before]);
  expect(await others()).toEqual(stood);
  const own =
    await sql`select r.granted_at, a.status from account_role r join account_member m using (account_id)
    join account a on a.id = m.account_id where m.user_id = ${user.id}`.execute(api.deps.db);
  expect(own.rows).toEqual([{ granted_at: api.now, status: 'active' }]);
});

it('making an operator fails as it fails: where the address is taken, and where it is something else', async () => {
  const make = async (email: string, firstName: string) =>
    await api.deps.db
      .transaction()
      .execute(
        async (trx) =>
          await createOperator(trx, { email, firstName, lastName: 'Desk', passwordHash: 'x', now: api.now }),
      );
  expect((await refusalOf(make(operator.email, 'Olga'))).code).toBe('email_taken');
  // Longer than a name is kept.
  await expect(make(newEmail(), 'x'.repeat(101))).rejects.toMatchObject({ code: '23514' });
});

it('members who have a right are told at their addresses, the owner first, then by who came first', async () => {
  const [owner, first, second, looks] = [
    await api.user(),
    await api.user(),
    await api.user(),
    await api.user(),
  ];
  const [account] = [first.accountId];
  await sql`insert into account_member (account_id, user_id, role) values (${account}, ${looks.id}, 'viewer'),
    (${account}, ${second.id}, 'finance'), (${account}, ${owner.id}, 'manager')`.execute(api.deps.db);
  await sql`update account_member set role = case user_id when ${second.id} then 'owner' when ${first.id} then 'manager' else role end
    where account_id = ${account}`.execute(api.deps.db);
  expect(await addressesOf(api.deps.db, account, 'work')).toEqual([second.email, owner.email, first.email]);
});
