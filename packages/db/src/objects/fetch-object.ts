import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';

/** A backup has thousands of files; one connection that breaks off in the middle of one of them is no reason to begin all anew. */
const ATTEMPTS = 3;

/**
 * Fetches an object into a new file, which only its owner may read. What breaks off is fetched anew; of what fails nothing is left.
 * @returns whether it was there
 * @throws ObjectStoreError, or what the disk says
 */
export async function fetchObject(store: ObjectStore, key: string, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const content = await store.get(key);
    if (content === null) return false;
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    // One that stands there already is not ours to remove.
    let isOurs = false;
    file.once('open', () => {
      isOurs = true;
    });
    try {
      await pipeline(content, file);
      return true;
    } catch (cause) {
      if (isOurs) await rm(path, { force: true });
      if (!(cause instanceof ObjectStoreError) || attempt === ATTEMPTS) throw cause;
    }
  }
}
