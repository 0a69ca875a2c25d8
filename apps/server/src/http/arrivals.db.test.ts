import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startSession } from '../auth/sessions.ts';
import { createAccountTurns } from './account-turns.ts';
import { BURST } from './new-connections.ts';
import { type Answer, createTestApi, PASSWORD, type TestApi, type TestUser } from './testing/test-api.ts';

const SOON = { timeout: 20_000, interval: 5 };
const profileOf = ({ email }: TestUser) => ({
  ...{ firstName: 'Other', lastName: 'Name', email, phone: null, company: null, timeZone: 'UTC' },
});

let api: TestApi;
let user: TestUser;
const turns = createAccountTurns();

beforeAll(async () => {
  api = await createTestApi({ accountTurns: turns });
  user = await api.user();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => await api.close());

/** Nothing of the user's own row is written meanwhile: who would waits in the database. */
async function holding(of: TestUser, work: () => Promise<void>): Promise<void> {
  await api.deps.db.transaction().execute(async (trx) => {
    await sql`select id from app_user where id = ${of.id} for update`.execute(trx);
    await work();
  });
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(api.deps.db);
  return rows[0]?.count ?? 0;
}

async function rename(whom = user): Promise<Answer> {
  return await api.call('PUT', '/auth/profile', { token: whom.token, body: profileOf(whom) });
}

it('those that wait ask the database nothing; one that is refused neither', async () => {
  const answers: Promise<Answer>[] = [];
  await holding(user, async () => {
    answers.push(rename());
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
    let asked = 0;
    const count = () => {
      asked += 1;
    };
    api.pool.on('acquire', count);
    for (let call = 0; call < 70; call += 1) answers.push(rename());
    // 64 may wait.
    const refused = await Promise.all(answers.slice(65));
    api.pool.off('acquire', count);
    expect(asked).toBe(0);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
    expect(refused[0]?.headers['x-frame-options']).toBe('DENY');
  });
  expect((await Promise.all(answers.slice(0, 65))).map(({ status }) => status)).toEqual(
    Array.from({ length: 65 }, () => 200),
  );
});

it('those of another session of the account neither, once it is known whose it is', async () => {
  const token = await startSession(api.deps.db, { userId: user.id, userAgent: 'other', now: api.now });
  const other = { ...user, token };
  for (const each of [user, other]) await rename(each);
  const answers: Promise<Answer>[] = [];
  await holding(user, async () => {
    answers.push(rename());
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
    const asked: string[] = [];
    const count = () => void asked.push('connection');
    api.pool.on('acquire', count);
    answers.push(rename(other));
    await nextTurn();
    api.pool.off('acquire', count);
    expect(asked).toEqual([]);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});

it('one whose session ends while it waits is refused when its turn comes', async () => {
  const answers: Promise<Answer>[] = [];
  const other = await api.user();
  await holding(other, async () => {
    answers.push(rename(other));
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
    answers.push(rename(other));
    await api.pool.query('delete from session where user_id = $1', [other.id]);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401]);
});

/** A call whose head is looked at and whose body does not come yet. @returns what sends it, and gives the answer */
async function slowCall(
  of: TestUser,
  path: string,
  content: object,
): Promise<() => Promise<number | undefined>> {
  const { port } = api.app.server.address() as AddressInfo;
  const body = JSON.stringify(content);
  const slow = send({
    ...{ host: '127.0.0.1', port, path: `/api${path}`, method: path === '/auth/profile' ? 'PUT' : 'POST' },
    headers: {
      ...{ authorization: `Bearer ${of.token}`, 'content-type': 'application/json' },
      ...{ 'placard-account': of.accountId, 'content-length': body.length },
    },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    slow.on('response', (response) => resolve(response.resume().statusCode));
  });
  const known = new Promise<void>((resolve) => api.pool.once('release', () => resolve()));
  slow.flushHeaders();
  await known;
  return async () => {
    slow.end(body);
    return await answered;
  };
}

it('a body that is still on its way holds no place in the line', async () => {
  // Its turn has come, and its body has not.
  const come = await slowCall(user, '/auth/profile', profileOf(user));
  expect((await rename()).status).toBe(200);
  expect(await come()).toBe(200);
});

it('one whose body comes only when its person may no longer is refused like the next one', async () => {
  const [member, operator, person] = [
    await api.user(),
    await api.user({ roles: ['operator'] }),
    await api.user(),
  ];
  const write = async (statement: string, id: number) => await api.pool.query(statement, [id]);
  await api.pool.query("insert into account_member (account_id, user_id, role) values ($1, $2, 'manager')", [
    user.accountId,
    member.id,
  ]);
  const invitation = { email: 'friend@late.test', roles: ['operator'], currentPassword: PASSWORD };
  const late = [
    await slowCall(person, '/auth/profile', profileOf(person)),
    await slowCall({ ...member, accountId: user.accountId }, '/advertiser/campaigns', {}),
    await slowCall(operator, '/operator/users/invite', invitation),
  ];
  await write('delete from session where user_id = $1', person.id);
  await write("delete from account_member where user_id = $1 and role <> 'owner'", member.id);
  await write("update app_user set status = 'suspended' where id = $1", operator.id);
  expect(await Promise.all(late.map(async (come) => await come()))).toEqual([401, 403, 403]);
  const { rowCount } = await api.pool.query("select from app_user where email = 'friend@late.test'");
  expect(rowCount).toBe(0);
});

it('one that is looked at and waits for its account’s turn neither does what its person no longer may', async () => {
  const member = await api.user();
  await api.pool.query("insert into account_member (account_id, user_id, role) values ($1, $2, 'manager')", [
    user.accountId,
    member.id,
  ]);
  const answers: Promise<Answer>[] = [];
  await holding(user, async () => {
    answers.push(rename());
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
    const headers = { 'placard-account': String(user.accountId) };
    answers.push(api.call('PUT', '/auth/profile', { token: member.token, headers, body: profileOf(member) }));
    // Nobody knew whose it is, so it came in by a line of its own.
    await vi.waitFor(() => expect(turns.write.waiting).toBe(1), SOON);
    await api.pool.query('delete from account_member where user_id = $1 and account_id = $2', [
      member.id,
      user.accountId,
    ]);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 403]);
});

it('two files of an account are read at once and ten wait, of which none is in memory yet', async () => {
  const { read, waiting } = { read: 2, waiting: 10 };
  const { port } = api.app.server.address() as AddressInfo;
  const begin = () => {
    const upload = send({
      ...{ host: '127.0.0.1', port, path: '/api/advertiser/images', method: 'POST' },
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000,
      },
    });
    upload.on('error', () => undefined).flushHeaders();
    return upload;
  };
  const held = Array.from({ length: read }, begin);
  await vi.waitFor(() => expect(turns.upload.isFree(`account ${user.accountId}`)).toBe(false), SOON);
  const others = Array.from({ length: waiting }, begin);
  await vi.waitFor(() => expect(turns.upload.waiting).toBe(waiting), SOON);
  const beyond = begin();
  const [answer] = (await once(beyond, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1']);
  // Whoever goes without an answer gives the turn back.
  held[0]?.destroy();
  await vi.waitFor(() => expect(turns.upload.waiting).toBe(waiting - 1), SOON);
  for (const each of [...held, ...others, beyond]) each.destroy();
  await vi.waitFor(() => expect(turns.upload.keys).toBe(0), SOON);
});

it('closes while connections wait for their turn, which it ends', async () => {
  const accountTurns = createAccountTurns();
  const other = await createTestApi({ accountTurns });
  const { hostname, port } = new URL(await other.app.listen({ host: '127.0.0.1', port: 0 }));
  // Those that wait begin at the next turn of this, which never comes.
  vi.spyOn(accountTurns.arrivals.connecting, 'wait').mockReturnValue(new Promise(() => undefined));
  const clients = Array.from({ length: BURST.connections + 2 }, () => connect(Number(port), hostname));
  const ended = clients.map((client) => new Promise((resolve) => client.once('close', resolve)));
  for (const client of clients) client.on('error', () => undefined).resume();
  await vi.waitFor(() => expect(accountTurns.arrivals.connecting.wait).toHaveBeenCalledTimes(2), SOON);
  for (const client of clients.slice(0, BURST.connections)) client.destroy();
  await other.close();
  await Promise.all(ended);
});
