import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { afterEach, expect, it, vi } from 'vitest';
import { fillUnused } from './fill-unused.ts';

const LOCK = 'launcher.lock';
const dataDir = mkdtempSync(join(tmpdir(), 'placard-unused-'));
const fill = async (work: () => Promise<unknown>) =>
  await fillUnused({ dataDir, databaseUrl: undefined }, work);
const refuse = async (): Promise<never> => {
  throw new Error('the disk is full');
};

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

it('has the mark and the lock while it works, lets nobody else in, and leaves neither', async () => {
  await fill(async () => {
    expect(readdirSync(dataDir).toSorted()).toEqual([LOCK, UNFINISHED_RESTORE].toSorted());
    await expect(fill(refuse)).rejects.toThrow('is in use');
    writeFileSync(join(dataDir, 'x'), '');
  });
  expect(readdirSync(dataDir)).toEqual(['x']);
});

it('that fails leaves an empty folder and holds it no longer', async () => {
  const holds = vi.spyOn(globalThis, 'setInterval');
  const lets = vi.spyOn(globalThis, 'clearInterval');
  await expect(fill(refuse)).rejects.toThrow('the disk is full');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(lets.mock.calls.map(([timer]) => timer)).toEqual(holds.mock.results.map(({ value }) => value));
});

it('that fails says why, also where its folder is gone', async () => {
  const gone = async () => {
    rmSync(dataDir, { recursive: true });
    return await refuse();
  };
  await expect(fill(gone)).rejects.toThrow('the disk is full');
  expect(existsSync(dataDir)).toBe(false);
});

it('is done on a disk of its own too, whose folder for lost files is neither in the way nor removed', async () => {
  mkdirSync(join(dataDir, 'lost+found'), { recursive: true });
  await expect(fill(refuse)).rejects.toThrow('the disk is full');
  expect(readdirSync(dataDir)).toEqual(['lost+found']);
  await fill(async () => writeFileSync(join(dataDir, 'x'), ''));
  expect(readdirSync(dataDir).toSorted()).toEqual(['lost+found', 'x']);
  await expect(fill(refuse)).rejects.toThrow('is not empty (x)');
});

it('is done where parts have disks of their own, which stay whatever becomes of it', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'placard-disk-'));
  mkdirSync(join(disk, 'lost+found'));
  mkdirSync(join(dataDir, 'postgres', 'lost+found'), { recursive: true });
  symlinkSync(disk, join(dataDir, 'analytics'));
  const work = async () => {
    for (const name of ['postgres', 'analytics', 'images']) {
      mkdirSync(join(dataDir, name), { recursive: true });
      writeFileSync(join(dataDir, name, 'x'), '');
    }
  };
  const failing = async () => {
    await work();
    return await refuse();
  };
  await expect(fill(failing)).rejects.toThrow('the disk is full');
  expect(readdirSync(dataDir).toSorted()).toEqual(['analytics', 'postgres']);
  expect(lstatSync(join(dataDir, 'analytics')).isSymbolicLink()).toBe(true);
  expect([readdirSync(disk), readdirSync(join(dataDir, 'postgres'))]).toEqual([
    ['lost+found'],
    ['lost+found'],
  ]);
  await fill(work);
  await expect(fill(work)).rejects.toThrow('is not empty (analytics, images, postgres)');
  rmSync(disk, { recursive: true });
});

it.each([
  ['a file', (path: string) => writeFileSync(path, '')],
  ['a folder with something in it', (path: string) => mkdirSync(join(path, 'inside'), { recursive: true })],
  ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path)],
])('is refused where %s stands', async (_, make) => {
  mkdirSync(dataDir, { recursive: true });
  make(join(dataDir, 'images'));
  await expect(fill(refuse)).rejects.toThrow('is not empty (images)');
  expect(readdirSync(dataDir)).toEqual(['images']);
});
