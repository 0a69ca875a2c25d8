import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '@placard/db/database';
import { migrate, planMigrations, readMigrations } from '@placard/db/migrate';
import { dropDatabase, withDatabase } from '@placard/db/testing/cluster';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { inheritedEnvironment } from './config.ts';
import { placardPrograms } from './launch.ts';
import { Refusal } from './refusal.ts';
import { upgradeDatabase } from './upgrade-database.ts';

const programs = placardPrograms(fileURLToPath(new URL('../../..', import.meta.url)));
const [newest, before] = readMigrations().toReversed();

let name: string;
let databaseUrl: string;
let folder: string;
let said: string[];

beforeEach(async () => {
  name = `upgraded_${randomBytes(6).toString('hex')}`;
  const { superuserUrl, appUrl } = inject('testCluster');
  const pool = createPool({ url: superuserUrl, name: 'placard-test-admin', max: 1 });
  await pool.query(`CREATE DATABASE ${name} OWNER placard`);
  await pool.end();
  databaseUrl = withDatabase(appUrl, name);
  folder = mkdtempSync(join(tmpdir(), 'placard-upgrade-'));
  said = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await dropDatabase(inject('testCluster'), name);
});

async function upgrade(upgradeBackupDir: string | null, settings: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const config = {
    ...{ dataDir: join(folder, 'data'), databaseUrl, upgradeBackupDir, demo: false },
    environment: { ...inheritedEnvironment(), ...settings },
  };
  return await upgradeDatabase({
    config,
    databaseUrl,
    programs,
    say: (sentence) => said.push(sentence),
  });
}

it.each([
  ['postgres://placard:secret@127.0.0.1:9/placard', 'ECONNREFUSED'],
  ['postgres://nobody:secret@HOST/placard', 'nobody'],
  ['postgres://placard:secret@HOST/nowhere_at_all', 'nowhere_at_all'],
])('says of %s that it can’t be used, and not its password', async (address, why) => {
  databaseUrl = address.replace('HOST', new URL(databaseUrl).host);
  if (address.includes('nowhere')) databaseUrl = withDatabase(inject('testCluster').appUrl, 'nowhere_at_all');
  const refused = await upgrade(null).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(Refusal);
  expect(String(refused)).toContain("The database at DATABASE_URL can't be used: ");
  expect(String(refused)).toContain(why);
  expect(String(refused)).not.toContain('secret');
});

it('touches nothing where a part would not start with its settings, and names what is wrong with all of them', async () => {
  const wrong = { PLACARD_WORKER: 'false', PLACARD_TRUSTED_PROXIES: '10.0.0.1/', PLACARD_BACKUP_HOUR: '99' };
  await migrate(databaseUrl, readMigrations().slice(0, -1));
  const refused = await upgrade(join(folder, 'backups'), wrong).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(Refusal);
  for (const name of Object.keys(wrong)) expect(String(refused)).toContain(name);
  expect(String(refused)).toContain('was not touched');
  expect((await planMigrations(databaseUrl)).pending.map(({ name: each }) => each)).toEqual([newest?.name]);
  expect([readdirSync(folder), said]).toEqual([[], []]);
});

it('makes no new database for settings that a part would not start with', async () => {
  const wrong = { PLACARD_DEMO: 'yes', PLACARD_DEFAULT_COUNTRY: 'Germany' };
  const refused = await upgrade(null, wrong).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(Refusal);
  for (const name of Object.keys(wrong)) expect(String(refused)).toContain(name);
  expect(String(refused)).toContain('No data was made yet.');
  expect((await planMigrations(databaseUrl)).applied).toEqual([]);
  expect(said).toEqual([]);
});

it('backs data of an earlier release up before it changes it, and says where', async () => {
  await migrate(databaseUrl, readMigrations().slice(0, -1));
  expect(await upgrade(join(folder, 'backups'))).toEqual([newest?.name]);
  const [backup = ''] = readdirSync(join(folder, 'backups')).filter((each) => each.startsWith('placard-'));
  expect(said).toEqual([
    `The data is of an earlier release (${before?.name}). It is backed up before it is brought to ${newest?.name} …`,
    `The data as it was is in ${join(folder, 'backups', backup)}.`,
    `Brought the database to ${newest?.name}.`,
  ]);
  const manifest = readFileSync(join(folder, 'backups', backup, 'manifest.json'), 'utf8');
  expect(manifest).toContain(`"${before?.name}"`);
  expect(manifest).not.toContain(`"${newest?.name}"`);
  said = [];
  expect(await upgrade(join(folder, 'backups'))).toEqual([]);
  expect(said).toEqual([]);
});

it('changes nothing where the backup fails, and nothing is backed up where nothing is there', async () => {
  const inside = join(folder, 'data', 'backups');
  expect(await upgrade(inside)).toHaveLength(readMigrations().length);
  expect(said).toEqual([`Brought the database to ${newest?.name}.`]);

  const pool = createPool({ url: databaseUrl, name: 'test', max: 1 });
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
  await pool.end();
  await migrate(databaseUrl, readMigrations().slice(0, -1));
  await expect(upgrade(inside)).rejects.toThrow(
    /was not upgraded, because the backup before it failed: .*lies in the data folder/,
  );
  expect((await planMigrations(databaseUrl)).pending.map((each) => each.name)).toEqual([newest?.name]);
  // As whoever has a backup of their own may choose.
  expect(await upgrade(null)).toEqual([newest?.name]);
});
