import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { IMAGE_OBJECTS, type ObjectStore } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';

type Bucket = Pick<ObjectStore, 'get' | 'close'>;

export type ImageReader = {
  /** Null: it is nowhere. @throws ObjectStoreError; what the disk says where there is no bucket to ask instead */
  readonly read: (fileKey: string) => Promise<Uint8Array | null>;
  readonly close: () => Promise<void>;
};

/**
 * Reads images from the data folder, and from the bucket those that are not there: a worker on a machine of its own has
 * none of them. The bucket is opened when the first one is missing.
 */
export function imageReader(
  dataDir: string,
  objects: ObjectSettings | null,
  open: (settings: ObjectSettings) => Promise<Bucket> = openObjectStore,
): ImageReader {
  let opened: Promise<Bucket> | null = null;
  return {
    read: async (fileKey) => {
      const bytes = await readFile(join(dataDir, 'images', fileKey)).catch((cause: NodeJS.ErrnoException) => {
        // One that is there and cannot be read was not taken away.
        if (objects === null && cause.code !== 'ENOENT') throw cause;
        return null;
      });
      if (bytes !== null || objects === null) return bytes;
      opened ??= open(objects);
      const found = await (await opened).get(`${IMAGE_OBJECTS}${fileKey}`);
      return found === null ? null : await buffer(found);
    },
    close: async () => (await opened)?.close(),
  };
}
