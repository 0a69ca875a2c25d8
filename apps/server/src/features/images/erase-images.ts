import type { Db } from '@placard/db/database';
import { type AskRows, erasedImages } from '@placard/db/objects/erased-images';
import { ERASED_IMAGES_SOUGHT_DAYS } from '@placard/domain/account/closing';
import { DAY_MS } from '@placard/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockImage } from './lock-image.ts';
import type { HasImages } from './upload-image.ts';

/**
 * Removes the images of accounts that were erased from wherever this process keeps images, unless somebody else has them
 * too. What a fault leaves is found again by the next run.
 * @returns how many it removed
 */
export async function eraseImages({ db, clock, images }: HasDb & HasClock & HasImages): Promise<number> {
  const since = new Date(clock().getTime() - ERASED_IMAGES_SOUGHT_DAYS * DAY_MS);
  const erased = await erasedImages(askOf(db), since);
  if (erased.size === 0) return 0;
  const present = await images.present(erased);
  let removed = 0;
  for (const fileKey of present) {
    await inTransaction(db, async (trx) => {
      await lockImage(trx, fileKey, 'to remove');
      // Uploaded by somebody else since.
      if (!(await erasedImages(askOf(trx), since)).has(fileKey)) return;
      await images.remove(fileKey);
      removed += 1;
    });
  }
  return removed;
}

function askOf(db: Db): AskRows {
  return async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows;
}
