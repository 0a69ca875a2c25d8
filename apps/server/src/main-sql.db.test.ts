import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createActor } from './features/testing/fixtures.ts';

const EMAIL = 'operator@example.com';
let database: TestDatabase;
let userId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ userId } = await createActor(database.db, ['operator']));
  await database.pool.query(
    `update app_user set email = $2, totp_secret_sealed = '\\x01', totp_pending_sealed = '\\x02' where id = $1`,
    [userId, EMAIL],
  );
});
afterAll(async () => await database.drop());

const SUDO_USER = 'ada';
function sql(input: string, ...words: string[]): { code: number | null; said: string[] } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main-sql.ts'), ...words],
    {
      encoding: 'utf8',
      input,
      env: { ...COMPILE_CACHE, PATH: process.env.PATH, DATABASE_URL: database.url, SUDO_USER },
    },
  );
  return { code: status, said: `${stdout}${stderr}`.trim().split('\n') };
}
/** What a runbook has its reader type in. */
function typedIn(runbook: string): string {
  const text = readFileSync(new URL(`../../../docs/runbooks/${runbook}.md`, import.meta.url), 'utf8');
  const [, lines = ''] = /npm run placard -- sql <<'SQL'\n([\s\S]*?)\nSQL\n/.exec(text) ?? [];
  return lines;
}
const operator = async () =>
  (
    await database.pool.query<{ status: string; totp: boolean; roles: string[] }>(
      `select u.status, u.totp_secret_sealed is not null or u.totp_pending_sealed is not null as totp,
              array(select r.role::text from user_role r where r.user_id = u.id order by 1) as roles
         from app_user u where u.id = $1`,
      [userId],
    )
  ).rows[0];

it('says what each statement did, and its rows', () => {
  expect(sql(`select 1 as one; select 'a' as text union all select 'b'`)).toEqual({
    code: 0,
    said: ['SELECT 1', '  {"one":1}', 'SELECT 2', '  {"text":"a"}', '  {"text":"b"}'],
  });
});

it('changes nothing where one of its statements fails, and does nothing without any', async () => {
  const before = await operator();
  const { code, said } = sql(`update app_user set status = 'suspended'; update nobody set a = 1`);
  expect([code, said]).toEqual([
    1,
    ['Nothing was changed. PostgreSQL says: relation "nobody" does not exist'],
  ]);
  expect(await operator()).toEqual(before);
  const nothing = sql(' \n');
  expect([nothing.code, nothing.said]).toEqual([
    1,
    [expect.stringContaining('npm run placard -- sql < FILE')],
  ]);
  const word = sql('select 1', 'select 2');
  expect([word.code, word.said.slice(0, 3)]).toEqual([
    2,
    ['It has no use for “select 2”.', '', 'npm run placard -- sql < FILE'],
  ]);
});

it('says what is so where a COMMIT came before a fault, or lacks at the end', async () => {
  const named = (name: string) => `update app_user set first_name = '${name}' where id = ${userId}`;
  const name = async () =>
    (await database.pool.query('select first_name from app_user where id = $1', [userId])).rows[0]
      ?.first_name;
  await logged();
  expect(sql(`begin; ${named('kept')}; commit; select 1/0`)).toEqual({
    code: 1,
    said: ['Nothing since its last COMMIT was changed. PostgreSQL says: division by zero'],
  });
  expect(await name()).toBe('kept');
  expect((await logged())[1]?.detail).toMatchObject({
    ...{ failed: '22012', statements: 3, kept: ['BEGIN', 'UPDATE 1', 'COMMIT'] },
  });
  const into = `create temporary table one (n int); insert into one values (1), (2)`;
  sql(
    `${into}; begin; ${named('kept')}; end; ${named('lost')}; begin; ${named('lost')}; rollback; select 1/0`,
  );
  expect(await name()).toBe('kept');
  expect((await logged())[1]?.detail).toMatchObject({
    kept: ['CREATE', 'INSERT 2', 'BEGIN', 'UPDATE 1', 'COMMIT'],
  });
  sql(`begin; ${named('kept')}; commit; begin; ${named('lost')}`);
  expect((await logged())[1]?.detail).toMatchObject({
    ...{ failed: 'left_open', kept: ['BEGIN', 'UPDATE 1', 'COMMIT'] },
  });
  expect(sql(`begin; ${named('lost')}`)).toEqual({
    code: 1,
    said: [expect.stringContaining('nothing since that BEGIN was changed')],
  });
  expect(await name()).toBe('kept');
  expect((await logged())[1]?.detail).toMatchObject({ failed: 'left_open' });
});

