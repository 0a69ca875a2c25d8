import { EXPORT_KEPT_DAYS } from '@placard/domain/account/data-export';
import { DAY_MS } from '@placard/domain/time-zone';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TooManyWaiting } from '../../fairness/turns.ts';
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
