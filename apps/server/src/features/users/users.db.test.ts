import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, tokenIn } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({
    roles: ['operator'],
    email: 'boss@example.com',
    firstName: 'Zoe',
    lastName: 'Zappa',
  });
});
afterAll(async () => {
  await api.close();
});

const get = async (path: string) => await api.call('GET', path, { token: operator.token });
const post = async (path: string, body: object) =>
  await api.call('POST', path, { token: operator.token, body });

type List = { items: { id: number; email: string; invited: boolean }[]; total: number; stats: object };

describe('GET /operator/users', () => {
  it('searches, filters, sorts and pages', async () => {
    await api.user({ email: 'ann@shop.test', firstName: 'Ann', lastName: 'Adams', roles: ['advertiser'] });
    await api.user({ email: 'pub@news.test', firstName: 'Bob', lastName: 'Adams', roles: ['publisher'] });
    await api.user({
      email: 'new@news.test',
      firstName: '',
      lastName: '',
      status: 'inactive',
      password: null,
    });
    const emails = async (query: string) =>
      ((await get(`/operator/users?${query}`)).data as List).items.map((item) => item.email);
    // Who has no name stands there by their address.
    const byName = ['ann@shop.test', 'pub@news.test', 'new@news.test', 'boss@example.com'];
    expect(await emails('sort=name')).toEqual(byName);
    expect(await emails('sort=-name')).toEqual(byName.toReversed());
    expect(await emails('search=adams&sort=-email')).toEqual(['pub@news.test', 'ann@shop.test']);
    expect(await emails('search=%25')).toEqual([]);
    expect(await emails('role=publisher')).toEqual(['pub@news.test']);
    expect(await emails('status=inactive')).toEqual(['new@news.test']);
    expect(await emails('sort=email&page=2&pageSize=3')).toEqual(['pub@news.test']);
    const { total, stats } = (await get('/operator/users?search=adams&pageSize=1')).data as List;
    expect({ total, stats }).toEqual({ total: 2, stats: { total: 4, active: 3 } });
    const invited = (await get('/operator/users?status=inactive')).data as List;
    expect(invited.items[0]?.invited).toBe(true);
  });

  it('stands in each order both ways, newest first otherwise, and is found by company and tag', async () => {
    const made = async (email: string, day: number, seen: number | null, status: 'active' | 'suspended') => {
      const user = await api.user({ email, status: 'active' });
      await api.pool.query(
        'update app_user set created_at = $2, last_login_at = $3, status = $4 where id = $1',
        [...[user.id, `2026-02-0${day}`, seen === null ? null : `2026-03-0${seen}`, status]],
      );
      return user;
    };
    const [a, b, c] = [
      await made('a@order.test', 2, 2, 'suspended'),
      await made('b@order.test', 1, null, 'active'),
      await made('c@order.test', 3, 1, 'active'),
    ];
    const ids = async (query: string) => {
      const { items, total } = (await get(`/operator/users?${query}`)).data as List;
      return [items.map(({ id }) => id), total];
    };
    const ofOrder = async (sort: string) => await ids(`search=order.test${sort}`);
    expect(await ofOrder('')).toEqual([[c.id, a.id, b.id], 3]);
    expect(await ofOrder('&sort=createdAt')).toEqual([[b.id, a.id, c.id], 3]);
    expect(await ofOrder('&sort=status')).toEqual([[b.id, c.id, a.id], 3]);
    expect(await ofOrder('&sort=-status')).toEqual([[a.id, c.id, b.id], 3]);
    expect(await ofOrder('&sort=lastLogin')).toEqual([[b.id, c.id, a.id], 3]);
    expect(await ofOrder('&sort=-lastLogin&pageSize=2&page=2')).toEqual([[b.id], 3]);
    await api.pool.query("update account set company = 'Orderly Lanterns' where id = $1", [a.accountId]);
    expect(await ids('search=LANTERNS')).toEqual([[a.id], 1]);
    expect(await ids('search=lanterns&status=active')).toEqual([[], 0]);
    // A tag of the person or of their account, and of nothing else that has their number.
    const tag = async (kind: string, id: number) =>
      await api.pool.query("insert into record_tag (kind, subject_id, tag) values ($1, $2, 'late')", [
        kind,
        id,
      ]);
    await tag('user', b.id);
    await tag('account', c.accountId);
    await tag('campaign', a.id);
    await tag('user', a.accountId);
    expect(await ids('tag=late&sort=email')).toEqual([[b.id, c.id], 2]);
    expect(await ids('tag=late&search=c@order')).toEqual([[c.id], 1]);
  });

  it('refuses columns and pages that there are not', async () => {
    expect((await get('/operator/users?sort=password_hash')).status).toBe(422);
    expect((await get('/operator/users?page=0')).status).toBe(422);
  });
});

