import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { MAIL_MAX_AGE_MS } from '../../mail/mail-sender.ts';
import { mailText } from '../../mail/mail-text.ts';
import { notify } from '../notices/notify.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { OF_ACCOUNTS, OF_BOTH, OF_PERSONS } from './testing/erased-rows.ts';

const AT = new Date('2026-04-09T12:00:00Z');

let api: TestApi;
/** Who is erased with the account that they own. */
let gone: TestUser;
/** Who acts for that account as well, and is not erased. */
let member: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  // Numbers of accounts are others than those of persons, so that one for the other would show.
  await sql`insert into account (status) values ('active')`.execute(api.deps.db);
});
beforeEach(async () => {
  const roles = ['advertiser', 'publisher'] as const;
  gone = await api.user({ roles, firstName: 'Xenophilia', lastName: 'Zwicky' });
  member = await api.user({ roles, firstName: 'Mary', lastName: 'Stays' });
  await api.deps.db
    .insertInto('account_member')
    .values({ account_id: gone.accountId, user_id: member.id, role: 'manager' })
    .execute();
});
afterAll(async () => {
  await api.close();
});

const run = async (statement: string) => (await api.pool.query(statement)).rows;
async function erase(more: readonly TestUser[] = []): Promise<void> {
  const personIds = [gone, ...more].map(({ id }) => id);
  await api.deps.db.transaction().execute(async (trx) => {
    await erasePersonalData(trx, { accountId: gone.accountId, personIds, at: AT });
  });
}

let numbers = 0;
async function add(tables: Readonly<Record<string, string>>, user: TestUser, account: TestUser) {
  for (const [table, row] of Object.entries(tables)) {
    numbers += 1;
    const values = row
      .replaceAll(':u', String(user.id))
      .replaceAll(':a', String(account.accountId))
      .replaceAll(':n', String(numbers));
    await run(`insert into ${table} ${values}`);
  }
}
/** Of each table, whose rows there are by a column. */
async function left(tables: Readonly<Record<string, string>>, column: string, among: readonly number[]) {
  const each = Object.keys(tables).map(async (table) => {
    const rows = await run(
      `select distinct ${column} as id from ${table} where ${column} in (${among.join()}) order by 1`,
    );
    return [table, rows.map(({ id }) => id)];
  });
  return Object.fromEntries(await Promise.all(each));
}
const allOf = (tables: Readonly<Record<string, string>>, ids: readonly number[]) =>
  Object.fromEntries(Object.keys(tables).map((table) => [table, ids]));

it('what a person or the account has goes, from every table; what others have stays', async () => {
  await add(OF_PERSONS, gone, gone);
  await add(OF_PERSONS, member, gone);
  await add(OF_BOTH, gone, member);
  await add(OF_BOTH, member, gone);
  await add(OF_BOTH, member, member);
  await add(OF_ACCOUNTS, member, gone);
  await add(OF_ACCOUNTS, member, member);
  const persons = [gone.id, member.id];
  const accounts = [gone.accountId, member.accountId];
  expect(await left(OF_PERSONS, 'user_id', persons)).toEqual(allOf(OF_PERSONS, persons));
  await erase();
  expect(await left(OF_PERSONS, 'user_id', persons)).toEqual(allOf(OF_PERSONS, [member.id]));
  expect(await left(OF_BOTH, 'user_id', persons)).toEqual(allOf(OF_BOTH, [member.id]));
  const whole = { ...OF_BOTH, ...OF_ACCOUNTS };
  expect(await left(whole, 'account_id', accounts)).toEqual(allOf(whole, [member.accountId]));
});

it('nobody of an erased account is told or mailed what happens to its money later', async () => {
  const told = async (accountId: number) =>
    await api.deps.db.transaction().execute(
      async (trx) =>
        await notify(trx, {
          ...{ accountId, kind: 'deposit.refund_return', at: api.now },
          data: { amount: 1, currency: 'USD', reference: 'PL-1' },
          mail: mailText('refundReturned', { network: 'Net', amount: () => 'USD 1.00', reference: 'PL-1' }),
        }),
    );
  await erase();
  await run(`insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, reason, given_up_micros,
    status_before, persons, erased_at) values (${gone.accountId}, now(), 'owner', ${gone.id}, '', 0, 'active', '[]', now())`);
  expect([await told(gone.accountId), await told(member.accountId)]).toEqual([false, true]);
  const mails = await run(`select to_email from mail_outbox where created_at = '${api.now.toISOString()}'`);
  expect(mails.map(({ to_email }: { to_email: string }) => to_email)).toEqual([member.email]);
});

