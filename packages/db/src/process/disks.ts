import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '@placard/domain/health/data-folders';

export type Room = { readonly freeBytes: number; readonly totalBytes: number };
export type Disk<Name extends string = string> = Room & { readonly folder: Name };

/** Tells of the disk that a folder is on; null where there is no such folder, or the system does not tell. */
export type LookAtDisk = (folder: string) => Promise<(Room & { readonly device: number }) | null>;

export const lookAtDisk: LookAtDisk = async (folder) => {
  try {
    const [{ dev }, found] = await Promise.all([stat(folder), statfs(folder)]);
    if (found.blocks === 0) return null;
    return { device: dev, freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  } catch {
    return null;
  }
};

export function dataFolders(dataDir: string): Readonly<Record<DataFolder, string>> {
  return {
    data: dataDir,
    postgres: join(dataDir, 'postgres'),
    analytics: join(dataDir, 'analytics'),
    images: join(dataDir, 'images'),
    spool: join(dataDir, 'spool'),
  };
}

async function lookUnder(folder: string | undefined, look: LookAtDisk) {
  return folder === undefined ? null : await look(folder);
}

/** Each disk once, by the first of the folders that is on it. @param folders undefined: there is none of that name */
export async function disksOf<Name extends string>(
  folders: Readonly<Partial<Record<Name, string | undefined>>>,
  look: LookAtDisk = lookAtDisk,
): Promise<Disk<Name>[]> {
  const names = Object.keys(folders) as Name[];
  const found = await Promise.all(names.map(async (name) => await lookUnder(folders[name], look)));
  const seen = new Set<number>();
  return names.flatMap((folder, index) => {
    const disk = found[index] ?? null;
    if (disk === null || seen.has(disk.device)) return [];
    seen.add(disk.device);
    return [{ folder, freeBytes: disk.freeBytes, totalBytes: disk.totalBytes }];
  });
}
