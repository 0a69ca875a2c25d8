import { hash } from 'node:crypto';
import type { Creative } from '@placard/contract/creatives';
import { TRACKING_PATH, trackingTokenBytes } from '@placard/contract/wire/tracking-link';
import { loadSigningKeys, type RunQuery, type SigningKey } from '@placard/db/secrets/signing-keys';
import { CompiledQuery } from 'kysely';
import type { HasDb, HasSecrets } from '../../deps.ts';
import type { CreativeRecord } from './stored-creative.ts';

/** What is over is counted no more: no addresses are given out for it. */
const OVER = ['archived', 'cancelled'];

/** Addresses for another ad server, one pair for each assigned ad set; they stay the same while the key is the newest. */
export async function trackingUrls(
  deps: HasDb & HasSecrets,
  creative: CreativeRecord,
  deliveryUrl: string,
): Promise<Creative['trackingUrls']> {
  if (OVER.includes(creative.status) || creative.ad_sets.length === 0) return [];
  const key = await newestKey(deps);
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
export async function newestKey({ db, secrets }: HasDb & HasSecrets): Promise<SigningKey> {
  const query: RunQuery = async (text, values) =>
    (await db.executeQuery<unknown>(CompiledQuery.raw(text, [...values]))).rows;
  const newest = (await loadSigningKeys(query, secrets)).at(-1);
  if (newest === undefined) throw new Error('no signing key could be made');
  return newest;
}
