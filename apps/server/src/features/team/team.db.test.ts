import { MAX_MEMBERS } from '@placard/domain/account/member';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let owner: TestUser;
let emails = 0;
const newEmail = () => `mate-${++emails}@example.com`;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  owner = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Olga', lastName: 'Owner' });
});

type Team = {
  members: { userId: number; role: string; email: string }[];
  invitations: { id: number; email: string }[];
};

const invite = async (email: string, role: string, by = owner) =>
  await api.call('POST', '/account/invitations', { token: by.token, body: { email, role } });
const tokenOf = (answer: { data: unknown }) =>
  new URL((answer.data as { inviteUrl: string }).inviteUrl).searchParams.get('token') ?? '';
const newcomer = { firstName: 'Max', lastName: 'Mate', password: PASSWORD };
const accept = async (token: string) =>
  await api.call('POST', '/invitations/accept', { body: { token, ...newcomer } });
const teamOf = async (by: { token: string }) =>
  (await api.call('GET', '/account/team', { token: by.token })).data as Team;
/** Calls on behalf of an account. */
const as = async (
  token: string,
  accountId: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) =>
  await api.call(method, path, {
    token,
    headers: { 'placard-account': `${accountId}` },
    ...(body === undefined ? {} : { body }),
  });

async function mate(role: string) {
  const email = newEmail();
  const answer = await accept(tokenOf(await invite(email, role)));
  const { token, user } = answer.data as {
    token: string;
    user: { id: number; accountId: number; member: string };
  };
  return { email, token, id: user.id, user };
}