it('a person has no name, address or way in any more; who acted for the account acts for it no more', async () => {
  await run(`update app_user set phone = '+49 30', totp_secret_sealed = 'x', totp_pending_sealed = 'x', totp_last_step = 1,
    language = 'de', last_login_at = now(), home_account_id = ${gone.accountId} where id in (${gone.id}, ${member.id})`);
  const other = await api.user({ roles: ['advertiser'] });
  await run(
    `insert into account_member (account_id, user_id, role) values (${member.accountId}, ${other.id}, 'viewer')`,
  );
  await run(`update app_user set home_account_id = ${member.accountId} where id = ${other.id}`);
  await run(`update account set company = 'Zwicky Works', trusted_at = now()`);
  const persons = async () =>
    await run(`select id, email, first_name, last_name, phone, password_hash, totp_secret_sealed, totp_pending_sealed,
      totp_last_step, language, last_login_at, home_account_id, version from app_user
      where id in (${gone.id}, ${member.id}, ${other.id}) order by id`);
  const [before, staying, others] = await persons();
  await erase();
  const nothing = { phone: null, password_hash: null, totp_secret_sealed: null, totp_pending_sealed: null };
  expect(await persons()).toEqual([
    {
      ...{
        id: gone.id,
        email: `erased-${gone.id}@erased.invalid`,
        first_name: '',
        last_name: '',
        ...nothing,
      },
      ...{ totp_last_step: null, language: null, last_login_at: null, home_account_id: gone.accountId },
      version: before.version + 1,
    },
    { ...staying, home_account_id: null },
    others,
  ]);
  const accounts = `(${gone.accountId}, ${member.accountId})`;
  expect(
    await run(`select account_id, user_id from account_member where account_id in ${accounts} order by 1, 2`),
  ).toEqual([
    { account_id: gone.accountId, user_id: gone.id },
    { account_id: member.accountId, user_id: member.id },
    { account_id: member.accountId, user_id: other.id },
  ]);
  expect(
    await run(
      `select company, trusted_at is null as untrusted from account where id in ${accounts} order by id`,
    ),
  ).toEqual([
    { company: null, untrusted: true },
    { company: 'Zwicky Works', untrusted: false },
  ]);
});

it('mails to them go, and those to others that name them once they are sent no more', async () => {
  const nameless = await api.user({ roles: [], firstName: 'Ann', lastName: '' });
  await run('delete from mail_outbox');
  const old = new Date(AT.getTime() - MAIL_MAX_AGE_MS);
  const young = new Date(old.getTime() + 1);
  const mail = async (
    to: string,
    subject: string,
    body: string,
    at = old,
    noticeTo: number | null = null,
  ) => {
    const { rows } = await sql<{ id: bigint }>`
      insert into mail_outbox (to_email, subject, body_text, created_at, notice_kind, notice_user_id)
      values (${to}, ${subject}, ${body}, ${at}, ${noticeTo === null ? null : 'k'}, ${noticeTo}) returning id`.execute(
      api.deps.db,
    );
    await sql`insert into mail_attachment (mail_id, name, media_type, content)
      values (${rows[0]?.id}, 'a.csv', 'text/csv', '')`.execute(api.deps.db);
  };
  await mail(gone.email, 'To them', '', young);
  await mail('elsewhere@example.com', 'A notice of theirs', '', young, gone.id);
  await mail(member.email, 'Names them', 'Hello Xenophilia Zwicky!');
  await mail(member.email, 'Xenophilia Zwicky is named above', '');
  await mail(member.email, 'Names their address', `From ${gone.email}.`);
  await mail(member.email, 'May be sent still', 'Of Xenophilia Zwicky', young);
  await mail(member.email, 'Names somebody else', 'Of Xenophilia Field and Ann');
  await mail(member.email, 'A notice of another', '', old, member.id);
  await mail(member.email, 'Names who has no name', `Of ${nameless.email}`);
  const others = [gone.email, nameless.email, 'new@example.com'];
  await sql`insert into sign_up_request (email, roles, token_sha256, expires_at)
    select e, '{publisher}', sha256(e::bytea), '2027-01-01' from unnest(${others}::text[]) e`.execute(
    api.deps.db,
  );
  await sql`insert into account_invitation (account_id, email, role, token_sha256, invited_by, expires_at)
    select ${member.accountId}, e, 'viewer', sha256(e::bytea), ${member.id}, '2027-01-01' from unnest(${others}::text[]) e`.execute(
    api.deps.db,
  );
  await erase([nameless]);
  expect(
    await run(
      'select subject, (select count(*)::int from mail_attachment where mail_id = m.id) as files from mail_outbox m order by id',
    ),
  ).toEqual([
    { subject: 'May be sent still', files: 1 },
    { subject: 'Names somebody else', files: 1 },
    { subject: 'A notice of another', files: 1 },
  ]);
  expect(await run('select count(*)::int as n from mail_attachment')).toEqual([{ n: 3 }]);
  for (const table of ['sign_up_request', 'account_invitation']) {
    expect(await run(`select email from ${table}`)).toEqual([{ email: 'new@example.com' }]);
  }
});

