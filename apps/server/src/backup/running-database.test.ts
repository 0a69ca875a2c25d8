import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDataFolder } from '../data-folder.ts';
import { withDatabase } from './running-database.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-half-'));
  writeFileSync(join(dataDir, UNFINISHED_RESTORE), '');
});
afterAll(() => rmSync(dataDir, { recursive: true }));

it.each([undefined, 'postgres://nowhere/placard'])(
  'half of a restore is not taken for a Placard: it would be backed up in the place of a whole one (%s)',
  async (databaseUrl) => {
    const work = async () => await Promise.reject(new Error('it was used'));
    await expect(withDatabase(dataDir, databaseUrl, work)).rejects.toThrow('did not come to its end');
  },
);

it('no part starts on half of a restore', () => {
  expect(() => openDataFolder(dataDir)).toThrow('did not come to its end');
});

it('the database of a Placard in another container is not started a second time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-elsewhere-'));
  mkdirSync(join(folder, 'postgres'));
  const holder = { process: '1 1@boot', url: 'http://localhost:8080', space: 'pid:[1]' };
  writeFileSync(join(folder, 'launcher.lock'), JSON.stringify(holder));
  const work = async () => await Promise.reject(new Error('it was used'));
  await expect(withDatabase(folder, undefined, work)).rejects.toThrow('in another container');
  rmSync(folder, { recursive: true });
});
