import { createHash } from 'node:crypto';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { IMAGE_OBJECTS, type ObjectStore, type StoredObject } from '@placard/db/objects/object-store';
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

/**
 * Of images that lie in the bucket with the right size, so many are read in one run to compare what they hold, each once while this
 * process lives: all of a large network's at once would keep its disk busy.
 */
const COMPARED_AT_ONCE = 500;

/**
 * Brings images of the folder into the bucket: those that are not in it, as before there was one, and those that are cut short there
 * or hold something else. One that is itself not what its name says stays where it is.
 * @returns what does it, and says how many it brought
 */
export function imagePusher(
  folder: string,
  objects: ObjectStore,
  comparedAtOnce = COMPARED_AT_ONCE,
): () => Promise<number> {
  /** The tag under which an image was seen whole in the bucket. */
  const whole = new Map<string, string>();
  const isWhole = async (name: string, found: StoredObject) => {
    const isSame =
      (await objects.tagOf(join(folder, name))) === found.tag || (await isWholeThere(objects, name));
    if (isSame && found.tag !== null) whole.set(name, found.tag);
    return isSame;
  };
  return async () => {
    if (!(await isThere(folder))) return 0;
    const there = new Map<string, StoredObject>();
    for await (const object of objects.list(IMAGE_OBJECTS))
      there.set(object.key.slice(IMAGE_OBJECTS.length), object);
    const damaged: string[] = [];
    let [compared, sent] = [0, 0];
    for (const name of (await readdir(folder)).filter(isImageFileKey)) {
      const found = there.get(name);
      if (found?.bytes === (await stat(join(folder, name))).size) {
        const isKnown = found.tag === null || whole.get(name) === found.tag;
        if (isKnown || compared === comparedAtOnce) continue;
        compared += 1;
        if (await isWhole(name, found)) continue;
      }
      const bytes = await readFile(join(folder, name));
      if (isNamed(name, bytes)) {
        await objects.put(`${IMAGE_OBJECTS}${name}`, bytes);
        sent += 1;
      } else damaged.push(name);
    }
    if (damaged.length > 0)
      throw new Error(
        `${damaged.length} of the images in ${folder} are damaged, ${damaged[0]} first: what they hold is not what their names say. They were not sent; take them from a backup.`,
      );
    return sent;
  };
}

/** Some stores make tags of their own: then only its content tells. */
async function isWholeThere(objects: ObjectStore, name: string): Promise<boolean> {
  const found = await objects.get(`${IMAGE_OBJECTS}${name}`);
  return found !== null && isNamed(name, await buffer(found));
}

/** An image is named by the hash of what it holds. */
function isNamed(name: string, bytes: Uint8Array): boolean {
  return name.startsWith(createHash('sha256').update(bytes).digest('hex'));
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
