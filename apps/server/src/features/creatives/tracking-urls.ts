import { hash, randomBytes } from 'node:crypto';
import type { Creative } from '@placard/contract/creatives';
import { TRACKING_PATH, trackingTokenBytes } from '@placard/contract/wire/tracking-link';
import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { CreativeRecord } from './creative-record.ts';

const SIGNING_KEY_BYTES = 32;
/** What is over is counted no more: no addresses are given out for it. */
const OVER = ['archived', 'cancelled'];

/** Addresses for another ad server, one pair for each assigned ad set; they stay the same while the key is the newest. */
export async function trackingUrls(
  db: Kysely<Database>,
  creative: CreativeRecord,
  deliveryUrl: string,
): Promise<Creative['trackingUrls']> {
  if (OVER.includes(creative.status) || creative.ad_sets.length === 0) return [];
  const key = await newestKey(db);
  return creative.ad_sets.map(({ id, name }) => {
    const link = { keyId: key.id, adSetId: id, creativeId: creative.id };
    const bytes = trackingTokenBytes(link, key.secret, (input) => hash('sha512-256', input, 'buffer'));
    const token = Buffer.from(bytes).toString('base64url');
    return {
      adSetId: id,
      adSetName: name,
      impressionUrl: `${deliveryUrl}${TRACKING_PATH}/i/${token}`,
      clickUrl: creative.click_url === null ? null : `${deliveryUrl}${TRACKING_PATH}/c/${token}`,
    };
  });
}

/** The key that delivery signs with; the first is made by whoever needs one first. */
async function newestKey(db: Kysely<Database>): Promise<{ readonly id: number; readonly secret: Buffer }> {
  const read = () =>
    db.selectFrom('signing_key').select(['id', 'secret']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known;
  await db
    .insertInto('signing_key')
    .values({ id: 1, secret: randomBytes(SIGNING_KEY_BYTES) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const made = await read();
  if (made === undefined) throw new Error('no signing key could be made');
  return made;
}
