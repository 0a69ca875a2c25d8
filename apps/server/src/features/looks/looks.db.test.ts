import { randomBytes } from 'node:crypto';
import type { BegunLook, Look } from '@placard/contract/looks';
import { LOOK_MS, LOOK_REASON, LOOKS_LISTED } from '@placard/domain/account/look';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { endSession } from '../../features/account/sessions.ts';
import { operations } from '../../http/testing/guarded-operations.ts';
import { changesBetween, readWatched, watchedTables } from '../../http/testing/money-and-status.ts';
import { giveEverything } from '../../http/testing/owned-records.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { beginLook } from './begin-look.ts';
import { endLooksInTime } from './end-looks.ts';

const SOON = { timeout: 20_000, interval: 5 };
const REASON = 'Ticket 4711: a campaign that does not serve';

let api: TestApi;
let operator: TestUser;
let owner: TestUser;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'], firstName: 'Ada', lastName: 'Stone' });
  owner = await api.user({ roles: ['advertiser', 'publisher'], timeZone: 'Asia/Tokyo' });
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, token: string, body: object = {}) =>
  await api.call('POST', path, { token, body });

async function begin(of: TestUser = owner, by: TestUser = operator): Promise<BegunLook> {
  const answer = await post(`/operator/accounts/${of.accountId}/looks`, by.token, { reason: REASON });
  expect([answer.status, answer.error]).toEqual([200, undefined]);
  return answer.data as BegunLook;
}

const statusOf = async (token: string, path = '/auth/profile') =>
  (await api.call('GET', path, { token })).status;

async function audited(): Promise<unknown[]> {
  const { rows } = await sql<{ line: unknown }>`
    select jsonb_build_array(action, actor_kind, actor_user_id, subject_kind, subject_id, detail - 'look') as line
      from audit_log where action like 'account.look%' order by id`.execute(api.deps.db);
  return rows.map(({ line }) => line);
}

it('shows the account with its roles and days, to the operator by name, as one who changes nothing', async () => {
  const { token, until, accountId } = await begin();
  expect(accountId).toBe(owner.accountId);
  expect(Date.parse(until) - api.now.getTime()).toBe(LOOK_MS);
  const { data } = await api.call('GET', '/auth/profile', { token });
  expect(data).toMatchObject({
    ...{ accountId: owner.accountId, member: 'viewer', accountCount: 1, timeZone: 'Asia/Tokyo' },
    ...{ id: operator.id, firstName: 'Ada', lastName: 'Stone', roles: ['advertiser', 'publisher'] },
  });
  expect(await statusOf(operator.token)).toBe(200);
});

/** What an operator who looks does not see, by name: what comes to the contract is decided here once more. */
const WITHHELD = [
  ...[
    'auth.sessions',
    'accounts.list',
    'apiKeys.list',
    'looks.list',
    'passkeys.list',
    'singleSignOn.links',
    'closing.preview',
  ],
  ...['dataExports.read', 'payments.profiles', 'payments.settings'],
  ...['payments.statementPdf', 'payments.statementCsv'],
  ...['webhooks.list', 'webhooks.deliveries', 'webhooks.delivery'],
];

it('is refused every change there is, whoever may make it, and shown nothing of the withheld', async () => {
  const { token } = await begin();
  const tables = await watchedTables(api);
  const before = await readWatched(api, tables);
  const withheld: string[] = [];
  for (const { name, method, path, meta } of operations) {
    const body = method === 'GET' ? {} : { body: {} };
    const { status, error } = await api.call(method, path, { token, ...body });
    if (method !== 'GET') {
      expect([name, status, error?.code]).toEqual([name, 403, 'look_reads_only']);
    } else if (error?.code === 'look_withheld') {
      withheld.push(name);
    } else if (meta.access !== 'public' && meta.access !== 'signedIn' && meta.access.includes('operator')) {
      throw new Error(`${name} was answered with ${status} ${error?.code}`);
    } else expect([name, [401, 403, 500].includes(status)]).toEqual([name, false]);
  }
  const operators = operations
    .filter(
      ({ method, meta }) => method === 'GET' && meta.access !== 'public' && meta.access.includes('operator'),
    )
    .map(({ name }) => name);
  expect(withheld.sort()).toEqual([...WITHHELD, ...operators].sort());
  expect(changesBetween(before, await readWatched(api, tables))).toEqual([]);
});

