import { statSync } from 'node:fs';
import { join } from 'node:path';
import { removeLeftAside } from '@placard/db/objects/left-aside';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { fileInTheWay } from '@placard/db/process/in-the-way';
import { bucketImageStore, imagePusher } from './bucket-image-store.ts';
import { folderImageStore } from './folder-image-store.ts';
import type { ImageStore } from './image-store.ts';

export type OpenImages = {
  readonly store: ImageStore;
  /** Brings what is missing into the bucket; null without one. @returns how many */
  readonly push: (() => Promise<number>) | null;
  readonly close: () => void;
};

/** Where the images of this installation lie. @param objects the bucket that delivery processes fetch them from; null: a folder is enough */
export async function openImages(dataDir: string, objects: ObjectSettings | null): Promise<OpenImages> {
  const folder = join(dataDir, 'images');
  // It is made by the first upload, which would only fail.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(fileInTheWay(folder));
  void removeLeftAside(folder, Date.now());
  const files = folderImageStore(folder);
  if (objects === null) return { store: files, push: null, close: () => {} };
  const bucket = await openObjectStore(objects);
  return {
    store: bucketImageStore(files, bucket),
    push: imagePusher(folder, bucket),
    close: () => bucket.close(),
  };
}