/** What the log says of commands since the last look. */
let seen = 0n;
async function logged() {
  const { rows } = await database.pool.query<{ id: bigint; action: string; detail: object; kind: string }>(
    `select id, action, detail, actor_kind as kind from audit_log
      where subject_kind = 'database' and id > $1 order by id`,
    [String(seen)],
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows;
}

it('stands in the audit log with who gave it and what it did, and none of its text', async () => {
  await logged();
  const caller = { osUser: userInfo().username, sudoUser: SUDO_USER };
  const text = `update app_user set first_name = 'hidden' where id = ${userId}; select email from app_user`;
  expect(sql(text).code).toBe(0);
  const [begun, ended, ...more] = await logged();
  expect(begun).toMatchObject({
    action: 'database.begin_sql',
    kind: 'system',
    detail: { ...caller, characters: text.length },
  });
  expect(ended).toMatchObject({
    action: 'database.end_sql',
    kind: 'system',
    detail: { ...caller, begun: String(begun?.id), statements: 2, did: ['UPDATE 1', 'SELECT 1'] },
  });
  expect([JSON.stringify([begun?.detail, ended?.detail]).includes('hidden'), more]).toEqual([false, []]);

  // Its own end of the transaction takes no row back, and what fails says so.
  expect(sql('select 1; rollback; select nothing').code).toBe(1);
  const failed = await logged();
  expect(failed.map(({ action }) => action)).toEqual(['database.begin_sql', 'database.end_sql']);
  expect(failed[1]?.detail).toEqual({ ...caller, begun: String(failed[0]?.id), failed: '42703' });
  // So many are named, and all are counted.
  for (const [count, named] of [
    [100, 100],
    [101, 100],
  ] as const) {
    expect(sql('select 1;'.repeat(count)).code).toBe(0);
    const detail = (await logged())[1]?.detail as { statements: number; did: string[] };
    expect([detail.statements, detail.did.length]).toEqual([count, named]);
  }
});

it('does nothing where the audit log takes no row', async () => {
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'the log is shut'; end $$;
     create trigger refuse before insert on audit_log for each row execute function refuse()`,
  );
  const { code, said } = sql(`update app_user set first_name = 'unlogged' where id = ${userId}`);
  await database.pool.query('drop trigger refuse on audit_log; drop function refuse');
  expect([code, said]).toEqual([1, ['Nothing was changed. PostgreSQL says: the log is shut']]);
  const { rows } = await database.pool.query('select first_name from app_user where id = $1', [userId]);
  expect(rows).not.toEqual([{ first_name: 'unlogged' }]);
});

it('opens the account of an operator who lost the second factor, as the runbook has it', async () => {
  expect(await operator()).toMatchObject({ totp: true });
  const said = ['BEGIN', 'UPDATE 1', 'DELETE 0', 'DELETE 0', 'DELETE 0', 'COMMIT'];
  expect(sql(typedIn('lost-second-factor'))).toEqual({ code: 0, said });
  expect(await operator()).toEqual({ status: 'active', totp: false, roles: ['operator'] });
});

it('shuts out the only operator, as the runbook has it', async () => {
  const said = ['BEGIN', 'UPDATE 1', 'DELETE 0', 'DELETE 1', 'COMMIT'];
  expect(sql(typedIn('an-operators-account-was-taken-over'))).toEqual({ code: 0, said });
  expect(await operator()).toEqual({ status: 'suspended', totp: false, roles: [] });
});
