import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataFolders, disksOf, type LookAtDisk, lookAtDisk } from './disks.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'placard-disks-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('tells of each disk once, by the first folder that is on it', async () => {
  const devices: Readonly<Record<string, number>> = { data: 1, postgres: 2, analytics: 1, spool: 2 };
  const look: LookAtDisk = async (folder) => {
    const device = devices[folder];
    return device === undefined ? null : { device, freeBytes: device, totalBytes: 10 };
  };
  const folders = {
    data: 'data',
    postgres: 'postgres',
    analytics: 'analytics',
    images: 'none',
    spool: 'spool',
  };
  expect(await disksOf(folders, look)).toEqual([
    { folder: 'data', freeBytes: 1, totalBytes: 10 },
    { folder: 'postgres', freeBytes: 2, totalBytes: 10 },
  ]);
});

it('asks the system, which follows a link and tells nothing of a folder that is not there', async () => {
  const [data] = await disksOf(dataFolders(dataDir));
  expect(data).toMatchObject({ folder: 'data', freeBytes: expect.any(Number) });
  mkdirSync(join(dataDir, 'elsewhere'));
  symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'postgres'));
  expect(await disksOf(dataFolders(dataDir))).toHaveLength(1);
  expect((await lookAtDisk(join(dataDir, 'postgres')))?.totalBytes).toBe(data?.totalBytes);
  expect(await lookAtDisk(join(dataDir, 'spool'))).toBeNull();
  // A file system without a size.
  expect(await lookAtDisk('/proc/self')).toBeNull();
});
