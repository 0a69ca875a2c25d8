import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  installationKey,
  installationKeys,
  openSecrets,
  replaceInstallationKeys,
} from '@placard/db/secrets/installation-key';
import { createSecrets, type Secrets } from '@placard/db/secrets/secrets';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { oldKeyGoesMs } from '@placard/domain/old-secret-keys';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsOfToken, noticeToken } from '../../mail/notice-token.ts';
import { forgetOldKeys, rotateKeyFile, SecretKeyFault, sealByGivenKeys } from './rotate-secret-key.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { SealedWorld } from './testing/sealed-world.ts';

const PROGRAM = fileURLToPath(new URL('../../main-rotate-secret-key.ts', import.meta.url));
/** Everything but links in mails: two of a user, one mail, two bank details, a file, a debtor, two of webhooks, a signing key, two days' salts. */
const SEALED = 12;

let database: TestDatabase;
let dataDir: string;
let first: Buffer;
/** As a process has it that runs all the while. */
let running: Secrets;
let world: SealedWorld;
let before: readonly unknown[];
let now: Date;

beforeEach(async () => {
  now = new Date('2026-05-13T12:00:00Z');
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'placard-rotate-'));
  first = installationKey(dataDir);
  running = openSecrets(undefined, dataDir);
  world = await SealedWorld.make(database, running);
  before = await world.read(running);
});
afterEach(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const deps = () => ({
  db: database.db,
  pool: database.pool,
  clock: () => now,
  dataDir,
  caller: { osUser: 'ada' },
});
const lines = () => readFileSync(join(dataDir, 'secret.key'), 'utf8').trim().split('\n');
/** By the new key alone. */
const byNew = async () => await world.read(createSecrets(installationKey(dataDir)));
const byFirst = async () => await world.read(createSecrets(first));

it('knows every column that is sealed', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%' order by 1`,
  );
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    rows.map(({ column }) => column),
  );
});

