import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@placard/db/database';
import { expect, it, vi } from 'vitest';
import { type Probes, probesOf, readHealth } from './health.ts';
import { noAnalytics } from './testing/test-api.ts';

const good = async () => {};
const bad = async () => {
  throw new Error('away');
};
const hanging = async () => await new Promise(() => {});
const ALL_GOOD: Probes = { database: good, analytics: good, disk: good };

it('is ok when all it looked at is, and says what is not', async () => {
  expect(await readHealth(ALL_GOOD)).toEqual({
    status: 'ok',
    checks: { database: 'ok', analytics: 'ok', disk: 'ok' },
  });
  for (const name of ['database', 'analytics', 'disk'] as const) {
    for (const probe of [bad, hanging]) {
      expect(await readHealth({ ...ALL_GOOD, [name]: probe }, 5)).toEqual({
        status: 'failing',
        checks: { database: 'ok', analytics: 'ok', disk: 'ok', [name]: 'failing' },
      });
    }
  }
});

it('looks at database, analytics and disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-health-'));
  const db = createDb(createPool({ url: 'postgres://somebody@127.0.0.1:1/placard', name: 'test' }));
  const deps = { db, analytics: noAnalytics(), dataDir };
  const away = { database: 'failing', analytics: 'failing' };
  expect((await readHealth(probesOf(deps))).checks).toEqual({ ...away, disk: 'ok' });
  expect(readdirSync(dataDir)).toEqual([]);
  // Of another disk there has to be room for as much.
  const database = (freeBytes: number) =>
    probesOf({
      ...deps,
      lookAtDisk: async (folder) => ({
        device: folder.endsWith('postgres') ? 2 : 1,
        freeBytes: folder.endsWith('postgres') ? freeBytes : 0,
        totalBytes: 1e9,
      }),
    });
  expect((await readHealth(database(65_536))).checks).toEqual({ ...away, disk: 'ok' });
  expect((await readHealth(database(65_535))).checks).toEqual({ ...away, disk: 'failing' });
  rmSync(dataDir, { recursive: true });
  expect((await readHealth(probesOf(deps))).checks).toEqual({ ...away, disk: 'failing' });
  await db.destroy();
});

it('leaves nothing on a disk that took a part of what it wrote', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-health-'));
  const folder = await open(dataDir);
  const handles: Pick<FileHandle, 'writeFile'> = Object.getPrototypeOf(folder);
  await folder.close();
  const writing = vi.spyOn(handles, 'writeFile').mockImplementationOnce(async () => {
    expect(readdirSync(dataDir)).toHaveLength(1);
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  const db = createDb(createPool({ url: 'postgres://somebody@127.0.0.1:1/placard', name: 'test' }));
  const { disk } = probesOf({ db, analytics: noAnalytics(), dataDir });
  await expect(disk()).rejects.toThrow('ENOSPC');
  writing.mockRestore();
  expect(readdirSync(dataDir)).toEqual([]);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});