describe('POST /operator/users/invite', () => {
  it('makes the account, and shows the link once where no mail is sent', async () => {
    const answer = await post('/operator/users/invite', {
      email: 'Guest@example.com',
      roles: ['advertiser', 'publisher'],
    });
    const { user, inviteUrl } = answer.data as { user: object; inviteUrl: string };
    expect(user).toMatchObject({
      email: 'guest@example.com',
      roles: ['advertiser', 'publisher'],
      status: 'inactive',
      invited: true,
    });
    expect(await mailsTo(api, 'guest@example.com')).toEqual([expect.stringContaining(inviteUrl)]);
  });

  it('invites somebody again who did not come, and nobody who has an account', async () => {
    await post('/operator/users/invite', { email: 'again@example.com', roles: ['advertiser'] });
    const second = await post('/operator/users/invite', { email: 'again@example.com', roles: ['publisher'] });
    expect(second.data).toMatchObject({ user: { roles: ['publisher'] } });
    const taken = await post('/operator/users/invite', { email: operator.email, roles: ['advertiser'] });
    expect([taken.status, taken.error?.code]).toEqual([409, 'email_taken']);
    const empty = await post('/operator/users/invite', { email: 'x@example.com', roles: [] });
    expect(empty.error?.issues?.[0]?.message).toBe('Choose at least one role');
  });
});

describe('PUT /operator/users/{id}/roles', () => {
  const put = async (id: number, roles: string[]) =>
    await api.call('PUT', `/operator/users/${id}/roles`, {
      token: operator.token,
      body: { roles, currentPassword: PASSWORD },
    });

  it('changes what the account may do from its next call on', async () => {
    const user = await api.user({ roles: ['advertiser'] });
    expect((await api.call('GET', '/advertiser/wallet/balance', { token: user.token })).status).toBe(200);
    expect((await put(user.id, ['publisher', 'operator'])).data).toMatchObject({
      roles: ['operator', 'publisher'],
    });
    expect((await api.call('GET', '/advertiser/wallet/balance', { token: user.token })).status).toBe(403);
    expect((await api.call('GET', '/operator/users', { token: user.token })).status).toBe(200);
  });

  it('undoes nothing unseen that another operator gave or took meanwhile', async () => {
    const user = await api.user({ roles: ['advertiser', 'publisher'] });
    const given = async (roles: string[], rolesBefore: string[]) =>
      await api.call('PUT', `/operator/users/${user.id}/roles`, {
        token: operator.token,
        body: { roles, rolesBefore },
      });
    expect((await put(user.id, ['advertiser'])).status).toBe(200);
    for (const seen of [['advertiser', 'publisher'], ['publisher'], []]) {
      const refused = await given(['advertiser', 'publisher'], seen);
      expect([refused.status, refused.error?.code]).toEqual([409, 'conflict_version']);
    }
    expect((await given(['publisher'], ['advertiser'])).data).toMatchObject({ roles: ['publisher'] });
  });

  it('finds no account that there is not, and leaves the operator an operator', async () => {
    expect((await put(2_000_000_000, ['publisher'])).error?.code).toBe('not_found');
    expect((await put(3_000_000_000, ['publisher'])).status).toBe(422);
    expect((await put(operator.id, ['publisher'])).error?.code).toBe('conflict_status');
    expect((await put(operator.id, ['publisher', 'operator'])).status).toBe(200);
  });
});

