import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_OBJECTS, type ObjectStore } from '@placard/db/objects/object-store';
import { isImageFileKey } from './folder-image-store.ts';
import type { ImageStore } from './image-store.ts';

/**
 * Keeps images in a bucket, from which every delivery process fetches them once, and in the folder too: backups and a delivery
 * process beside the API read them there. The bucket first: an upload that was answered is there for all.
 */
export function bucketImageStore(folder: ImageStore, objects: ObjectStore): ImageStore {
  return {
    async put(fileKey, bytes) {
      if (!isImageFileKey(fileKey)) throw new Error(`${fileKey} is no image file key`);
      await objects.put(`${IMAGE_OBJECTS}${fileKey}`, bytes);
      await folder.put(fileKey, bytes);
    },
    async present(fileKeys) {
      const found = new Set(await folder.present(fileKeys));
      for await (const { key } of objects.list(IMAGE_OBJECTS)) {
        const fileKey = key.slice(IMAGE_OBJECTS.length);
        if (fileKeys.has(fileKey)) found.add(fileKey);
      }
      return [...found];
    },
    async remove(fileKey) {
      await objects.remove([`${IMAGE_OBJECTS}${fileKey}`]);
      await folder.remove(fileKey);
    },
  };
}

/** Brings images of the folder into the bucket that are not in it: those of before there was one. @returns how many */
export async function pushImages(folder: string, objects: ObjectStore): Promise<number> {
  if (!(await isThere(folder))) return 0;
  const there = new Set<string>();
  for await (const { key } of objects.list(IMAGE_OBJECTS)) there.add(key.slice(IMAGE_OBJECTS.length));
  const missing = (await readdir(folder)).filter((name) => isImageFileKey(name) && !there.has(name));
  for (const name of missing) await objects.putFile(`${IMAGE_OBJECTS}${name}`, join(folder, name));
  return missing.length;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
