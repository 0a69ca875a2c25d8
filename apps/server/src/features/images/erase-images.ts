import type { Db } from '@placard/db/database';
import { type AskRows, goneImages } from '@placard/db/objects/gone-images';
import { GONE_IMAGES_SOUGHT_DAYS } from '@placard/domain/creative/stored-images';
import { DAY_MS } from '@placard/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockImage } from './lock-image.ts';
import type { HasImages } from './upload-image.ts';

/**
 * Removes the images that nobody has any more from wherever this process keeps images. What a fault leaves is found again by the next run.
 * @returns how many it removed
 */
export async function eraseImages({ db, clock, images }: HasDb & HasClock & HasImages): Promise<number> {
  const since = new Date(clock().getTime() - GONE_IMAGES_SOUGHT_DAYS * DAY_MS);
  const gone = await goneImages(askOf(db), since);
  if (gone.size === 0) return 0;
  const present = await images.present(gone);
  let removed = 0;
  for (const fileKey of present) {
    await inTransaction(db, async (trx) => {
      await lockImage(trx, fileKey, 'to remove');
      // Uploaded by somebody else since.
      if (!(await goneImages(askOf(trx), since)).has(fileKey)) return;
      await images.remove(fileKey);
      removed += 1;
    });
  }
  return removed;
}

function askOf(db: Db): AskRows {
  return async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows;
}