it('lets no bank detail, key, secret or session of the account through, wherever one might stand', async () => {
  const rich = await api.user({ roles: ['advertiser', 'publisher'] });
  const ids = await giveEverything(api.pool, rich);
  const marks = Array.from({ length: 6 }, () => `mark${randomBytes(6).toString('hex')}`);
  const [bank, hint, agent, hook, name, end] = marks;
  await sql`update payment_profile set name = ${name}, masked = ${JSON.stringify({ bankName: bank, iban: end })}
             where id = ${ids.profile}`.execute(api.deps.db);
  await sql`update api_key set hint = ${hint}, name = ${hint} where id = ${ids.apiKey}`.execute(api.deps.db);
  await sql`update session set user_agent = ${agent} where user_id = ${rich.id}`.execute(api.deps.db);
  await sql`update webhook_endpoint set url = ${`https://hooks.test/${hook}`} where id = ${ids.webhook}`.execute(
    api.deps.db,
  );
  const paid = { type: 'bank_account', accountName: 'R', bankName: bank, iban: 'DE89370400440532013000' };
  const added = await post('/publisher/payment/profiles', rich.token, { name: 'New', details: paid });
  await sql`update payout set details_sealed = (select details_sealed from payment_profile where id = ${
    (added.data as { id: number }).id
  }) where id = ${ids.payout}`.execute(api.deps.db);
  const profiles = await api.call('GET', '/publisher/payment/profiles', { token: rich.token });
  expect(profiles.raw.toString()).toContain(bank);
  const paidTo = await api.call('GET', '/publisher/payment/history', { token: rich.token });
  expect(paidTo.raw.toString()).toContain(`${bank} •••• 3000`);
  const { token } = await begin(rich);
  const named: Readonly<Record<string, number>> = {
    campaigns: ids.campaign,
    creatives: ids.creative,
    websites: ids.website,
    webhooks: ids.webhook,
    widgets: ids.widget,
    invoices: ids.invoice,
  };
  let shown = 0;
  for (const { method, path } of operations) {
    // Homes and pacing ask ClickHouse, which is not there, and have nothing of what is marked.
    if (method !== 'GET' || /home$|pacing$/.test(path)) continue;
    const real = path.replace(/([a-z-]+)\/2147483647/g, (found, subject: string) =>
      named[subject] === undefined ? found : `${subject}/${named[subject]}`,
    );
    const { status, raw } = await api.call('GET', real, { token });
    if (status === 200) shown += 1;
    for (const mark of marks) expect([path, raw.toString().includes(mark)]).toEqual([path, false]);
  }
  expect(shown).toBeGreaterThan(20);
  const history = await api.call('GET', '/publisher/payment/history', { token });
  expect(history.data).toMatchObject({ items: [{ destination: '••••' }] });
});

it('is of one account: naming another, even the operator’s own, is refused', async () => {
  const { token } = await begin();
  const headers = { 'placard-account': String(operator.accountId) };
  expect((await api.call('GET', '/auth/profile', { token, headers })).error?.code).toBe('not_a_member');
});

it('is refused of an account for which an operator acts, now or from a moment on', async () => {
  const other = await api.user({ roles: ['advertiser'] });
  const { token } = await begin(other);
  await sql`insert into user_role (user_id, role) values (${other.id}, 'operator')`.execute(api.deps.db);
  expect(await statusOf(token)).toBe(401);
  const path = `/operator/accounts/${other.accountId}/looks`;
  expect((await post(path, operator.token, { reason: REASON })).error?.code).toBe('look_at_operator');
  const own = `/operator/accounts/${operator.accountId}/looks`;
  expect((await post(own, operator.token, { reason: REASON })).error?.code).toBe('look_at_operator');
});