describe('an invitation', () => {
  it('is mailed, shown once where no mail is sent, and makes a member who signs in with a password', async () => {
    const email = newEmail();
    const invited = await invite(email.toUpperCase(), 'manager');
    const token = tokenOf(invited);
    expect(await mailsTo(api, email)).toEqual([
      expect.stringContaining(`Olga Owner (${owner.email}) invites you`),
    ]);
    expect((await api.call('GET', `/invitations/${token}`)).data).toEqual({
      account: 'Olga Owner',
      role: 'manager',
      email,
      known: false,
    });
    expect((await accept(token)).data).toMatchObject({
      user: { email, accountId: owner.accountId, member: 'manager', roles: ['advertiser', 'publisher'] },
    });
    expect((await accept(token)).error?.code).toBe('link_invalid');
    const { members, invitations } = await teamOf(owner);
    expect(members.map((one) => [one.email, one.role])).toEqual([
      [owner.email, 'owner'],
      [email, 'manager'],
    ]);
    expect(invitations).toEqual([]);
    expect(await mailsTo(api, owner.email)).toEqual([expect.stringContaining('acts for Olga Owner')]);
    const login = await api.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  it('to somebody who signs in already is accepted signed in, with that address alone', async () => {
    const known = await api.user({ roles: ['publisher'] });
    const stranger = await api.user();
    const token = tokenOf(await invite(known.email, 'viewer'));
    expect((await api.call('GET', `/invitations/${token}`)).data).toMatchObject({ known: true });
    expect((await accept(token)).error?.code).toBe('email_taken');
    const join = async (by: TestUser) =>
      await api.call('POST', '/invitations/join', { token: by.token, body: { token } });
    expect((await join(stranger)).error?.code).toBe('invitation_for_another');
    expect((await join(known)).data).toMatchObject({
      id: owner.accountId,
      name: 'Olga Owner',
      member: 'viewer',
      home: false,
    });
    expect((await join(known)).error?.code).toBe('link_invalid');
    const { items } = (await api.call('GET', '/accounts', { token: known.token })).data as {
      items: { id: number; home: boolean }[];
    };
    expect(items.map(({ id, home }) => [id, home]).sort()).toEqual(
      [
        [known.accountId, true],
        [owner.accountId, false],
      ].sort(),
    );
    // Named in a call, and from then on at home there.
    const profile = async (accountId?: number) =>
      (accountId === undefined
        ? await api.call('GET', '/auth/profile', { token: known.token })
        : await as(known.token, accountId, 'GET', '/auth/profile')
      ).data;
    expect(await profile()).toMatchObject({
      accountId: known.accountId,
      member: 'owner',
      roles: ['publisher'],
    });
    expect(await profile(owner.accountId)).toMatchObject({ accountId: owner.accountId, member: 'viewer' });
    await api.call('PUT', '/accounts/home', { token: known.token, body: { id: owner.accountId } });
    expect(await profile()).toMatchObject({ accountId: owner.accountId });
    const elsewhere = await api.call('PUT', '/accounts/home', {
      token: known.token,
      body: { id: stranger.accountId },
    });
    expect(elsewhere.status).toBe(404);
  });

  it('ends when it is taken back, sent anew, after 14 days, and with a suspended account', async () => {
    const email = newEmail();
    const first = tokenOf(await invite(email, 'viewer'));
    const second = tokenOf(await invite(email, 'finance'));
    expect((await accept(first)).error?.code).toBe('link_invalid');
    const { invitations } = await teamOf(owner);
    expect(invitations.map((one) => one.email)).toEqual([email]);
    const id = invitations[0]?.id ?? 0;
    const other = await api.user();
    const revoke = async (by: TestUser) =>
      await api.call('DELETE', `/account/invitations/${id}`, { token: by.token });
    expect((await revoke(other)).status).toBe(404);
    expect((await revoke(owner)).status).toBe(200);
    expect((await accept(second)).error?.code).toBe('link_invalid');

    const late = tokenOf(await invite(email, 'viewer'));
    const set = async (status: 'active' | 'suspended') =>
      await api.deps.db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();
    await set('suspended');
    expect((await api.call('GET', `/invitations/${late}`)).status).toBe(404);
    await set('active');
    const now = api.now;
    try {
      api.now = new Date(now.getTime() + 14 * 86_400_000 - 1);
      expect((await api.call('GET', `/invitations/${late}`)).status).toBe(200);
      api.now = new Date(now.getTime() + 14 * 86_400_000);
      expect((await accept(late)).error?.code).toBe('link_invalid');
    } finally {
      api.now = now;
    }
  });

  it('is refused for who acts for the account already, and beyond as many as it may have', async () => {
    expect((await invite(owner.email, 'viewer')).error?.code).toBe('member_already');
    await api.deps.db
      .insertInto('account_invitation')
      .values(
        Array.from({ length: MAX_MEMBERS - 2 }, (_, index) => ({
          account_id: owner.accountId,
          email: newEmail(),
          role: 'viewer' as const,
          token_sha256: Buffer.alloc(32, `${owner.accountId} ${index}`),
          invited_by: owner.id,
          created_at: api.now,
          expires_at: new Date(api.now.getTime() + 1_000),
        })),
      )
      .execute();
    expect((await invite(newEmail(), 'viewer')).status).toBe(200);
    expect((await invite(newEmail(), 'viewer')).error?.code).toBe('team_full');
    expect((await invite(newEmail(), 'owner')).status).toBe(422);
  });

  it('is used by one of two that come at once', async () => {
    const token = tokenOf(await invite(newEmail(), 'viewer'));
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await teamOf(owner)).members).toHaveLength(2);
  });
});

