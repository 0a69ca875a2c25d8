import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFiles } from '@placard/db/objects/gone-images';
import { ObjectStoreError } from '@placard/db/objects/object-store';
import { systemFault } from '@placard/db/process/system-fault';
import type { ImageStore } from './image-store.ts';

const FILE_KEY = /^[0-9a-f]{64}\.(jpg|png|webp)$/;

export function isImageFileKey(name: string): boolean {
  return FILE_KEY.test(name);
}

/**
 * Keeps images as files of one folder, which delivery reads too. A file appears whole or not at all: written aside,
 * synced, renamed, and the folder synced, so that an answered upload survives power loss.
 */
export function folderImageStore(folder: string): ImageStore {
  return {
    async put(fileKey, bytes) {
      if (!isImageFileKey(fileKey)) throw new Error(`${fileKey} is no image file key`);
      const target = join(folder, fileKey);
      // One that a disk damaged is mended by whoever uploads it again.
      if (await holds(target, bytes)) return;
      try {
        await keep(folder, fileKey, bytes);
      } catch (cause) {
        const said = systemFault(cause);
        // A full disk, or a folder that is somebody else's: whoever uploads may come again.
        throw said === undefined ? cause : new ObjectStoreError(said, { cause });
      }
    },
    async present(fileKeys) {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => fileKeys.has(name));
    },
    async remove(fileKey) {
      await removeFiles(folder, [fileKey]);
    },
  };
}

async function keep(folder: string, fileKey: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.${fileKey}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(aside, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, join(folder, fileKey));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await readFile(path).catch(() => null);
  return found?.equals(bytes) === true;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