it('is refused of accounts that are not there or that nobody signs in to, and without a reason', async () => {
  const closed = await api.user({ status: 'suspended' });
  const ask = async (id: number, reason: string) =>
    (await post(`/operator/accounts/${id}/looks`, operator.token, { reason })).error?.code;
  expect(await ask(2_000_000_000, REASON)).toBe('not_found');
  expect(await ask(closed.accountId, REASON)).toBe('conflict_status');
  expect(await ask(owner.accountId, 'R'.repeat(LOOK_REASON.min - 1))).toBe('invalid_input');
  expect(await ask(owner.accountId, 'R'.repeat(LOOK_REASON.max + 1))).toBe('invalid_input');
  expect(await ask(owner.accountId, 'R'.repeat(LOOK_REASON.min))).toBeUndefined();
  expect(await ask(owner.accountId, 'R'.repeat(LOOK_REASON.max))).toBeUndefined();
});

it('ends by the button, by its time, by the next look and with the operator’s session, each time in the log', async () => {
  const start = api.now;
  const by = await api.user({ roles: ['operator'] });
  await sql`update account_look set ended_at = began_at where ended_at is null`.execute(api.deps.db);
  const before = (await audited()).length;
  const first = await begin(owner, by);
  await post('/operator/looks/end', by.token);
  expect(await statusOf(first.token)).toBe(401);
  await post('/operator/looks/end', by.token);

  const second = await begin(owner, by);
  api.now = new Date(start.getTime() + LOOK_MS - 1);
  expect(await statusOf(second.token)).toBe(200);
  api.now = new Date(start.getTime() + LOOK_MS);
  expect(await statusOf(second.token)).toBe(401);
  await endLooksInTime({ db: api.deps.db, now: api.now });

  const third = await begin(owner, by);
  const fourth = await begin(owner, by);
  expect([await statusOf(third.token), await statusOf(fourth.token)]).toEqual([401, 200]);
  await endSession(api.deps, by.actor, by.actor.sessionId);
  expect(await statusOf(fourth.token)).toBe(401);
  await endLooksInTime({ db: api.deps.db, now: api.now });
  await endLooksInTime({ db: api.deps.db, now: api.now });

  const account = ['account', owner.accountId];
  const begun = ['account.look_begin', 'operator', by.id, ...account, { reason: REASON }];
  const later = new Date(start.getTime() + LOOK_MS).toISOString();
  const system = { operatorId: by.id, endedAt: later };
  expect((await audited()).slice(before)).toEqual([
    begun,
    ['account.look_end', 'operator', by.id, ...account, { because: 'ended', endedAt: start.toISOString() }],
    begun,
    ['account.look_end', 'system', null, ...account, { because: 'time', ...system }],
    begun,
    ['account.look_end', 'operator', by.id, ...account, { because: 'next_look', endedAt: later }],
    begun,
    ['account.look_end', 'system', null, ...account, { because: 'signed_out', ...system }],
  ]);
  api.now = start;
});