it('what operators were told about them by their address goes from the bell, and nothing that they were told of others', async () => {
  const operator = await api.user({ roles: ['operator'] });
  const told = async (kind: string, detail: object) =>
    await sql`insert into notification (user_id, kind, detail) values (${operator.id}, ${kind}, ${JSON.stringify(detail)})`.execute(
      api.deps.db,
    );
  for (const { email } of [gone, member]) {
    await told('operator.change', { change: 'data_export', by: 'Ines Falk', about: email });
    await told('deposit.inquire', { advertiser: email, reference: 'PL-7' });
  }
  await erase();
  const { rows } = await sql<{ detail: object }>`
    select detail from notification where user_id = ${operator.id} order by id`.execute(api.deps.db);
  expect(rows.map(({ detail }) => detail)).toEqual([
    { change: 'data_export', by: 'Ines Falk', about: member.email },
    { advertiser: member.email, reference: 'PL-7' },
  ]);
});

it('ways to pay and be paid are of nobody any more, and websites free, which the log keeps', async () => {
  const earlier = '2026-01-01T00:00:00.000Z';
  const both = [gone.accountId, member.accountId];
  for (const [index, accountId] of both.entries()) {
    await sql`insert into payment_profile (publisher_id, name, type, details_sealed, masked, is_default, deleted_at)
      values (${accountId}, 'Main', 'paypal', 'sealed', '{"to": "x"}', true, null),
             (${accountId}, 'Former', 'paypal', 'sealed', '{"to": "x"}', false, ${earlier})`.execute(
      api.deps.db,
    );
    await sql`insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year,
                                          is_default, removed_at)
      values (${accountId}, 'test_card', ${`a${index}`}, 'visa', '4242', 1, 2030, true, null),
             (${accountId}, 'test_card', ${`b${index}`}, 'visa', '4242', 1, 2030, false, ${earlier})`.execute(
      api.deps.db,
    );
    for (const status of ['active', 'archived']) {
      await sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
        values (${accountId}, ${`${status}-${index}.example`}, '{pets}', 5, ${`erased-website-${status}-${index}`}, ${status})`.execute(
        api.deps.db,
      );
    }
  }
  const profiles = async () =>
    await run(`select name, masked, details_sealed = '' as empty, is_default, deleted_at, version from payment_profile
      where publisher_id in (${both.join()}) order by id`);
  const cards = async () =>
    await run(
      `select last4, is_default, removed_at from payment_method where advertiser_id in (${both.join()}) order by id`,
    );
  const websites = async () =>
    await run(`select status, version from website where publisher_id in (${both.join()}) order by id`);
  const before = { profiles: await profiles(), cards: await cards() };
  await erase();
  const erased = { name: 'erased', masked: {}, empty: true, is_default: false, version: 2 };
  expect(await profiles()).toEqual([
    { ...erased, deleted_at: AT },
    { ...erased, deleted_at: new Date(earlier) },
    ...before.profiles.slice(2),
  ]);
  expect(await cards()).toEqual([
    { last4: '4242', is_default: false, removed_at: AT },
    { last4: '4242', is_default: false, removed_at: new Date(earlier) },
    ...before.cards.slice(2),
  ]);
  expect(await websites()).toEqual([
    { status: 'archived', version: 2 },
    { status: 'archived', version: 1 },
    { status: 'active', version: 1 },
    { status: 'archived', version: 1 },
  ]);
  const log =
    await run(`select w.domain, l.at, l.actor_kind, l.detail from audit_log l join website w on w.id = l.subject_id
    where l.action = 'website.delete'`);
  expect(log).toEqual([
    {
      ...{ domain: 'active-0.example', at: AT, actor_kind: 'system' },
      detail: { status: { before: 'active', after: 'archived' } },
    },
  ]);
});

it('notes and tags of them, and of what the account has, go; those of others stay', async () => {
  const campaignIds: number[] = [];
  const websiteIds: number[] = [];
  const ids: Record<string, readonly number[]> = {
    ...{ user: [gone.id, member.id], account: [gone.accountId, member.accountId] },
    ...{ campaign: campaignIds, website: websiteIds },
  };
  for (const [index, { accountId }] of [gone, member].entries()) {
    const key = `noted-${accountId}-${index}-0000000`;
    const campaigns = await sql<{ id: number }>`
      insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
      values (${accountId}, 'Spring', 'TRAFFIC', 10000000, '2026-03-01', ${key}) returning id`.execute(
      api.deps.db,
    );
    const websites = await sql<{ id: number }>`
      insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
      values (${accountId}, ${`noted-${accountId}.example`}, '{pets}', 5, ${key}) returning id`.execute(
      api.deps.db,
    );
    campaignIds.push(...campaigns.rows.map(({ id }) => id));
    websiteIds.push(...websites.rows.map(({ id }) => id));
  }
  const kept = Object.entries(ids).map(([kind, [, id]]) => ({ kind, subject_id: id }));
  // Of another kind, by a number that is erased of its own kind.
  const alike = Object.keys(ids)
    .flatMap((kind) => Object.values(ids).map(([id]) => ({ kind, subject_id: id })))
    .filter(({ kind, subject_id }) => !(ids[kind]?.includes(subject_id ?? 0) ?? false));
  const erased = Object.entries(ids).map(([kind, [id]]) => ({ kind, subject_id: id }));
  await run('delete from record_note; delete from record_tag');
  for (const { kind, subject_id } of [...kept, ...alike, ...erased]) {
    await run(`insert into record_note (kind, subject_id, text, author_id, created_at)
      values ('${kind}', ${subject_id}, 'Called', ${member.id}, now()) on conflict do nothing`);
    await run(
      `insert into record_tag (kind, subject_id, tag) values ('${kind}', ${subject_id}, 'vip') on conflict do nothing`,
    );
  }
  await erase();
  const inOrder = (rows: readonly object[]) =>
    [...new Set(rows.map((row) => JSON.stringify(row)))].toSorted();
  for (const table of ['record_note', 'record_tag']) {
    expect(inOrder(await run(`select kind, subject_id from ${table}`))).toEqual(inOrder([...kept, ...alike]));
  }
});

it('the log keeps who did what and how it stood, not from where nor what it said about persons', async () => {
  const detail = { status: { before: 'active', after: 'suspended' }, email: 'x@example.com', by: 'owner' };
  const entry = async (actor: number, subject: string, id: number | null, account: number | null = null) => {
    await sql`insert into audit_log (actor_user_id, actor_kind, action, subject_kind, subject_id, actor_account_id, detail, ip, user_agent)
      values (${actor}, 'publisher', 'erased.test', ${subject}, ${id}, ${account}, ${JSON.stringify(detail)}, '203.0.113.7', 'Firefox')`.execute(
      api.deps.db,
    );
  };
  await entry(gone.id, 'campaign', 1, gone.accountId);
  await entry(member.id, 'user', gone.id);
  await entry(member.id, 'account', gone.accountId);
  await entry(member.id, 'payment_profile', 1, gone.accountId);
  // Of others, whatever their number.
  await entry(member.id, 'user', gone.accountId);
  await entry(member.id, 'account', gone.id);
  await entry(member.id, 'webhook', gone.id, member.accountId);
  await erase();
  const kept = { status: detail.status, by: 'owner' };
  const from = { ip: '203.0.113.7', user_agent: 'Firefox' };
  expect(
    await run(`select detail, ip, user_agent from audit_log where action = 'erased.test' order by id`),
  ).toEqual([
    { detail, ip: null, user_agent: null },
    ...Array(3).fill({ detail: kept, ...from }),
    ...Array(3).fill({ detail, ...from }),
  ]);
});

it('erasing leaves the log append-only for everything else', async () => {
  const change = async (set: string) =>
    await api.deps.db.transaction().execute(async (trx) => {
      await sql`select set_config('placard.erasing', 'on', true)`.execute(trx);
      await sql`update audit_log set ${sql.raw(set)}`.execute(trx);
    });
  await expect(change(`action = 'nothing'`)).rejects.toThrow(/append-only/);
  await expect(change('at = now()')).rejects.toThrow(/append-only/);
  await expect(sql`update audit_log set ip = null`.execute(api.deps.db)).rejects.toThrow(/append-only/);
  await expect(sql`delete from audit_log`.execute(api.deps.db)).rejects.toThrow(/append-only/);
  await change('ip = null');
  // What follows the erasure in its transaction is everything else, too.
  const after = api.deps.db.transaction().execute(async (trx) => {
    await erasePersonalData(trx, { accountId: gone.accountId, personIds: [gone.id], at: AT });
    await sql`update audit_log set user_agent = ''`.execute(trx);
  });
  await expect(after).rejects.toThrow(/append-only/);
});
