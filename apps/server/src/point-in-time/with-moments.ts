import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { refuseUsed } from '../backup/fill-unused.ts';
import { withStore } from '../backup/with-bucket.ts';
import { fetchMoments } from './bucket-moments.ts';
import type { PointInTimeOrder } from './restore-point-in-time.ts';

/**
 * Runs `work` with a folder of points in time that holds what the moment needs of the bucket's; it is gone afterwards.
 * @throws BackupFault or ObjectStoreError with a sentence
 */
export async function withFetchedMoments<Result>(
  order: PointInTimeOrder & { readonly bucket: ObjectSettings },
  work: (order: PointInTimeOrder) => Promise<Result>,
): Promise<Result> {
  // Known before gigabytes were fetched.
  await refuseUsed(order);
  return await withStore(order.bucket, order.dataDir, async (store, from) => {
    const own = { ...order, from, place: 'the bucket' };
    await fetchMoments(store, own);
    return await work(own);
  });
}
