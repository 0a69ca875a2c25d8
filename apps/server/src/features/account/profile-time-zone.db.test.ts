import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => await api.close());

it('a profile takes no zone that the database does not know, and keeps the one of before', async () => {
  const { email, token } = await api.user();
  const save = (timeZone: string, firstName = 'Ada') =>
    api.call('PUT', '/auth/profile', {
      token,
      body: { firstName, lastName: 'Harbour', email, phone: null, company: null, timeZone },
    });
  expect((await save('Europe/Berlin')).status).toBe(200);
  for (const zone of ['AET', 'CET', 'europe/berlin']) {
    const { status, error } = await save(zone);
    expect([status, error?.issues?.[0]?.code]).toEqual([422, 'time_zone_unknown']);
  }
  // One that an account has since before does not keep its people from changing their names.
  await api.deps.db.updateTable('account').set({ time_zone: 'CET' }).execute();
  expect((await save('CET', 'Grace')).status).toBe(200);
});

it('a profile of names alone keeps everything else, and nothing is emptied but by an empty text', async () => {
  const { email, token } = await api.user();
  const save = async (body: object) => (await api.call('PUT', '/auth/profile', { token, body })).data;
  const names = { firstName: 'Ada', lastName: 'Harbour' };
  const rest = { email, phone: '+49 30 1234567', company: 'Lanterns', timeZone: 'Europe/Berlin' };
  await save({ ...names, ...rest });
  expect(await save({ firstName: 'Grace', lastName: 'Hopper' })).toMatchObject({
    ...rest,
    firstName: 'Grace',
    lastName: 'Hopper',
  });
  expect(await save({ ...names, phone: '', company: null })).toMatchObject({ phone: null, company: null });
  const { status, error } = await api.call('PUT', '/auth/profile', { token, body: { email: null } });
  expect([status, error?.issues?.map(({ message }) => message)]).toEqual([
    422,
    ['First name is required', 'Last name is required', 'Please enter a valid email address'],
  ]);
});

it('what a profile changes is written down, field by field, of the person and of their account', async () => {
  const { id, accountId, email, token } = await api.user({ firstName: 'Ada', lastName: 'Harbour' });
  const fields = {
    firstName: 'Ada',
    lastName: 'Harbour',
    email,
    phone: null,
    company: null,
    timeZone: 'UTC',
  };
  const save = async (change: object) =>
    (await api.call('PUT', '/auth/profile', { token, body: { ...fields, ...change } })).data;
  const versions = async () => {
    const { rows } = await api.pool.query<{ person: number; account: number }>(
      'select u.version as person, a.version as account from app_user u, account a where u.id = $1 and a.id = $2',
      [id, accountId],
    );
    return [rows[0]?.person, rows[0]?.account];
  };
  const [person = 0, account = 0] = await versions();
  await save({});
  expect(await versions()).toEqual([person + 1, account]);
  await save({ language: 'de', phone: '+49 30 1234567', company: 'Lanterns' });
  expect(await versions()).toEqual([person + 2, account + 1]);
  // A language that is not named stays; empty words are none.
  expect(await save({ lastName: 'Pier', phone: '', company: '' })).toMatchObject({
    ...{ lastName: 'Pier', language: 'de', phone: null, company: null, accountName: 'Ada Pier' },
  });
  const { rows } = await api.pool.query(
    "select detail from audit_log where action = 'user.update' and subject_id = $1 order by id",
    [id],
  );
  expect(rows.map(({ detail }) => detail)).toEqual([
    {},
    {
      ...{ language: { before: null, after: 'de' }, phone: { before: null, after: '+49 30 1234567' } },
      company: { before: null, after: 'Lanterns' },
    },
    {
      ...{
        last_name: { before: 'Harbour', after: 'Pier' },
        phone: { before: '+49 30 1234567', after: null },
      },
      company: { before: 'Lanterns', after: null },
    },
  ]);
});

it('a zone that stays is no change of the account, whichever it is', async () => {
  const { accountId, email, token } = await api.user({ firstName: 'Ada', lastName: 'Harbour' });
  const row = api.deps.db.updateTable('account').where('id', '=', accountId);
  await row.set({ time_zone: 'Europe/Berlin' }).execute();
  const version = async () =>
    (
      await api.deps.db
        .selectFrom('account')
        .select('version')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).version;
  const before = await version();
  const person = { firstName: 'Ada', lastName: 'Pier', email, phone: null, company: null };
  const body = { ...person, timeZone: 'Europe/Berlin' };
  expect((await api.call('PUT', '/auth/profile', { token, body })).status).toBe(200);
  expect(await version()).toBe(before);
});
