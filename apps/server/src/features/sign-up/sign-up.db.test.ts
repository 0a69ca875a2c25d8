import { MAX_SIGN_UP_REQUESTS, SIGN_UPS_LISTED, type SignUpMode } from '@placard/domain/account/sign-up';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { openMail } from '../../mail/outbox.ts';
import { openAccount } from './confirm-sign-up.ts';

const DAY_MS = 86_400_000;
let api: TestApi;
let operator: TestUser;
let emails = 0;
const newEmail = () => `new-${++emails}@example.com`;

beforeAll(async () => {
  api = await createTestApi({ mailServer: true });
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const setMode = async (mode: SignUpMode, termsUrl = '') =>
  await api.deps.db.updateTable('network_settings').set({ sign_up: mode, terms_url: termsUrl }).execute();
beforeEach(async () => {
  await setMode('open');
});
afterEach(async () => {
  await api.deps.db.deleteFrom('sign_up_request').execute();
});

let places = 0;
/** From another address each time: mails are limited by it. */
const ask = async (email: string, more: object = {}) => {
  places += 1;
  return await api.call('POST', '/auth/sign-up', {
    ip: `198.51.${100 + (places >> 8)}.${places & 255}`,
    body: { email, roles: ['advertiser'], company: 'Lanterns', ...more },
  });
};
/** Links are sealed: what was sent is read as the sender reads it. */
async function linkTo(email: string): Promise<string> {
  const row = await api.deps.db
    .selectFrom('mail_outbox')
    .select('sealed')
    .where('to_email', '=', email)
    .where('sealed', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const text = row?.sealed == null ? '' : openMail(api.deps.secrets, { to: email, sealed: row.sealed }).body;
  return /signup\?token=([\w-]+)/.exec(text)?.[1] ?? '';
}
const confirm = async (token: string) =>
  await api.call('POST', '/auth/sign-up/confirm', {
    body: { token, firstName: 'Nora', lastName: 'New', password: PASSWORD },
  });

describe('an open network', () => {
  it('gives an account to whoever confirms their address', async () => {
    const email = newEmail();
    expect((await ask(email.toUpperCase(), { roles: ['publisher', 'advertiser'] })).status).toBe(200);
    const token = await linkTo(email);
    expect((await api.call('GET', `/auth/sign-up/${token}`)).data).toEqual({ email });
    expect((await confirm(token)).data).toMatchObject({
      session: {
        user: {
          email,
          roles: ['advertiser', 'publisher'],
          company: 'Lanterns',
          member: 'owner',
          status: 'active',
        },
      },
    });
    expect((await confirm(token)).error?.code).toBe('link_invalid');
    expect((await api.call('POST', '/auth/login', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  it('answers the same for who has an account, and tells only them', async () => {
    const known = await api.user();
    const fresh = newEmail();
    const [one, other] = [await ask(known.email), await ask(fresh)];
    expect([one.status, one.data]).toEqual([other.status, other.data]);
    expect(await linkTo(known.email)).toBe('');
    expect(await mailsTo(api, known.email)).toEqual([expect.stringContaining('which has one already')]);
  });

  it('never makes an operator, nor changes an invitation', async () => {
    expect((await ask(newEmail(), { roles: ['operator'] })).status).toBe(422);
    expect((await ask(newEmail(), { roles: [] })).error?.issues?.[0]?.message).toBe(
      'Choose at least one role',
    );
    const invited = newEmail();
    await api.call('POST', '/operator/users/invite', {
      token: operator.token,
      body: { email: invited, roles: ['publisher'] },
    });
    await ask(invited, { roles: ['advertiser'] });
    const { items } = (await api.call('GET', `/operator/users?search=${invited}`, { token: operator.token }))
      .data as { items: { roles: string[] }[] };
    expect(items.map((item) => item.roles)).toEqual([['publisher']]);
  });

  it('asks for the terms where there are some', async () => {
    await setMode('open', 'https://network.example/terms');
    const email = newEmail();
    const refused = await ask(email);
    expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([422, 'acceptsTerms']);
    expect((await ask(email, { acceptsTerms: true })).status).toBe(200);
    const audit = await api.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'user.sign_up')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audit.detail).toMatchObject({ email, terms: 'https://network.example/terms' });
  });

  it('forgets a link after three days, and an older one when asked again', async () => {
    const email = newEmail();
    await ask(email);
    const first = await linkTo(email);
    await ask(email);
    const second = await linkTo(email);
    expect((await api.call('GET', `/auth/sign-up/${first}`)).status).toBe(404);
    const now = api.now;
    try {
      api.now = new Date(now.getTime() + 3 * DAY_MS - 1);
      expect((await api.call('GET', `/auth/sign-up/${second}`)).status).toBe(200);
      api.now = new Date(now.getTime() + 3 * DAY_MS);
      expect((await confirm(second)).error?.code).toBe('link_invalid');
    } finally {
      api.now = now;
    }
  });

  it('promises nobody a mail that would not be sent: too much waits already', async () => {
    vi.spyOn(api.deps.afterAnswer, 'take').mockReturnValueOnce(false);
    expect((await ask(newEmail())).error?.code).toBe('rate_limited');
  });

  it('makes one account of a link that is used twice at once', async () => {
    const email = newEmail();
    await ask(email);
    const token = await linkTo(email);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
  });

  it('takes as many requests as may wait, and a fourth mail to one address within an hour not', async () => {
    await sql`insert into sign_up_request (email, roles, token_sha256, created_at, expires_at)
      select 'flood-' || n || '@example.com', '{advertiser}', sha256(n::text::bytea), ${api.now}::timestamptz,
             ${api.now}::timestamptz + interval '1 day'
        from generate_series(1, ${MAX_SIGN_UP_REQUESTS - 1}::int) n`.execute(api.deps.db);
    const [last, beyond] = [newEmail(), newEmail()];
    await ask(last);
    await ask(beyond);
    expect([(await linkTo(last)) !== '', await linkTo(beyond)]).toEqual([true, '']);
    const often = newEmail();
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(often)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('says how long nobody can have another mail sent to an address that was asked for from many places', async () => {
    const email = newEmail();
    const nowMs = api.now.getTime();
    for (let count = 0; count < 6; count += 1) api.deps.signInLimits.mayMail('sign-up', { email, nowMs });
    const { status, error, headers } = await ask(email);
    expect([status, error?.reason, error?.value, headers['retry-after']]).toEqual([
      ...[429, 'too_many_for_minutes', '60', '3600'],
    ]);
  });
});

describe('a network that approves', () => {
  beforeEach(async () => {
    await setMode('approval');
  });
  const waiting = async () =>
    (
      (await api.call('GET', '/operator/sign-ups', { token: operator.token })).data as {
        items: { id: number; email: string }[];
      }
    ).items;
  const decide = async (id: number, what: 'approve' | 'refuse') =>
    await api.call('POST', `/operator/sign-ups/${id}/${what}`, { token: operator.token, body: {} });
  async function waits(): Promise<{ email: string; id: number }> {
    const email = newEmail();
    await ask(email);
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ email }));
    expect((await confirm(await linkTo(email))).data).toEqual({ session: null });
    const found = (await waiting()).find((item) => item.email === email);
    return { email, id: found?.id ?? 0 };
  }

  it('shows who confirmed their address, lets nobody in before, and tells both sides', async () => {
    const { email, id } = await waits();
    const login = async () => await api.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect((await login()).error?.code).toBe('login_failed');
    expect((await mailsTo(api, operator.email)).at(-1)).toContain(`${email} confirmed their address`);
    // Somebody else who asks with the same address changes nothing of what waits.
    await ask(email, { roles: ['publisher'], company: 'Another' });
    await api.deps.afterAnswer.idle();
    expect(await waiting()).toContainEqual(
      expect.objectContaining({
        ...{ id, roles: ['advertiser'], company: 'Lanterns' },
        ...{ firstName: 'Nora', lastName: 'New' },
      }),
    );
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'approve')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect((await login()).status).toBe(200);
    expect((await mailsTo(api, email)).at(-1)).toContain('was approved');
  });

  it('shows who has waited longest first, and so many at most', async () => {
    await sql`insert into sign_up_request (email, roles, password_hash, created_at, confirmed_at, expires_at)
      select 'waits-' || n || '@example.com', '{advertiser}', 'x', ${api.now}::timestamptz,
             ${api.now}::timestamptz - n * interval '1 minute', ${api.now}::timestamptz + interval '1 day'
        from generate_series(1, ${SIGN_UPS_LISTED + 1}::int) n`.execute(api.deps.db);
    const emails = (await waiting()).map(({ email }) => email);
    expect([emails.length, emails[0], emails.at(-1)]).toEqual([
      SIGN_UPS_LISTED,
      `waits-${SIGN_UPS_LISTED + 1}@example.com`,
      'waits-2@example.com',
    ]);
  });

  it('makes no account of what cannot be one, which goes on waiting', async () => {
    const email = newEmail();
    await ask(email);
    await confirm(await linkTo(email));
    const read = async () =>
      await api.deps.db
        .selectFrom('sign_up_request')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
    const request = await read();
    if (request === undefined) throw new Error('nothing waits');
    // Longer than a name is kept.
    const long = { ...request, first_name: 'x'.repeat(101) };
    const opening = api.deps.db.transaction().execute(async (trx) => await openAccount(trx, long, api.now));
    await expect(opening).rejects.toMatchObject({ code: '23514' });
    expect(await read()).toEqual(request);
  });

  it('refuses with a mail, and keeps nothing', async () => {
    const { email, id } = await waits();
    expect((await decide(id, 'refuse')).status).toBe(200);
    expect((await decide(id, 'approve')).status).toBe(404);
    expect((await mailsTo(api, email)).at(-1)).toContain('did not approve');
    expect(await waiting()).toEqual([]);
  });

  it('is decided by one operator: nobody is told no whom another lets in at that moment', async () => {
    const { email, id } = await waits();
    const { waited, result } = await whileHeld(
      api.pool,
      `select id from sign_up_request where id = ${id} for update`,
      async () => await decide(id, 'refuse'),
      1,
      `delete from sign_up_request where id = ${id}`,
    );
    expect([waited, result.status]).toEqual([true, 404]);
    expect((await mailsTo(api, email)).at(-1)).not.toContain('did not approve');
  });

  it('forgets who waits for thirty days', async () => {
    const { id } = await waits();
    const now = api.now;
    try {
      api.now = new Date(now.getTime() + 30 * DAY_MS - 1);
      expect(await waiting()).toHaveLength(1);
      api.now = new Date(now.getTime() + 30 * DAY_MS);
      expect(await waiting()).toEqual([]);
      expect((await decide(id, 'approve')).status).toBe(404);
    } finally {
      api.now = now;
    }
  });
});

it('a closed network takes nobody, also with a link of before', async () => {
  const email = newEmail();
  await ask(email);
  const token = await linkTo(email);
  await setMode('closed');
  expect((await ask(newEmail())).error?.code).toBe('sign_up_closed');
  expect((await confirm(token)).error?.code).toBe('sign_up_closed');
  expect((await api.call('GET', '/auth/config')).data).toMatchObject({
    signupEnabled: false,
    signUp: 'closed',
  });
  await setMode('approval');
  expect((await api.call('GET', '/auth/config')).data).toMatchObject({
    signupEnabled: true,
    signUp: 'approval',
  });
});