describe('members', () => {
  it('may what their role allows, from their next call on', async () => {
    const { token, id } = await mate('viewer');
    const home = async () => await api.call('POST', '/advertiser/campaigns', { token, body: {} });
    const deposit = async () =>
      await api.call('POST', '/advertiser/deposits', {
        token,
        body: {},
        headers: { 'idempotency-key': `k-${id}` },
      });
    expect([(await home()).error?.code, (await deposit()).error?.code]).toEqual([
      'member_denied',
      'member_denied',
    ]);
    expect((await api.call('GET', '/advertiser/campaigns', { token })).status).toBe(200);
    const set = async (role: string) =>
      await api.call('PUT', `/account/members/${id}`, { token: owner.token, body: { role } });
    expect((await set('manager')).data).toMatchObject({ userId: id, role: 'manager' });
    expect([(await home()).status, (await deposit()).error?.code]).toEqual([422, 'member_denied']);
    await set('finance');
    expect([(await home()).error?.code, (await deposit()).status]).toEqual(['member_denied', 422]);
    // Neither gives rights away, nor changes how the account is named.
    expect((await invite(newEmail(), 'viewer', { ...owner, token })).error?.code).toBe('member_denied');
    const profile = (await api.call('GET', '/auth/profile', { token })).data as Record<string, unknown>;
    const update = async (fields: object) =>
      await api.call('PUT', '/auth/profile', { token, body: { ...profile, ...fields } });
    expect((await update({ firstName: 'Maxi' })).status).toBe(200);
    expect((await update({ company: 'Mine' })).error?.code).toBe('member_denied');
    expect((await update({ timeZone: 'Asia/Tokyo' })).error?.code).toBe('member_denied');
  });

  it('that are removed or leave are refused at their next call, and act for an account of their own', async () => {
    const [removed, left] = [await mate('manager'), await mate('finance')];
    const asMember = async (token: string) =>
      await as(token, owner.accountId, 'GET', '/advertiser/campaigns');
    expect((await asMember(removed.token)).status).toBe(200);
    const view = { screen: 'statistics', name: 'Mine', search: {} };
    await as(removed.token, owner.accountId, 'POST', '/views', view);
    const views = async () =>
      await api.deps.db
        .selectFrom('saved_view')
        .select('id')
        .where('account_id', '=', owner.accountId)
        .execute();
    expect(await views()).toHaveLength(1);
    await api.call('DELETE', `/account/members/${removed.id}`, { token: owner.token });
    await as(left.token, owner.accountId, 'POST', '/account/leave', {});
    for (const { token } of [removed, left]) {
      expect((await asMember(token)).error?.code).toBe('not_a_member');
      const profile = (await api.call('GET', '/auth/profile', { token })).data as { accountId: number };
      expect(profile).toMatchObject({ member: 'owner', roles: [] });
      expect(profile.accountId).not.toBe(owner.accountId);
    }
    expect((await teamOf(owner)).members).toHaveLength(1);
    // Nothing of theirs is mailed about it any more.
    expect(await views()).toEqual([]);
    const again = await api.call('DELETE', `/account/members/${removed.id}`, { token: owner.token });
    expect(again.status).toBe(404);
  });

  it('are handed the account with the password; the owner neither leaves nor is removed', async () => {
    const { id, token } = await mate('manager');
    const handOver = async (by: string, userId: number, currentPassword = PASSWORD) =>
      await as(by, owner.accountId, 'POST', '/account/owner', { userId, currentPassword });
    expect((await api.call('POST', '/account/leave', { token: owner.token, body: {} })).error?.code).toBe(
      'owner_stays',
    );
    expect((await handOver(token, id)).error?.code).toBe('member_denied');
    expect((await handOver(owner.token, id, 'Wrong-Horse-1')).error?.code).toBe('current_password_wrong');
    const set = async (status: 'active' | 'suspended') =>
      await api.deps.db.updateTable('app_user').set({ status }).where('id', '=', id).execute();
    await set('suspended');
    expect((await handOver(owner.token, id)).error?.message).toMatch(/suspended/);
    await set('active');
    expect((await handOver(owner.token, id)).status).toBe(200);
    expect((await teamOf(owner)).members.map((one) => [one.userId, one.role])).toEqual([
      [id, 'owner'],
      [owner.id, 'manager'],
    ]);
    expect((await handOver(owner.token, id)).error?.code).toBe('member_denied');
    const mails = await mailsTo(api, owner.email);
    expect(mails.at(-1)).toContain('handed Max Mate');
  });

  it('go on for another account of theirs while the one they start with is suspended', async () => {
    const agency = await api.user({ roles: ['publisher'] });
    const token = tokenOf(await invite(agency.email, 'manager'));
    await api.call('POST', '/invitations/join', { token: agency.token, body: { token } });
    await api.call('PUT', '/accounts/home', { token: agency.token, body: { id: owner.accountId } });
    const set = async (accountId: number, status: 'active' | 'suspended') =>
      await api.deps.db.updateTable('account').set({ status }).where('id', '=', accountId).execute();
    const acts = async () => {
      const login = await api.call('POST', '/auth/login', {
        body: { email: agency.email, password: PASSWORD },
      });
      const signedIn = login.data as { token: string; user: { accountId: number } };
      const profile = await api.call('GET', '/auth/profile', { token: signedIn.token });
      return [
        signedIn.user.accountId,
        (profile.data as { accountId?: number } | undefined)?.accountId ?? profile.error?.code,
      ];
    };
    expect(await acts()).toEqual([owner.accountId, owner.accountId]);
    await set(owner.accountId, 'suspended');
    expect(await acts()).toEqual([agency.accountId, agency.accountId]);
    // The one that is named is not another one, though.
    const named = await as(agency.token, owner.accountId, 'GET', '/account/team');
    expect(named.error?.code).toBe('account_suspended');
    await set(agency.accountId, 'suspended');
    expect((await acts())[1]).toBe('account_suspended');
    await set(owner.accountId, 'active');
  });

  it('of one account are nobody to another, whichever id is named', async () => {
    const { id, token } = await mate('manager');
    const other = await api.user({ roles: ['advertiser'] });
    for (const accountId of [other.accountId, 2_000_000_000, 0]) {
      expect((await as(token, accountId, 'GET', '/account/team')).error?.code).toBe('not_a_member');
    }
    const header = { token, headers: { 'placard-account': '1 or 1=1' } };
    expect((await api.call('GET', '/account/team', header)).error?.code).toBe('not_a_member');
    for (const [method, path, body] of [
      ['PUT', `/account/members/${id}`, { role: 'viewer' }],
      ['DELETE', `/account/members/${id}`, undefined],
    ] as const) {
      const answer = await api.call(method, path, {
        token: other.token,
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status).toBe(404);
    }
    expect((await teamOf(owner)).members.map((one) => one.role)).toEqual(['owner', 'manager']);
  });

  it('stand with the account they acted for in the audit log', async () => {
    const { id, token } = await mate('manager');
    await api.call('PUT', `/account/members/${id}`, { token: owner.token, body: { role: 'viewer' } });
    await as(token, owner.accountId, 'POST', '/account/leave', {});
    const rows = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id', 'actor_account_id'])
      .where('subject_kind', '=', 'account')
      .where('subject_id', '=', owner.accountId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'account.invite', actor_user_id: owner.id, actor_account_id: owner.accountId },
      { action: 'account.join', actor_user_id: id, actor_account_id: null },
      { action: 'account.set_member_role', actor_user_id: owner.id, actor_account_id: owner.accountId },
      { action: 'account.leave', actor_user_id: id, actor_account_id: owner.accountId },
    ]);
  });
});

