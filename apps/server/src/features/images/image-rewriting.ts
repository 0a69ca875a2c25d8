import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadInParts } from '../../fairness/load-in-parts.ts';

/**
 * What looks into images and writes them anew, loaded for the first upload: 14 MB that a start does not need. It takes 100 ms of a
 * processor on a cold disk, so each of its libraries has a stretch of its own.
 */
export async function imageRewriting(): Promise<typeof import('./rewrite-image.ts')> {
  await loadInParts('file-type', async () => await import('file-type'), import.meta.url);
  await nextTurn();
  await loadInParts('sharp', async () => await import('sharp'), import.meta.url);
  await nextTurn();
  return await import('./rewrite-image.ts');
}
