import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveAll } from '../../http/testing/prove.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { eraseClosedAccounts } from './erase-account.ts';

const DAY_MS = 86_400_000;
const CLOSED_AT = new Date('2026-03-10T12:00:00Z');

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const somebody = async () => {
  api.now = CLOSED_AT;
  return await api.user({ roles: ['advertiser'] });
};
const byOperator = async (what: 'close' | 'reopen', { accountId }: TestUser) => {
  await proveAll(api);
  const body = what === 'close' ? { reason: 'Asked for by letter', giveUp: true } : {};
  return await api.call('POST', `/operator/accounts/${accountId}/${what}`, { token: operator.token, body });
};
const done = async (what: 'close' | 'reopen', user: TestUser) => {
  expect((await byOperator(what, user)).error).toBeUndefined();
};
const act = async (action: 'suspend' | 'reinstate', { id }: TestUser) =>
  await api.call('POST', `/operator/users/${id}/actions`, { token: operator.token, body: { action } });
const signIn = async ({ email }: TestUser) =>
  await api.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
const erase = async () => {
  api.now = new Date(CLOSED_AT.getTime() + 30 * DAY_MS);
  // Sessions of 30 days end meanwhile.
  await sql`update session set expires_at = '2027-01-01' where user_id = ${operator.id}`.execute(api.deps.db);
  return await eraseClosedAccounts(api.deps);
};
async function joins(user: TestUser, account: TestUser, role: 'manager' | 'finance' = 'manager') {
  await api.deps.db
    .insertInto('account_member')
    .values({ account_id: account.accountId, user_id: user.id, role, joined_at: api.now })
    .execute();
}
const personsOf = async ({ accountId }: TestUser) =>
  (
    await api.deps.db
      .selectFrom('account_closing')
      .select('persons')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.persons;
const statusOf = async (table: 'account' | 'app_user', id: number) =>
  (await api.deps.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const emailOf = async ({ id }: TestUser) =>
  (await api.deps.db.selectFrom('app_user').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email;

/** Ulla's account was closed while she acted for Vera's, which was closed afterwards: she went with that one. */
async function bothClosed() {
  const [ulla, vera] = [await somebody(), await somebody()];
  await joins(ulla, vera);
  await done('close', ulla);
  expect(await personsOf(ulla)).toEqual([]);
  await done('close', vera);
  expect(await personsOf(vera)).toEqual([
    { id: ulla.id, status: 'active' },
    { id: vera.id, status: 'active' },
  ]);
  return { ulla, vera };
}

describe('who acts for two accounts that are closed', () => {
  it('comes back with whichever is opened, and is not erased with the other', async () => {
    const { ulla, vera } = await bothClosed();
    await done('reopen', ulla);
    expect((await signIn(ulla)).status).toBe(200);
    expect((await signIn(vera)).error?.code).toBe('sign_in_closed');
    expect(await personsOf(vera)).toEqual([{ id: vera.id, status: 'active' }]);
    expect(await erase()).toContain(vera.accountId);
    expect([await emailOf(ulla), await emailOf(vera)]).toEqual([
      ulla.email,
      `erased-${vera.id}@erased.invalid`,
    ]);
    expect((await signIn(ulla)).status).toBe(200);
  });

  it('comes back as they stood, and goes with whichever is closed last again', async () => {
    const { ulla, vera } = await bothClosed();
    await done('reopen', vera);
    expect((await signIn(ulla)).status).toBe(200);
    await done('close', vera);
    await done('reopen', ulla);
    await done('close', ulla);
    expect(await personsOf(ulla)).toEqual([{ id: ulla.id, status: 'active' }]);
    expect(await personsOf(vera)).toEqual([{ id: vera.id, status: 'active' }]);
    expect(await erase()).toEqual(expect.arrayContaining([ulla.accountId, vera.accountId]));
    expect(await emailOf(ulla)).toBe(`erased-${ulla.id}@erased.invalid`);
  });

  it('stays suspended by hand, with the account that they own', async () => {
    const [ulla, vera] = [await somebody(), await somebody()];
    await joins(ulla, vera);
    await done('close', ulla);
    expect((await act('suspend', ulla)).status).toBe(200);
    await done('close', vera);
    await done('reopen', ulla);
    expect((await signIn(ulla)).error?.code).toBe('account_suspended');
    expect(await statusOf('account', ulla.accountId)).toBe('suspended');
    expect((await act('reinstate', ulla)).status).toBe(200);
    expect(await statusOf('account', ulla.accountId)).toBe('active');
  });

  it('comes back as they stood before the first, wherever they are named', async () => {
    const { ulla, vera } = await bothClosed();
    const persons = JSON.stringify([{ id: ulla.id, status: 'suspended' }]);
    await sql`update account_closing set persons = ${persons}, closed_at = closed_at + interval '1 second'
      where account_id = ${ulla.accountId}`.execute(api.deps.db);
    await done('reopen', ulla);
    expect(await statusOf('app_user', ulla.id)).toBe('active');
    expect(await personsOf(vera)).toEqual([{ id: vera.id, status: 'active' }]);
  });

  it('closed at once, goes with the second of them', async () => {
    const [ulla, vera] = [await somebody(), await somebody()];
    await joins(ulla, vera);
    const held = `select id from app_user where id = ${ulla.id} for no key update`;
    const { waited } = await whileHeld(
      api.pool,
      held,
      async () => await Promise.all([byOperator('close', ulla), byOperator('close', vera)]),
      2,
    );
    expect(waited).toBe(true);
    const persons = [...((await personsOf(ulla)) ?? []), ...((await personsOf(vera)) ?? [])];
    expect(persons.map(({ id }) => id).sort()).toEqual([ulla.id, vera.id].sort());
    expect(await statusOf('app_user', ulla.id)).toBe('suspended');
  });
});

describe('what becomes of an account waits for its members', () => {
  /** Each judges which other accounts they act for, and the other account may be closed, opened or left at this moment. */
  const waits = async ({ id }: TestUser, work: () => Promise<unknown>) =>
    (await whileHeld(api.pool, `select id from app_user where id = ${id} for no key update`, work)).waited;

  it('where it is opened or erased, and where one of them leaves', async () => {
    const [udo, vito] = [await somebody(), await somebody()];
    await joins(udo, vito);
    await done('close', vito);
    expect(await waits(udo, async () => await done('reopen', vito))).toBe(true);
    await done('close', vito);
    expect(await waits(udo, erase)).toBe(true);
    const ada = await somebody();
    await joins(udo, ada);
    const headers = { 'placard-account': String(ada.accountId) };
    const { token } = udo;
    const leave = async () => await api.call('POST', '/account/leave', { token, headers, body: {} });
    expect(await waits(udo, leave)).toBe(true);
  });
});

describe('whoever went with a closed account', () => {
  /** Past the use cases: somebody who is shut out joins nobody. */
  async function closedAndElsewhere() {
    const [mia, other] = [await somebody(), await somebody()];
    await done('close', mia);
    expect((await act('suspend', mia)).error?.code).toBe('conflict_status');
    expect((await act('reinstate', mia)).error?.code).toBe('account_closed');
    await joins(mia, other);
    return { mia, other };
  }

  it('and acts for an open one by now is left there, active, when it is erased', async () => {
    const { mia } = await closedAndElsewhere();
    expect(await erase()).toContain(mia.accountId);
    expect(await emailOf(mia)).toBe(mia.email);
    expect((await signIn(mia)).status).toBe(200);
    expect(await personsOf(mia)).toEqual([]);
    // The log says who was let in, and by whom: nobody.
    const { rows } = await sql<object>`select actor_kind, detail from audit_log
      where action = 'user.reopen' and subject_id = ${mia.id}`.execute(api.deps.db);
    expect(rows).toEqual([
      { actor_kind: 'system', detail: { status: { before: 'suspended', after: 'active' } } },
    ]);
  });

  it('and acts for an open one by now can be reinstated there, and the closed one stays closed', async () => {
    const { mia } = await closedAndElsewhere();
    expect((await act('reinstate', mia)).status).toBe(200);
    expect([await statusOf('account', mia.accountId), await personsOf(mia)]).toEqual(['suspended', []]);
  });

  it('and runs the network by now is not erased', async () => {
    const [mia, other] = [await somebody(), await somebody()];
    await api.deps.db.deleteFrom('account_member').where('user_id', '=', mia.id).execute();
    await joins(mia, other);
    await done('close', other);
    await api.deps.db.insertInto('user_role').values({ user_id: mia.id, role: 'operator' }).execute();
    expect(await erase()).toContain(other.accountId);
    expect([await emailOf(mia), await statusOf('app_user', mia.id)]).toEqual([mia.email, 'active']);
    await api.deps.db.deleteFrom('user_role').where('user_id', '=', mia.id).execute();
  });

  it('is erased where the other account is closed as well', async () => {
    const { mia, other } = await closedAndElsewhere();
    await done('close', other);
    expect(await erase()).toContain(mia.accountId);
    expect(await emailOf(mia)).toBe(`erased-${mia.id}@erased.invalid`);
    // Nothing lets in whom nobody can be any more.
    const third = await somebody();
    await joins(mia, third);
    expect((await act('reinstate', mia)).error?.code).toBe('account_closed');
    await done('close', third);
    const erased = await personsOf(mia);
    await done('reopen', third);
    expect(await statusOf('app_user', mia.id)).toBe('suspended');
    // Whoever was erased with it stays written down there.
    expect(erased).toEqual([{ id: mia.id, status: 'active' }]);
    expect(await personsOf(mia)).toEqual(erased);
  });

  const setRoles = async ({ id }: TestUser) =>
    await api.call('PUT', `/operator/users/${id}/roles`, {
      token: operator.token,
      body: { roles: ['advertiser', 'operator'], currentPassword: PASSWORD },
    });

  it('gets no roles where it is closed at that moment', async () => {
    const gone = await somebody();
    const { waited, result } = await whileHeld(
      api.pool,
      `select id from account where id = ${gone.accountId} for no key update`,
      async () => await setRoles(gone),
      1,
      `insert into account_closing
         (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
       values (${gone.accountId}, now(), 'owner', ${gone.id}, 0, 'active', '[{"id":${gone.id},"status":"active"}]')`,
    );
    expect([waited, result.error?.code]).toEqual([true, 'account_closed']);
  });

  it('gets no roles until it is opened', async () => {
    const [gone, stays] = [await somebody(), await somebody()];
    await done('close', gone);
    expect((await setRoles(gone)).error?.code).toBe('account_closed');
    expect((await setRoles(stays)).status).toBe(200);
    await api.deps.db.deleteFrom('user_role').where('user_id', '=', stays.id).execute();
    await done('reopen', gone);
    expect((await setRoles(gone)).status).toBe(200);
    await api.deps.db.deleteFrom('user_role').where('user_id', '=', gone.id).execute();
  });
});

describe('an owner of a closed account who acts for another’s', () => {
  async function atVitos() {
    const [udo, vito] = [await somebody(), await somebody()];
    await joins(udo, vito, 'finance');
    await done('close', udo);
    return { udo, vito };
  }

  it('can be suspended, which ends their calls, and reinstated; their own stays closed', async () => {
    const { udo, vito } = await atVitos();
    const headers = { 'placard-account': String(vito.accountId) };
    const call = async () => await api.call('GET', '/advertiser/billing', { token: udo.token, headers });
    expect((await call()).error?.code).not.toBe('unauthenticated');
    expect((await act('suspend', udo)).data).toMatchObject({ status: 'suspended' });
    expect((await call()).error?.code).toBe('unauthenticated');
    expect(await statusOf('account', udo.accountId)).toBe('suspended');
    expect((await act('reinstate', udo)).data).toMatchObject({ status: 'active' });
    expect(await statusOf('account', udo.accountId)).toBe('suspended');
    await done('reopen', udo);
    expect(await statusOf('account', udo.accountId)).toBe('active');
  });

  it('can be suspended also after it was erased, and gets another where they are given a role', async () => {
    const { udo, vito } = await atVitos();
    expect(await erase()).toContain(udo.accountId);
    expect((await act('suspend', udo)).status).toBe(200);
    expect((await act('reinstate', udo)).status).toBe(200);
    expect(await statusOf('account', udo.accountId)).toBe('suspended');
    const body = { roles: ['publisher'] };
    const given = await api.call('PUT', `/operator/users/${udo.id}/roles`, { token: operator.token, body });
    expect(given.status).toBe(200);
    const roles = await api.deps.db
      .selectFrom('account_role as r')
      .innerJoin('account_member as m', 'm.account_id', 'r.account_id')
      .select(['r.role', 'm.account_id'])
      .where('m.user_id', '=', udo.id)
      .where('m.role', '=', 'owner')
      .where('r.role', '=', 'publisher')
      .execute();
    expect(roles).toHaveLength(1);
    expect([udo.accountId, vito.accountId]).not.toContain(roles[0]?.account_id);
  });

  it('gets an account of their own when they leave that', async () => {
    const { udo, vito } = await atVitos();
    const headers = { 'placard-account': String(vito.accountId) };
    const left = await api.call('POST', '/account/leave', { token: udo.token, headers, body: {} });
    expect(left.status).toBe(200);
    const profile = (await api.call('GET', '/auth/profile', { token: udo.token })).data;
    expect(profile).toMatchObject({ member: 'owner', roles: [] });
    const { accountId } = profile as { accountId: number };
    expect([udo.accountId, vito.accountId]).not.toContain(accountId);
    // A role they are given is of that one, not of the closed one.
    const body = { roles: ['publisher'] };
    await api.call('PUT', `/operator/users/${udo.id}/roles`, { token: operator.token, body });
    const roles = await api.deps.db
      .selectFrom('account_role')
      .select('account_id')
      .where('role', '=', 'publisher')
      .where('account_id', 'in', [udo.accountId, accountId])
      .execute();
    expect(roles).toEqual([{ account_id: accountId }]);
  });
});

it('suspending somebody suspends every account that they own and that is open', async () => {
  const [ann, bob] = [await somebody(), await somebody()];
  await joins(ann, bob);
  const body = { userId: ann.id, currentPassword: PASSWORD };
  await proveAll(api);
  const handed = await api.call('POST', '/account/owner', { token: bob.token, body });
  expect(handed.error).toBeUndefined();
  const both = async () => [
    await statusOf('account', ann.accountId),
    await statusOf('account', bob.accountId),
  ];
  expect((await act('suspend', ann)).status).toBe(200);
  expect(await both()).toEqual(['suspended', 'suspended']);
  expect((await act('reinstate', ann)).status).toBe(200);
  expect(await both()).toEqual(['active', 'active']);
});

describe('an account that is closed', () => {
  const inserted = {
    campaign: `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
      select id, 'Spring', 'TRAFFIC', 9, '2026-03-01', 'active', gen_random_uuid()::text from account where id = $1`,
    account_invitation: `insert into account_invitation (account_id, email, role, token_sha256, invited_by, created_at, expires_at)
      select $1, 'new@example.com', 'viewer', sha256('held'), user_id, now(), now() from account_member where account_id = $1`,
  } as const;

  // Who holds what is ended names the account in the audit log afterwards: each would wait for the other.
  it.each(Object.keys(inserted) as (keyof typeof inserted)[])(
    'is not held while its %s is waited for, and wholly once it was',
    async (table) => {
      const user = await somebody();
      const account = { campaign: 'advertiser_id', account_invitation: 'account_id' }[table];
      await api.pool.query(inserted[table], [user.accountId]);
      const { waited, result } = await whileHeld(
        api.pool,
        `select id from ${table} where ${account} = ${user.accountId} for update`,
        async () => await byOperator('close', user),
        1,
        `select id from account where id = ${user.accountId} for key share nowait`,
      );
      expect([waited, result.error]).toEqual([true, undefined]);
      await done('reopen', user);
      // What is being asked of the account just now would be an obstacle.
      const asked = `select id from account where id = ${user.accountId} for key share`;
      expect((await whileHeld(api.pool, asked, async () => await byOperator('close', user))).waited).toBe(
        true,
      );
    },
  );
});
