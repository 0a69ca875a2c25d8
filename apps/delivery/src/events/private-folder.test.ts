import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Numbering } from '../decide/numbering.ts';
import { lockFolder } from './folder-lock.ts';
import { recoverSegments } from './segment.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'placard-private-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** All that make the spool's folder, whoever comes first. */
const MAKERS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'the lock': async (folder) => await (await lockFolder(folder)).release(),
  recovery: async (folder) => {
    await recoverSegments(folder);
  },
  'the numbering': async (folder) => {
    const numbering = await Numbering.open(folder, Date.UTC(2026, 10, 22), (error) => {
      throw error;
    });
    await numbering.close();
  },
};

describe.each(Object.entries(MAKERS))('the spool made by %s', (_maker, make) => {
  test('is nobody else’s to look into, nor is what it lies in', async () => {
    await make(join(dir, 'spool', '0'));
    expect(await modeOf(join(dir, 'spool', '0'))).toBe('700');
    expect(await modeOf(join(dir, 'spool'))).toBe('700');
  });

  test('is closed where an earlier release left it open', async () => {
    const old = join(dir, 'old');
    await mkdir(old);
    await chmod(old, 0o755);
    await make(old);
    expect(await modeOf(old)).toBe('700');
  });

  test('is not where a file lies in the way, which is said', async () => {
    const file = join(dir, 'spool');
    await writeFile(file, '');
    for (const folder of [file, join(file, '0')])
      await expect(make(folder)).rejects.toThrow(
        `The folder ${folder} is a file, or lies below one. Move that file away, and start again.`,
      );
  });
});
