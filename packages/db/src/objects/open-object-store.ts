import type { ObjectSettings } from './object-settings.ts';
import type { ObjectStore } from './object-store.ts';

/** Its library is loaded only where a bucket is set: 22 MB that nobody else needs. */
export async function openObjectStore(settings: ObjectSettings): Promise<ObjectStore> {
  const { s3ObjectStore } = await import('./s3-object-store.ts');
  return s3ObjectStore(settings);
}