describe('POST /operator/users/{id}/actions', () => {
  const accountOf = async ({ accountId }: TestUser) => {
    const { rows } = await sql`select status, version from account where id = ${accountId}`.execute(
      api.deps.db,
    );
    return rows[0];
  };
  const act = async (id: number, action: string) => await post(`/operator/users/${id}/actions`, { action });

  it('suspends: all sessions end, delivery learns of it; and reinstates', async () => {
    const user = await api.user();
    expect((await act(user.id, 'suspend')).data).toMatchObject({ status: 'suspended' });
    expect((await api.call('GET', '/auth/profile', { token: user.token })).status).toBe(401);
    const changes = await api.deps.db
      .selectFrom('change_log')
      .select('kind')
      .where('kind', '=', 'account')
      .where('subject_id', '=', user.accountId)
      .execute();
    expect(changes.length).toBeGreaterThanOrEqual(2);
    const again = await act(user.id, 'suspend');
    expect([again.status, again.error?.message]).toEqual([
      409,
      'The account is suspended now, so it cannot be suspended.',
    ]);
    expect((await act(user.id, 'reinstate')).data).toMatchObject({ status: 'active' });
    const login = await api.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  it('suspends nobody’s account but their own: others of a team go on', async () => {
    const [owner, member] = [await api.user({ roles: ['publisher'] }), await api.user()];
    const joined = { account_id: owner.accountId, user_id: member.id, role: 'manager' as const };
    await api.deps.db.insertInto('account_member').values(joined).execute();
    const stands = async () => {
      const { rows } = await sql<{ status: string }>`
        select status from account where id in (${owner.accountId}, ${member.accountId})
         order by id = ${member.accountId}`.execute(api.deps.db);
      return rows.map(({ status }) => status);
    };
    await act(member.id, 'suspend');
    expect(await stands()).toEqual(['active', 'suspended']);
    expect((await api.call('GET', '/auth/profile', { token: owner.token })).status).toBe(200);
    await act(member.id, 'reinstate');
    expect(await stands()).toEqual(['active', 'active']);
  });

  it('leaves an account that is closed as it is, which opens as its owner stands then', async () => {
    const [user, other] = [await api.user(), await api.user()];
    await sql`insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
      select unnest(array[${user.accountId}, ${other.accountId}]::int[]), ${api.now}, 'owner', ${user.id}, 0, 'active', '[]'`.execute(
      api.deps.db,
    );
    const before = await accountOf(user);
    const stands = async (of: TestUser) => {
      const { rows } = await sql<{ before: string }>`
        select status_before as before from account_closing where account_id = ${of.accountId}`.execute(
        api.deps.db,
      );
      return [await accountOf(of), rows[0]?.before];
    };
    await act(user.id, 'suspend');
    expect(await stands(user)).toEqual([before, 'suspended']);
    expect((await stands(other))[1]).toBe('active');
    await act(user.id, 'reinstate');
    expect(await stands(user)).toEqual([before, 'active']);
  });

  it('does it once when two operators press at the same time', async () => {
    const user = await api.user();
    const answers = await Promise.all([act(user.id, 'suspend'), act(user.id, 'suspend')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('refuses oneself, unknown accounts and unknown actions', async () => {
    expect((await act(operator.id, 'suspend')).status).toBe(409);
    expect((await act(2_000_000_000, 'suspend')).status).toBe(404);
    expect((await act(operator.id, 'delete')).status).toBe(422);
  });
});

describe('somebody whose account another one holds', () => {
  const invitedUser = async () => {
    const email = 'waits@example.com';
    await post('/operator/users/invite', { email, roles: ['advertiser'] });
    const { rows } = await api.pool.query<{ id: number; accountId: number }>(
      `select u.id, m.account_id as "accountId" from app_user u join account_member m on m.user_id = u.id where email = $1`,
      [email],
    );
    return { id: rows[0]?.id ?? 0, accountId: rows[0]?.accountId ?? 0, email };
  };
  type Somebody = Awaited<ReturnType<typeof invitedUser>>;
  const put = async (path: string, token: string, body: object) =>
    await api.call('PUT', path, { token, body });

  // Who closes an account, or takes a member out of it, locks the account and then people: the other way round one of the two is ended
  // by PostgreSQL, and where several meet, tried again until it fails.
  it.each([
    [
      'is given roles',
      async () => await api.user({ roles: ['advertiser'] }),
      async ({ id }: Somebody) =>
        await put(`/operator/users/${id}/roles`, operator.token, { roles: ['publisher'] }),
    ],
    [
      'is suspended',
      async () => await api.user(),
      async ({ id }: Somebody) => await post(`/operator/users/${id}/actions`, { action: 'suspend' }),
    ],
    [
      'is invited again',
      invitedUser,
      async ({ email }: Somebody) => await post('/operator/users/invite', { email, roles: ['publisher'] }),
    ],
    [
      'accepts an invitation',
      invitedUser,
      async ({ email }: Somebody) =>
        await api.call('POST', '/auth/links/accept', {
          body: {
            ...{ token: tokenIn((await mailsTo(api, email)).at(-1)), firstName: 'Wai', lastName: 'Ting' },
            password: 'Words-And-1',
          },
        }),
    ],
    [
      'moves their account to another zone',
      async () => await api.user(),
      async (somebody: Somebody) =>
        await put('/auth/profile', 'token' in somebody ? String(somebody.token) : '', {
          ...{ firstName: 'Wai', lastName: 'Ting', email: somebody.email, timeZone: 'Asia/Tokyo' },
        }),
    ],
  ])('is not held meanwhile when who %s', async (_what, make, act) => {
    const somebody = await make();
    const { waited, result } = await whileHeld(
      api.pool,
      `select id from account where id = ${somebody.accountId} for no key update`,
      async () => await act(somebody),
      1,
      `select id from app_user where id = ${somebody.id} for no key update nowait`,
    );
    expect([waited, result.status, result.error]).toEqual([true, 200, undefined]);
  });

  it('and an operator who begins to look, are waited for by no row of the audit log', async () => {
    const { accountId } = await api.user();
    const { waited, result } = await whileHeld(
      api.pool,
      `select id from app_user where id = ${operator.id} for key share`,
      async () => await post(`/operator/accounts/${accountId}/looks`, { reason: 'Asked for help' }),
    );
    expect([waited, result.status]).toEqual([false, 200]);
  });
});

it('GET /operator/overview counts what waits', async () => {
  const data = (await get('/operator/overview')).data as Record<string, number>;
  const { count } = await api.deps.db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  expect(data).toEqual({
    pendingCampaigns: 0,
    pendingCreatives: 0,
    pendingWebsites: 0,
    pendingDeposits: 0,
    users: Number(count),
  });
  const { accountId } = await api.user({ roles: ['advertiser', 'publisher'] });
  await api.pool.query(
    `with c as (insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
       select $1, 'Spring', 'TRAFFIC', 9, '2026-03-01', s, gen_random_uuid()::text
         from unnest(array['pending', 'active']) s, generate_series(1, 4)),
     k as (insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key, status)
       select $1, 'Lamp', 'third_party', 300, 250, 'x', gen_random_uuid()::text, s
         from unnest(array['pending', 'paused']) s, generate_series(1, 3))
     insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
     select $1, s || n || '.example', '{pets}', 5, gen_random_uuid()::text, s
       from unnest(array['pending', 'active']) s, generate_series(1, 2) n`,
    [accountId],
  );
  expect((await get('/operator/overview')).data).toMatchObject({
    ...{ pendingCampaigns: 4, pendingCreatives: 3, pendingWebsites: 2, pendingDeposits: 0 },
    users: Number(count) + 1,
  });
});
