import { EXPORT_KEPT_DAYS, EXPORT_REASON, GIVEN_EXPORTS_A_DAY } from '@placard/domain/account/data-export';
import { DAY_MS } from '@placard/domain/time-zone';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TooManyWaiting } from '../../fairness/turns.ts';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { MOST_FAULTS } from '../each-alone.ts';
import { makeExports } from './make-exports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const ask = async ({ token }: Pick<TestUser, 'token'>, accountId: number) =>
  await api.call('POST', '/account/export', {
    token,
    headers: { 'placard-account': String(accountId) },
    body: { currentPassword: PASSWORD },
  });

describe('who has archives made', () => {
  it('by a person in all accounts are five, also where they are asked for at once', async () => {
    const member = await api.user();
    const owners = [];
    for (let count = 0; count < 7; count += 1) owners.push(await api.user());
    await api.deps.db
      .insertInto('account_member')
      .values(
        owners.map(({ accountId }) => ({
          account_id: accountId,
          user_id: member.id,
          role: 'manager' as const,
        })),
      )
      .execute();
    const answers = await Promise.all(owners.map(async ({ accountId }) => await ask(member, accountId)));
    expect(answers.map(({ status, error }) => error?.code ?? status).sort()).toEqual([
      ...[200, 200, 200, 200, 200],
      ...['export_limit', 'export_limit'],
    ]);
    await makeExports(api.deps);
  });

  it('comes to its turn, however many before it find none', async () => {
    const { id: userId } = await api.user();
    const { rows: accounts } = await sql<{ id: number }>`
      insert into account (company) select 'One of many' from generate_series(1, 22) returning id`.execute(
      api.deps.db,
    );
    const fileKey = (accountId: number) => `${String(accountId).padStart(64, '0')}.png`;
    for (const { id } of accounts) {
      await sql`insert into account_member (account_id, user_id, role) values (${id}, ${userId}, 'owner')`.execute(
        api.deps.db,
      );
      await sql`insert into data_export (account_id, user_id, scope, asked_at)
        values (${id}, ${userId}, 'account', ${api.now})`.execute(api.deps.db);
      await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
        values (${id}, ${fileKey(id)}, 1, 1, 3, 'image/png')`.execute(api.deps.db);
    }
    const last = accounts.at(-1)?.id ?? 0;
    // Whatever takes turns has none left for anybody but the last one.
    const read = async (key: string) => {
      if (key === fileKey(last)) return Buffer.from('PNG');
      throw new TooManyWaiting('no turn', 'all');
    };
    expect(await makeExports({ ...api.deps, readsImages: { read, close: async () => undefined } })).toBe(1);
    const { rows: found } = await sql<{ account_id: number; status: string }>`
      select account_id, status from data_export where user_id = ${userId} order by account_id`.execute(
      api.deps.db,
    );
    expect(found).toEqual(
      accounts.map(({ id }) => ({ account_id: id, status: id === last ? 'ready' : 'waiting' })),
    );
    await api.deps.db.deleteFrom('data_export').execute();
  });
});

it('an archive says when it was asked for, and how large it is and until when it is there once it is made', async () => {
  const { token, id, accountId } = await api.user();
  const current = async () => (await api.call('GET', '/account/export', { token })).data;
  expect(await current()).toEqual({ export: null });
  const asked = (await ask({ token }, accountId)).data;
  const waiting = {
    ...{ id: expect.any(Number), scope: 'account', status: 'waiting', askedAt: api.now.toISOString() },
    ...{ readyAt: null, expiresAt: null, sizeBytes: null },
  };
  expect(asked).toEqual({ export: waiting });
  expect(await current()).toEqual({ export: waiting });
  expect(await makeExports(api.deps)).toBe(1);
  const { rows } = await sql<{ bytes: number }>`
    select sum(length(content))::int as bytes from data_export_part p join data_export x on x.id = p.export_id
     where x.user_id = ${id}`.execute(api.deps.db);
  expect(await current()).toEqual({
    export: {
      ...waiting,
      status: 'ready',
      readyAt: api.now.toISOString(),
      expiresAt: new Date(api.now.getTime() + EXPORT_KEPT_DAYS * DAY_MS).toISOString(),
      sizeBytes: rows[0]?.bytes,
    },
  });
});

it('one that cannot be made takes nothing of those that were', async () => {
  const [made, failing] = [await api.user(), await api.user({ roles: ['advertiser'] })];
  const parts = async () =>
    (
      await sql<{ id: number; bytes: number }>`
        select export_id as id, sum(length(content))::int as bytes from data_export_part group by 1 order by 1`.execute(
        api.deps.db,
      )
    ).rows;
  await ask(made, made.accountId);
  await makeExports(api.deps);
  const before = await parts();
  expect(before.length).toBeGreaterThan(0);
  const withImages = async (first: number, last: number) => {
    await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
      select ${failing.accountId}, lpad(n::text, 64, 'f') || '.png', 1, 1, 3, 'image/png'
        from generate_series(${first}::int, ${last}::int) n`.execute(api.deps.db);
    await ask(failing, failing.accountId);
    const read = async () => {
      throw new Error('the disk is gone');
    };
    const count = await makeExports({ ...api.deps, readsImages: { read, close: async () => undefined } });
    const { data } = await api.call('GET', '/account/export', { token: failing.token });
    return [count, (data as { export: { status: string } }).export.status];
  };
  // Some that cannot be read are named in it: it is made of the rest.
  expect(await withImages(1, MOST_FAULTS - 1)).toEqual([1, 'ready']);
  const { rows: pieces } = await sql<{ content: Buffer }>`
    select content from data_export_part p join data_export x on x.id = p.export_id
     where x.account_id = ${failing.accountId} order by part`.execute(api.deps.db);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces.map(({ content }) => content))));
  const missing = new TextDecoder().decode(files['images/MISSING.txt']);
  expect(missing.match(/^f+\d+\.png$/gm)).toHaveLength(MOST_FAULTS - 1);
  await api.deps.db.deleteFrom('data_export').where('account_id', '=', failing.accountId).execute();
  // Where so many cannot be, it is the disk.
  expect(await withImages(MOST_FAULTS, MOST_FAULTS)).toEqual([0, 'failed']);
  expect(await parts()).toEqual(before);
});

