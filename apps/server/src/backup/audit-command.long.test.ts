import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backUp } from './back-up.ts';

const program = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
let parent: string;
let into: string;
let dataDir: string;
let source: TestDatabase;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'placard-audit-command-'));
  dataDir = join(parent, 'data');
  mkdirSync(dataDir);
  source = await createTestDatabase();
  const secrets = createSecrets(installationKey(dataDir));
  await loadSigningKeys(async (text, values) => (await source.pool.query(text, [...values])).rows, secrets);
});
afterAll(async () => {
  await source.drop();
  rmSync(parent, { recursive: true });
});
beforeEach(() => {
  into = mkdtempSync(join(parent, 'backups-'));
});

/** Runs a command as a person does who became somebody by sudo. */
function command(name: string, databaseUrl: string, folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [program(name), into], {
    env: {
      ...COMPILE_CACHE,
      ...{ PATH: process.env.PATH, SUDO_USER: 'ada' },
      ...{ PLACARD_DATA_DIR: folder, DATABASE_URL: databaseUrl },
    },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}

async function rowsOf({ pool }: TestDatabase) {
  const { rows } = await pool.query<{ action: string; kind: string; isNow: boolean; detail: object }>(
    `select action, actor_kind as kind, at > now() - interval '10 minutes' as "isNow", detail
       from audit_log where subject_kind = 'database' order by id`,
  );
  return rows;
}

const caller = { osUser: userInfo().username, sudoUser: 'ada' };

it('who backed up stands in the log and in the backup, and who restored it in what came of it', async () => {
  command('main-backup.ts', source.url, dataDir);
  const taken = { ...caller, by: 'command', into, sealed: false, bucket: false };
  const backedUp = { action: 'database.backup', kind: 'system', isNow: true, detail: taken };
  expect(await rowsOf(source)).toEqual([backedUp]);

  const target = await createTestDatabase();
  try {
    command('main-restore.ts', target.url, join(into, 'restored'));
    const [backup = ''] = readdirSync(into).filter((name) => name.startsWith('placard-'));
    const given = { ...caller, from: join(into, backup), takenAt: expect.stringMatching(/^20\d\d-.*Z$/) };
    const restored = { action: 'database.restore', kind: 'system', isNow: true, detail: given };
    expect(await rowsOf(target)).toEqual([backedUp, restored]);
  } finally {
    await target.drop();
  }
});

it('a database that takes nothing is backed up all the same, and it is said', async () => {
  const before = await rowsOf(source);
  const address = new URL(source.url);
  address.searchParams.set('options', '-c default_transaction_read_only=on');
  const databaseUrl = address.href;
  const warned: string[] = [];
  const report = await backUp(
    { dataDir, databaseUrl, into, passphrase: null, keep: null, bucket: null },
    { osUser: 'placard', by: 'placard' },
    (sentence) => warned.push(sentence),
  );
  expect(readdirSync(report.folder)).toContain('manifest.json');
  expect(warned).toEqual([expect.stringMatching(/does not stand in the audit log: .*read-only transaction/)]);
  expect(await rowsOf(source)).toEqual(before);
});