it('ends when it began for a clock that went back, or for one of two at once', async () => {
  const start = api.now;
  const by = await api.user({ roles: ['operator'] });
  const endedAt = async () => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from ended_at)::float8 * 1000 as ms from account_look where operator_id = ${by.id}
       and ended_at is not null order by id`.execute(api.deps.db);
    return rows.map(({ ms }) => ms);
  };
  await begin(owner, by);
  api.now = new Date(start.getTime() - 1);
  await begin(owner, by);
  api.now = new Date(start.getTime() - 2);
  expect((await post('/operator/looks/end', by.token)).status).toBe(200);
  expect(await endedAt()).toEqual([start.getTime(), start.getTime() - 1]);
  api.now = start;
});

/** Begins a look that waits for the change, which goes on once it does, and is then committed. */
async function beginBehind(by: TestUser, change: RawBuilder<unknown>, meanwhile = () => {}) {
  const { db } = api.deps;
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return await db.transaction().execute(async (trx) => {
    await change.execute(trx);
    const asked = beginLook(api.deps, by.actor, { id: owner.accountId, reason: REASON }).catch(
      (refusal: unknown) => refusal,
    );
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), SOON);
    meanwhile();
    return { asked };
  });
}

it('can’t begin by a session that ended before, or is just being ended', async () => {
  const by = await api.user({ roles: ['operator'] });
  const { asked } = await beginBehind(by, sql`delete from session where id = ${by.actor.sessionId}`);
  expect(await asked).toMatchObject({ code: 'unauthenticated' });
  const again = beginLook(api.deps, by.actor, { id: owner.accountId, reason: REASON });
  await expect(again).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('begins when it is its turn, not when it was asked for', async () => {
  const start = api.now;
  const by = await api.user({ roles: ['operator'] });
  const later = new Date(start.getTime() + 60_000);
  const { asked } = await beginBehind(by, sql`select from app_user where id = ${by.id} for update`, () => {
    api.now = later;
  });
  expect(await asked).toMatchObject({ until: new Date(later.getTime() + LOOK_MS).toISOString() });
  api.now = start;
});

it('is over for whoever is no operator any more, is suspended, or whose session ran out', async () => {
  const by = await api.user({ roles: ['operator'] });
  const { token } = await begin(owner, by);
  const check = async (change: string, back: string) => {
    await sql.raw(change).execute(api.deps.db);
    const found = await statusOf(token);
    await sql.raw(back).execute(api.deps.db);
    return [found, await statusOf(token)];
  };
  const role = `user_id = ${by.id}`;
  expect(
    await check(
      `delete from user_role where ${role}`,
      `insert into user_role (user_id, role) values (${by.id}, 'operator')`,
    ),
  ).toEqual([401, 200]);
  const status = (to: string) => `update app_user set status = '${to}' where id = ${by.id}`;
  expect(await check(status('suspended'), status('active'))).toEqual([401, 200]);
  const until = (to: string) => `update session set expires_at = '${to}' where ${role}`;
  expect(await check(until('2026-03-01'), until('2026-12-01'))).toEqual([401, 200]);
  const account = (to: string) => `update account set status = '${to}' where id = ${owner.accountId}`;
  expect(await check(account('suspended'), account('active'))).toEqual([401, 200]);
});

it('is seen by the account, with who looked, when and why', async () => {
  const seen = await api.user({ roles: ['publisher'] });
  const list = async () => {
    const { data } = await api.call('GET', '/account/looks', { token: seen.token });
    return (data as { items: Look[] }).items;
  };
  expect(await list()).toEqual([]);
  await begin(seen);
  const line = { operator: 'Ada Stone', reason: REASON, beganAt: api.now.toISOString() };
  expect(await list()).toMatchObject([{ ...line, endedAt: null }]);
  await post('/operator/looks/end', operator.token);
  expect(await list()).toMatchObject([{ ...line, endedAt: api.now.toISOString() }]);
  await sql`insert into account_look (token_sha256, operator_id, account_id, reason, began_at, expires_at, ended_at)
    select sha256(('look ' || n)::bytea), ${operator.id}, ${seen.accountId}, 'Look ' || n, ${api.now}::timestamptz,
           ${new Date(api.now.getTime() + LOOK_MS)}::timestamptz, ${api.now}::timestamptz
      from generate_series(1, ${LOOKS_LISTED}::int) n`.execute(api.deps.db);
  const reasons = (await list()).map(({ reason }) => reason);
  expect([reasons.length, reasons[0], reasons.at(-1)]).toEqual([
    LOOKS_LISTED,
    `Look ${LOOKS_LISTED}`,
    'Look 1',
  ]);
});
