import type { ObjectStore, StoredObject } from '@placard/db/objects/object-store';

/**
 * Whether an object is what was sent under its name, by the tag that the store lists with it: as it was when it was last seen
 * whole, or else as the store makes it of the file. A store that gives no tags is believed.
 * @param seen the tag then; undefined: not known
 */
export async function isAsSent(
  store: ObjectStore,
  { tag }: StoredObject,
  path: string,
  seen: string | undefined,
): Promise<boolean> {
  if (tag === null) return true;
  return (seen ?? (await store.tagOf(path))) === tag;
}