describe('another installation key', () => {
  it('opens everything that was sealed before, in processes that run and in new ones', async () => {
    const link = noticeToken(running, { userId: world.userId, kind: 'campaign.complete' });
    const done = await rotateKeyFile(deps());
    expect(done).toEqual({ sealedAnew: SEALED, closed: [], oldKeysGoAt: new Date('2026-08-11T12:00:00Z') });
    expect(await byNew()).toEqual(before);
    expect(await world.read(running)).toEqual(before);
    await expect(byFirst()).rejects.toThrow();
    expect(mailsOfToken(running, link)).toEqual({ userId: world.userId, kind: 'campaign.complete' });
    const sealed = running.seal('new', 'totp:1');
    expect(createSecrets(installationKey(dataDir)).open(sealed, 'totp:1')).toBe('new');
    expect(lines()).toEqual([
      installationKey(dataDir).toString('hex'),
      `${first.toString('hex')} 2026-08-11T12:00:00.000Z`,
    ]);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    const audit = await database.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'detail'])
      .where('action', '=', 'settings.rotate_secret_key')
      .execute();
    expect(audit).toEqual([
      { actor_kind: 'system', detail: { osUser: 'ada', sealedAnew: SEALED, closed: 0 } },
    ]);
  });

  it('goes on where kill -9 ended it', async () => {
    const client = await database.pool.connect();
    const child = fork(PROGRAM, [], {
      env: {
        ...COMPILE_CACHE,
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        PLACARD_DATA_DIR: dataDir,
      },
      execArgv: [],
      stdio: 'ignore',
    });
    try {
      await client.query('begin');
      await client.query('select 1 from payout where id = $1 for update', [world.payoutId]);
      const waits = `select 1 from pg_stat_activity where application_name = 'placard-secret-key' and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await database.pool.query(waits)).rowCount).toBe(1), {
        timeout: 15_000,
        interval: 10,
      });
      child.kill('SIGKILL');
      await once(child, 'exit');
    } finally {
      await client.query('rollback');
      client.release();
    }
    const [made] = lines();
    expect(lines()).toEqual([made, `${first.toString('hex')} opens`]);
    // Half of it is sealed by one key and half by the other, and all of it opens.
    await expect(byNew()).rejects.toThrow();
    await expect(byFirst()).rejects.toThrow();
    expect(await world.read(running)).toEqual(before);
    const rest = await rotateKeyFile(deps());
    expect(rest.sealedAnew).toBeGreaterThan(0);
    expect(rest.sealedAnew).toBeLessThan(SEALED);
    expect(lines()[0]).toBe(made);
    expect(await byNew()).toEqual(before);
  });

  it('is the same where all was sealed anew and only the end is missing', async () => {
    await rotateKeyFile(deps());
    const { key } = installationKeys(dataDir);
    replaceInstallationKeys(dataDir, { key, old: [{ key: first, until: null }] });
    expect(await rotateKeyFile(deps())).toMatchObject({ sealedAnew: 0 });
    expect(installationKeys(dataDir)).toEqual({
      key,
      old: [{ key: first, until: new Date(oldKeyGoesMs(now.getTime())) }],
    });
  });

  it('says what opens by no key, and leaves it as it is', async () => {
    const foreign = createSecrets(Buffer.alloc(32, 9)).seal('x', 'y');
    await database.db.updateTable('payout').set({ details_sealed: foreign }).execute();
    const { sealedAnew, closed } = await rotateKeyFile(deps());
    expect([sealedAnew, closed]).toEqual([SEALED - 1, [`payout ${world.payoutId}`]]);
    const row = await database.db.selectFrom('payout').select('details_sealed').executeTakeFirstOrThrow();
    expect(row.details_sealed.equals(foreign)).toBe(true);
  });

  it('is refused where the file is not the database’s, where there is none, and while three old ones wait', async () => {
    const goes: Date[] = [];
    for (let times = 0; times < 3; times += 1) {
      now = new Date(now.getTime() + 86_400_000);
      goes.unshift(new Date(oldKeyGoesMs(now.getTime())));
      await rotateKeyFile(deps());
    }
    // A later key prolongs none of before.
    expect(installationKeys(dataDir).old.map(({ until }) => until)).toEqual(goes);
    const four = lines();
    await expect(rotateKeyFile(deps())).rejects.toThrow('--forget-old');
    expect([lines(), four.length]).toEqual([four, 4]);
    expect(await byNew()).toEqual(before);
    const other = `${'ab'.repeat(32)}\n`;
    writeFileSync(join(dataDir, 'secret.key'), other);
    await expect(rotateKeyFile(deps())).rejects.toThrow('not the key that the database was sealed with');
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(other);
    rmSync(join(dataDir, 'secret.key'));
    await expect(rotateKeyFile(deps())).rejects.toThrow(SecretKeyFault);
  });
});

describe('an old key', () => {
  it('goes when its time has come, after what was still sealed by it', async () => {
    const link = noticeToken(running, { userId: world.userId, kind: 'campaign.complete' });
    await rotateKeyFile(deps());
    // A process that had begun to before the new one was there.
    const late = createSecrets(first).seal('SEED', `totp:${world.userId}`);
    await database.db.updateTable('app_user').set({ totp_secret_sealed: late }).execute();
    now = new Date(oldKeyGoesMs(now.getTime()) - 1);
    expect(await forgetOldKeys(deps(), false)).toBeNull();
    expect([lines().length, mailsOfToken(running, link)?.userId]).toEqual([2, world.userId]);
    now = new Date(now.getTime() + 1);
    expect(await forgetOldKeys(deps(), false)).toEqual({ sealedAnew: 1, closed: [], oldKeysGoAt: null });
    expect([lines().length, mailsOfToken(running, link)]).toEqual([1, null]);
    expect(await world.read(running)).toEqual(before);
    expect(await forgetOldKeys(deps(), false)).toBeNull();
  });

  it('is dropped at once where somebody wants it, also in the middle of a change', async () => {
    const key = Buffer.alloc(32, 5);
    replaceInstallationKeys(dataDir, { key, old: [{ key: first, until: null }] });
    expect(await forgetOldKeys(deps(), false)).toBeNull();
    expect(await forgetOldKeys(deps(), true)).toMatchObject({ sealedAnew: SEALED });
    expect(lines()).toEqual([key.toString('hex')]);
    expect(await world.read(running)).toEqual(before);
    expect(await forgetOldKeys(deps(), true)).toBeNull();
  });

  it('is looked for nowhere but in the file', async () => {
    rmSync(join(dataDir, 'secret.key'));
    expect(await forgetOldKeys(deps(), true)).toBeNull();
  });
});

describe('keys in the settings', () => {
  const next = Buffer.alloc(32, 3);

  it('first open beside the one that seals, then seal, then everything is sealed by them', async () => {
    const opens = createSecrets(first, [next]);
    const seals = createSecrets(next, [first]);
    expect(opens.open(seals.seal('x', 'y'), 'y')).toBe('x');
    expect(seals.open(opens.seal('x', 'y'), 'y')).toBe('x');
    const done = await sealByGivenKeys(deps(), { key: next, others: [first] });
    expect(done).toMatchObject({ sealedAnew: SEALED, oldKeysGoAt: new Date(oldKeyGoesMs(now.getTime())) });
    expect(await world.read(createSecrets(next))).toEqual(before);
    await expect(byFirst()).rejects.toThrow();
    expect(await sealByGivenKeys(deps(), { key: next, others: [first] })).toMatchObject({ sealedAnew: 0 });
  });

  it('are refused where there is one alone, and where none is the database’s', async () => {
    await expect(sealByGivenKeys(deps(), { key: first, others: [] })).rejects.toThrow(
      'replace-the-secret-key',
    );
    await expect(sealByGivenKeys(deps(), { key: next, others: [Buffer.alloc(32, 4)] })).rejects.toThrow(
      'not the key that the database was sealed with',
    );
    expect(await byFirst()).toEqual(before);
  });
});
