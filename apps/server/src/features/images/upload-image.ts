import type { uploadedImage } from '@placard/contract/creatives';
import { IMAGE_MAX_BYTES } from '@placard/domain/creative/rules';
import type { z } from 'zod';
import { AppError, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { imageUrl } from './image-address.ts';
import { imageRewriting } from './image-rewriting.ts';
import type { ImageStore } from './image-store.ts';
import { lockImage } from './lock-image.ts';
import type { ImageRefusal } from './rewrite-image.ts';
import { refuseTooManyUnusedImages } from './unused-images.ts';

export type HasImages = { readonly images: ImageStore };

/**
 * Takes an image for a creative of this size: judged by its content, written anew, kept under its hash. The same
 * image uploaded again is the same key.
 * @throws AppError `image_rejected` with the reason in its message; `conflict_status` where too many are in no creative.
 */
export async function uploadImage(
  deps: HasDb & HasClock & HasUrls & { readonly images: Pick<ImageStore, 'put'> },
  actor: Actor,
  input: { readonly file: File; readonly width: number; readonly height: number },
): Promise<z.output<typeof uploadedImage>> {
  if (input.file.size > IMAGE_MAX_BYTES) throw rejected({ reason: 'image_bytes' });
  const { rewriteImage } = await imageRewriting();
  const bytes = new Uint8Array(await input.file.arrayBuffer());
  const result = await rewriteImage(bytes, { widthPx: input.width, heightPx: input.height });
  if (!result.ok) throw rejected(result.refusal);
  const { image } = result;
  const now = deps.clock();
  const dhash = image.hash === null ? null : BigInt.asIntN(64, image.hash);
  await inTransaction(deps.db, async (trx) => {
    await refuseTooManyUnusedImages(trx, actor.accountId, image.fileKey);
    await lockImage(trx, image.fileKey, 'to keep');
    // The file first: a row never names a file that is not there. A file without a row is only waste.
    await deps.images.put(image.fileKey, image.bytes);
    await trx
      .insertInto('image')
      .values({
        owner_id: actor.accountId,
        file_key: image.fileKey,
        width_px: image.size.widthPx,
        height_px: image.size.heightPx,
        size_bytes: image.bytes.byteLength,
        media_type: image.mediaType,
        created_at: now,
        dhash,
        unused_since: now,
      })
      // The same file from before images had a hash gets one. If it is used, the next look at what is not finds out.
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'file_key'])
          .doUpdateSet({ dhash, unused_since: now, removed_at: null }),
      )
      .execute();
  });
  return {
    imageKey: image.fileKey,
    imageUrl: imageUrl(deps.deliveryUrl, image.fileKey),
    width: image.size.widthPx,
    height: image.size.heightPx,
    sizeBytes: image.bytes.byteLength,
  };
}

function rejected(refusal: ImageRefusal): AppError {
  return new AppError('image_rejected', { ...refusal, issues: [refusalAt('file', refusal)] });
}
