import type { ClosingPreview } from '@placard/contract/closing';
import { availableOf, networkAccount, pendingOf, walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries, entriesOfPostings } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveKey } from '../../http/testing/give-key.ts';
import { mailsTo } from '../../http/testing/mails.ts';
import { proveAll } from '../../http/testing/prove.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
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

const owner = async (firstName = 'Ada') => {
  api.now = CLOSED_AT;
  return await api.user({ roles: ['advertiser', 'publisher'], firstName });
};
const close = async ({ token }: TestUser, body: object = {}) =>
  await api.call('POST', '/account/closing', { token, body: { currentPassword: PASSWORD, ...body } });
const byOperator = async (what: 'close' | 'reopen', accountId: number, body: object = {}) => {
  await proveAll(api);
  return await api.call('POST', `/operator/accounts/${accountId}/${what}`, { token: operator.token, body });
};
const erase = async (daysLater: number, lessMs = 0) => {
  api.now = new Date(CLOSED_AT.getTime() + daysLater * DAY_MS - lessMs);
  return await eraseClosedAccounts(api.deps);
};

let postings = 0;
async function give(account: ReturnType<typeof walletOf>, dollars: number) {
  postings += 1;
  const amountMicros = BigInt(Math.round(dollars * 1_000_000));
  const entries =
    account.kind === 'publisher_pending'
      ? entriesOfPostings([{ source: networkAccount('adjustments'), destination: account, amountMicros }])
      : adjustmentEntries({ account, amountMicros });
  await api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference: `t:${postings}`, entries, at: api.now });
  });
}
const balance = async (account: ReturnType<typeof walletOf>) => {
  const row = await api.deps.db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', account.kind)
    .where('owner_id', account.ownerId === null ? 'is' : '=', account.ownerId)
    .executeTakeFirst();
  return row?.balance_micros ?? 0n;
};
async function campaignOf({ accountId }: TestUser, status: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
    values (${accountId}, 'Spring', 'TRAFFIC', 10000000, '2026-03-01', ${status}, ${`k${Math.random()}`}) returning id`.execute(
    api.deps.db,
  );
  return rows[0]?.id ?? 0;
}
const statusOf = async (table: 'campaign' | 'account' | 'app_user', id: number) =>
  (await api.deps.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

async function detailOf(action: string, { accountId }: TestUser): Promise<unknown> {
  const log = api.deps.db.selectFrom('audit_log').select('detail').where('action', '=', action);
  return (await log.where('subject_id', '=', accountId).executeTakeFirst())?.detail;
}

describe('closing one’s own account', () => {
  it('takes the password, ends campaigns, sign-in and keys, and tells by mail', async () => {
    const user = await owner();
    const [running, done] = [await campaignOf(user, 'active'), await campaignOf(user, 'completed')];
    const key = await giveKey(api, user, ['read']);
    expect((await close(user, { currentPassword: 'Wrong-Horse-1' })).error?.code).toBe(
      'current_password_wrong',
    );
    expect(await statusOf('account', user.accountId)).toBe('active');
    await sql`
      insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
      values (${user.accountId}, 'website', 1, 'reject', ${api.now}, 'No', ${user.id}, 'Yes', ${api.now})`.execute(
      api.deps.db,
    );
    expect((await close(user)).status).toBe(200);
    expect((await sql`select status from appeal`.execute(api.deps.db)).rows).toEqual([
      { status: 'withdrawn' },
    ]);
    expect([await statusOf('campaign', running), await statusOf('campaign', done)]).toEqual([
      'cancelled',
      'completed',
    ]);
    expect([await statusOf('account', user.accountId), await statusOf('app_user', user.id)]).toEqual([
      'suspended',
      'suspended',
    ]);
    // Whoever had one of them open sees that it is another by now.
    const { rows: versions } = await sql`
      select (select array_agg(version order by id) from campaign where advertiser_id = ${user.accountId}) as campaigns,
             (select version from account where id = ${user.accountId}) as account, version as person
        from app_user where id = ${user.id}`.execute(api.deps.db);
    expect(versions).toEqual([{ campaigns: [2, 1], account: 2, person: 2 }]);
    for (const token of [user.token, key]) {
      expect((await api.call('GET', '/auth/profile', { token })).status).toBe(401);
    }
    const again = await api.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } });
    expect(again.error?.code).toBe('sign_in_closed');
    expect((await mailsTo(api, user.email))[0]).toContain('From April 9, 2026 (UTC) on,');
    const rows = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id', 'actor_account_id', 'subject_id', 'detail'])
      .where('action', 'in', ['account.close', 'campaign.cancel', 'user.close'])
      .orderBy('id')
      .execute();
    const act = { actor_user_id: user.id, actor_account_id: user.accountId };
    const status = { before: 'active', after: 'suspended' };
    const nothing = { by: 'owner', givenUpMicros: { before: null, after: '0' }, unpaidMicros: '0' };
    expect(rows).toEqual([
      {
        ...{ ...act, action: 'campaign.cancel', subject_id: running },
        detail: { status: { before: 'active', after: 'cancelled' } },
      },
      { ...act, action: 'user.close', subject_id: user.id, detail: { status } },
      { ...act, action: 'account.close', subject_id: user.accountId, detail: { status, ...nothing } },
    ]);
  });

  it('is its owner’s, never a member’s nor a key’s', async () => {
    const user = await owner();
    const manager = await api.user({ roles: [] });
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: user.accountId, user_id: manager.id, role: 'manager' })
      .execute();
    const body = { currentPassword: PASSWORD };
    const headers = { 'placard-account': String(user.accountId) };
    const refused = await api.call('POST', '/account/closing', { token: manager.token, body, headers });
    expect(refused.error?.code).toBe('member_denied');
    const key = await giveKey(api, user, ['read', 'work', 'money']);
    expect((await api.call('POST', '/account/closing', { token: key, body })).error?.code).toBe('key_denied');
    // Who acts for an account of their own keeps their sign-in, and its keys.
    const kept = await giveKey(api, manager, ['read']);
    expect((await close(user)).status).toBe(200);
    for (const token of [manager.token, kept]) {
      expect((await api.call('GET', '/auth/profile', { token })).status).toBe(200);
    }
    const there = await api.call('GET', '/account/team', { token: manager.token, headers });
    expect(there.error?.code).toBe('account_suspended');
    expect(await mailsTo(api, manager.email)).toHaveLength(1);
  });

  it('asks for what is left to be given up, and books nothing yet', async () => {
    const user = await owner();
    await give(walletOf(user.accountId), 12.5);
    const preview = await api.call('GET', '/account/closing', { token: user.token });
    expect(preview.data as ClosingPreview).toMatchObject({ balance: 12.5, obstacles: [], keptDays: 30 });
    expect((await close(user)).error?.issues).toEqual([
      expect.objectContaining({ path: 'giveUp', code: 'give_up_required' }),
    ]);
    expect((await close(user, { giveUp: true })).status).toBe(200);
    expect(await balance(walletOf(user.accountId))).toBe(12_500_000n);
  });

  it('waits for earnings that can be paid, to the cent, and for a payout under way', async () => {
    const user = await owner();
    await give(availableOf(user.accountId), 30);
    await give(pendingOf(user.accountId), 20);
    expect((await close(user, { giveUp: true })).error?.code).toBe('closing_obstructed');
    const preview = await api.call('GET', '/account/closing', { token: user.token });
    expect((preview.data as ClosingPreview).obstacles).toEqual(['earnings_due']);
    const entries = adjustmentEntries({ account: availableOf(user.accountId), amountMicros: -1n });
    await api.deps.db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind: 'adjustment', reference: 't:less', entries, at: api.now });
    });
    expect((await close(user, { giveUp: true })).status).toBe(200);
  });

  it('waits for a deposit that is open', async () => {
    const user = await owner();
    await sql`insert into deposit (advertiser_id, gateway, amount_micros, reference)
      values (${user.accountId}, 'manual', 50000000, 'PL-OPEN')`.execute(api.deps.db);
    expect((await close(user)).error?.code).toBe('closing_obstructed');
    await sql`update deposit set status = 'cancelled' where reference = 'PL-OPEN'`.execute(api.deps.db);
    expect((await close(user)).status).toBe(200);
  });

  it('is refused to who runs the network', async () => {
    expect((await close(operator)).error?.code).toBe('closing_obstructed');
    expect((await byOperator('close', operator.accountId, { reason: 'Mine' })).error?.code).toBe(
      'closing_obstructed',
    );
    // An operator who acts for somebody else's account keeps nobody from closing that.
    const user = await owner();
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: user.accountId, user_id: operator.id, role: 'manager' })
      .execute();
    expect((await close(user)).status).toBe(200);
  });
});

describe('an operator', () => {
  it('closes with a reason that is mailed, and gives up no more than could not be paid', async () => {
    const user = await owner();
    await sql`update account set company = 'Lantern Works' where id = ${user.accountId}`.execute(api.deps.db);
    await give(walletOf(user.accountId), 50);
    await give(availableOf(user.accountId), 1);
    await give(pendingOf(user.accountId), 2);
    const reason = 'Asked for by letter';
    expect((await byOperator('close', user.accountId, { reason: ' ' })).status).toBe(422);
    const body = { reason, giveUp: true };
    expect((await byOperator('close', user.accountId, body)).error?.code).toBe('closing_obstructed');
    const entries = adjustmentEntries({ account: walletOf(user.accountId), amountMicros: -1n });
    await api.deps.db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind: 'adjustment', reference: 't:wallet', entries, at: api.now });
    });
    expect((await byOperator('close', user.accountId, body)).status).toBe(200);
    const [mail] = await mailsTo(api, user.email);
    for (const said of [`closed by the network.\n\nReason: ${reason}\n\n`, 'Lantern Works'])
      expect(mail).toContain(said);
    expect(await detailOf('account.close', user)).toMatchObject({
      ...{ by: 'operator', reason, unpaidMicros: '3000000' },
      givenUpMicros: { before: null, after: '49999999' },
    });
    expect((await byOperator('close', user.accountId, body)).error?.code).toBe('account_closed');
    expect((await byOperator('close', 2_000_000_000, body)).status).toBe(404);
  });

  it('opens it again within thirty days as it stood, and not after', async () => {
    const [early, late] = [await owner(), await owner()];
    await give(walletOf(early.accountId), 7);
    const key = await giveKey(api, early, ['read']);
    await sql`insert into account_invitation (account_id, email, role, token_sha256, invited_by, expires_at)
      values (${early.accountId}, 'late@example.com', 'viewer', sha256('late'), ${early.id}, '2027-01-01'),
             (${operator.accountId}, 'kept@example.com', 'viewer', sha256('kept'), ${operator.id}, '2027-01-01')`.execute(
      api.deps.db,
    );
    await sql`insert into auto_top_up (advertiser_id, enabled, threshold_micros, amount_micros)
      values (${early.accountId}, true, 10000, 50000000)`.execute(api.deps.db);
    for (const user of [early, late]) expect((await close(user, { giveUp: true })).status).toBe(200);
    const body = { action: 'reinstate' };
    const half = await api.call('POST', `/operator/users/${early.id}/actions`, {
      token: operator.token,
      body,
    });
    expect(half.error?.code).toBe('account_closed');
    api.now = new Date(CLOSED_AT.getTime() + 30 * DAY_MS - 1);
    // Sessions of 30 days end meanwhile.
    await sql`update session set expires_at = '2027-01-01' where user_id = ${operator.id}`.execute(
      api.deps.db,
    );
    expect((await byOperator('reopen', early.accountId)).status).toBe(200);
    expect((await byOperator('reopen', early.accountId)).error?.code).toBe('conflict_status');
    const back = await api.call('POST', '/auth/login', { body: { email: early.email, password: PASSWORD } });
    expect(back.status).toBe(200);
    expect((await mailsTo(api, early.email))[1]).toMatch(/Ada User \d+ .*http:..dashboard.test.login/s);
    const status = { before: 'suspended', after: 'active' };
    expect(await detailOf('account.reopen', early)).toEqual({
      ...{ status, givenUpMicros: { before: '7000000', after: null } },
    });
    expect(await balance(walletOf(early.accountId))).toBe(7_000_000n);
    // What would let somebody in, or pay by itself, is set up anew.
    expect((await api.call('GET', '/auth/profile', { token: key })).status).toBe(401);
    const { rows } = await sql`
      select (select array_agg(email) from account_invitation) as invitations, enabled
        from auto_top_up where advertiser_id = ${early.accountId}`.execute(api.deps.db);
    expect(rows).toEqual([{ invitations: ['kept@example.com'], enabled: false }]);
    api.now = new Date(api.now.getTime() + 1);
    expect((await byOperator('reopen', late.accountId)).error?.code).toBe('account_erased');
  });
});

describe('erasing', () => {
  /** Of each text, the tables of the database that name it. */
  async function tablesNaming(texts: readonly string[]): Promise<Record<string, string[]>> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(api.deps.db);
    const each = tables.map(
      ({ name }) => sql`select ${name} as name, x.text from ${sql.table(name)} t
        join unnest(${[...texts]}::text[]) x(text) on position(x.text in to_jsonb(t)::text) > 0`,
    );
    const { rows } = await sql<{ name: string; text: string }>`${sql.join(each, sql` union `)}`.execute(
      api.deps.db,
    );
    return Object.fromEntries(
      texts.map((text) => [text, rows.filter((row) => row.text === text).map(({ name }) => name)]),
    );
  }

  it('comes after thirty days, leaves nothing of the person, and books what was given up', async () => {
    const user = await owner('Xenophilia');
    await give(walletOf(user.accountId), 3);
    await give(availableOf(user.accountId), 4);
    const post = async (method: 'PUT' | 'POST', path: string, body: object) => {
      const answer = await api.call(method, path, { token: user.token, body, ip: '203.0.113.77' });
      expect([path, answer.error]).toEqual([path, undefined]);
    };
    await post('PUT', '/auth/profile', {
      ...{ firstName: 'Xenophilia', lastName: 'Zwicky', email: user.email, timeZone: 'UTC' },
      ...{ phone: '+49 30 99887766', company: 'Zwicky Works' },
    });
    await post('POST', '/publisher/payment/profiles', {
      name: 'Zwicky',
      details: { type: 'paypal', paypalEmail: 'zwicky@pay.example' },
    });
    await post('POST', '/account/invitations', { email: 'guest-zwicky@example.com', role: 'viewer' });
    const traces = ['Xenophilia', 'wicky', '99887766', user.email, '203.0.113.77'];
    const there = await tablesNaming(traces);
    expect(Object.values(there).map((tables) => tables.length > 0)).toEqual(traces.map(() => true));
    expect((await close(user, { giveUp: true })).status).toBe(200);
    expect(await erase(30, 1)).not.toContain(user.accountId);
    expect(await erase(30)).toContain(user.accountId);
    const { rows } = await sql<{ micros: bigint }>`
      select e.amount_micros as micros from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.kind = 'adjustments'
       where t.reference = ${`closing:${user.accountId}`}`.execute(api.deps.db);
    expect(rows).toEqual([{ micros: 7_000_000n }]);
    expect([await balance(walletOf(user.accountId)), await balance(availableOf(user.accountId))]).toEqual([
      0n,
      0n,
    ]);
    expect(await tablesNaming(traces)).toEqual(Object.fromEntries(traces.map((trace) => [trace, []])));
    expect(await erase(31)).not.toContain(user.accountId);
    const record = await api.call('GET', `/operator/accounts/${user.accountId}`, { token: operator.token });
    expect(record.data).toMatchObject({ company: null, closing: { by: 'owner', givenUp: 3 } });
  });

  it('waits while earnings are of a month that is not closed, or the wallet holds more than was given up', async () => {
    const [earning, refunded] = [await owner(), await owner()];
    await give(pendingOf(earning.accountId), 1);
    for (const user of [earning, refunded]) expect((await close(user, { giveUp: true })).status).toBe(200);
    await give(walletOf(refunded.accountId), 0.01);
    const erased = await erase(40);
    expect(erased).not.toContain(earning.accountId);
    expect(erased).not.toContain(refunded.accountId);
    const entries = adjustmentEntries({ account: walletOf(refunded.accountId), amountMicros: -10_000n });
    await api.deps.db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind: 'adjustment', reference: 't:taken', entries, at: api.now });
    });
    expect(await erase(40)).toEqual([refunded.accountId]);
  });

  it('of two workers at once is done by one, once every charge stands on an invoice', async () => {
    const user = await owner();
    const campaignId = await campaignOf(user, 'completed');
    await sql`insert into campaign_month (campaign_id, month, charged_micros, invoiced_micros)
      values (${campaignId}, '2026-03-01', 5, 4)`.execute(api.deps.db);
    expect((await close(user)).status).toBe(200);
    expect(await erase(40)).not.toContain(user.accountId);
    await sql`update campaign_month set invoiced_micros = 5 where campaign_id = ${campaignId}`.execute(
      api.deps.db,
    );
    const held = `select from account where id = ${user.accountId} for update`;
    const both = async () => (await Promise.all([erase(40), erase(40)])).flat();
    const { waited, result } = await whileHeld(api.pool, held, both, 2);
    expect(waited).toBe(true);
    expect(result.filter((id) => id === user.accountId)).toHaveLength(1);
  });

  it('sees a correction that was asked for while it waited', async () => {
    const user = await owner();
    expect((await close(user)).status).toBe(200);
    const shared = `select from account where id = ${user.accountId} for share`;
    const correction = `
      insert into money_correction (kind, account_id, amount_micros, reason, approval_limit_micros, requested_by, requested_at)
      values ('wallet', ${user.accountId}, 10000, 'Shown twice', 0, ${operator.id}, now())`;
    const { waited, result } = await whileHeld(api.pool, shared, async () => await erase(40), 1, correction);
    expect([waited, result.includes(user.accountId)]).toEqual([true, false]);
  });

  it('is not kept waiting by any number of accounts that wait since before', async () => {
    await sql`
      with waiting as (insert into account (status) select 'suspended' from generate_series(1, 200) returning id)
      , closings as (
        insert into account_closing
               (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons)
        select id, ${CLOSED_AT}::timestamptz - interval '1 day', 'operator', ${operator.id}, 0, 'active', '[]' from waiting)
      insert into deposit (advertiser_id, gateway, amount_micros, reference)
      select id, 'manual', 50000000, 'PL-WAITS-' || id from waiting`.execute(api.deps.db);
    const user = await owner();
    expect((await close(user)).status).toBe(200);
    expect(await erase(40)).toContain(user.accountId);
  });
});
