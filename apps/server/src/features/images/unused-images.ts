import type { Tx } from '@placard/db/database';
import { MAX_UNUSED_IMAGES, UNUSED_IMAGE_DAYS } from '@placard/domain/creative/stored-images';
import { DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb } from '../../deps.ts';

/**
 * Lets go of images that no creative had for {@link UNUSED_IMAGE_DAYS}, nor what was approved last of one, which reviewers
 * still see beside the new one. Their files go as those of erased accounts do (`eraseImages`).
 * @returns how many it let go
 */
export async function removeUnusedImages({ db, clock }: HasDb & HasClock): Promise<number> {
  const now = clock();
  await sql`
    with used as materialized (
      select image_id as id from creative where image_id is not null
      union
      select i.id from review_snapshot s join creative c on c.id = s.subject_id
        join image i on i.owner_id = c.advertiser_id and i.file_key = s.content -> 'image' ->> 'value'
       where s.subject_kind = 'creative')
    update image i set unused_since = case when i.id in (select id from used) then null else ${now}::timestamptz end
     where removed_at is null and (unused_since is null) <> (i.id in (select id from used))`.execute(db);
  const since = new Date(now.getTime() - UNUSED_IMAGE_DAYS * DAY_MS);
  const { numAffectedRows } = await sql`
    update image set removed_at = ${now} where unused_since <= ${since} and removed_at is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * One account's uploads wait for each other from here on, so that of two at once the second counts the first.
 * @throws AppError `conflict_status` where the account has too many already that no creative has, and this is another.
 */
export async function refuseTooManyUnusedImages(trx: Tx, accountId: number, fileKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`images of account ${accountId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ is_full: boolean }>`
    select count(*) filter (where not exists (select from creative c where c.image_id = i.id)) >= ${MAX_UNUSED_IMAGES}
             and count(*) filter (where file_key = ${fileKey}) = 0 as is_full
      from image i where owner_id = ${accountId} and removed_at is null`.execute(trx);
  if (rows[0]?.is_full === true) {
    const values = { most: String(MAX_UNUSED_IMAGES), days: String(UNUSED_IMAGE_DAYS) };
    throw new AppError('conflict_status', { reason: 'images_unused', values });
  }
}