it('one that is gone when it is ready is told to nobody, and is no fault', async () => {
  const user = await api.user({ roles: ['advertiser'] });
  await ask(user, user.accountId);
  await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
    values (${user.accountId}, ${`${'a'.repeat(64)}.png`}, 1, 1, 3, 'image/png')`.execute(api.deps.db);
  // As where the account is closed meanwhile.
  const read = async () => {
    await sql`update data_export set status = 'failed' where user_id = ${user.id}`.execute(api.deps.db);
    return Buffer.from('PNG');
  };
  const faults: unknown[] = [];
  const log = { ...api.deps.log, error: (fault: unknown) => faults.push(fault) };
  await makeExports({ ...api.deps, log, readsImages: { read, close: async () => undefined } });
  const { rows } = await sql<{ audited: number; mailed: number; status: string }>`
    select (select count(*)::int from audit_log where action = 'data_export.complete' and subject_id = x.id) as audited,
           (select count(*)::int from mail_outbox where to_email = ${user.email}) as mailed, x.status
      from data_export x where x.user_id = ${user.id}`.execute(api.deps.db);
  expect([rows, faults]).toEqual([[{ audited: 0, mailed: 0, status: 'failed' }], []]);
});

it('an archive is of what its owner is in that account, whatever they and others are elsewhere', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  for (const [account, user] of [
    [owner.accountId, other.id],
    [other.accountId, owner.id],
  ])
    await sql`insert into account_member (account_id, user_id, role) values (${account}, ${user}, 'viewer')`.execute(
      api.deps.db,
    );
  // What came last PostgreSQL reads last.
  await sql`delete from account_member where account_id = ${owner.accountId} and user_id = ${owner.id}`.execute(
    api.deps.db,
  );
  await sql`insert into account_member (account_id, user_id, role) values (${owner.accountId}, ${owner.id}, 'owner')`.execute(
    api.deps.db,
  );
  await ask(owner, owner.accountId);
  expect(await makeExports(api.deps)).toBe(1);
  const { data } = await api.call('GET', '/account/export', { token: owner.token });
  expect(data).toMatchObject({ export: { scope: 'account', status: 'ready' } });
});

it('is one of each person in each account: none takes another’s place, or leads to it', async () => {
  const [owner, other, member] = [await api.user(), await api.user(), await api.user({ roles: [] })];
  for (const { accountId } of [owner, other])
    await sql`insert into account_member (account_id, user_id, role) values (${accountId}, ${member.id}, 'manager')`.execute(
      api.deps.db,
    );
  const inAccount = ({ token }: TestUser, { accountId }: TestUser) => ({
    ...{ token, headers: { 'placard-account': String(accountId) } },
  });
  const idOf = async (user: TestUser, of: TestUser) => {
    const { data } = await api.call('GET', '/account/export', inAccount(user, of));
    return (data as { export: { id: number } | null }).export?.id ?? 0;
  };
  const linkTo = async (user: TestUser, of: TestUser, id: number) =>
    await api.call('POST', `/account/export/${id}/link`, { ...inAccount(user, of), body: {} });
  const askAndMake = async (user: TestUser, of: TestUser) => {
    expect((await ask(user, of.accountId)).status).toBe(200);
    await makeExports(api.deps);
    return await idOf(user, of);
  };
  const theirs = await askAndMake(owner, owner);
  // What is still being made of somebody elsewhere keeps them from nothing.
  expect((await ask(member, other.accountId)).status).toBe(200);
  const first = await askAndMake(member, owner);
  const elsewhere = await idOf(member, other);
  expect(new Set([theirs, first, elsewhere]).size).toBe(3);
  for (const id of [theirs, elsewhere]) expect((await linkTo(member, owner, id)).status).toBe(404);
  expect(await askAndMake(member, owner)).toBeGreaterThan(first);
  expect([await idOf(owner, owner), await idOf(member, other)]).toEqual([theirs, elsewhere]);
  // A link ends with what it leads to.
  const began = api.now;
  api.now = new Date(began.getTime() + EXPORT_KEPT_DAYS * DAY_MS - 1);
  const { downloadPath } = (await linkTo(owner, owner, theirs)).data as { downloadPath: string };
  api.now = new Date(began.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
  expect((await api.app.inject({ method: 'GET', url: downloadPath })).statusCode).toBe(404);
  api.now = began;
});

describe('an operator in somebody’s stead', () => {
  const WHY = 'Asked for by letter, case 12';
  const askFor = async (operator: TestUser, of: TestUser, given: object = {}) =>
    await api.call('POST', `/operator/accounts/${of.accountId}/exports`, {
      token: operator.token,
      body: { userId: of.id, reason: WHY, currentPassword: PASSWORD, ...given },
    });
  const listed = async ({ token }: TestUser, { accountId }: TestUser) => {
    const { data } = await api.call('GET', `/operator/accounts/${accountId}/exports`, { token });
    return (data as { items: { id: number; status: string; scope: string; person: object }[] }).items;
  };
  const linkFor = async ({ token }: TestUser, id: number) =>
    await api.call('POST', `/operator/exports/${id}/link`, { token, body: {} });
  async function fetched(operator: TestUser, id: number): Promise<string[] | number> {
    const { status, data } = await linkFor(operator, id);
    if (status !== 200) return status;
    const { downloadPath } = data as { downloadPath: string };
    const { statusCode, rawPayload } = await api.app.inject({ method: 'GET', url: downloadPath });
    return statusCode === 200 ? Object.keys(unzipSync(new Uint8Array(rawPayload))).sort() : statusCode;
  }
  const suspend = async ({ id, accountId }: TestUser) => {
    await sql`update app_user set status = 'suspended' where id = ${id}`.execute(api.deps.db);
    await sql`update account set status = 'suspended' where id = ${accountId}`.execute(api.deps.db);
  };

  it('gets what a suspended owner would, while their own stays as it is; all operators are told', async () => {
    const [operator, other] = [
      await api.user({ roles: ['operator'], firstName: 'Ines', lastName: 'Falk' }),
      await api.user({ roles: ['operator'] }),
    ];
    const owner = await api.user({ roles: ['advertiser'], firstName: 'Odile', lastName: 'Ott' });
    const member = await api.user({ roles: [] });
    await sql`insert into account_member (account_id, user_id, role) values (${owner.accountId}, ${member.id}, 'viewer')`.execute(
      api.deps.db,
    );
    await ask(owner, owner.accountId);
    await makeExports(api.deps);
    const { rows: own } = await sql`select id from data_export where user_id = ${owner.id}`.execute(
      api.deps.db,
    );
    await suspend(owner);
    expect((await askFor(operator, owner)).status).toBe(200);
    expect((await askFor(operator, owner)).error?.code).toBe('export_waiting');
    expect((await askFor(operator, owner, { userId: member.id })).status).toBe(200);
    await makeExports(api.deps);
    const [ofMember, ofOwner] = await listed(operator, owner);
    expect(ofOwner).toMatchObject({
      ...{ status: 'ready', scope: 'account' },
      person: { id: owner.id, name: 'Odile Ott', email: owner.email },
    });
    expect(ofMember).toMatchObject({ status: 'ready', scope: 'person', person: { email: member.email } });
    // Whoever asked, and nobody else: no other operator, and neither of the two.
    expect(await listed(other, owner)).toEqual([]);
    const id = ofOwner?.id ?? 0;
    expect(await fetched(other, id)).toBe(404);
    expect(await fetched(operator, id)).toEqual(expect.arrayContaining(['account.json', 'profile.json']));
    expect(await fetched(operator, ofMember?.id ?? 0)).toEqual([
      ...['README.txt', 'audit.csv', 'notices.csv', 'profile.json'],
    ]);
    const { rows: now } = await sql`
      select id from data_export where user_id = ${owner.id} and operator_id is null`.execute(api.deps.db);
    expect(now).toEqual(own);
    const log = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'detail'])
      .where('actor_user_id', '=', operator.id)
      .orderBy('id')
      .execute();
    const [asked, askedOfMember, ...rest] = log;
    expect(asked).toEqual({
      ...{ action: 'account.request_data', subject_id: owner.accountId },
      detail: { scope: 'account', reason: WHY },
    });
    expect(askedOfMember).toMatchObject({ action: 'user.request_data', subject_id: member.id });
    expect(rest.map(({ action }) => action)).toEqual([
      ...['data_export.export', 'data_export.fetch', 'data_export.export', 'data_export.fetch'],
    ]);
    const { rows: told } = await sql<{ detail: object }>`
      select detail from notification where user_id = ${other.id} and kind = 'operator.change' order by id`.execute(
      api.deps.db,
    );
    expect(told[0]?.detail).toEqual({
      ...{ change: 'data_export', by: 'Ines Falk', about: owner.email },
      record: { kind: 'account', id: owner.accountId },
    });
    expect((await mailsTo(api, other.email))[0]).toContain(
      `Ines Falk asked for an archive of the data of ${owner.email}`,
    );
    expect((await mailsTo(api, operator.email)).at(-1)).toContain(`/operator/accounts/${owner.accountId}`);
    expect(await mailsTo(api, member.email)).toEqual([]);
  });

  it.each([
    ['suspended', `update app_user set status = 'suspended' where id = $1`],
    ['no operator any more', 'delete from user_role where user_id = $1'],
  ])('fetches nothing by a link of before once they are %s', async (_how, change) => {
    const [operator, owner] = [await api.user({ roles: ['operator'] }), await api.user()];
    expect((await askFor(operator, owner)).status).toBe(200);
    await makeExports(api.deps);
    const [made] = await listed(operator, owner);
    const { downloadPath } = (await linkFor(operator, made?.id ?? 0)).data as { downloadPath: string };
    await api.pool.query(change, [operator.id]);
    expect((await api.app.inject({ method: 'GET', url: downloadPath })).statusCode).toBe(404);
  });

  it('says why, proves who they are, and gets nobody who is no member', async () => {
    const [operator, owner, stranger] = [
      await api.user({ roles: ['operator'] }),
      await api.user(),
      await api.user(),
    ];
    expect((await askFor(owner, owner)).error?.code).toBe('forbidden');
    expect((await askFor(operator, owner, { userId: stranger.id })).error?.code).toBe('not_found');
    const wrong = await askFor(operator, owner, { currentPassword: 'Wrong-Horse-1' });
    expect(wrong.error?.code).toBe('current_password_wrong');
    const reasons = { min: 'x'.repeat(EXPORT_REASON.min), max: 'x'.repeat(EXPORT_REASON.max) };
    for (const reason of ['', ` ${reasons.min.slice(1)} `, `${reasons.max}x`])
      expect((await askFor(operator, owner, { reason })).error?.code).toBe('invalid_input');
    for (const reason of [reasons.min, reasons.max]) {
      expect((await askFor(operator, owner, { reason })).status).toBe(200);
      await makeExports(api.deps);
    }
    await sql`insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, reason, given_up_micros, status_before, persons, erased_at)
      values (${owner.accountId}, ${api.now}, 'operator', ${operator.id}, 'x', 0, 'active', '[]', ${api.now})`.execute(
      api.deps.db,
    );
    expect((await askFor(operator, owner)).error?.code).toBe('account_erased');
  });

  it('gets twenty within 24 hours, for seven days, and as long as they run the network', async () => {
    const [operator, owner] = [await api.user({ roles: ['operator'] }), await api.user()];
    const began = api.now;
    for (let count = 0; count < GIVEN_EXPORTS_A_DAY; count += 1) {
      expect((await askFor(operator, owner)).status).toBe(200);
      await sql`update data_export set status = 'failed' where operator_id = ${operator.id}`.execute(
        api.deps.db,
      );
    }
    const refused = await askFor(operator, owner);
    expect([refused.error?.code, refused.headers['retry-after']]).toEqual([
      ...['export_limit', String(DAY_MS / 1_000)],
    ]);
    api.now = new Date(began.getTime() + DAY_MS - 1);
    expect((await askFor(operator, owner)).error?.code).toBe('export_limit');
    api.now = new Date(began.getTime() + DAY_MS);
    expect((await askFor(operator, owner)).status).toBe(200);
    const madeAt = api.now.getTime();
    await makeExports(api.deps);
    const [{ id } = { id: 0 }] = await listed(operator, owner);
    api.now = new Date(madeAt + EXPORT_KEPT_DAYS * DAY_MS - 1);
    const { downloadPath } = (await linkFor(operator, id)).data as { downloadPath: string };
    await sql`delete from user_role where user_id = ${operator.id}`.execute(api.deps.db);
    expect((await api.app.inject({ method: 'GET', url: downloadPath })).statusCode).toBe(404);
    await sql`insert into user_role (user_id, role) values (${operator.id}, 'operator')`.execute(api.deps.db);
    expect((await api.app.inject({ method: 'GET', url: downloadPath })).statusCode).toBe(200);
    api.now = new Date(madeAt + EXPORT_KEPT_DAYS * DAY_MS);
    expect(await listed(operator, owner)).toEqual([]);
    expect((await linkFor(operator, id)).status).toBe(404);
    api.now = began;
  });
});
