import type { Db } from '@placard/db/database';
import { signInPlace } from '@placard/domain/account/sign-in-place';
import type { RequestFacts } from '../../api/call-context.ts';
import type { HasSecrets } from '../../deps.ts';

export type From = Pick<RequestFacts, 'ip' | 'userAgent'>;

/** Of the person: the same place of somebody else has another hash, and nobody sees who shares one. */
export function placeHashes(
  { secrets }: HasSecrets,
  userId: number,
  from: From,
): readonly [Buffer, ...Buffer[]] {
  return secrets.hashes(signInPlace(from), `sign-in place:${userId}`);
}

/**
 * What stands for a place from which this person signed in before, null where they did not.
 * @param userId undefined: of nobody, which is asked in the same way, so that the time tells nothing
 */
export async function knownPlace(
  deps: HasSecrets & { readonly db: Db },
  userId: number | undefined,
  from: From,
): Promise<string | null> {
  const hashes = placeHashes(deps, userId ?? 0, from);
  const found = await deps.db
    .selectFrom('sign_in_place')
    .select('user_id')
    .where('user_id', '=', userId ?? 0)
    .where('place_hash', 'in', [...hashes])
    .executeTakeFirst();
  return found === undefined ? null : hashes[0].toString('hex');
}