it('notices go to the members whom they concern, each once', async () => {
  const [manager, finance, viewer] = [await mate('manager'), await mate('finance'), await mate('viewer')];
  const { notify } = await import('../notices/notify.ts');
  const told = async (kind: 'balance.empty' | 'campaign.approve') => {
    const data = kind === 'balance.empty' ? { currency: 'USD' } : { subjectId: 1, name: 'Spring' };
    for (const _again of [1, 2]) {
      await api.deps.db.transaction().execute(
        async (trx) =>
          await notify(trx, {
            accountId: owner.accountId,
            kind,
            data,
            key: 'once',
            at: api.now,
          } as Parameters<typeof notify>[1]),
      );
    }
    const rows = await api.deps.db
      .selectFrom('notification')
      .select('user_id')
      .where('kind', '=', kind)
      .where('account_id', '=', owner.accountId)
      .orderBy('user_id')
      .execute();
    return rows.map((row) => row.user_id);
  };
  expect(await told('balance.empty')).toEqual([owner.id, finance.id].sort((a, b) => a - b));
  expect(await told('campaign.approve')).toEqual([owner.id, manager.id].sort((a, b) => a - b));
  const seen = async (token: string) =>
    ((await api.call('GET', '/notices', { token })).data as { items: object[] }).items.length;
  expect([await seen(owner.token), await seen(manager.token), await seen(viewer.token)]).toEqual([2, 1, 0]);
});
